// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/html_page.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QSvgGenerator>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::HtmlPage)
};

QByteArray svgOf(const QPicture& picture, const QSize& size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    svg.setResolution(96);
    QPainter painter(&svg);
    painter.drawPicture(0, 0, picture);
    painter.end();
    return bytes;
}

// As an image of its own, so that nothing in it can be script, and no name in it meets another.
QString imageOf(const Slide& slide, const QSize& size) {
    return QStringLiteral("<img alt=\"%1\" src=\"data:image/svg+xml;base64,%2\">")
        .arg(escaped(slide.described), QString::fromLatin1(svgOf(slide.frames.back().picture, size).toBase64()));
}

QString paragraph(const char* kind, const QString& text) {
    if (text.isEmpty()) return {};
    return QStringLiteral("<p class=\"%1\">%2</p>\n").arg(QLatin1StringView(kind), escaped(text));
}

QString folded(const QString& summary, const QString& text) {
    if (text.isEmpty()) return {};
    return QStringLiteral("<details><summary>%1</summary><p>%2</p></details>\n").arg(escaped(summary), escaped(text));
}

constexpr const char* kStyle =
    "body{font:18px Inter,\"DejaVu Sans\",sans-serif;margin:0 auto;max-width:80rem;padding:1rem;color:#111;"
    "background:#fff}h2{font-size:2rem;line-height:1.2}img{width:100%;height:auto}.origin,footer{color:#444}"
    ".question{font-size:1.4rem}nav{position:sticky;bottom:0;background:#fff;padding:.5rem 0}button{font:inherit;"
    "padding:.4rem 1rem}body.steps section{display:none}body.steps section.now{display:block}nav{display:none}"
    "body.steps nav{display:block}:focus-visible{outline:3px solid #0057b8}@media print{nav{display:none!important}"
    "body.steps section{display:block;break-after:page}}";

// Steps; keys as in the window. No text of the story is in here.
constexpr const char* kScript =
    "(()=>{const s=[...document.querySelectorAll('section')],b=document.body,o=document.getElementById('at'),"
    "p=document.getElementById('play');let i=0,t=0;const stop=()=>{clearTimeout(t);t=0;p.setAttribute('aria-pressed',"
    "'false')};const show=n=>{i=Math.max(0,Math.min(s.length-1,n));s.forEach((e,k)=>e.classList.toggle('now',k===i));"
    "o.textContent=(i+1)+' / '+s.length;if(b.classList.contains('ready'))s[i].querySelector('h2').focus();"
    "history.replaceState(null,'','#'+(i+1))};const run=()=>{t=setTimeout(()=>{if(i+1<s.length){show(i+1);run()}else "
    "stop()},1000*s[i].dataset.seconds)};const play=()=>{if(t)stop();else{if(i+1===s.length)show(0);run();"
    "p.setAttribute('aria-pressed','true')}};b.classList.add('steps');show((parseInt(location.hash.slice(1))||1)-1);"
    "b.classList.add('ready');document.getElementById('back').onclick=()=>{stop();show(i-1)};"
    "document.getElementById('next').onclick=()=>{stop();show(i+1)};p.onclick=play;addEventListener('keydown',e=>{"
    "if(e.ctrlKey||e.altKey||e.metaKey||/BUTTON|SUMMARY/.test(e.target.tagName)&&(e.key===' '||e.key==='Enter'))return;"
    "const k={ArrowRight:1,PageDown:1,ArrowLeft:-1,PageUp:-1}[e.key];if(k){stop();show(i+k)}else if(e.key==='Home'){"
    "stop();show(0)}else if(e.key==='End'){stop();show(s.length-1)}else if(e.key===' ')play();else return;"
    "e.preventDefault()})})();";

}  // namespace

std::string htmlOf(const std::vector<Slide>& slides, const story::Story& story, const SlideLayout& layout) {
    const QString title = QString::fromStdString(story.title);
    QString html =
        QStringLiteral(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>%1</title>\n<style>%2</style>\n"
            "</head>\n<body>\n<h1>%1</h1>\n")
            .arg(escaped(title), QLatin1StringView(kStyle));
    html += paragraph("about", QString::fromStdString(story.about)) + QStringLiteral("<main>\n");
    for (std::size_t i = 0; i < slides.size(); ++i) {
        const Slide& slide = slides[i];
        html += QStringLiteral("<section data-seconds=\"%1\" aria-label=\"%2\">\n%3\n<h2 tabindex=\"-1\">%4</h2>\n")
                    .arg(QString::number(slide.frames.back().seconds), escaped(footerOf(title, i + 1, slides.size())),
                         imageOf(slide, layout.picture()), escaped(slide.caption));
        html += paragraph("question", slide.question) + folded(Texts::tr("Answer"), slide.answer) +
                folded(Texts::tr("Note"), slide.note) + paragraph("origin", slide.origins) +
                QStringLiteral("</section>\n");
    }
    html += QStringLiteral(
                "</main>\n<nav><button id=\"back\">%1</button> <button id=\"next\">%2</button> "
                "<button id=\"play\" aria-pressed=\"false\">%3</button> <span id=\"at\" role=\"status\"></span>"
                "</nav>\n<footer>%4</footer>\n<script>%5</script>\n</body>\n</html>\n")
                .arg(Texts::tr("Back"), Texts::tr("Next"), Texts::tr("Play"),
                     Texts::tr("Made with Lanescope. Arrow keys step, space plays."), QLatin1StringView(kScript));
    return html.toStdString();
}

}  // namespace lanescope
