// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/request_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/paint/marks.h"
#include "widgets/paint/text.h"
#include "widgets/stage/memory/lane_fit.h"
#include "widgets/stage/memory/request_strip.h"
#include "widgets/stage/memory/request_words.h"

namespace lanescope {
namespace {

constexpr double kAway = 0.45;  ///< opacity of a request that is not of this step
constexpr std::size_t kMostLines = 2;
constexpr double kBarHeight = 20;
constexpr double kNameShare = 0.2;  ///< of the width
constexpr double kRows = 2;

class FigurePainter {
    Q_DECLARE_TR_FUNCTIONS(lanescope::FigurePainter)
public:
    FigurePainter(QPainter& painter, const Theme& theme, const QRectF& rect)
        : m_painter(painter),
          m_theme(theme),
          m_rect(rect),
          m_y(rect.top()),
          m_least(QFontMetricsF(theme.type(Type::Least))),
          m_names(std::max(theme.scaled(7 * paint::kGrid), rect.width() * kNameShare)) {}

    [[nodiscard]] double used() const { return m_y - m_rect.top(); }

    void head(const QString& title, const QString& about) {
        QFont bold = m_theme.type(Type::Head);
        bold.setLetterSpacing(QFont::PercentageSpacing, 108);
        const QFontMetricsF metrics(bold);
        const double height = std::ceil(std::max(metrics.height(), m_least.height()));
        m_painter.setFont(bold);
        m_painter.setPen(m_theme.colour(Colour::Text));
        m_painter.drawText(QRectF(m_rect.left(), m_y, m_rect.width(), height), Qt::AlignLeft | Qt::AlignVCenter, title);
        const double x = metrics.horizontalAdvance(title) + m_theme.scaled(1.5 * paint::kGrid);
        write({m_rect.left() + x, m_y, m_rect.width() - x, height}, Qt::AlignLeft, Colour::FaintText, about);
        m_y += height + m_theme.scaled(paint::kGrid);
    }

    void sectors(const RequestScene& scene) {
        const RequestInks inks(m_theme, scene);
        const std::size_t shown = std::min(kMostLines, scene.lines.size());
        for (std::size_t i = 0; i < shown; ++i) {
            const LineUse& line = scene.lines[i];
            const QRectF bar = row(RequestWords::lineName(scene, line));
            paintLineUse(m_painter, inks, bar, scene, line);
            captions(scene, line, bar, i + 1 == shown ? scene.lines.size() - shown : 0);
        }
    }

    void banks(const RequestScene& scene) {
        const RequestInks inks(m_theme, scene);
        const QRectF bar = row(QString::fromStdString(scene.array));
        paintBankUse(m_painter, inks, bar, scene);
        under(bar, RequestWords::cost(scene));
    }

    void meetings(const RequestScene& scene) {
        const RequestInks inks(m_theme, scene);
        const std::size_t shown = std::min(kMostLines, scene.meetings.size());
        for (std::size_t i = 0; i < shown; ++i) {
            const simt::Meeting& meeting = scene.meetings[i];
            const QRectF bar = row(QString::fromStdString(scene.elementAt(meeting.address)));
            const double width = bar.width() / simt::kWarpSize;
            for (unsigned at = 0; at < simt::kWarpSize; ++at)
                m_painter.fillRect(QRectF(bar.left() + at * width, bar.top(), width - 1, bar.height()),
                                   at < simt::lanesIn(meeting.lanes) ? inks.value : inks.pale);
            const std::size_t more = i + 1 == shown ? scene.meetings.size() - shown : 0;
            const unsigned lanes = simt::lanesIn(meeting.lanes);
            QString text = lanes == 1 ? lanesText(meeting.lanes) : tr("%1 lanes, one after the other").arg(lanes);
            if (more > 0) text += tr("; %1 addresses more").arg(more);
            under(bar, text);
        }
    }

private:
    void write(const QRectF& rect, Qt::Alignment how, Colour colour, const QString& text) {
        m_painter.setFont(m_theme.type(Type::Least));
        m_painter.setPen(m_theme.colour(colour));
        m_painter.drawText(rect, how | Qt::AlignVCenter, m_least.elidedText(text, Qt::ElideRight, rect.width()));
    }

    /// A name, and the place for its bar.
    QRectF row(const QString& name) {
        const double height = m_theme.scaled(kBarHeight);
        const double gap = m_theme.scaled(paint::kGrid);
        write({m_rect.left(), m_y, m_names - gap / 2, height}, Qt::AlignLeft, Colour::FaintText, name);
        const QRectF bar(m_rect.left() + m_names, m_y, m_rect.width() - m_names - 1, height);
        m_y += height + gap / 4;
        return bar;
    }

    void under(const QRectF& bar, const QString& text) {
        write({bar.left(), m_y, bar.width(), m_least.height()}, Qt::AlignLeft, Colour::Text, text);
        m_y += m_least.height() + m_theme.scaled(paint::kGrid);
    }

    /// Which lanes take the sectors that are moved, and what of the line is not.
    void captions(const RequestScene& scene, const LineUse& line, const QRectF& bar, std::size_t more) {
        const double sector = bar.width() / 4;
        const auto of = [&](std::size_t i) {
            return static_cast<double>((scene.sectors[i].address - line.address) / simt::kSectorBytes);
        };
        const bool together = of(line.end - 1) - of(line.first) + 1 == static_cast<double>(line.end - line.first);
        const QString lanes = lanesText(line.lanes);
        const QString left = more > 0 ? tr("%1, and %2 lines more").arg(lanes).arg(more) : lanes;
        const QRectF moved(bar.left() + of(line.first) * sector, m_y,
                           static_cast<double>(line.end - line.first) * sector, m_least.height());
        if (!together || m_least.horizontalAdvance(left) > moved.width()) return under(bar, left);
        write(moved, Qt::AlignHCenter, Colour::Text, left);
        const QString idle = tr("not moved");
        for (const QRectF& beside : {QRectF(bar.left(), m_y, moved.left() - bar.left(), m_least.height()),
                                     QRectF(moved.right(), m_y, bar.right() - moved.right(), m_least.height())})
            if (m_least.horizontalAdvance(idle) < beside.width())
                write(beside, Qt::AlignHCenter, Colour::FaintText, idle);
        m_y += m_least.height() + m_theme.scaled(paint::kGrid);
    }

    QPainter& m_painter;
    const Theme& m_theme;
    QRectF m_rect;
    double m_y;
    QFontMetricsF m_least;
    double m_names;
};

}  // namespace

RequestsShown requestsShown(const flow::BlockFlow& flow, EventRange step) {
    const auto seen = seenAccess(flow, step);
    if (!seen) return {};
    RequestsShown shown;
    shown.when = seen->when;
    if (auto last = requestScene(flow, seen->event)) shown.requests.push_back(std::move(*last));
    if (seen->when != SeenAccess::When::Now || shown.requests.empty()) return shown;
    for (std::uint64_t event = seen->event; event-- > step.first;) {
        if (!isRequest(flow.trace(), event) || flow.trace().warp(event) != shown.requests.back().warp) continue;
        auto other = requestScene(flow, event);
        const RequestScene& last = shown.requests.back();
        if (!other || other->request.space != last.request.space || other->request.access != last.request.access) break;
        if (other->array == last.array) continue;
        shown.requests.insert(shown.requests.begin(), std::move(*other));
        break;
    }
    return shown;
}

double paintRequests(QPainter& painter, const Theme& theme, const QRectF& rect, const RequestsShown& shown) {
    if (shown.requests.empty()) return 0;
    FigurePainter figure(painter, theme, rect);
    painter.save();
    if (shown.when != SeenAccess::When::Now) painter.setOpacity(painter.opacity() * kAway);
    const RequestScene& last = shown.requests.back();
    const QString late = shown.when == SeenAccess::When::Now      ? QString()
                         : shown.when == SeenAccess::When::Before ? RequestFigure::tr("of the last access")
                                                                  : RequestFigure::tr("of the first access");
    const auto about = [&](const QString& text) { return late.isEmpty() ? text : late; };
    if (last.isAtomic()) {
        figure.head(RequestFigure::tr("ADDRESSES"), about(RequestFigure::tr("one row each")));
        figure.meetings(last);
    } else if (last.isShared()) {
        figure.head(RequestFigure::tr("BANKS"),
                    about(shown.requests.size() == 2 ? RequestFigure::tr("of the two requests")
                                                     : RequestFigure::tr("32, one word at a time each")));
        for (const RequestScene& scene : shown.requests) figure.banks(scene);
    } else {
        const QString name = QString::fromStdString(last.array);
        figure.head(
            RequestFigure::tr("SECTORS"),
            about(name.isEmpty() ? RequestFigure::tr("32 B each") : RequestFigure::tr("of %1, 32 B each").arg(name)));
        figure.sectors(last);
    }
    painter.restore();
    return figure.used();
}

RequestFigure::RequestFigure(const StageFrame& frame, QWidget* parent) : QWidget(parent), m_frame(frame) {
    setAccessibleName(tr("The request of this step"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&frame.playback, &Playback::positionChanged, this, &RequestFigure::follow);
    connect(&frame.playback, &Playback::blocksChanged, this, &RequestFigure::follow);
    connect(&frame.theme, &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
    follow();
}

QSize RequestFigure::sizeHint() const {
    const Theme& theme = m_frame.theme;
    const double least = QFontMetricsF(theme.type(Type::Least)).height();
    const double row = theme.scaled(kBarHeight) + least + theme.scaled(1.25 * paint::kGrid);
    return {static_cast<int>(theme.scaled(320)),
            static_cast<int>(std::ceil(least + theme.scaled(paint::kGrid) + kRows * row))};
}

QSize RequestFigure::minimumSizeHint() const {
    return {static_cast<int>(m_frame.theme.scaled(200)), sizeHint().height()};
}

void RequestFigure::follow() {
    const flow::BlockFlow* const flow = m_frame.playback.flow();
    m_shown = flow == nullptr ? RequestsShown{} : requestsShown(*flow, m_frame.playback.stepOf(0));
    QString words;
    for (const RequestScene& scene : m_shown.requests)
        words += RequestWords::what(scene) + QStringLiteral(": ") + RequestWords::cost(scene) + QStringLiteral(". ");
    setAccessibleDescription(words.trimmed());
    update();
}

void RequestFigure::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintRequests(painter, m_frame.theme, rect(), m_shown);
}

}  // namespace lanescope
