// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/html_page.h"

#include <QCoreApplication>

#include "app/render/html_parts.h"
#include "app/render/story_pages.h"
#include "widgets/export/exact_number.h"
#include "widgets/export/outlined_svg.h"
#include "widgets/style/theme.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kBest = 9;               // of compression
constexpr qsizetype kLengthBytes = 4;  // that qCompress() puts before what zlib makes

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::HtmlPage)
};

/// As it may stand between tags and in attributes; numbers stay with their units.
QString safe(const QString& text) { return escaped(keptTogether(text)); }

QString paragraph(const char* kind, const QString& text) {
    if (text.isEmpty()) return {};
    return QStringLiteral("<p class=\"%1\">%2</p>\n").arg(QLatin1StringView(kind), safe(text));
}

QString attribute(const char* name, const QString& value) {
    return QStringLiteral(" %1=\"%2\"").arg(QLatin1StringView(name), escaped(value));
}

QString variable(const char* name, const QColor& colour) {
    return QStringLiteral("--%1:%2;").arg(QLatin1StringView(name), colour.name());
}

QString variablesOf(const Theme& theme) {
    return QStringLiteral(":root{") + variable("ground", theme.colour(Colour::Ground)) +
           variable("raised", theme.colour(Colour::Raised)) + variable("text", theme.colour(Colour::Text)) +
           variable("faint", theme.colour(Colour::FaintText)) + variable("rule", theme.colour(Colour::GridLine)) +
           QStringLiteral("}");
}

QString inBase64(const QByteArray& bytes) { return QString::fromLatin1(bytes.toBase64()); }

/// Pictures are images of their own, so that nothing in them can be script, and no name in one meets another. What
/// a range comes to is seen without a script, too; the steps before it are packed, a tenth as large.
QString picturesOf(const Slide& slide) {
    QString html;
    for (std::size_t i = 0; i < slide.frames.size(); ++i) {
        const Frame& frame = slide.frames[i];
        const bool last = i + 1 == slide.frames.size();
        const QByteArray svg = outlinedSvg(frame.picture, slide.size, slide.caption);
        html += QStringLiteral("<img") +
                attribute("alt", keptTogether(QStringLiteral("%1 %2").arg(slide.caption, frame.described))) +
                attribute("data-says", keptTogether(frame.described)) +
                attribute("data-seconds", exactNumber(frame.seconds)) + (last ? QString() : QStringLiteral(" hidden")) +
                (last ? QStringLiteral(" src=\"data:image/svg+xml;base64,") + inBase64(svg)
                      : QStringLiteral(" data-packed=\"") + inBase64(qCompress(svg, kBest).mid(kLengthBytes))) +
                QStringLiteral("\">\n");
    }
    return html;
}

/// A slider for a range that plays; the script shows it.
QString stepsOf(const Slide& slide) {
    if (slide.frames.size() < 2) return {};
    return QStringLiteral("<input class=\"step alone\" type=\"range\" min=\"0\" max=\"%1\" value=\"%1\"")
               .arg(slide.frames.size() - 1) +
           attribute("aria-label", Texts::tr("Step")) + QStringLiteral(">\n");
}

QString pictureSection(const Slide& slide) {
    QString html = QStringLiteral("<figure>\n") + picturesOf(slide) + QStringLiteral("</figure>\n") + stepsOf(slide);
    html += QStringLiteral("<h2 tabindex=\"-1\">%1</h2>\n").arg(safe(slide.caption));
    html += QStringLiteral("<p class=\"says\" aria-live=\"polite\">%1</p>\n").arg(safe(slide.frames.back().described));
    html += paragraph("origin", slide.origins);
    if (!slide.note.isEmpty())
        html += QStringLiteral("<details><summary>%1</summary><p>%2</p></details>\n")
                    .arg(Texts::tr("Note"), safe(slide.note));
    return html;
}

QString rangeAttributes(const ScaleRange& range) {
    return attribute("data-from", exactNumber(range.least)) + attribute("data-to", exactNumber(range.most)) +
           attribute("data-step", exactNumber(range.step)) +
           attribute("data-log", range.logarithmic ? QStringLiteral("1") : QString());
}

QString joined(const std::vector<std::uint32_t>& numbers) {
    QStringList words;
    for (const std::uint32_t number : numbers) words += QString::number(number);
    return words.join(QLatin1Char(' '));
}

/// What the script needs to say how far a guess is off.
QString truthAttributes(const Asked& asked) {
    QString right;
    for (std::size_t i = 0; i < asked.choices.size(); ++i)
        if (asked.choices[i].right) right += (right.isEmpty() ? QString() : QStringLiteral(" ")) + QString::number(i);
    QString html = attribute("data-unit", asked.unit) + attribute("data-right", right) +
                   attribute("data-says-right", Texts::tr("Your guess is right.")) +
                   attribute("data-says-wrong", Texts::tr("Your guess is another one.")) +
                   attribute("data-says-guess", Texts::tr("Your guess:"));
    if (asked.places)
        html += attribute("data-of", QString::number(asked.places->of)) +
                attribute("data-places", joined(asked.places->right)) +
                attribute("data-says-places", Texts::tr("Marked wrongly, or wrongly not:"));
    if (asked.number) html += attribute("data-truth", exactNumber(*asked.number));
    if (asked.curve) {
        QStringList truth;
        for (const double number : asked.curve->truth) truth += exactNumber(number);
        html += attribute("data-truth", truth.join(QLatin1Char(' ')));
    }
    if (asked.scale)
        html += rangeAttributes({asked.scale->from, asked.scale->to, asked.scale->step, asked.scale->logarithmic});
    if (asked.curve) html += rangeAttributes(asked.curve->range.numbers);
    return html;
}

QString guessing(const Asked& asked, std::size_t bookmark) {
    QString html =
        QStringLiteral("<fieldset%1><legend>%2</legend>\n").arg(truthAttributes(asked), Texts::tr("Your guess"));
    if (asked.places)
        html += QStringLiteral("<label>%1 <input class=\"places\" type=\"text\" placeholder=\"0-5, 12\"></label>\n")
                    .arg(Texts::tr("Numbers from 0 to %1:").arg(asked.places->of - 1));
    if (asked.curve)
        for (int i = 0; i < asked.curve->range.values.size(); ++i)
            html += QStringLiteral(
                        "<label>%1 <output></output><input class=\"scale\" type=\"range\" min=\"0\" "
                        "max=\"1000\" value=\"500\"></label>\n")
                        .arg(safe(Texts::tr("%1 = %2:").arg(asked.curve->range.over, asked.curve->range.values[i])));
    for (std::size_t i = 0; i < asked.choices.size(); ++i)
        html += QStringLiteral("<label><input type=\"radio\" name=\"guess%1\" value=\"%2\"> %3 &nbsp; %4</label>\n")
                    .arg(bookmark)
                    .arg(i)
                    .arg(choiceLetter(i), safe(asked.choices[i].text));
    if (asked.scale)
        html += QStringLiteral(
                    "<label>%1 <output></output><input class=\"scale\" type=\"range\" min=\"0\" max=\"1000\" "
                    "value=\"500\"></label>\n")
                    .arg(Texts::tr("From %1 to %2:")
                             .arg(safe(endOfScale(asked.scale->from, asked.unit)),
                                  safe(endOfScale(asked.scale->to, asked.unit))));
    return html + QStringLiteral("</fieldset>\n");
}

QString answerOf(const Asked& asked) {
    QString html =
        QStringLiteral("<details class=\"answer\"><summary>%1</summary>\n").arg(Texts::tr("Show what is true"));
    html += paragraph("verdict", asked.verdict()) + paragraph("origin", asked.origin);
    html += QStringLiteral("<p class=\"guess\" aria-live=\"polite\"></p>\n");
    const auto list = [&html](const auto& items, auto line) {
        if (items.empty()) return;
        html += QStringLiteral("<ul>\n");
        for (std::size_t i = 0; i < items.size(); ++i) html += line(i);
        html += QStringLiteral("</ul>\n");
    };
    list(asked.choices, [&asked](std::size_t i) {
        const Asked::Choice& choice = asked.choices[i];
        return QStringLiteral("<li%1>%2 %3: %4</li>\n")
            .arg(choice.right ? QStringLiteral(" class=\"right\"") : QString(),
                 (choice.right ? QStringLiteral("✓ ") : QString()) + choiceLetter(i), safe(choice.text),
                 safe(choice.number));
    });
    list(asked.models, [&asked](std::size_t i) {
        return QStringLiteral("<li>%1: %2</li>\n").arg(safe(asked.models[i].title), safe(asked.models[i].said));
    });
    return html + QStringLiteral("</details>\n");
}

QString askSection(const Asked& asked, std::size_t bookmark) {
    return QStringLiteral("<h2 tabindex=\"-1\">%1</h2>\n").arg(safe(asked.text)) + paragraph("of", asked.of) +
           guessing(asked, bookmark) + answerOf(asked);
}

QString section(const char* kind, const QString& id, std::size_t bookmark, double seconds, const QString& name,
                const QString& content) {
    return QStringLiteral("<section class=\"%1\" id=\"%2\" data-bookmark=\"%3\" data-seconds=\"%4\"%5>\n%6</section>\n")
        .arg(QLatin1StringView(kind), id)
        .arg(bookmark)
        .arg(exactNumber(seconds), attribute("aria-label", name), content);
}

QString sectionsOf(const std::vector<Slide>& slides, const QString& title) {
    QString html;
    for (const StoryPage& page : pagesOf(slides, false)) {
        const Slide& slide = slides[page.slide];
        const std::size_t number = page.slide + 1;
        const QString name = footerOf(title, number, slides.size());
        if (page.kind == StoryPage::Kind::Picture)
            html += section("bookmark", QStringLiteral("b%1").arg(number), number, page.seconds, name,
                            pictureSection(slide));
        if (page.kind == StoryPage::Kind::Question)
            html += section("ask", QStringLiteral("q%1").arg(number), number, page.seconds,
                            Texts::tr("%1, question").arg(name), askSection(*slide.asked, number));
    }
    return html;
}

}  // namespace

std::string htmlOf(const std::vector<Slide>& slides, const story::Story& story, const Theme& theme) {
    const QString title = shownText(story.title);
    QString html =
        QStringLiteral(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data: blob:; "
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>%1</title>\n<style>%2%3</style>\n"
            "</head>\n<body>\n<header><h1>%1</h1>\n")
            .arg(safe(title), variablesOf(theme), QLatin1StringView(kPageStyle));
    html += paragraph("about", shownText(story.about)) + QStringLiteral("</header>\n<main>\n");
    html += sectionsOf(slides, title);
    html +=
        QStringLiteral(
            "</main>\n<nav><button id=\"back\">%1</button> <button id=\"next\">%2</button> "
            "<button id=\"play\" aria-pressed=\"false\">%3</button> <span id=\"at\" role=\"status\"></span>"
            "</nav>\n<footer>%4</footer>\n<script>")
            .arg(Texts::tr("Back"), Texts::tr("Next"), Texts::tr("Play"),
                 Texts::tr("Made with Lanescope. Arrow keys step, Page keys and digits go to bookmarks, Space plays, "
                           "Q shows what is true."));
    html += QString::fromUtf8(kPageScript) + QStringLiteral("</script>\n</body>\n</html>\n");
    return html.toStdString();
}

}  // namespace lanescope
