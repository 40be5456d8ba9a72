// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/story_stage.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>

#include "app/main_window.h"
#include "core/base/words.h"
#include "core/story/position.h"
#include "widgets/playback/clock.h"

namespace lanescope {
namespace {

constexpr qint64 kLongestWait = 120'000;   // milliseconds
constexpr std::uint64_t kMostFrames = 24;  // of a range
constexpr double kFrameSeconds = 0.25;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

Error pageError(const std::string& view, const MainWindow& window) {
    std::string known;
    for (const auto& page : window.pages()) known += (known.empty() ? "" : ", ") + page->identity().id.toStdString();
    return {ErrorCode::IllegalValue, {{"parameter", "view"}, {"value", view}, {"legal", known}}};
}

class StoryStage {
public:
    StoryStage(MainWindow& window, const PictureLook& look)
        : m_window(window), m_look(look), m_runner(window.workbench().library()) {}

    Result<Slide> show(const story::Bookmark& bookmark, bool ranges) {
        Result<story::BookmarkRun> run = m_runner.run(bookmark, {});
        if (!run) return fail(run.error());
        if (const Result<void> chosen = choose(bookmark, *run); !chosen) return fail(chosen.error());
        Slide slide;
        describe(slide, bookmark, *run);
        if (ranges && bookmark.until && run->sides.front().flow) addRange(slide, bookmark, *run);
        slide.frames.push_back({draw(), story::secondsOf(bookmark)});
        const Page& page = m_window.currentPage();
        slide.described = page.view() ? page.view()->why().sentence : page.why().sentence;
        return slide;
    }

private:
    Result<void> choose(const story::Bookmark& bookmark, const story::BookmarkRun& run) {
        const story::Configuration& wanted = bookmark.configuration;
        Workbench& workbench = m_window.workbench();
        workbench.chooseAlgorithm(text(wanted.algorithm));
        workbench.setBeside({});
        workbench.choose(run.sides.front().parameters);
        workbench.chooseScheduling(wanted.scheduling);
        std::vector<BesideChoice> beside;
        for (std::size_t i = 0; i < wanted.beside.size(); ++i)
            beside.push_back({run.sides[i + 1].algorithm, wanted.beside[i].own});
        workbench.setBeside(beside);
        if (!wanted.gpu.empty()) workbench.chooseGpu(text(wanted.gpu));
        settle();
        if (workbench.problem()) return fail(*workbench.problem());
        if (workbench.launches() > 0) workbench.watch(wanted.launch, wanted.block);
        if (const Result<void> page = setPage(bookmark.view); !page) return page;
        settle();
        Clock* const own = m_window.currentPage().clock();
        if (own != nullptr && bookmark.position.clock) own->seek(*bookmark.position.clock);
        m_window.playback().seek(run.position);
        m_window.selection().clear();
        if (bookmark.spotlight) light(*bookmark.spotlight);
        settle();
        return {};
    }

    Result<void> setPage(const std::string& id) {
        for (const auto& page : m_window.pages())
            if (page->identity().id == text(id)) {
                m_window.setPage(*page);
                return {};
            }
        return fail(pageError(id, m_window));
    }

    void light(const story::Spotlight& spotlight) {
        using Kind = story::Spotlight::Kind;
        Focus focus;
        if (spotlight.kind == Kind::Thread || spotlight.kind == Kind::Warp)
            focus.thread = ThreadRef{spotlight.warp, spotlight.lane};
        else if (const auto array = arrayNamed(spotlight.array))
            focus.element = ElementPick{*array, spotlight.row, spotlight.column};
        m_window.selection().setPinned(focus);
    }

    [[nodiscard]] std::optional<ArrayRef> arrayNamed(const std::string& name) const {
        const auto& plan = m_window.workbench().plan();
        if (!plan) return std::nullopt;
        for (std::size_t i = 0; i < plan->buffers.size(); ++i)
            if (plan->buffers[i].name == name) return ArrayRef{ArrayRef::Kind::Buffer, i};
        const std::vector<const Launch*> launches = plan->launches();
        const std::size_t launch = m_window.workbench().launch();
        if (launch >= launches.size()) return std::nullopt;
        const auto& shared = launches[launch]->kernel->shared;
        for (std::size_t i = 0; i < shared.size(); ++i)
            if (shared[i].name == name) return ArrayRef{ArrayRef::Kind::Shared, i};
        return std::nullopt;
    }

    void describe(Slide& slide, const story::Bookmark& bookmark, const story::BookmarkRun& run) {
        const story::NumberSource source(m_runner.library(), run);
        const story::ResolvedCaption caption = story::resolved(bookmark.caption, bookmark.numbers, source);
        slide.caption = text(caption.text);
        slide.note = text(story::resolved(bookmark.note, bookmark.numbers, source).text);
        QStringList origins;
        for (const story::CaptionNumber& number : caption.numbers)
            if (number.now && !number.now->origin.empty() && !origins.contains(text(number.now->origin)))
                origins += text(number.now->origin);
        slide.origins = origins.join(QStringLiteral("; "));
        if (!bookmark.question) return;
        slide.question = text(bookmark.question->text);
        if (const auto reveal = story::revealOf(*bookmark.question, source))
            slide.answer = text(story::wordsOf(*reveal));
    }

    /// From where the range begins to its end, which the slide then shows.
    void addRange(Slide& slide, const story::Bookmark& bookmark, const story::BookmarkRun& run) {
        const flow::BlockFlow& flow = *run.sides.front().flow;
        const std::uint64_t end = story::find(*bookmark.until, flow).event;
        if (end <= run.position) return;
        const std::uint64_t stops = flow.stops().count(run.position, end);
        const std::uint64_t frames = std::min(kMostFrames, stops);
        for (std::uint64_t i = 0; i < frames; ++i) {
            m_window.playback().seek(flow.stops().after(run.position, i * stops / frames));
            slide.frames.push_back({draw(), kFrameSeconds});
        }
        m_window.playback().seek(end);
    }

    QPicture draw() {
        QCoreApplication::processEvents();
        QPicture picture;
        m_window.picture().paint(picture, m_look.size, m_look.print);
        return picture;
    }

    void settle() {
        QElapsedTimer waited;
        waited.start();
        QCoreApplication::processEvents();
        const Workbench& workbench = m_window.workbench();
        while ((m_window.workbench().jobs().isBusy() || workbench.checks().isLooking()) &&
               waited.elapsed() < kLongestWait) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 50);
            QThread::msleep(2);
        }
        QCoreApplication::processEvents();
    }

    MainWindow& m_window;
    PictureLook m_look;
    story::Runner m_runner;
};

}  // namespace

Result<std::vector<Slide>> slidesOf(MainWindow& window, const story::Story& story, const std::string& file,
                                    const PictureLook& look, bool ranges) {
    StoryStage stage(window, look);
    std::vector<Slide> slides;
    for (std::size_t i = 0; i < story.bookmarks.size(); ++i) {
        Result<Slide> slide = stage.show(story.bookmarks[i], ranges);
        if (!slide)
            return fail(ErrorCode::MalformedFile,
                        {{"file", file},
                         {"place", inWords(Message("story.bookmark"_id, {{"number", i + 1}}))},
                         {"reason", lanescope::describe(slide.error())}});
        slides.push_back(std::move(*slide));
    }
    return slides;
}

}  // namespace lanescope
