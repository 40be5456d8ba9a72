// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/presenter.h"

#include <QAction>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>
#include <algorithm>

#include "app/main_window.h"
#include "app/presenter/class_window.h"
#include "app/presenter/presenter_window.h"
#include "app/presenter/story_panel.h"
#include "app/presenter/welcome.h"
#include "app/session/session_desk.h"
#include "app/state/settings.h"
#include "app/zones/choice_bar.h"
#include "app/zones/explain_panel.h"
#include "app/zones/status_line.h"
#include "core/story/position.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

QString filter() { return Presenter::tr("Stories (*.json)"); }

}  // namespace

Presenter::Presenter(MainWindow& window, Theme& theme, Settings& settings)
    : QObject(&window),
      m_window(window),
      m_theme(theme),
      m_settings(settings),
      m_desk(window.workbench(), settings),
      m_preparation(window.workbench()),
      m_lecture(*new Lecture(window, m_desk, m_preparation, theme)),
      m_panel(new StoryPanel(m_desk, theme, window.explainPanel())) {
    window.explainPanel()->offer(m_panel, tr("Story"), tr("Bookmarks for a lecture: their order, captions and notes"));
    connect(m_panel, &StoryPanel::bookmarkWanted, this, &Presenter::makeBookmark);
    connect(m_panel, &StoryPanel::keepWanted, this, [this] { m_desk.keep(m_lecture.here()); });
    connect(m_panel, &StoryPanel::lectureWanted, this, [this] { m_lecture.start(); });
    showExport();
    connect(&m_desk, &StoryDesk::failed, &window, &MainWindow::say);
    connect(&m_desk, &StoryDesk::placeChanged, this, &Presenter::prepareNext);
    connect(&m_desk, &StoryDesk::changed, this, &Presenter::prepareNext);
    m_panel->setWindow({.picture = [this](int bookmark, QSize size) { return smallPicture(bookmark, size); },
                        .where = [this](int bookmark) { return whereOf(bookmark); }});
    connect(&m_preparation, &Preparation::changed, m_panel, &StoryPanel::wantPictures);
    connect(window.explainPanel(), &ExplainPanel::pictureWanted, this, &Presenter::showInPicture);
    window.setAcceptDrops(true);
    window.installEventFilter(this);
    m_onward.setSingleShot(true);
    connect(&m_onward, &QTimer::timeout, this, [this] {
        if (m_desk.place().value_or(0) + 1 >= m_desk.count()) return;
        m_desk.goTo(m_desk.place().value_or(-1) + 1);
        playByItself();
    });
    connect(&m_lecture, &Lecture::changed, this, [this] {
        if (!m_lecture.isOn()) playByHand();
    });
    connect(&m_lecture, &Lecture::takenOver, this, &Presenter::playByHand);
}

Presenter::~Presenter() {
    m_window.removeEventFilter(this);
    m_preparation.stop();
    // It knows the desk, which goes before the window does.
    delete &m_lecture;
}

/// Drawn large, so that it is laid out as it is on a stage.
QImage Presenter::smallPicture(int bookmark, QSize size) const {
    constexpr int kTimes = 8;
    const Result<Stop> stop = m_desk.stop(bookmark);
    if (!stop || !m_preparation.isReady(stop->chosen)) return {};
    const Preparation::Runs runs = m_preparation.runs(stop->chosen);
    const QImage large = pictureOf(*stop, runs.sides, runs.blocks, m_theme, size * kTimes);
    const qreal fine = m_window.devicePixelRatio();
    return large.isNull() ? large : large.scaled(size * fine, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

/// Of the run as it is chosen.
void Presenter::showInPicture(const PictureLink& link) {
    Stop stop = m_lecture.here();
    stop.page = link.page;
    stop.until.reset();
    stop.marks.clear();
    stop.spotlight = link.spotlight;
    const flow::BlockFlow* const flow = m_window.playback().flow();
    stop.position = link.position && flow != nullptr ? story::positionAt(*flow, *link.position) : story::Position{};
    m_lecture.goTo(stop);
}

QString Presenter::whereOf(int bookmark) const {
    const story::Bookmark& shown = m_desk.story().bookmarks[static_cast<std::size_t>(bookmark)];
    QString page = QString::fromStdString(shown.view);
    for (const auto& one : m_window.pages())
        if (one->identity().id == page) page = one->title();
    return tr("%1 · %2").arg(page, shownName(shown.configuration.algorithm));
}

void Presenter::makeBookmark() {
    const Page& page = m_window.currentPage();
    const Why why = page.view() != nullptr ? page.view()->why() : page.why();
    m_desk.add(m_lecture.here(), why.sentence);
    if (!m_lecture.isOn()) m_window.explainPanel()->show(m_panel);
}

/// The bookmarks around the place, that behind it first.
void Presenter::prepareNext() {
    std::vector<Chosen> wanted;
    const int now = m_desk.place().value_or(-1);
    for (const int near : {now + 1, now, now + 2, now - 1})
        if (near >= 0 && near < m_desk.count())
            if (const Result<Stop> stop = m_desk.stop(near)) wanted.push_back(stop->chosen);
    m_preparation.want(wanted);
}

void Presenter::fillMenu(QMenu& menu) {
    menu.addAction(tr("&Lecture"), QKeySequence(Qt::Key_F11), &m_lecture, &Lecture::turnWall);
    menu.addAction(tr("Lecture in this &window"), QKeySequence(Qt::SHIFT | Qt::Key_F11), this,
                   [this] { m_lecture.start(Lecture::On::Window); });
    menu.addAction(tr("What the lecturer &sees"), QKeySequence(Qt::CTRL | Qt::Key_F11), this,
                   [this] { m_lecture.showPresenter(true); });
    menu.addAction(tr("&Clear what is lit and drawn"), &m_lecture, &Lecture::wipe);
    menu.addSeparator();
    menu.addAction(tr("Make a &bookmark"), QKeySequence(Qt::CTRL | Qt::Key_D), this, &Presenter::makeBookmark);
    menu.addAction(tr("Bookmarks, &captions and notes"), this, [this] { m_window.explainPanel()->show(m_panel); });
    menu.addAction(tr("The bookmark &before"), QKeySequence(Qt::CTRL | Qt::Key_PageUp), this,
                   [this] { m_desk.goTo(std::max(0, m_desk.place().value_or(0) - 1)); });
    menu.addAction(tr("The &next bookmark"), QKeySequence(Qt::CTRL | Qt::Key_PageDown), this,
                   [this] { m_desk.goTo(std::min(m_desk.count() - 1, m_desk.place().value_or(-1) + 1)); });
    menu.addAction(tr("&Play the story by itself"), this, [this] {
        if (m_desk.count() == 0) return m_window.tell(tr("No story is open, so there is none to be played."));
        m_desk.goTo(0);
        m_lecture.start(Lecture::On::Window);
        playByItself();
    });
    menu.addSeparator();
    auto* const shipped = menu.addMenu(tr("Shipped s&tories"));
    connect(shipped, &QMenu::aboutToShow, this, [this, shipped] { fillShipped(*shipped); });
    menu.addAction(tr("N&ew story"), this, [this] {
        m_desk.makeNew();
        m_window.explainPanel()->show(m_panel);
    });
    menu.addAction(tr("&Open a story …"), this, &Presenter::askOpen);
    auto* const recent = menu.addMenu(tr("&Recent stories"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    menu.addAction(tr("S&ave the story"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), this, [this] {
        if (m_desk.file().isEmpty())
            askSave();
        else
            save(m_desk.file());
    });
    menu.addAction(tr("Save the story &as …"), this, &Presenter::askSave);
    menu.addAction(tr("Take the story &home …"), this, &Presenter::askExport);
    menu.addAction(tr("A class's &results …"), this, &Presenter::askClass);
    menu.addSeparator();
    menu.addAction(tr("&Four stories to begin with"), this, &Presenter::showWelcome);
}

void Presenter::fillShipped(QMenu& menu) {
    menu.clear();
    for (const StoryDesk::Shipped& story : StoryDesk::shipped())
        menu.addAction(withoutMnemonic(story.title), this, [this, file = story.file] {
            if (const Result<void> opened = m_desk.openShipped(file); !opened) return m_window.say(opened.error());
            m_desk.goTo(0);
        });
    if (menu.isEmpty()) menu.addAction(tr("There are none"))->setEnabled(false);
}

void Presenter::fillRecent(QMenu& menu) {
    menu.clear();
    for (const QString& file : m_desk.recent())
        menu.addAction(withoutMnemonic(shownName(file)), this, [this, file] { open(file); });
    if (menu.isEmpty()) menu.addAction(tr("There are none yet"))->setEnabled(false);
}

void Presenter::open(const QString& file) {
    if (m_welcome != nullptr) m_welcome->hide();
    if (const Result<void> opened = m_desk.open(file); !opened) return m_window.say(opened.error());
    m_desk.goTo(0);
    m_window.explainPanel()->show(m_panel);
}

void Presenter::askOpen() {
    // Not modal to the program: open() returns at once.
    auto* dialog = new QFileDialog(&m_window, tr("Open a story"), QString(), filter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Presenter::open);
    dialog->open();
}

void Presenter::askSave() {
    auto* dialog = new QFileDialog(&m_window, tr("Save the story"), QString(), filter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, &Presenter::save);
    dialog->open();
}

void Presenter::save(const QString& file) {
    if (const Result<void> saved = m_desk.save(file); !saved) return m_window.say(saved.error());
    m_window.tell(tr("Written: %1").arg(file));
}

/// What is written, and how far it is, stands where all long work is told of, and is stopped where that is.
void Presenter::showExport() {
    StatusLine* const status = m_window.statusLine();
    connect(&m_export, &StoryExport::started, status, &StatusLine::setBusy);
    connect(&m_export, &StoryExport::progressed, status, &StatusLine::setProgress);
    connect(&m_export, &StoryExport::finished, this, [this, status](const QString& sentence) {
        status->setBusy({});
        if (!sentence.isEmpty()) m_window.tell(sentence);
    });
    connect(status, &StatusLine::stopWanted, &m_export, &StoryExport::cancel);
}

void Presenter::askExport() {
    if (m_desk.count() == 0) return m_window.tell(tr("No story is open, so there is none to be taken home."));
    if (m_export.isBusy()) return m_window.tell(tr("A story is being written; stop that first, or wait for it."));
    auto* dialog = new QFileDialog(&m_window, tr("Take the story home"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Slides (*.pdf)"), tr("A page for any browser (*.html)"), tr("A film (*.mp4)"),
                            tr("A film (*.webm)"), tr("A film (*.gif)"), tr("A folder of pictures (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString& path) {
        static const QRegularExpression kEnding(QStringLiteral("\\*(\\.\\w+)\\)"));
        exportTo(path, kEnding.match(dialog->selectedNameFilter()).captured(1));
    });
    dialog->open();
}

/// `ending` is that of the filter that was chosen, for names that have none; empty: a folder.
void Presenter::exportTo(QString path, const QString& ending) {
    if (QFileInfo(path).suffix().isEmpty()) path += ending.isEmpty() ? QStringLiteral("/") : ending;
    m_export.start(m_desk.story(), path, m_theme.isDark() ? Theme::Mode::Dark : Theme::Mode::Light);
}

void Presenter::askClass() {
    auto* dialog = new QFileDialog(&m_window, tr("A folder of students' result files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &Presenter::showClass);
    dialog->open();
}

void Presenter::showClass(const QString& folder) {
    if (!m_class) {
        m_class = std::make_unique<ClassWindow>(m_window.workbench().library().catalogue(), m_theme);
        connect(m_class.get(), &ClassWindow::folderWanted, this, &Presenter::askClass);
        connect(m_class.get(), &ClassWindow::configurationChosen, this,
                [this](const QString& algorithm, const Parameters& parameters) {
                    m_window.workbench().chooseAlgorithm(algorithm);
                    m_window.workbench().choose(parameters);
                });
    }
    m_class->open(folder);
    m_class->show();
    m_class->raise();
    m_class->activateWindow();
}

void Presenter::take(const QString& dropped) {
    if (m_welcome != nullptr) m_welcome->hide();  // what comes of it, if only why nothing does, is in the window
    if (SessionDesk::isSession(dropped)) return m_window.sessions().open(dropped);
    if (m_lecture.isOn()) return m_lecture.takeGuesses(dropped);
    if (QFileInfo(dropped).isDir()) return showClass(dropped);
    open(dropped);
}

bool Presenter::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto* const drop = static_cast<QDropEvent*>(event);
    const QList<QUrl> urls = drop->mimeData()->urls();
    if (urls.size() != 1 || !urls.front().isLocalFile()) return QObject::eventFilter(watched, event);
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop) take(urls.front().toLocalFile());
    return true;
}

/// The present bookmark stands as long as it takes to read its caption, or its range to play; then the next one comes.
void Presenter::playByItself() {
    const std::optional<int> place = m_desk.place();
    if (!place) return;
    m_lecture.setAsksFirst(false);  // nobody would press the key
    if (m_lecture.clock().loop()) m_lecture.clock().play();
    m_onward.start(qRound(m_desk.secondsOf(*place) * 1000));
}

void Presenter::playByHand() {
    m_onward.stop();
    m_lecture.setAsksFirst(true);
}

void Presenter::showWelcome() {
    if (m_welcome == nullptr) {
        m_welcome = new Welcome(m_window.workbench(), m_preparation, m_theme, m_window.centralWidget());
        connect(m_welcome, &Welcome::algorithmsWanted, this, [this] { m_window.choiceBar()->findAlgorithm(); });
        connect(m_welcome, &Welcome::openWanted, this, &Presenter::askOpen);
        connect(m_welcome, &Welcome::left, this, &Presenter::prepareNext);
        connect(&m_window.sessions(), &SessionDesk::opened, m_welcome, &QWidget::hide);
        connect(m_welcome, &Welcome::storyWanted, this, [this](const QString& file) {
            if (const Result<void> opened = m_desk.openShipped(file); !opened) return m_window.say(opened.error());
            m_desk.goTo(0);
            m_lecture.start(Lecture::On::Window);
            playByItself();
        });
    }
    m_welcome->show();
    m_welcome->raise();
    m_welcome->setFocus(Qt::OtherFocusReason);
}

void Presenter::begin() {
    const QString seen = QStringLiteral("story/begun");
    const bool first = !m_settings.whole(seen, {0, 1}) && !StoryDesk::shipped().empty();
    m_settings.setWhole(seen, 1);
    if (first) return showWelcome();
    m_desk.restore();
    // A new day begins with the whole picture; going to the bookmark lights it again.
    m_lecture.wipe();
}

void Presenter::close() {
    m_onward.stop();
    m_lecture.leave();
    m_desk.keepDraft();
    if (m_lecture.presenter() != nullptr) m_lecture.presenter()->hide();
    m_class.reset();
}

}  // namespace lanescope
