// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/render_story.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <ostream>

#include "app/main_window.h"
#include "app/render/film.h"
#include "app/render/html_page.h"
#include "core/base/file_writer.h"
#include "core/story/story_file.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::RenderStory)
};

enum class Target { Pdf, Html, Gif, Film, Pictures };

Result<Target> targetOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (path.endsWith(u'/') || ending.isEmpty()) return Target::Pictures;
    if (ending == u"pdf") return Target::Pdf;
    if (ending == u"html") return Target::Html;
    if (ending == u"gif") return Target::Gif;
    if (ending == u"mp4" || ending == u"webm") return Target::Film;
    return fail(ErrorCode::CannotWrite,
                {{"file", path.toStdString()},
                 {"reason", Texts::tr("the ending of its name says no format; known: .pdf .html .gif .mp4 .webm, and a "
                                      "folder/ for pictures")
                                .toStdString()}});
}

Result<void> writePictures(const std::vector<Slide>& slides, const QString& title, const Theme& theme,
                           const SlideLayout& layout, const QString& folder) {
    if (!QDir().mkpath(folder))
        return fail(ErrorCode::CannotWrite,
                    {{"file", folder.toStdString()}, {"reason", Texts::tr("the folder cannot be made").toStdString()}});
    for (std::size_t i = 0; i < slides.size(); ++i) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        imageOf(slides[i], slides[i].frames.size() - 1, footerOf(title, i + 1, slides.size()), theme, layout)
            .save(&buffer, "PNG");
        const QString path = QDir(folder).filePath(QStringLiteral("%1.png").arg(i + 1, 3, 10, QLatin1Char('0')));
        if (const Result<void> written = writeFile(path.toStdString(), bytes.toStdString()); !written) return written;
    }
    return {};
}

Result<void> render(MainWindow& window, Theme& theme, const Options& options) {
    const Result<Target> target = targetOf(options.to);
    if (!target) return fail(target.error());
    const Result<story::Story> story = story::storyInFile(options.render.toStdString());
    if (!story) return fail(story.error());
    SlideLayout layout;
    if (options.size) layout.page = *options.size;
    // Paper is white unless somebody asks for a look.
    const bool print = !options.theme && (*target == Target::Pdf || *target == Target::Html);
    const Result<std::vector<Slide>> slides =
        slidesOf(window, *story, options.render.toStdString(), {layout.picture(), print},
                 *target == Target::Gif || *target == Target::Film);
    if (!slides) return fail(slides.error());
    const QString title = QString::fromStdString(story->title);
    theme.setPrinting(print);
    const std::string path = options.to.toStdString();
    switch (*target) {
        case Target::Pdf: return writeFile(path, pdfOf(*slides, title, theme, layout));
        case Target::Html: return writeFile(path, htmlOf(*slides, *story, layout));
        case Target::Gif: return writeFile(path, gifOf(*slides, title, theme, layout));
        case Target::Film: return writeFilm(*slides, title, theme, layout, options.to);
        case Target::Pictures: break;
    }
    return writePictures(*slides, title, theme, layout, options.to);
}

}  // namespace

int renderStory(MainWindow& window, Theme& theme, const Options& options, std::ostream& out) {
    const Result<void> done = render(window, theme, options);
    theme.setPrinting(false);
    out << (done ? options.to.toStdString() : describe(done.error())) << std::endl;
    return done ? 0 : 1;
}

}  // namespace lanescope
