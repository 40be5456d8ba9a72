// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/slides.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/presenter/bookmark_stop.h"
#include "app/presenter/stop_stage.h"
#include "app/render/job_part.h"
#include "app/render/slide_layout.h"
#include "core/base/words.h"
#include "core/story/caption.h"
#include "core/story/story_run.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostFrames = 24;  // of a range
constexpr double kFrameSeconds = 0.5;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Slides)
};

/// As stages want them; what could not be watched ends the list of blocks.
StopRuns runsOf(const Stop& stop, const story::BookmarkRun& run) {
    const std::vector<StopRun> names = lanescope::runsOf(stop.chosen);
    StopRuns runs;
    for (std::size_t i = 0; i < run.sides.size(); ++i) {
        const story::RunSide& side = run.sides[i];
        runs.sides.push_back(
            {i < names.size() ? names[i].name : shownName(side.algorithm->id()), side.run, side.launch});
        if (side.flow && runs.blocks.size() == i) runs.blocks.push_back(side.flow);
    }
    return runs;
}

QString describedBy(const Why& why) {
    return why.detail.isEmpty() ? why.sentence : why.sentence + QLatin1Char(' ') + why.detail;
}

/// Steps from the first place to the last, evenly left out where there are more than one would look at; the last one is
/// among them.
std::vector<quint64> stepsOf(const Clock& clock, EventRange range) {
    std::vector<quint64> all;
    for (quint64 at = range.first; at < range.end; at = std::max(clock.next(at), at + 1)) all.push_back(at);
    std::vector<quint64> some;
    const std::size_t frames = std::min(kMostFrames, all.size());
    for (std::size_t i = 0; i < frames; ++i) some.push_back(all[i * all.size() / frames]);
    some.push_back(range.end);
    return some;
}

class SlideMaker {
public:
    explicit SlideMaker(const SlideWishes& wishes) : m_wishes(wishes), m_runner(wishes.library) {}

    /// Error: Cancelled; whatever else is wrong is in the slide.
    Result<Slide> make(const story::Bookmark& bookmark, const JobContext& job) {
        Slide slide;
        slide.caption = shownText(bookmark.caption);
        slide.note = shownText(bookmark.note);
        if (const Result<void> filled = fill(slide, bookmark, job); !filled) {
            if (filled.error().code == ErrorCode::Cancelled) return fail(filled.error());
            const QString why = shownText(describe(filled.error()));
            slide.problem = filled.error();
            slide.size = m_wishes.layout.picture(slide.caption, slide.origins);
            slide.frames = {{words(why, slide.size), why, story::secondsOf(bookmark)}};
        }
        return slide;
    }

private:
    Result<void> fill(Slide& slide, const story::Bookmark& bookmark, const JobContext& job) {
        const Result<Stop> stop = stopOf(bookmark, m_wishes.library.catalogue(), m_wishes.gpu);
        if (!stop) return fail(stop.error());
        const Result<story::BookmarkRun> run = m_runner.run(bookmark, job);
        if (!run) return fail(run.error());
        say(slide, bookmark, *run);
        slide.size = m_wishes.layout.picture(slide.caption, slide.origins);
        if (StopStage::has(stop->page)) {
            StopStage stage(*stop, runsOf(*stop, *run), m_wishes.theme);
            addFrames(slide, stage);
        } else {
            Result<Frame> frame = otherFrame(*stop, slide.size);
            if (!frame) return fail(frame.error());
            slide.frames.push_back(std::move(*frame));
        }
        slide.frames.back().seconds = story::secondsOf(bookmark);
        return {};
    }

    void say(Slide& slide, const story::Bookmark& bookmark, const story::BookmarkRun& run) const {
        const story::NumberSource source(m_wishes.library, run);
        const story::ResolvedCaption caption = story::resolved(bookmark.caption, bookmark.numbers, source);
        slide.caption = shownText(caption.text);
        slide.note = shownText(story::resolved(bookmark.note, bookmark.numbers, source).text);
        QStringList origins;
        for (const story::CaptionNumber& number : caption.numbers) {
            const QString origin = number.now ? shownName(number.now->origin) : shownText(number.missing);
            if (!origin.isEmpty() && !origins.contains(origin)) origins += origin;
        }
        if (!origins.isEmpty()) slide.origins = Texts::tr("Numbers: %1").arg(origins.join(QStringLiteral(", ")));
        if (bookmark.question) slide.asked = askedOf(*bookmark.question, source);
    }

    void addFrames(Slide& slide, StopStage& stage) const {
        std::vector<quint64> steps = stepsOf(stage.clock(), stage.range());
        if (!m_wishes.ranges) steps = {steps.back()};
        for (const quint64 step : steps) {
            stage.clock().seek(step);
            QPicture picture;
            QPainter painter(&picture);
            stage.paint(painter, slide.size);
            painter.end();
            slide.frames.push_back({picture, describedBy(stage.why()), kFrameSeconds});
        }
    }

    Result<Frame> otherFrame(const Stop& stop, const QSize& size) const {
        if (m_wishes.otherPage) return m_wishes.otherPage(stop, size);
        return fail(
            ErrorCode::IllegalValue,
            {{"parameter", "view"}, {"value", stop.page.toStdString()}, {"legal", "tiles, warps, memory, map, code"}});
    }

    QPicture words(const QString& sentence, const QSize& size) const {
        QPicture picture;
        QPainter painter(&picture);
        painter.fillRect(QRect(QPoint(0, 0), size), m_wishes.theme.colour(Colour::Ground));
        const double margin = m_wishes.theme.scaled(4 * paint::kGrid);
        paint::paragraph(painter, m_wishes.theme, QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                         Type::Title, Colour::Text, sentence);
        return picture;
    }

    const SlideWishes& m_wishes;
    story::Runner m_runner;
};

}  // namespace

Result<std::vector<Slide>> slidesOf(const story::Story& story, const SlideWishes& wishes, const JobContext& job) {
    SlideMaker maker(wishes);
    std::vector<Slide> slides;
    const auto all = static_cast<double>(story.bookmarks.size());
    for (const story::Bookmark& bookmark : story.bookmarks) {
        const auto done = static_cast<double>(slides.size());
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        Result<Slide> slide = maker.make(bookmark, partOf(job, done / all, (done + 1) / all));
        if (!slide) return fail(slide.error());
        slides.push_back(std::move(*slide));
    }
    job.report(1);
    return slides;
}

}  // namespace lanescope
