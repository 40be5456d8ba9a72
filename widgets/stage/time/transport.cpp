// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/time/transport.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QWidgetAction>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "widgets/paint/marks.h"
#include "widgets/stage/time/play_key.h"
#include "widgets/stage/time/time_layout.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr std::array kSpeeds{0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 1024.0, 10'000.0, 100'000.0};
constexpr double kHeight = 48;
constexpr int kLeastWidth = 480;

QString speedText(double speed) {
    const bool whole = speed == std::round(speed);
    return Transport::tr("%1 a second").arg(whole ? countText(speed) : QString::number(speed, 'g', 3));
}

}  // namespace

Transport::Transport(Playback& playback, const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_playback(playback),
      m_theme(theme),
      m_first(addKey(tr("&First step"), tr("Back to the start"), Qt::Key_F3)),
      m_back(addKey(tr("Step &back"), tr("One step back"), Qt::Key_F4)),
      m_play(addKey(tr("&Play"), tr("Play or pause"), Qt::Key_F6)),
      m_step(addKey(tr("&Step"), tr("One step on"), Qt::Key_F5)),
      m_last(addKey(tr("&Run to the end"), tr("Run to the end"), Qt::Key_F8)) {
    setObjectName(QStringLiteral("transport"));
    setAccessibleName(tr("Transport"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_play->setToolTip(
        plainTip(tr("Play or pause (Space, %1)").arg(m_play->shortcut().toString(QKeySequence::NativeText))));
    build();
    connect(m_first, &QAction::triggered, this, [this] { clock().toStart(); });
    connect(m_back, &QAction::triggered, this, [this] { clock().stepBack(); });
    connect(m_play, &QAction::triggered, this, [this] { clock().togglePlaying(); });
    connect(m_step, &QAction::triggered, this, [this] { clock().stepForward(); });
    connect(m_last, &QAction::triggered, this, [this] { clock().toEnd(); });
    connect(&m_playback, &Playback::stepByChanged, this, &Transport::showUnit);
    connect(&theme, &Theme::changed, this, &Transport::showAll);
    watch(m_playback);
    new PlayKey(*this, [this] { clock().togglePlaying(); });
    showAll();
}

Clock& Transport::clock() const { return m_clock ? *m_clock : m_playback; }

void Transport::setClock(Clock* wanted) {
    Clock* next = wanted == &m_playback ? nullptr : wanted;
    if (next == m_clock) return;
    clock().pause();
    if (m_clock) disconnect(m_clock, nullptr, this, nullptr);
    m_clock = next;
    if (m_clock) watch(*m_clock);
    showAll();
}

void Transport::watch(Clock& watched) {
    const auto ifDriven = [this, &watched](void (Transport::*shows)()) {
        return [this, &watched, shows] {
            if (&clock() == &watched) (this->*shows)();
        };
    };
    connect(&watched, &Clock::positionChanged, this, ifDriven(&Transport::showPosition));
    connect(&watched, &Clock::playingChanged, this, ifDriven(&Transport::showPlaying));
    connect(&watched, &Clock::speedChanged, this, ifDriven(&Transport::showSpeed));
}

QAction* Transport::addKey(const QString& text, const QString& hint, const QKeySequence& key) {
    auto* action = new QAction(this);
    action->setText(text);
    action->setShortcut(key);
    action->setToolTip(plainTip(tr("%1 (%2)").arg(hint, key.toString(QKeySequence::NativeText))));
    QWidget::addAction(action);
    return action;
}

std::vector<QAction*> Transport::playbackActions() const { return {m_first, m_back, m_play, m_step, m_last}; }

void Transport::build() {
    auto* row = new QHBoxLayout(this);
    row->setSizeConstraint(QLayout::SetNoConstraint);
    struct Button {
        QAction* action;
        TransportGlyph glyph;
    };
    for (const Button& what : {Button{m_first, TransportGlyph::First}, Button{m_back, TransportGlyph::Back},
                               Button{m_play, TransportGlyph::Play}, Button{m_step, TransportGlyph::Forward}}) {
        auto* button = new GlyphButton(m_theme, what.glyph, what.action == m_play, this);
        button->setDefaultAction(what.action);
        button->setAccessibleName(what.action->text().remove(QLatin1Char('&')));
        button->setObjectName(QStringLiteral("transport_%1").arg(row->count()));
        if (what.action == m_play) m_playButton = button;
        row->addWidget(button);
    }
    m_unit = new ChoiceChip(m_theme, tr("by"), this);
    m_unit->setObjectName(QStringLiteral("stepBy"));
    m_unit->setAccessibleName(tr("Step by"));
    row->addWidget(m_unit);
    m_speed = new ChoiceChip(m_theme, tr("speed"), this);
    m_speed->setObjectName(QStringLiteral("speed"));
    m_speed->setAccessibleName(tr("Speed of playing"));
    m_speed->setToolTip(plainTip(tr("How many steps playing takes in a second")));
    row->addWidget(m_speed);
    m_position = plainLabel(this);
    m_position->setObjectName(QStringLiteral("position"));
    m_position->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    row->addWidget(m_position, 1);
    m_origins = new OriginLegend(m_theme, this);
    row->addWidget(m_origins);
    buildStepMenu();
    buildSpeedMenu();
}

void Transport::buildStepMenu() {
    m_units = new QMenu(m_unit);
    m_unitChoices = new QActionGroup(m_units);
    struct Choice {
        StepBy what;
        QString text;
        QString hint;
    };
    const Choice choices[]{
        {StepBy::Event, tr("&event"), tr("a load, a store, a barrier, arithmetic, the beginning of a round")},
        {StepBy::Operation, tr("&operation"),
         tr("what a warp loads, with the arithmetic or the store that comes next")},
        {StepBy::SourceLine, tr("&line"), tr("all instructions of one source line")},
        {StepBy::Instruction, tr("&instruction"), tr("one instruction of one warp")},
        {StepBy::Phase, tr("&phase"), tr("a whole round, or what lies between rounds")},
    };
    QStringList values;
    for (const Choice& choice : choices) {
        QAction* action = m_units->addAction(withoutMnemonic(choice.text));
        action->setCheckable(true);
        action->setToolTip(plainTip(choice.hint));
        action->setData(static_cast<int>(choice.what));
        m_unitChoices->addAction(action);
        values += QString(choice.text).remove(QLatin1Char('&'));
    }
    m_units->setToolTipsVisible(true);
    m_unit->setValues(values);
    connect(m_unitChoices, &QActionGroup::triggered, this,
            [this](QAction* action) { m_playback.setStepBy(static_cast<StepBy>(action->data().toInt())); });
}

void Transport::buildSpeedMenu() {
    auto* menu = new QMenu(m_speed);
    m_speedChoices = new QActionGroup(menu);
    QStringList values;
    for (const double speed : kSpeeds) {
        QAction* action = menu->addAction(withoutMnemonic(speedText(speed)));
        action->setCheckable(true);
        action->setData(speed);
        m_speedChoices->addAction(action);
        values += speedText(speed);
    }
    menu->addSeparator();
    auto* typed = new QWidgetAction(menu);
    auto* field = new QLineEdit(menu);
    field->setObjectName(QStringLiteral("typedSpeed"));
    field->setPlaceholderText(tr("another, a second"));
    field->setAccessibleName(tr("Steps a second"));
    typed->setDefaultWidget(field);
    menu->addAction(typed);
    connect(field, &QLineEdit::returnPressed, this, [this, menu, field] {
        typeSpeed(field->text());
        field->clear();
        menu->close();
    });
    connect(m_speedChoices, &QActionGroup::triggered, this,
            [this](QAction* action) { clock().setSpeed(action->data().toDouble()); });
    m_speed->setValues(values);
    m_speed->setMenu(menu);
}

void Transport::typeSpeed(const QString& text) {
    QString digits;
    // As it may stand on the chip: "1 024 a second".
    for (const QChar letter : text)
        if (letter.isDigit() || letter == QLatin1Char('.') || letter == QLatin1Char(',')) digits += letter;
    digits.replace(QLatin1Char(','), QLatin1Char('.'));
    constexpr RealRange kSpeedRange{Clock::kSlowest, Clock::kFastest};
    if (const auto speed = realNumberFromText(digits.toStdString(), kSpeedRange)) clock().setSpeed(*speed);
}

void Transport::setOrigins(std::vector<Origin> origins) { m_origins->setOrigins(std::move(origins)); }

void Transport::showAll() {
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    layout()->setContentsMargins(m_theme.isCompact() ? grid : 2 * grid, 0, m_theme.isCompact() ? grid : 3 * grid, 0);
    layout()->setSpacing(grid);
    m_position->setFont(timeFont(m_theme, QFont::DemiBold));
    // A phase's name is told before the legend is.
    m_position->setMinimumWidth(QFontMetrics(m_position->font()).horizontalAdvance(tr("multiply 88")));
    updateGeometry();
    showPlaying();
    showUnit();
    showSpeed();
    showPosition();
    update();
}

void Transport::showPosition() {
    const Clock& now = clock();
    const bool any = now.size() > 0;
    m_first->setEnabled(any && !now.atStart());
    m_back->setEnabled(any && !now.atStart());
    m_step->setEnabled(any && !now.atEnd());
    m_last->setEnabled(any && !now.atEnd());
    m_play->setEnabled(any);
    if (m_shownUnit != now.unit()) return showUnit();  // another thing is counted now
    showWords();
}

/// As many of them as there is room for, in a line; hovering tells the rest.
void Transport::showWords() {
    const QString separator = QStringLiteral(" · ");
    QStringList words = clock().words();
    m_position->setToolTip(plainTip(words.join(separator)));
    const QFontMetrics metrics(m_position->font());
    while (isVisible() && words.size() > 1 && metrics.horizontalAdvance(words.join(separator)) > m_position->width())
        words.removeLast();
    m_position->setText(words.join(separator));
}

void Transport::showPlaying() {
    const bool plays = clock().isPlaying();
    m_play->setText(plays ? tr("&Pause") : tr("&Play"));
    m_playButton->setAccessibleName(plays ? tr("Pause") : tr("Play"));
    m_playButton->setGlyph(plays ? TransportGlyph::Pause : TransportGlyph::Play);
}

void Transport::showUnit() {
    const bool chosen = !m_clock;
    m_unit->setMenu(chosen ? m_units : nullptr);
    m_unit->setEnabled(chosen);
    m_shownUnit = clock().unit();
    m_unit->setValue(m_shownUnit);
    m_unit->setToolTip(plainTip(chosen ? tr("What one step is") : tr("Here one step is one %1").arg(clock().unit())));
    for (QAction* action : m_unitChoices->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(m_playback.stepBy()));
    showWords();
}

void Transport::showSpeed() {
    const double speed = clock().speed();
    m_speed->setValue(speedText(speed));
    for (QAction* action : m_speedChoices->actions()) action->setChecked(action->data().toDouble() == speed);
}

QSize Transport::sizeHint() const { return {2 * kLeastWidth, qRound(m_theme.scaled(kHeight))}; }
QSize Transport::minimumSizeHint() const { return {kLeastWidth, qRound(m_theme.scaled(kHeight))}; }

bool Transport::event(QEvent* event) {
    const bool known = QWidget::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        showWords();
    return known;
}

void Transport::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Raised));
    painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1));
    painter.drawLine(QPointF(0, 0.5), QPointF(width(), 0.5));
}

}  // namespace lanescope
