// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/lecture.h"

#include <QEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QScreen>
#include <QStackedWidget>
#include <QTimer>
#include <QWindow>
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/main_window.h"
#include "app/presenter/preparation.h"
#include "app/presenter/presenter_window.h"
#include "app/presenter/story_desk.h"
#include "core/story/position.h"
#include "widgets/lecture/magnifier.h"
#include "widgets/lecture/question_card.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr std::chrono::milliseconds kPatience{500};  ///< with runs that are to stand beside the first

}  // namespace

Lecture::Lecture(MainWindow& window, StoryDesk& desk, Preparation& preparation, Theme& theme)
    : QObject(&window),
      m_window(window),
      m_desk(desk),
      m_preparation(preparation),
      m_theme(theme),
      m_caption(new CaptionBar(window.playback(), theme, window.centralWidget())),
      m_overlay(new StageOverlay({theme, window.playback(), window.motion(), window.selection()}, window.stage())),
      m_question(new QuestionCard(theme, window.magnifier())),
      m_blank(new QWidget(window.centralWidget())) {
    window.addBelowStage(m_caption);
    m_caption->hide();
    m_question->hide();
    QPalette black;
    black.setColor(QPalette::Window, Qt::black);
    m_blank->setPalette(black);
    m_blank->setAutoFillBackground(true);
    m_blank->setObjectName(QStringLiteral("blank"));
    m_blank->hide();
    window.centralWidget()->installEventFilter(this);
    window.magnifier()->installEventFilter(this);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        m_waitedLong = true;
        arrive();
    });
    new LectureKeys(
        [this](const QWidget& of) { return m_on && (&of == &m_window || (m_presenter && &of == m_presenter)); },
        [this](const LectureCommand& command) { return act(command); }, this);
    connectAll();
    showPage();
}

Lecture::~Lecture() { delete m_presenter; }

void Lecture::connectAll() {
    Workbench& workbench = m_window.workbench();
    connect(&m_window, &MainWindow::runShown, this, &Lecture::arrive);
    connect(&workbench, &Workbench::outdatedChanged, this, &Lecture::arrive);
    connect(&workbench, &Workbench::sidesChanged, this, &Lecture::showCaption);
    connect(&m_window, &MainWindow::pageShown, this, &Lecture::showPage);
    connect(&m_window.playback(), &Playback::positionChanged, this, &Lecture::showCaption);
    connect(&m_window.motion(), &Motion::changed, this, &Lecture::wallChanged);
    connect(&m_window.selection(), &Selection::changed, this, &Lecture::wallChanged);
    connect(m_overlay, &StageOverlay::repainted, this, &Lecture::wallChanged);
    connect(m_overlay, &StageOverlay::toolChanged, this, &Lecture::changed);
    connect(m_window.magnifier(), &Magnifier::moved, this, &Lecture::showCaption);
    connect(m_question, &QuestionCard::changed, this, [this] {
        if (m_question->isVisible() && m_question->isRevealed()) tell();
        Q_EMIT wallChanged();
    });
    connect(m_question, &QuestionCard::filesWanted, this, &Lecture::askForGuesses);
    connect(&m_desk, &StoryDesk::gone, this, [this](const Stop& stop) {
        closeQuestion();
        goTo(stop);
    });
    connect(&m_desk, &StoryDesk::changed, this, [this] {
        m_caption->forgetHeight();
        showCaption();
    });
}

void Lecture::start(On where) {
    if (m_on) {
        if (where == m_where || where == On::Window) return;
        m_where = where;
        return occupy();
    }
    m_on = true;
    m_where = where;
    m_since.start();
    m_told.clear();
    m_stateBefore = m_window.windowState();
    m_placeBefore = m_window.geometry();
    m_theme.setLecture(true);
    m_window.setBare(true);
    m_caption->forgetHeight();
    m_caption->show();
    showPage();
    showCaption();
    if (where == On::Screen) occupy();
    // A frame around what has the keyboard is nothing for a wall.
    m_caption->setFocus(Qt::OtherFocusReason);
    Q_EMIT changed();
}

void Lecture::leave() {
    if (!m_on) return;
    m_on = false;
    setBlank(false);
    setTool(StageOverlay::Tool::None);
    m_question->hide();
    wipe();
    m_window.magnifier()->magnify(1, {0.5, 0.5});
    m_caption->hide();
    m_theme.setLecture(false);
    m_window.setBare(false);
    showPresenter(false);
    if (m_where == On::Screen) {
        m_window.setWindowState(m_stateBefore);
        if ((m_stateBefore & (Qt::WindowMaximized | Qt::WindowFullScreen)) == 0) m_window.setGeometry(m_placeBefore);
    }
    m_window.activateWindow();
    Q_EMIT changed();
}

void Lecture::turnWall() {
    if (m_on && m_where == On::Screen) return leave();
    start();
}

void Lecture::wipe() {
    if (m_wanted) {
        m_wanted->spotlight.reset();
        m_wanted->marks.clear();
    }
    m_overlay->setMarks({});
    setSpotlight(std::nullopt);
}

/// A projector is the screen that is not the first one, unless they were swapped.
QScreen* Lecture::wall() const {
    const QList<QScreen*> screens = QGuiApplication::screens();
    if (screens.size() < 2) return nullptr;
    QScreen* const primary = QGuiApplication::primaryScreen();
    const auto other = std::ranges::find_if(screens, [primary](const QScreen* one) { return one != primary; });
    return m_swapped ? primary : *other;
}

void Lecture::occupy() {
    if (QScreen* const screen = wall()) {
        if (m_window.isFullScreen()) m_window.showNormal();
        m_window.winId();  // has a window handle from here on
        m_window.windowHandle()->setScreen(screen);
        m_window.setGeometry(screen->geometry());
        showPresenter(true);
    }
    m_window.showFullScreen();
    m_window.activateWindow();
}

void Lecture::swapScreens() {
    if (wall() == nullptr) return;
    m_swapped = !m_swapped;
    showPresenter(false);
    occupy();
}

void Lecture::showPresenter(bool shown) {
    if (!shown) {
        if (m_presenter != nullptr) m_presenter->hide();
        return showCaption();
    }
    if (!m_presenter) m_presenter = new PresenterWindow(m_window, *this, m_desk, m_preparation, m_theme);
    const QList<QScreen*> screens = QGuiApplication::screens();
    QScreen* const mine = wall();
    const auto free = std::ranges::find_if(screens, [mine](const QScreen* one) { return one != mine; });
    if (mine != nullptr && m_on && m_where == On::Screen && free != screens.end()) {
        m_presenter->winId();
        m_presenter->windowHandle()->setScreen(*free);
        m_presenter->setGeometry((*free)->availableGeometry());
        m_presenter->showMaximized();
    } else {
        m_presenter->show();
    }
    showCaption();
    Q_EMIT changed();
}

bool Lecture::isBlank() const { return m_blank->isVisibleTo(m_window.centralWidget()); }

void Lecture::setBlank(bool blank) {
    coverAll();
    m_blank->setVisible(blank);
    m_blank->raise();
    Q_EMIT changed();
    Q_EMIT wallChanged();
}

void Lecture::coverAll() { m_blank->setGeometry(m_window.centralWidget()->rect()); }

bool Lecture::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        coverAll();
        m_question->place();
        QTimer::singleShot(0, this, &Lecture::showCaption);
    }
    return QObject::eventFilter(watched, event);
}

Clock& Lecture::clock() const {
    Clock* const own = m_window.currentPage().clock();
    return own != nullptr ? *own : m_window.playback();
}

void Lecture::showPage() {
    const Page& page = m_window.currentPage();
    m_overlay->setView(page.view());
    m_caption->setClock(page.clock());
    if (page.view() != nullptr)
        connect(page.view(), &StageView::whyChanged, this, &Lecture::showWhy, Qt::UniqueConnection);
    connect(&page, &Page::whyChanged, this, &Lecture::showCaption, Qt::UniqueConnection);
    if (page.clock() != nullptr) {
        connect(page.clock(), &Clock::positionChanged, this, &Lecture::arrive, Qt::UniqueConnection);
        connect(page.clock(), &Clock::positionChanged, this, &Lecture::showCaption, Qt::UniqueConnection);
    }
    showCaption();
}

void Lecture::showCaption() {
    Q_EMIT wallChanged();
    if (!m_on) return;
    const Page& page = m_window.currentPage();
    QString place;
    if (m_desk.place() && !m_wanted) {
        const ShownCaption shown = m_desk.caption(*m_desk.place());
        if (const std::optional<QString> question = openQuestion())
            m_caption->setCaption(*question, tr("Q: what does the room say?"));
        else
            m_caption->setCaption(shown.sentence, shown.origins);
        place = tr("%1 of %2").arg(*m_desk.place() + 1).arg(m_desk.count());
    } else {
        const Why why = page.view() != nullptr ? page.view()->why() : page.why();
        m_caption->setCaption(why.sentence, why.detail);
    }
    // Where there is no other place to say it.
    const bool alone = !m_presenter || !m_presenter->isVisible();
    if (alone && !unreadable().isEmpty()) place += (place.isEmpty() ? QString() : tr(" · ")) + tr("Z: values");
    m_caption->setPlace(place);
}

Stop Lecture::here() const {
    Stop stop;
    stop.chosen = m_window.workbench().chosen();
    stop.page = m_window.currentPage().identity().id;
    const auto place = [this](quint64 position) {
        story::Position at;
        const flow::BlockFlow* const flow = m_window.playback().flow();
        if (&clock() != &m_window.playback())
            at.clock = position;
        else if (flow != nullptr)
            at = story::positionAt(*flow, position);
        return at;
    };
    stop.position = place(clock().position());
    if (clock().loop()) {
        stop.position = place(clock().loop()->first);
        stop.until = place(clock().loop()->end);
    }
    stop.zoom = m_window.magnifier()->factor();
    stop.centre = m_window.magnifier()->centre();
    stop.spotlight = m_overlay->spotlight();
    stop.marks = m_overlay->marks();
    return stop;
}

void Lecture::goTo(const Stop& stop) {
    m_wanted = stop;
    clock().pause();
    m_window.setPage(m_window.page(stop.page));
    if (const Result<void> gone = m_window.workbench().goTo(stop.chosen); !gone) {
        m_wanted.reset();
        m_window.say(gone.error());
        return showCaption();
    }
    arrive();
}

/// The clock is that of the run that was asked for: of the block that is watched now, or, if it is the page's own, of
/// all runs that stand there, which may not be known yet.
bool Lecture::countsIt() const {
    Workbench& workbench = m_window.workbench();
    if (&clock() == &m_window.playback()) return m_window.playback().sharedTrace() == workbench.traced().trace;
    const StageView* const view = m_window.currentPage().view();
    const bool allThere = view == nullptr || (view->isReady() && view->sides().size() == workbench.sides().size() &&
                                              view->sides().size() > m_wanted->chosen.beside.size());
    return clock().size() > 0 && (allThere || (m_waitedLong && !workbench.jobs().isBusy()));
}

/// A view with a clock of its own says so that it knows more, and may count all now.
void Lecture::showWhy() { &clock() == &m_window.playback() ? showCaption() : arrive(); }

/// Once what is shown is what was asked for.
void Lecture::arrive() {
    if (!m_wanted) return showCaption();
    const Workbench& workbench = m_window.workbench();
    const Chosen now = workbench.chosen();
    const bool another = now.algorithm != m_wanted->chosen.algorithm || now.parameters != m_wanted->chosen.parameters;
    if (another) {
        // Somebody has chosen something else meanwhile.
        m_wanted.reset();
        return showCaption();
    }
    const bool itself = workbench.emulation() && workbench.emulation()->plan.algorithm == now.algorithm->id() &&
                        workbench.emulation()->plan.parameters.sameAs(now.parameters);
    const bool watched = !workbench.trace() ||
                         (workbench.trace()->block() == now.block && workbench.trace()->launchNumber() == now.launch);
    if (!itself || !watched || !countsIt()) {
        // What stands beside it may never come.
        if (!std::exchange(m_waitedLong, false) || m_window.workbench().jobs().isBusy()) m_patience.start();
        return;
    }
    m_patience.stop();
    const Stop stop = *std::exchange(m_wanted, std::nullopt);
    const flow::BlockFlow* const flow = m_window.playback().flow();
    const quint64 position = positionIn(stop.position, clock(), flow);
    std::optional<EventRange> range;
    if (stop.until) range = EventRange{position, positionIn(*stop.until, clock(), flow)};
    clock().setLoop(range);
    clock().seek(position);
    // A page with a clock of its own opens on a telling place of what it just learned; this one was asked for.
    if (&clock() != &m_window.playback())
        QTimer::singleShot(0, this, [this, at = stop.position] { clock().seek(positionIn(at, clock(), nullptr)); });
    m_window.magnifier()->magnify(m_on ? stop.zoom : 1, stop.centre);
    setSpotlight(stop.spotlight);
    m_overlay->setMarks(stop.marks);
    showCaption();
}

bool Lecture::goToBookmark(int number) {
    if (number < 1 || number > m_desk.count()) return false;
    m_desk.goTo(number - 1);
    return true;
}

void Lecture::goBy(int bookmarks) {
    if (m_desk.count() == 0) return goByPhase(bookmarks > 0);
    const int now = m_desk.place() ? *m_desk.place() : bookmarks > 0 ? -1 : m_desk.count();
    goToBookmark(std::clamp(now + bookmarks, 0, m_desk.count() - 1) + 1);
}

void Lecture::goByPhase(bool forward) {
    Playback& playback = m_window.playback();
    if (&clock() != &playback || playback.flow() == nullptr)
        return forward ? clock().stepForward() : clock().stepBack();
    quint64 target = forward ? playback.size() : 0;
    for (const flow::Phase& phase : playback.flow()->phases().all()) {
        if (forward && phase.end > playback.position()) target = std::min<quint64>(target, phase.end);
        if (!forward && phase.end < playback.position()) target = std::max<quint64>(target, phase.end);
    }
    playback.pause();
    playback.seek(target);
}

bool Lecture::act(const LectureCommand& command) {
    using enum LectureAction;
    // Where it is seen, and what is pointed at, is no matter of the story's.
    const auto apart = {Wall, Presenter, Swap, Pointer};
    if (std::ranges::find(apart, command.action) == std::end(apart)) Q_EMIT takenOver();
    if (isBlank() && command.action != Leave) {
        // Whatever is pressed, what is there is wanted; and what was pressed is done.
        setBlank(false);
        if (command.action == Blank) return true;
    }
    switch (command.action) {
        case Play: clock().togglePlaying(); break;
        case StepOn: clock().stepForward(); break;
        case StepBack: clock().stepBack(); break;
        case Next: goBy(1); break;
        case Previous: goBy(-1); break;
        case First:
            if (!goToBookmark(1)) clock().toStart();
            break;
        case Last:
            if (!goToBookmark(m_desk.count())) clock().toEnd();
            break;
        case Bookmark: return goToBookmark(command.number);
        case Blank: setBlank(true); break;
        case Spotlight: turnSpotlight(); break;
        case Pointer: setTool(StageOverlay::Tool::Pointer); break;
        case Pen: setTool(StageOverlay::Tool::Pen); break;
        case Box: setTool(StageOverlay::Tool::Box); break;
        case Wipe: wipe(); break;
        case Keep: m_desk.keep(here()); break;
        case Beside: turnBeside(); break;
        case Larger: turnLarger(); break;
        case Ask: ask(); break;
        case Presenter: showPresenter(!m_presenter || !m_presenter->isVisible()); break;
        case Swap: swapScreens(); break;
        case Wall: turnWall(); break;
        case Leave:
            if (m_question->isVisible()) {
                closeQuestion();
                tell();
            } else if (m_overlay->tool() != StageOverlay::Tool::None) {
                setTool(StageOverlay::Tool::None);
            } else {
                leave();
            }
            break;
    }
    Q_EMIT changed();
    return true;
}

/// The same tool once more puts it down.
void Lecture::setTool(StageOverlay::Tool tool) {
    m_overlay->setTool(tool == m_overlay->tool() ? StageOverlay::Tool::None : tool);
}

void Lecture::turnBeside() {
    Workbench& workbench = m_window.workbench();
    if (!workbench.beside().empty()) {
        m_besideBefore = workbench.beside();
        return workbench.setBeside({});
    }
    if (m_besideBefore.empty())
        if (const std::vector<BesideChoice> partners = workbench.partners(); !partners.empty())
            m_besideBefore = {partners.front()};
    workbench.setBeside(m_besideBefore);
}

QString Lecture::unreadable() const {
    const StageView* const view = m_window.currentPage().view();
    if (view == nullptr) return {};
    const double cell = view->valueCell(view->size());
    if (cell == 0 || cell >= kReadableCell) return {};
    return tr("Cells are %1 pixels wide, too small for their values to be read from the last row. Z brings them to %2.")
        .arg(cell, 0, 'f', 0)
        .arg(kReadableCell);
}

void Lecture::turnLarger() {
    Magnifier& magnifier = *m_window.magnifier();
    if (magnifier.factor() > 1) return magnifier.magnify(1, {0.5, 0.5});
    const StageView* const view = m_window.currentPage().view();
    constexpr double kUsual = 1.5;
    constexpr double kMore = 0.1;
    double factor = kUsual;
    if (view != nullptr && view->valueCell(view->size()) > 0)
        for (factor = 1 + kMore;
             factor < Magnifier::kMost && view->valueCell(QSizeF(magnifier.size()) * factor) < kReadableCell;)
            factor += kMore;
    factor = std::max(factor, 1 + kMore);
    QPointF centre(0.5, 0.5);
    const QPoint mouse = magnifier.mapFromGlobal(QCursor::pos());
    const Lit lit = view != nullptr && m_overlay->spotlight()
                        ? view->litBy(*m_overlay->spotlight(), QSizeF(magnifier.size()))
                        : Lit{};
    if (!lit.empty())
        centre = {lit.rings.front().center().x() / magnifier.width(),
                  lit.rings.front().center().y() / magnifier.height()};
    else if (magnifier.rect().contains(mouse))
        centre = {static_cast<double>(mouse.x()) / magnifier.width(),
                  static_cast<double>(mouse.y()) / magnifier.height()};
    magnifier.magnify(factor, centre);
}

/// The keyboard goes back to where it shows no frame.
void Lecture::closeQuestion() {
    m_question->hide();
    if (m_on) m_caption->setFocus(Qt::OtherFocusReason);
}

std::optional<QString> Lecture::openQuestion() const {
    if (!m_asksFirst || !m_desk.place() || m_told.contains(*m_desk.place())) return std::nullopt;
    const auto& question = m_desk.story().bookmarks[static_cast<std::size_t>(*m_desk.place())].question;
    return question ? std::optional(QString::fromStdString(question->text)) : std::nullopt;
}

void Lecture::tell() {
    if (m_desk.place()) m_told.insert(*m_desk.place());
    showCaption();
}

void Lecture::setAsksFirst(bool asks) {
    if (asks == m_asksFirst) return;
    m_asksFirst = asks;
    // The caption that stands there has told already.
    if (m_on && asks) return tell();
    showCaption();
}

void Lecture::ask() {
    if (m_question->isVisible()) return m_question->reveal();
    if (!m_desk.place()) return;
    const std::optional<RoomQuestion> question = m_desk.question(*m_desk.place());
    if (!question) return;
    m_question->ask(*question);
    showHandedIn();
}

/// Of this bookmark, from the files that were taken.
void Lecture::showHandedIn() {
    if (const QString about = m_desk.aboutGuesses(); !about.isEmpty())
        m_question->addGuesses(m_desk.guessesAt(*m_desk.place()), about);
}

void Lecture::takeGuesses(const QString& path) {
    if (!m_question->isVisible() || m_question->isRevealed() || !m_desk.place()) return;
    if (const Result<void> taken = m_desk.takeGuesses(path); !taken)
        return m_question->addGuesses({}, shownText(describe(taken.error())));
    showHandedIn();
}

void Lecture::askForGuesses() {
    auto* dialog = new QFileDialog(&m_window, tr("A folder of guesses"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &Lecture::takeGuesses);
    dialog->open();
}

}  // namespace lanescope
