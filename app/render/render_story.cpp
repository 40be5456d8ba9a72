// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/render_story.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <atomic>
#include <csignal>
#include <ostream>

#include "app/main_window.h"
#include "app/render/film.h"
#include "app/render/html_page.h"
#include "app/render/job_part.h"
#include "app/render/window_page.h"
#include "core/base/file_writer.h"
#include "core/base/printable.h"
#include "core/story/story_file.h"
#include "core/story/story_run.h"

namespace lanescope {
namespace {

constexpr QSize kPage{1280, 720};
constexpr int kCompactBelow = 900;  // as the window
constexpr double kDrawn = 0.6;      // of the work, when all is drawn

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::RenderStory)
};

tl::unexpected<Error> cannot(const QString& path, const QString& reason) {
    return fail(ErrorCode::CannotWrite, {{"file", path.toStdString()}, {"reason", reason.toStdString()}});
}

// ---- stopping

std::atomic<bool> stopAsked{false};
static_assert(std::atomic<bool>::is_always_lock_free);

/// The first one asks, the second one ends the program.
extern "C" void askToStop(int signal) {
    stopAsked = true;
    std::signal(signal, SIG_DFL);
}

// ---- what is written

enum class Target { Pdf, Html, Gif, Film, Pictures };

Result<Target> targetOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (path.endsWith(u'/') || ending.isEmpty()) return Target::Pictures;
    if (ending == u"pdf") return Target::Pdf;
    if (ending == u"html") return Target::Html;
    if (ending == u"gif") return Target::Gif;
    if (ending == u"mp4" || ending == u"webm") return Target::Film;
    return cannot(path, Texts::tr("the ending of its name says no format; known: .pdf .html .gif .mp4 .webm, and a "
                                  "folder/ for pictures"));
}

/// Before anything is drawn: whoever waits for minutes should not be told then.
Result<void> checkTarget(Target target, const QString& path) {
    if (target == Target::Film)
        if (Result<void> able = checkFilm(path); !able) return able;
    if (target != Target::Pictures) return checkWritable(path.toStdString());
    if (!QDir().mkpath(path)) return cannot(path, Texts::tr("the folder cannot be made"));
    return checkWritable(QDir(path).filePath(QStringLiteral("001.png")).toStdString());
}

std::string pngOf(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes.toStdString();
}

/// All are drawn before the first is written.
Result<void> writePictures(const StoryPaper& paper, const std::vector<StoryPage>& pages, const QString& folder,
                           const JobContext& job) {
    std::vector<std::string> pictures;
    for (const StoryPage& page : pages) {
        job.report(1);
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        pictures.push_back(pngOf(paper.image(page)));
    }
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const QString path = QDir(folder).filePath(QStringLiteral("%1.png").arg(i + 1, 3, 10, QLatin1Char('0')));
        if (Result<void> written = writeFile(path.toStdString(), pictures[i]); !written) return written;
    }
    return {};
}

Result<std::string> contentOf(Target target, const StoryPaper& paper, const story::Story& story, const QString& path,
                              const JobContext& job) {
    switch (target) {
        case Target::Pdf: return paper.pdf(pagesOf(paper.slides, false));
        case Target::Html: return htmlOf(paper.slides, story, paper.layout.theme());
        case Target::Gif: return gifOf(paper, pagesOf(paper.slides, true), job);
        case Target::Film: return filmOf(paper, pagesOf(paper.slides, true), path, job);
        case Target::Pictures: break;
    }
    return std::string();
}

/// Where it is stopped nothing is written, and no folder is left.
Result<void> write(Target target, const StoryPaper& paper, const story::Story& story, const QString& path,
                   const JobContext& job) {
    if (target == Target::Pictures) return writePictures(paper, pagesOf(paper.slides, false), path, job);
    const Result<std::string> content = contentOf(target, paper, story, path, job);
    if (!content) return fail(content.error());
    job.report(1);
    if (job.stopRequested()) return fail(ErrorCode::Cancelled);
    return writeFile(path.toStdString(), *content);
}

/// As a lecture shows it, on a page instead of a wall.
class LectureLook {
public:
    LectureLook(Theme& theme, const QSize& page, bool print) : m_theme(theme) {
        theme.setCompact(page.height() < kCompactBelow);
        theme.setLecture(true);
        theme.setPrinting(print);
    }
    ~LectureLook() {
        m_theme.setPrinting(false);
        m_theme.setLecture(false);
    }
    LectureLook(const LectureLook&) = delete;
    LectureLook& operator=(const LectureLook&) = delete;

private:
    Theme& m_theme;
};

/// Of bookmarks that could not be shown, a sentence each.
using Problems = std::vector<std::string>;

Result<Problems> render(MainWindow& window, Theme& theme, const Options& options, const JobContext& job) {
    const Result<Target> target = targetOf(options.to);
    if (!target) return fail(target.error());
    const std::string file = options.render.toStdString();
    const Result<story::Story> story = story::storyInFile(file);
    if (!story) return fail(story.error());
    if (const Result<void> able = checkTarget(*target, options.to); !able) return fail(able.error());
    const QSize page = options.size.value_or(kPage);
    // Paper is white unless somebody asks for a look.
    const bool print = !options.theme && (*target == Target::Pdf || *target == Target::Html);
    const LectureLook look(theme, page, print);
    const SlideLayout layout(theme, page);
    const bool ranges = *target != Target::Pdf && *target != Target::Pictures;
    Workbench& workbench = window.workbench();
    const Result<std::vector<Slide>> slides =
        slidesOf(*story, {workbench.library(), theme, layout, workbench.chosen().gpu, ranges, pagesOfWindow(window)},
                 partOf(job, 0, kDrawn));
    if (!slides) return fail(slides.error());
    const StoryPaper paper{*slides, shownText(story->title), layout};
    if (const auto written = write(*target, paper, *story, options.to, partOf(job, kDrawn, 1)); !written)
        return fail(written.error());
    Problems problems;
    for (std::size_t i = 0; i < slides->size(); ++i)
        if (const auto& why = (*slides)[i].problem) problems.push_back(story::sentenceOf(*why, *story, i, file));
    return problems;
}

}  // namespace

int renderStory(MainWindow& window, Theme& theme, const Options& options, std::ostream& out, std::ostream& told) {
    std::signal(SIGINT, askToStop);
    std::signal(SIGTERM, askToStop);
    std::stop_source stop;
    int last = -1;
    const JobContext job{stop.get_token(), [&](double share) {
                             if (stopAsked) stop.request_stop();
                             // Twentieths: a line now and then.
                             const int done = static_cast<int>(share * 20);
                             if (done > last) told << (last = done) * 5 << " %" << std::endl;
                         }};
    const Result<Problems> done = render(window, theme, options, job);
    if (!done) {
        // A folder that was made for nothing.
        if (options.to.endsWith(u'/')) QDir().rmdir(options.to);
        told << printable(describe(done.error())) << std::endl;
        return 1;
    }
    for (const std::string& problem : *done) told << printable(problem) << std::endl;
    out << printable(options.to.toStdString()) << std::endl;
    return done->empty() ? 0 : 1;
}

}  // namespace lanescope
