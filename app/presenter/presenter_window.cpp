// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/presenter_window.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QTime>
#include <QVBoxLayout>
#include <algorithm>

#include "app/main_window.h"
#include "app/presenter/lecture.h"
#include "app/presenter/preparation.h"
#include "app/presenter/story_desk.h"
#include "widgets/lecture/magnifier.h"
#include "widgets/paint/marks.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/stage/time/transport_parts.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kWallMilliseconds = 80;   // between pictures of the wall
constexpr int kNextMilliseconds = 150;  // the wall comes first: nobody waits for the picture of what is next
constexpr int kSecond = 1000;
constexpr qsizetype kMostOfName = 28;

}  // namespace

FramedPicture::FramedPicture(const Theme& theme, bool live, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_live(live) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FramedPicture::setPicture(const QPixmap& picture, const QString& words) {
    m_picture = picture;
    m_words = words;
    setAccessibleDescription(words);
    update();
}

void FramedPicture::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const double frame = m_theme.scaled(paint::kRing);
    const QRectF room = QRectF(rect()).adjusted(frame, frame, -frame, -frame);
    QSizeF size = m_picture.isNull() ? room.size() : m_picture.deviceIndependentSize();
    size.scale(room.size(), Qt::KeepAspectRatio);
    const QRectF at(QPointF(room.center().x() - size.width() / 2, room.top()), size);
    painter.fillRect(at, m_theme.colour(Colour::Ground));
    if (m_picture.isNull()) {
        painter.setFont(m_theme.type(Type::Body));
        painter.setPen(m_theme.colour(Colour::FaintText));
        painter.drawText(at.adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap, m_words);
    } else {
        painter.drawPixmap(at, m_picture, QRectF(m_picture.rect()));
    }
    painter.setPen(QPen(m_theme.colour(m_live ? Colour::Now : Colour::GridLine), frame));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(at.adjusted(-frame / 2, -frame / 2, frame / 2, frame / 2));
}

PresenterWindow::PresenterWindow(MainWindow& window, Lecture& lecture, StoryDesk& desk, Preparation& preparation,
                                 Theme& theme)
    : m_window(window), m_lecture(lecture), m_desk(desk), m_preparation(preparation), m_theme(theme) {
    setObjectName(QStringLiteral("presenter"));
    setWindowTitle(tr("Lanescope: what the lecturer sees"));
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(buildTop());
    rows->addWidget(buildMiddle(), 1);
    rows->addWidget(buildBottom());
    m_wallTimer.setSingleShot(true);
    m_wallTimer.setInterval(kWallMilliseconds);
    m_clockTimer.setInterval(kSecond);
    m_nextTimer.setSingleShot(true);
    m_nextTimer.setInterval(kNextMilliseconds);
    connect(&m_nextTimer, &QTimer::timeout, this, &PresenterWindow::showNext);
    connectAll();
    restyle();
    resize(1280, 720);
    m_clockTimer.start();
}

QLabel* PresenterWindow::head(const QString& text) {
    m_heads.push_back(plainLabel(text, this));
    return m_heads.back();
}

QWidget* PresenterWindow::buildTop() {
    auto* top = new QWidget(this);
    auto* row = new QHBoxLayout(top);
    m_title = plainLabel(top);
    m_place = plainLabel(top);
    m_time = plainLabel(top);
    m_time->setToolTip(plainTip(tr("What time it is")));
    m_elapsed = plainLabel(top);
    m_elapsed->setObjectName(QStringLiteral("elapsed"));
    m_elapsed->setToolTip(plainTip(tr("Since the lecture began")));
    auto* again = new QPushButton(tr("From 0"), top);
    again->setFocusPolicy(Qt::NoFocus);
    again->setToolTip(plainTip(tr("Begin to count again")));
    connect(again, &QPushButton::clicked, this, [this] {
        m_lecture.restartTimer();
        showClock();
    });
    row->addWidget(m_title);
    row->addWidget(m_place);
    row->addStretch(1);
    row->addWidget(m_time);
    row->addWidget(again);
    row->addWidget(m_elapsed);
    return top;
}

QWidget* PresenterWindow::buildMiddle() {
    auto* middle = new QWidget(this);
    auto* columns = new QHBoxLayout(middle);
    auto* left = new QVBoxLayout;
    m_wall = new FramedPicture(m_theme, true, middle);
    m_wall->setAccessibleName(tr("On the wall"));
    left->addWidget(head(tr("ON THE WALL")));
    left->addWidget(m_wall, 1);
    auto* right = new QVBoxLayout;
    m_next = new FramedPicture(m_theme, false, middle);
    m_next->setAccessibleName(tr("Next"));
    m_nextCaption = sentenceLabel(middle);
    right->addWidget(head(tr("NEXT")));
    right->addWidget(m_next, 2);
    right->addWidget(m_nextCaption);
    right->addWidget(head(tr("NOTE")));
    auto* scrolled = new QScrollArea(middle);
    m_note = sentenceLabel(scrolled);
    m_note->setObjectName(QStringLiteral("note"));
    m_note->setAlignment(Qt::AlignTop);
    scrolled->setWidget(m_note);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    right->addWidget(scrolled, 2);
    m_ask = new QPushButton(middle);
    m_ask->setObjectName(QStringLiteral("ask"));
    m_ask->setFocusPolicy(Qt::NoFocus);
    connect(m_ask, &QPushButton::clicked, this, [this] { m_lecture.act({LectureAction::Ask}); });
    right->addWidget(m_ask);
    columns->addLayout(left, 2);
    columns->addLayout(right, 1);
    return middle;
}

QWidget* PresenterWindow::buildBottom() {
    auto* bottom = new QWidget(this);
    auto* rows = new QVBoxLayout(bottom);
    m_state = sentenceLabel(bottom);
    rows->addWidget(m_state);
    auto* scrolled = new QScrollArea(bottom);
    m_places = new QWidget(scrolled);
    new FlowLayout(m_places);
    scrolled->setWidget(m_places);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    scrolled->setObjectName(QStringLiteral("places"));
    rows->addWidget(scrolled);
    auto* last = new QHBoxLayout;
    struct Button {
        TransportGlyph glyph;
        LectureAction action;
        QString name;
    };
    for (const Button& what : {Button{TransportGlyph::First, LectureAction::Previous, tr("The bookmark before")},
                               Button{TransportGlyph::Back, LectureAction::StepBack, tr("One step back")},
                               Button{TransportGlyph::Play, LectureAction::Play, tr("Play or pause")},
                               Button{TransportGlyph::Forward, LectureAction::StepOn, tr("One step on")}}) {
        auto* button = new GlyphButton(m_theme, what.glyph, what.glyph == TransportGlyph::Play, bottom);
        button->setAccessibleName(what.name);
        button->setToolTip(plainTip(what.name));
        button->setFocusPolicy(Qt::NoFocus);
        connect(button, &QToolButton::clicked, this, [this, action = what.action] { m_lecture.act({action}); });
        if (what.glyph == TransportGlyph::Play) m_play = button;
        m_transport.push_back(button);
        last->addWidget(button);
    }
    auto* hints = new QWidget(bottom);
    auto* flow = new FlowLayout(hints);
    for (const LectureKey& key : lectureKeys()) {
        m_hints.push_back(plainLabel(tr("%1 %2").arg(key.cap, key.words), hints));
        flow->addWidget(m_hints.back());
    }
    last->addWidget(hints, 1);
    rows->addLayout(last);
    return bottom;
}

void PresenterWindow::connectAll() {
    connect(&m_theme, &Theme::changed, this, &PresenterWindow::restyle);
    connect(&m_wallTimer, &QTimer::timeout, this, &PresenterWindow::showWall);
    connect(&m_clockTimer, &QTimer::timeout, this, &PresenterWindow::showClock);
    connect(&m_lecture, &Lecture::wallChanged, this, [this] {
        if (isVisible() && !m_wallTimer.isActive()) m_wallTimer.start();
    });
    connect(&m_lecture, &Lecture::changed, this, &PresenterWindow::showState);
    connect(&m_window.playback(), &Clock::playingChanged, this, &PresenterWindow::showState);
    connect(&m_desk, &StoryDesk::changed, this, &PresenterWindow::showStory);
    connect(&m_desk, &StoryDesk::placeChanged, this, &PresenterWindow::showStory);
    connect(&m_preparation, &Preparation::changed, &m_nextTimer, qOverload<>(&QTimer::start));
}

QString PresenterWindow::note() const { return m_note->text(); }

void PresenterWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void PresenterWindow::refresh() {
    showClock();
    showStory();
    showState();
    m_wallTimer.start();
}

void PresenterWindow::showWall() {
    if (!isVisible()) return;
    m_wall->setPicture(m_window.centralWidget()->grab(), {});
}

void PresenterWindow::showClock() {
    m_time->setText(QTime::currentTime().toString(QStringLiteral("HH:mm")));
    const QElapsedTimer* const since = m_lecture.since();
    const qint64 seconds = since != nullptr ? since->elapsed() / kSecond : 0;
    m_elapsed->setText(
        QStringLiteral("%1:%2").arg(seconds / 60, 2, 10, QLatin1Char('0')).arg(seconds % 60, 2, 10, QLatin1Char('0')));
}

void PresenterWindow::showStory() {
    const int count = m_desk.count();
    const std::optional<int> place = m_desk.place();
    m_title->setText(count > 0 ? shownName(m_desk.title()) : tr("No story is open"));
    m_place->setText(place ? tr("%1 of %2").arg(*place + 1).arg(count) : QString());
    while (static_cast<int>(m_bookmarks.size()) > count) {
        delete m_bookmarks.back();
        m_bookmarks.pop_back();
    }
    while (static_cast<int>(m_bookmarks.size()) < count) {
        auto* button = new QPushButton(m_places);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::NoFocus);
        button->setFont(m_theme.type(Type::Body));
        connect(button, &QPushButton::clicked, this,
                [this, number = static_cast<int>(m_bookmarks.size())] { m_desk.goTo(number); });
        m_places->layout()->addWidget(button);
        m_bookmarks.push_back(button);
        button->show();
    }
    for (int i = 0; i < count; ++i) {
        QPushButton& button = *m_bookmarks[static_cast<std::size_t>(i)];
        button.setText(withoutMnemonic(tr("%1  %2").arg(i + 1).arg(shownName(m_desk.nameOf(i), kMostOfName))));
        button.setChecked(place == i);
    }
    roomForBookmarks();
    m_note->setText(place ? shownText(m_desk.noteOf(*place)) : QString());
    const bool asks = place && m_desk.asks(*place);
    m_ask->setVisible(asks);
    m_ask->setText(tr("Q  Ask the room, then show what is true"));
    m_nextTimer.start();
    if (!m_wallTimer.isActive()) m_wallTimer.start();
}

/// At most two lines of bookmarks; more are scrolled to.
void PresenterWindow::roomForBookmarks() {
    auto* scrolled = findChild<QScrollArea*>(QStringLiteral("places"));
    const int line = QFontMetrics(m_theme.type(Type::Body)).height() + qRound(m_theme.scaled(3 * paint::kGrid));
    const int wanted = m_places->layout()->heightForWidth(std::max(1, scrolled->width()));
    scrolled->setFixedHeight(std::clamp(wanted, line, 2 * line));
}

void PresenterWindow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    roomForBookmarks();
}

void PresenterWindow::showNext() {
    if (!isVisible()) return;
    const int next = m_desk.place() ? *m_desk.place() + 1 : 0;
    if (next >= m_desk.count()) {
        m_nextCaption->clear();
        return m_next->setPicture({},
                                  m_desk.count() > 0 ? tr("That was the last one.") : tr("No bookmark comes next."));
    }
    m_nextCaption->setText(shownText(m_desk.lastRead(next)));
    const Result<Stop> stop = m_desk.stop(next);
    if (!stop) return m_next->setPicture({}, QString::fromStdString(describe(stop.error())));
    const Preparation::Runs runs = m_preparation.runs(stop->chosen);
    if (runs.blocks.empty()) return m_next->setPicture({}, tr("It is being prepared …"));
    const QImage image = pictureOf(*stop, runs.sides, runs.blocks, m_theme, m_window.magnifier()->size());
    m_next->setPicture(QPixmap::fromImage(image), tr("On the page %1").arg(m_window.page(stop->page).title()));
}

void PresenterWindow::showState() {
    m_play->setGlyph(m_lecture.clock().isPlaying() ? TransportGlyph::Pause : TransportGlyph::Play);
    QStringList words;
    if (m_lecture.isBlank()) words += tr("The wall is blank.");
    if (m_lecture.overlay().misses()) words += tr("What the spotlight is on is not to be seen here.");
    if (const QString why = m_lecture.unreadable(); !why.isEmpty()) words += why;
    if (!m_window.notice().isEmpty()) words += m_window.notice();
    if (const std::optional<int> place = m_desk.place())
        if (const QString stale = m_desk.caption(*place).changed; !stale.isEmpty()) words += stale;
    m_state->setText(words.join(QLatin1Char(' ')));
    if (!m_wallTimer.isActive()) m_wallTimer.start();
}

void PresenterWindow::restyle() {
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    QPalette palette = this->palette();
    palette.setColor(QPalette::Window, m_theme.colour(Colour::Window));
    palette.setColor(QPalette::WindowText, m_theme.colour(Colour::Text));
    setPalette(palette);
    setAutoFillBackground(true);
    layout()->setContentsMargins(2 * grid, grid, 2 * grid, grid);
    layout()->setSpacing(grid);
    for (QLabel* label : m_heads) label->setFont(m_theme.type(Type::Head));
    for (QLabel* label : m_hints) {
        label->setFont(m_theme.type(Type::Head));
        label->setContentsMargins(0, 0, 2 * grid, 0);
    }
    m_title->setFont(m_theme.type(Type::Title));
    m_place->setFont(m_theme.type(Type::Body));
    m_time->setFont(m_theme.type(Type::Title));
    m_elapsed->setFont(m_theme.type(Type::Caption));
    m_nextCaption->setFont(m_theme.type(Type::Name));
    m_note->setFont(m_theme.type(Type::Why));
    m_state->setFont(m_theme.type(Type::Body));
    m_ask->setFont(m_theme.type(Type::Name));
    for (QPushButton* button : m_bookmarks) button->setFont(m_theme.type(Type::Body));
    roomForBookmarks();
}

}  // namespace lanescope
