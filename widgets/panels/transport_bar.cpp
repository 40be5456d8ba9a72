// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/transport_bar.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "widgets/panels/transport_icons.h"
#include "widgets/playback/playback.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr std::array kSpeeds{0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 1024.0, 10'000.0, 100'000.0};

constexpr int kMargin = 8;
constexpr int kSpacing = 4;

QLabel* labelFor(const QString& text, QWidget* buddy, QWidget* parent) {
    auto* label = plainLabel(text, parent);
    label->setBuddy(buddy);
    return label;
}

}  // namespace

ScrubSlider::ScrubSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setAccessibleName(tr("Position in the run"));
    setToolTip(tr("Where the run stands. Marks: a block barrier opened here."));
}

void ScrubSlider::setMarks(std::vector<quint64> marks) {
    m_marks = std::move(marks);
    update();
}

int ScrubSlider::grooveStart() const { return style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this) / 2; }

int ScrubSlider::grooveLength() const { return width() - style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this); }

void ScrubSlider::paintEvent(QPaintEvent* event) {
    if (maximum() > 0 && !m_marks.empty()) {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 1));
        int last = std::numeric_limits<int>::min();
        for (const quint64 mark : m_marks) {
            const int x = grooveStart() + static_cast<int>(static_cast<double>(mark) / maximum() * grooveLength());
            // At most one mark in three pixels: more would be a bar.
            if (x < last + 3) continue;
            last = x;
            painter.drawLine(x, 0, x, height() - 1);
        }
    }
    QSlider::paintEvent(event);
}

void ScrubSlider::mousePressEvent(QMouseEvent* event) {
    // A click goes there at once; Qt's own slider would only move a page.
    if (event->button() == Qt::LeftButton && grooveLength() > 0) {
        const double share = (event->position().x() - grooveStart()) / grooveLength();
        setValue(static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * maximum())));
    }
    QSlider::mousePressEvent(event);
}

TransportBar::TransportBar(Playback& playback, QWidget* parent)
    : QWidget(parent),
      m_playback(playback),
      m_first(addKey(tr("&First step"), tr("Back to the start"), Qt::Key_F3)),
      m_back(addKey(tr("Step &back"), tr("One step back"), Qt::Key_F4)),
      m_play(addKey(tr("&Play"), tr("Play or pause"), Qt::Key_F6)),
      m_step(addKey(tr("&Step"), tr("One step on"), Qt::Key_F5)),
      m_last(addKey(tr("&Run to the end"), tr("Run to the end"), Qt::Key_F8)),
      m_slider(new ScrubSlider(this)),
      m_unit(new QComboBox(this)),
      m_speed(new QComboBox(this)),
      m_position(plainLabel(this)) {
    buildRows();
    connectPlayback();
    drawIcons();
    showTrace();
    showPlaying();
}

QAction* TransportBar::addKey(const QString& text, const QString& hint, const QKeySequence& key) {
    auto* action = new QAction(this);
    action->setText(text);
    action->setShortcut(key);
    action->setToolTip(plainTip(tr("%1 (%2)").arg(hint, key.toString(QKeySequence::NativeText))));
    QWidget::addAction(action);
    return action;
}

std::vector<QAction*> TransportBar::playbackActions() const { return {m_first, m_back, m_play, m_step, m_last}; }

void TransportBar::buildRows() {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(kMargin, 4, kMargin, 4);
    rows->setSpacing(kSpacing);
    rows->addWidget(m_slider);
    auto* row = new QHBoxLayout;
    row->setSpacing(kSpacing);
    rows->addLayout(row);
    for (QAction* action : playbackActions()) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text().remove(QLatin1Char('&')));
        button->setObjectName(QStringLiteral("transport_%1").arg(row->count()));
        row->addWidget(button);
    }
    row->addSpacing(12);

    m_unit->addItem(tr("event"), static_cast<int>(StepBy::Event));
    m_unit->addItem(tr("operation"), static_cast<int>(StepBy::Operation));
    m_unit->addItem(tr("instruction"), static_cast<int>(StepBy::Instruction));
    m_unit->addItem(tr("source line"), static_cast<int>(StepBy::SourceLine));
    m_unit->addItem(tr("phase"), static_cast<int>(StepBy::Phase));
    m_unit->setAccessibleName(tr("Step by"));
    m_unit->setToolTip(
        tr("What one step is: one instruction of one warp, all instructions of one source line, or everything "
           "up to the next block barrier"));
    row->addWidget(labelFor(tr("step b&y"), m_unit, this));
    row->addWidget(m_unit);
    row->addSpacing(12);
    for (const double speed : kSpeeds) m_speed->addItem(tr("%1 steps/s").arg(countText(speed, 1)), speed);
    m_speed->setAccessibleName(tr("Speed of playing"));
    m_speed->setToolTip(tr("How many steps playing takes in a second"));
    row->addWidget(labelFor(tr("spee&d"), m_speed, this));
    row->addWidget(m_speed);
    row->addStretch(1);
    m_position->setObjectName(QStringLiteral("position"));
    m_position->setMinimumWidth(1);
    row->addWidget(m_position);
}

void TransportBar::connectPlayback() {
    connect(m_first, &QAction::triggered, &m_playback, &Playback::toStart);
    connect(m_back, &QAction::triggered, &m_playback, &Playback::stepBack);
    connect(m_play, &QAction::triggered, &m_playback, &Playback::togglePlaying);
    connect(m_step, &QAction::triggered, &m_playback, &Playback::stepForward);
    connect(m_last, &QAction::triggered, &m_playback, &Playback::toEnd);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        m_playback.pause();
        m_playback.seek(static_cast<quint64>(value));
    });
    connect(m_unit, &QComboBox::activated, this,
            [this] { m_playback.setStepBy(static_cast<StepBy>(m_unit->currentData().toInt())); });
    connect(m_speed, &QComboBox::activated, this, [this] { m_playback.setSpeed(m_speed->currentData().toDouble()); });
    connect(&m_playback, &Playback::blocksChanged, this, &TransportBar::showTrace);
    connect(&m_playback, &Playback::positionChanged, this, &TransportBar::showPosition);
    connect(&m_playback, &Playback::playingChanged, this, &TransportBar::showPlaying);
    const auto showChoices = [this] {
        m_unit->setCurrentIndex(m_unit->findData(static_cast<int>(m_playback.stepBy())));
        const auto nearest = std::ranges::min_element(
            kSpeeds, {}, [this](double speed) { return std::abs(std::log(speed / m_playback.speed())); });
        m_speed->setCurrentIndex(static_cast<int>(nearest - kSpeeds.begin()));
    };
    connect(&m_playback, &Playback::stepByChanged, this, showChoices);
    connect(&m_playback, &Playback::speedChanged, this, showChoices);
    showChoices();
}

void TransportBar::showTrace() {
    const BlockTrace* trace = m_playback.trace();
    std::vector<quint64> marks;
    for (std::uint32_t phase = 1; trace && phase < trace->phaseCount(); ++phase)
        marks.push_back(trace->phaseStart(phase));
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, static_cast<int>(std::min<quint64>(m_playback.size(), std::numeric_limits<int>::max())));
    m_slider->setPageStep(std::max(1, m_slider->maximum() / 20));
    m_slider->setMarks(std::move(marks));
    m_slider->setEnabled(trace != nullptr);
    showPosition();
}

void TransportBar::showPosition() {
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(static_cast<int>(m_playback.position()));
    showPositionText();
    const bool trace = m_playback.trace() != nullptr;
    m_first->setEnabled(trace && !m_playback.atStart());
    m_back->setEnabled(trace && !m_playback.atStart());
    m_step->setEnabled(trace && !m_playback.atEnd());
    m_last->setEnabled(trace && !m_playback.atEnd());
    m_play->setEnabled(trace && m_playback.size() > 0);
}

/// All that is to be told, the most important first: "step 123 of 4 567", "phase 3 of 9", "warp 2".
QStringList TransportBar::positionParts() const {
    const BlockTrace* trace = m_playback.trace();
    if (!trace || trace->size() == 0) return {tr("no run to show")};
    const quint64 position = m_playback.position();
    QStringList parts{tr("step %1 of %2").arg(countText(position), countText(trace->size()))};
    const quint64 event = position > 0 ? position - 1 : 0;
    if (trace->phaseCount() > 1)
        parts += tr("phase %1 of %2").arg(countText(trace->phase(event) + 1), countText(trace->phaseCount()));
    parts += tr("warp %1").arg(trace->warp(event));
    if (trace->truncated() && m_playback.atEnd()) parts += tr("the recording stops here, the block ran on");
    return parts;
}

/// As many of these as there is room for, in a line; hovering tells the rest.
void TransportBar::showPositionText() {
    QStringList parts = positionParts();
    const QString separator = QStringLiteral(" · ");
    m_position->setToolTip(plainTip(parts.join(separator)));
    const int room = contentsRect().right() - kMargin - m_speed->geometry().right() - 2 * kSpacing;
    while (isVisible() && parts.size() > 1 && fontMetrics().horizontalAdvance(parts.join(separator)) > room)
        parts.removeLast();
    m_position->setText(parts.join(separator));
}

bool TransportBar::event(QEvent* event) {
    const bool known = QWidget::event(event);
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) showPositionText();
    return known;
}

void TransportBar::showPlaying() {
    m_play->setText(m_playback.isPlaying() ? tr("&Pause") : tr("&Play"));
    drawIcons();
}

void TransportBar::drawIcons() {
    const QColor colour = palette().color(QPalette::WindowText);
    const int size = std::max(20, fontMetrics().height());
    const auto set = [&](QAction* action, TransportGlyph glyph) {
        action->setIcon(transportIcon(glyph, colour, size));
    };
    set(m_first, TransportGlyph::First);
    set(m_back, TransportGlyph::Back);
    set(m_play, m_playback.isPlaying() ? TransportGlyph::Pause : TransportGlyph::Play);
    set(m_step, TransportGlyph::Forward);
    set(m_last, TransportGlyph::Last);
    for (auto* button : findChildren<QToolButton*>()) button->setIconSize(QSize(size, size));
}

void TransportBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) drawIcons();
    QWidget::changeEvent(event);
}

}  // namespace lanescope
