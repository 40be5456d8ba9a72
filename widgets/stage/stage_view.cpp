// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stage_view.h"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "core/run/watched_run.h"
#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"

namespace lanescope {
namespace {

constexpr double kOldOpacity = 0.3;

}  // namespace

StageView::StageView(const StageFrame& frame, QWidget* parent) : QWidget(parent), m_frame(frame) {
    setFocusPolicy(Qt::StrongFocus);
    setAutoFillBackground(false);
    const auto draw = qOverload<>(&QWidget::update);
    connect(&frame.theme, &Theme::changed, this, draw);
    connect(&frame.motion, &Motion::changed, this, draw);
    connect(&frame.selection, &Selection::changed, this, draw);
    connect(&frame.playback, &Playback::positionChanged, this, draw);
    connect(&frame.playback, &Playback::blocksChanged, this, [this] {
        sidesChanged();
        update();
    });
}

StageView::~StageView() = default;

void StageView::setSides(std::vector<StageSide> sides) {
    const bool same = std::ranges::equal(m_sides, sides, [](const StageSide& before, const StageSide& after) {
        return before.name == after.name && before.launch == after.launch &&
               haveSamePlan(before.run.get(), after.run.get());
    });
    m_sides = std::move(sides);
    if (same)
        countsChanged();
    else
        sidesChanged();
    update();
}

void StageView::setOutdated(const QString& what) {
    if (what == m_outdated) return;
    m_outdated = what;
    update();
}

void StageView::setMissing(const QString& why) {
    m_missing = why;
    update();
}

bool StageView::isReady() const { return true; }

QWidget* StageView::makeFigure(QWidget* /*parent*/) { return nullptr; }

double StageView::narrowRatio() const { return 0.75; }

std::string StageView::csv() const { return {}; }

bool StageView::showsCode() const { return false; }

bool StageView::showsWithoutLaunch() const { return false; }

Lit StageView::litBy(const Spotlight& /*spotlight*/, const QSizeF& /*size*/) const { return {}; }

double StageView::valueCell(const QSizeF& /*size*/) const { return 0; }

void StageView::sidesChanged() {}

void StageView::countsChanged() {}

void StageView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().colour(Colour::Ground));
    if (!m_missing.isEmpty() && !showsWithoutLaunch()) {
        const double margin = theme().scaled(3 * paint::kGrid);
        paint::paragraph(painter, theme(), QRectF(rect()).adjusted(margin, margin, -margin, -margin), Type::Title,
                         Colour::FaintText, m_missing);
        return;
    }
    painter.save();
    if (isOutdated()) painter.setOpacity(kOldOpacity);
    paintTo(painter, size());
    painter.restore();
    if (!isOutdated()) return;
    const double margin = theme().scaled(paint::kGrid);
    const double height = paint::paragraphHeight(theme(), width() - 4 * margin, Type::Title, m_outdated);
    const QRectF strip(0, (this->height() - height) / 2 - margin, width(), height + 2 * margin);
    painter.fillRect(strip, theme().colour(Colour::Raised));
    paint::paragraph(painter, theme(), strip.adjusted(2 * margin, margin, -2 * margin, 0), Type::Title, Colour::Text,
                     m_outdated);
}

}  // namespace lanescope
