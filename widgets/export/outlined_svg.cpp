// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/outlined_svg.h"

#include <QBuffer>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <cmath>

#include "widgets/export/exact_number.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kDotsPerInch = 96;
constexpr int kDepth = 32;  // bits of a pixel
constexpr int kDecimals = 2;
constexpr double kPart = 100;  // of a pixel: so many decimals

/// Hands all that is painted on to another painter; text comes to it as the paths that QPaintEngine makes of it. What
/// is filled with a texture, such as a hatch, which SVG would leave empty, is an image.
class OutliningEngine final : public QPaintEngine {
public:
    explicit OutliningEngine(QPainter& to) : QPaintEngine(AllFeatures), m_to(to) {}

    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override { return true; }
    [[nodiscard]] Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override {
        const DirtyFlags dirty = now.state();
        m_brush = now.brush();
        if (dirty.testFlag(DirtyPen)) m_to.setPen(now.pen());
        if (dirty.testFlag(DirtyBrush)) m_to.setBrush(now.brush());
        if (dirty.testFlag(DirtyBrushOrigin)) m_to.setBrushOrigin(now.brushOrigin());
        if (dirty.testFlag(DirtyBackground)) m_to.setBackground(now.backgroundBrush());
        if (dirty.testFlag(DirtyBackgroundMode)) m_to.setBackgroundMode(now.backgroundMode());
        if (dirty.testFlag(DirtyTransform)) m_to.setTransform(now.transform());
        if (dirty.testFlag(DirtyOpacity)) m_to.setOpacity(now.opacity());
        if (dirty.testFlag(DirtyHints)) m_to.setRenderHints(now.renderHints());
        if (dirty.testFlag(DirtyClipEnabled)) m_to.setClipping(now.isClipEnabled());
        if (dirty.testFlag(DirtyClipRegion)) m_to.setClipRegion(now.clipRegion(), now.clipOperation());
        if (dirty.testFlag(DirtyClipPath)) m_to.setClipPath(now.clipPath(), now.clipOperation());
    }
    void drawPath(const QPainterPath& path) override {
        if (!fillByPixels(path)) return m_to.drawPath(path);
        m_to.setBrush(Qt::NoBrush);
        m_to.drawPath(path);
        m_to.setBrush(m_brush);
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        if (mode == PolylineMode) return m_to.drawPolyline(points, count);
        QPainterPath path;
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
        path.closeSubpath();
        drawPath(path);
    }
    void drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) override {
        m_to.drawPixmap(to, pixmap, from);
    }
    void drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags flags) override {
        m_to.drawImage(to, image, from, flags);
    }

private:
    /// Whether it was a texture.
    bool fillByPixels(const QPainterPath& path) {
        if (m_brush.style() != Qt::TexturePattern) return false;
        const QRect around = path.boundingRect().toAlignedRect();
        if (around.isEmpty()) return true;
        QImage image(around.size(), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.translate(-around.topLeft());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillPath(path, m_brush);
        painter.end();
        m_to.drawImage(around.topLeft(), image);
        return true;
    }

    QPainter& m_to;
    QBrush m_brush;
};

class OutliningDevice final : public QPaintDevice {
public:
    OutliningDevice(QPainter& to, const QSize& size) : m_engine(to), m_size(size) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override {
        constexpr double kMillimetresPerInch = 25.4;
        switch (metric) {
            case PdmWidth: return m_size.width();
            case PdmHeight: return m_size.height();
            case PdmWidthMM: return qRound(m_size.width() * kMillimetresPerInch / kDotsPerInch);
            case PdmHeightMM: return qRound(m_size.height() * kMillimetresPerInch / kDotsPerInch);
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY: return kDotsPerInch;
            case PdmDepth: return kDepth;
            case PdmNumColors: return 1 << (kDepth - 2);
            case PdmDevicePixelRatio: return 1;
            case PdmDevicePixelRatioScaled: return qRound(devicePixelRatioFScale());
        }
        return QPaintDevice::metric(metric);
    }

private:
    mutable OutliningEngine m_engine;
    QSize m_size;
};

/// QSvgGenerator writes each state in full, and numbers to a millionth of a pixel: a third says the same.
QByteArray shortened(const QByteArray& svg) {
    static const QRegularExpression kNeedless(
        QStringLiteral("\\n?font-family=\"[^\"]*\" font-size=\"[^\"]*\" font-weight=\"[^\"]*\" font-style=\"[^\"]*\" |"
                       " vector-effect=\"none\"| transform=\"matrix\\(1,0,0,1,0,0\\)\"| (?:fill|stroke)-opacity=\"1\"|"
                       "<g [^>]*>\\s*</g>"));
    static const QRegularExpression kLong(QStringLiteral("-?\\d+\\.\\d{%1,}(?:e-?\\d+)?").arg(kDecimals + 1));
    QString text = QString::fromUtf8(svg).remove(kNeedless).replace(QLatin1String("\n\n"), QLatin1String("\n"));
    QString result;
    qsizetype from = 0;
    for (auto number = kLong.globalMatch(text); number.hasNext();) {
        const QRegularExpressionMatch match = number.next();
        result += QStringView(text).mid(from, match.capturedStart() - from);
        const double value = match.capturedView().toDouble();
        result += exactNumber(std::round(value * kPart) / kPart);
        from = match.capturedEnd();
    }
    result += QStringView(text).mid(from);
    return result.toUtf8();
}

}  // namespace

QByteArray outlinedSvg(const QPicture& picture, const QSize& size, const QString& title) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    svg.setResolution(kDotsPerInch);
    svg.setTitle(escaped(title));  // Qt writes it as it is
    svg.setDescription({});
    QPainter to(&svg);
    OutliningDevice device(to, size);
    QPainter painter(&device);
    painter.drawPicture(0, 0, picture);
    painter.end();
    to.end();
    return shortened(bytes);
}

}  // namespace lanescope
