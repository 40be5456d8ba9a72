// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/block/block_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr int kLanding = 300;  ///< ms a block takes, if there are few
constexpr int kLongestFilling = 1800;

bool isSame(const block::BlockScene& scene, const block::BlockInput& input) {
    return scene.input.gpu.title == input.gpu.title && scene.input.launch.kernel == input.launch.kernel &&
           scene.input.launch.block == input.launch.block;
}

}  // namespace

BlockStage::BlockStage(const StageFrame& frame, QWidget* parent) : StageView(frame, parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Blocks on a multiprocessor"));
    connect(&m_filling, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_landed = value.toDouble();
        update();
    });
}

void BlockStage::setInputs(std::vector<block::BlockInput> inputs) {
    bool same = inputs.size() == m_scenes.size();
    for (std::size_t i = 0; same && i < inputs.size(); ++i) same = isSame(m_scenes[i], inputs[i]);
    m_scenes.clear();
    for (const block::BlockInput& input : inputs) m_scenes.push_back(block::blockScene(input));
    m_block.reset();
    m_choice.reset();
    setAccessibleDescription(why().sentence);
    if (!same) fillUp();
    Q_EMIT whyChanged();
    update();
}

void BlockStage::fillUp() {
    m_filling.stop();
    std::uint64_t most = 0;
    for (const block::BlockScene& scene : m_scenes)
        if (scene.occupancy) most = std::max(most, scene.occupancy->blocksPerSm);
    m_landed = static_cast<double>(most);
    if (!isVisible() || motion().isReduced() || most == 0) return;
    m_landed = 0;
    m_filling.setStartValue(0.0);
    m_filling.setEndValue(static_cast<double>(most));
    m_filling.setDuration(static_cast<int>(std::min<std::uint64_t>(kLanding * most, kLongestFilling)));
    m_filling.start();
}

void BlockStage::freezeAt(double landed) {
    m_filling.stop();
    m_landed = landed;
    update();
}

block::SideGeometry BlockStage::geometryOf(std::size_t side, const QSizeF& size) const {
    const double margin = theme().scaled(3 * paint::kGrid);
    const auto sides = static_cast<double>(m_scenes.size());
    const double between = 2 * margin;
    const double width = (size.width() - 2 * margin - (sides - 1) * between) / sides;
    const double top = theme().isCompact() ? theme().scaled(2 * paint::kGrid) : margin;
    return block::layOut(theme(), m_scenes[side],
                         QRectF(margin + static_cast<double>(side) * (width + between), top, width,
                                size.height() - top - theme().scaled(paint::kGrid)));
}

QString BlockStage::noBlockWords() {
    return tr("No kernel is launched, or no GPU is chosen: there is no block to place.");
}

Why BlockStage::why() const {
    Why why;
    if (m_scenes.empty()) {
        why.sentence = noBlockWords();
        return why;
    }
    const block::BlockScene& scene = m_scenes.front();
    why.sentence = block::fitWords(scene);
    if (m_scenes.size() == 2 && m_scenes[0].occupancy && m_scenes[1].occupancy)
        why.sentence = tr("%1: %2 of %3 warps. %4: %5 of %6.")
                           .arg(m_scenes[0].input.name, countText(m_scenes[0].occupancy->warpsPerSm),
                                countText(m_scenes[0].warps), m_scenes[1].input.name,
                                countText(m_scenes[1].occupancy->warpsPerSm), countText(m_scenes[1].warps));
    if (m_scenes.size() == 1)
        for (const block::Vessel& vessel : scene.vessels)
            if (vessel.limits && vessel.known) {
                why.sentence += QLatin1Char(' ') + tr("One more: %1.").arg(block::lackWords(vessel));
                break;
            }
    QStringList detail{block::enoughWords(scene), block::fewBlocksWords(scene)};
    detail.removeAll(QString());
    why.detail = detail.join(QLatin1Char(' '));
    why.metrics = {"resident_blocks", "registers_per_thread", "static_shared_bytes", "dynamic_shared_bytes",
                   "achieved_occupancy"};
    return why;
}

void BlockStage::paintTo(QPainter& painter, const QSizeF& size) {
    if (m_scenes.empty()) {
        const double margin = theme().scaled(3 * paint::kGrid);
        paint::paragraph(painter, theme(), QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                         Type::Title, Colour::FaintText, noBlockWords());
        return;
    }
    for (std::size_t side = 0; side < m_scenes.size(); ++side) {
        block::BlockLook look{.landed = m_landed, .pointed = {}, .choice = {}, .focused = m_live && hasFocus()};
        if (side == m_side && m_live) {
            look.pointed = m_block;
            look.choice = m_choice;
        }
        block::paint(painter, theme(), m_scenes[side], geometryOf(side, size), look);
    }
}

void BlockStage::paintEvent(QPaintEvent* event) {
    m_live = true;
    StageView::paintEvent(event);
    m_live = false;
}

QString BlockStage::blockWords(std::size_t side, std::uint64_t block) const {
    const block::BlockScene& scene = m_scenes[side];
    const bool fits = block < scene.occupancy->blocksPerSm;
    QStringList words;
    for (const block::Vessel& vessel : scene.vessels) {
        if (!vessel.known || vessel.perBlock == 0 || vessel.resource == block::Resource::Blocks) continue;
        if (!fits && vessel.limits)
            words += block::lackWords(vessel);
        else if (fits)
            words += vessel.resource == block::Resource::Shared
                         ? tr("%1 bytes of shared memory").arg(countText(vessel.perBlock))
                         : tr("%1 %2").arg(countText(vessel.perBlock), block::resourceWord(vessel.resource));
    }
    return (fits ? tr("Block %1: %2") : tr("Block %1 does not fit: %2"))
        .arg(countText(block + 1), words.join(QStringLiteral(", ")));
}

QString BlockStage::curveWords(std::size_t side, const block::CurvePlace& place) const {
    const block::BlockScene& scene = m_scenes[side];
    const block::Curve& curve = scene.curves[place.curve];
    if (place.choice) {
        const block::Curve::Choice& choice = curve.choices[*place.choice];
        return tr("%1: %2 % with %3 blocks; click to choose it")
            .arg(scene.input.others[choice.other].name, countText(choice.percent, 1), countText(choice.blocks));
    }
    const OccupancyPoint& point = curve.points[place.point];
    const QString limit = QString::fromStdString(point.limitedBy);
    const QString what = curve.axis == OccupancyAxis::Threads     ? tr("%1 threads").arg(countText(point.x))
                         : curve.axis == OccupancyAxis::Registers ? tr("%1 registers a thread").arg(countText(point.x))
                                                                  : tr("%1 bytes").arg(countText(point.x));
    if (point.blocksPerSm == 0) return tr("%1: such a block cannot run, too much %2").arg(what, limit);
    return tr("%1: %2 %, %3 blocks, limited by %4")
        .arg(what, countText(point.percent, 1), countText(point.blocksPerSm), limit);
}

void BlockStage::point(std::size_t side, std::optional<std::uint64_t> block, std::optional<std::size_t> choice) {
    if (side == m_side && block == m_block && choice == m_choice) return;
    m_side = side;
    m_block = block;
    m_choice = choice;
    update();
}

void BlockStage::showEvent(QShowEvent* event) {
    StageView::showEvent(event);
    fillUp();
}

void BlockStage::mouseMoveEvent(QMouseEvent* event) {
    for (std::size_t side = 0; side < m_scenes.size(); ++side) {
        const block::SideGeometry at = geometryOf(side, size());
        if (const auto block = block::blockAt(m_scenes[side], at, event->position())) {
            setCursor(Qt::ArrowCursor);
            point(side, block, std::nullopt);
            return Q_EMIT described(blockWords(side, *block));
        }
        if (const auto place = block::curveAt(m_scenes[side], at, event->position())) {
            setCursor(place->choice ? Qt::PointingHandCursor : Qt::ArrowCursor);
            point(side, std::nullopt, place->choice);
            return Q_EMIT described(curveWords(side, *place));
        }
    }
    setCursor(Qt::ArrowCursor);
    point(m_side, std::nullopt, std::nullopt);
    Q_EMIT described({});
}

void BlockStage::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return StageView::mousePressEvent(event);
    for (std::size_t side = 0; side < m_scenes.size(); ++side) {
        const auto place = block::curveAt(m_scenes[side], geometryOf(side, size()), event->position());
        if (place && place->choice)
            return Q_EMIT sizeChosen(side, m_scenes[side].curves[place->curve].choices[*place->choice].other);
    }
}

void BlockStage::leaveEvent(QEvent* event) {
    StageView::leaveEvent(event);
    point(m_side, std::nullopt, std::nullopt);
    Q_EMIT described({});
}

/// Left and right go from block to block, the one that does not fit is the last; up and down go through the sizes that
/// can be chosen, and Enter chooses one.
void BlockStage::keyPressEvent(QKeyEvent* event) {
    if (m_side >= m_scenes.size() || !m_scenes[m_side].occupancy) return StageView::keyPressEvent(event);
    const block::BlockScene& scene = m_scenes[m_side];
    const std::uint64_t blocks = scene.occupancy->blocksPerSm;
    const std::vector<block::Curve::Choice>& choices = scene.curves.front().choices;
    switch (event->key()) {
        case Qt::Key_Left: point(m_side, m_block && *m_block > 0 ? *m_block - 1 : 0, {}); break;
        case Qt::Key_Right: point(m_side, m_block ? std::min(*m_block + 1, blocks) : 0, {}); break;
        case Qt::Key_Up:
        case Qt::Key_Down: {
            if (choices.empty()) return;
            const std::size_t at = m_choice.value_or(0);
            const bool down = event->key() == Qt::Key_Down;
            point(m_side, {}, !m_choice ? 0 : down ? std::min(at + 1, choices.size() - 1) : at - (at > 0 ? 1 : 0));
            break;
        }
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_choice && *m_choice < choices.size()) Q_EMIT sizeChosen(m_side, choices[*m_choice].other);
            return;
        case Qt::Key_Home: point(m_side, 0, {}); break;
        case Qt::Key_End: point(m_side, blocks, {}); break;
        default: return StageView::keyPressEvent(event);
    }
    if (m_block) Q_EMIT described(blockWords(m_side, *m_block));
    if (m_choice) Q_EMIT described(curveWords(m_side, {0, 0, m_choice}));
}

void BlockStage::focusInEvent(QFocusEvent* event) {
    StageView::focusInEvent(event);
    update();
}

void BlockStage::focusOutEvent(QFocusEvent* event) {
    StageView::focusOutEvent(event);
    update();
}

}  // namespace lanescope
