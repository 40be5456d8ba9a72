// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/why_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/state/workbench.h"
#include "core/base/words.h"
#include "widgets/paint/marks.h"
#include "widgets/panels/metrics_model.h"
#include "widgets/stage/code/kernel_figure.h"
#include "widgets/stage/numbers_list.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

/// A metric's number where there is one, of what was asked of this very run before what hardware says.
std::pair<MetricsModel::Column, std::optional<Origin>> bestOf(const MetricsModel& model, int row,
                                                              const MetricsInput& input) {
    const auto has = [&](MetricsModel::Column column) {
        return model.index(row, column).data(MetricsModel::NumberRole).toString() != QStringLiteral("–");
    };
    if (has(MetricsModel::Machine)) return {MetricsModel::Machine, Origin::Emulated};
    if (has(MetricsModel::Emulated)) return {MetricsModel::Emulated, Origin::Emulated};
    if (has(MetricsModel::Measured) && input.measurement) return {MetricsModel::Measured, input.measurement->origin};
    if (has(MetricsModel::Predicted)) return {MetricsModel::Predicted, Origin::Estimated};
    return {MetricsModel::Measured, std::nullopt};
}

/// Buttons do not wrap their text.
QString wrapped(const QString& words, const QFontMetrics& metrics, int room) {
    QString text, line;
    for (const QString& word : words.split(QLatin1Char(' '))) {
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (!line.isEmpty() && metrics.horizontalAdvance(longer) > room) {
            text += line + QLatin1Char('\n');
            line = word;
        } else {
            line = longer;
        }
    }
    return text + line;
}

}  // namespace

WhyPanel::WhyPanel(Workbench& workbench, const StageFrame& frame, QWidget* parent)
    : QScrollArea(parent),
      m_workbench(workbench),
      m_frame(frame),
      m_sentence(sentenceLabel(this)),
      m_detail(sentenceLabel(this)),
      m_numbers(new NumbersList(frame.theme, this)),
      m_against(sentenceLabel(this)),
      m_worst(new QPushButton(this)),
      m_kernel(new KernelFigure(frame, this)) {
    setAccessibleName(tr("Why"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    m_rows = new QVBoxLayout(content);
    m_sentence->setAccessibleName(tr("What is to be seen"));
    m_detail->setAccessibleName(tr("What belongs to it"));
    m_against->setAccessibleName(tr("Beside the baseline"));
    m_sentence->setObjectName(QStringLiteral("sentence"));
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_sentence, m_detail, m_against, m_numbers, m_worst, m_kernel})
        m_rows->addWidget(widget);
    m_rows->addStretch(1);
    setWidget(content);
    connect(&frame.theme, &Theme::changed, this, &WhyPanel::restyle);
    connect(&frame.playback, &Playback::positionChanged, this, &WhyPanel::refresh);
    connect(&workbench, &Workbench::numbersChanged, this, &WhyPanel::showNumbers);
    connect(&workbench, &Workbench::baselineChanged, this, &WhyPanel::showNumbers);
    connect(&frame.playback, &Playback::blocksChanged, this, [this] {
        m_nextWorst = 0;
        showWorst();
    });
    connect(m_worst, &QPushButton::clicked, this, &WhyPanel::goToWorst);
    connect(m_numbers, &NumbersList::chosen, this, &WhyPanel::metricWanted);
    restyle();
    showWorst();
}

QString WhyPanel::sentence() const { return m_sentence->text(); }

QString WhyPanel::detail() const { return m_detail->text(); }

QString WhyPanel::against() const { return m_against->text(); }

void WhyPanel::setView(StageView* view) {
    if (m_view != nullptr) {
        disconnect(m_view, &StageView::whyChanged, this, nullptr);
        if (QWidget* figure = m_figures[m_view]) figure->hide();
    }
    m_view = view;
    if (m_view == nullptr) {
        // What was said of another page's picture is not of this one's.
        m_why = {};
        m_sentence->clear();
        m_detail->clear();
        m_kernel->show();
        m_kernel->setLines({});
        return showNumbers();
    }
    connect(m_view, &StageView::whyChanged, this, &WhyPanel::refresh);
    const auto [at, isNew] = m_figures.try_emplace(m_view, nullptr);
    if (isNew) {
        at->second = m_view->makeFigure(widget());
        constexpr int kBehindDetail = 2;
        if (at->second != nullptr) m_rows->insertWidget(kBehindDetail, at->second);
    }
    if (at->second != nullptr) at->second->show();
    refresh();
}

void WhyPanel::refresh() {
    if (m_view == nullptr) return;
    m_why = m_view->why();
    m_sentence->setText(m_why.sentence);
    m_detail->setText(m_why.detail);
    m_detail->setVisible(!m_why.detail.isEmpty());
    m_kernel->setVisible(!m_view->showsCode());
    m_kernel->setLines(m_why.lines);
    showNumbers();
}

void WhyPanel::showNumbers() {
    const auto sides = m_view != nullptr ? m_view->sides() : std::vector<StageSide>();
    std::vector<NumbersList::Row> rows;
    QStringList heads;
    for (std::size_t side = 0; side < std::max<std::size_t>(1, sides.size()); ++side) {
        const MetricsInput input = m_workbench.metricsOf(side);
        MetricsModel model;
        model.setInput(input);
        model.setShort(sides.size() > 1);
        if (sides.size() > 1) heads += sides[side].name;
        if (side == 0)
            for (const std::string& id : m_why.metrics) rows.emplace_back().id = QString::fromStdString(id);
        for (NumbersList::Row& row : rows) {
            const int at = model.rowOf(row.id.toStdString());
            if (at < 0) continue;
            const auto [column, origin] = bestOf(model, at, input);
            row.title = model.index(at, MetricsModel::Name).data().toString();
            row.values += model.index(at, column).data(MetricsModel::NumberRole).toString();
            if (side == 0) row.difference = model.index(at, column).data(MetricsModel::DifferenceRole).toString();
            if (!row.origin) row.origin = origin;
            if (side == 0) row.tip = model.index(at, column).data(Qt::ToolTipRole).toString();
        }
    }
    std::erase_if(rows, [](const NumbersList::Row& row) { return !row.origin; });
    m_numbers->setVisible(!rows.empty());
    const QString architecture = m_workbench.metricsOf(0).architecture;
    const QString title = architecture.isEmpty() ? tr("This launch") : tr("Machine code, %1").arg(architecture);
    m_numbers->setRows(title, heads, std::move(rows));
    m_against->setText(m_workbench.baselineRun().sentence());
    m_against->setVisible(!m_against->text().isEmpty());
}

void WhyPanel::showWorst() {
    const flow::BlockFlow* const flow = m_frame.playback.flow();
    const bool any = flow != nullptr && !flow->requests().findings().empty();
    m_worst->setVisible(any);
    if (!any) return;
    const flow::Finding& worst = flow->requests().findings().front();
    const QString words = QString::fromStdString(inWords(messageOf(worst)));
    const int room = viewport()->width() - qRound(m_frame.theme.scaled(8 * paint::kGrid));
    m_worst->setText(tr("Go to the worst\n%1").arg(wrapped(withoutMnemonic(words), m_worst->fontMetrics(), room)));
    m_worst->setAccessibleName(tr("Go to the worst: %1").arg(words));
    m_worst->setToolTip(plainTip(tr("Again: to the next one of %1").arg(flow->requests().findings().size())));
}

/// Of several, each further click goes to the next.
void WhyPanel::goToWorst() {
    const flow::BlockFlow* const flow = m_frame.playback.flow();
    if (flow == nullptr || flow->requests().findings().empty()) return;
    const auto findings = flow->requests().findings();
    m_frame.playback.pause();
    m_frame.playback.seek(findings[m_nextWorst % findings.size()].event + 1);
    ++m_nextWorst;
}

/// It scrolls up and down only: nothing in it is wider than what is seen.
void WhyPanel::resizeEvent(QResizeEvent* event) {
    widget()->setMaximumWidth(viewport()->width());
    QScrollArea::resizeEvent(event);
    showWorst();
}

void WhyPanel::restyle() {
    const Theme& theme = m_frame.theme;
    const int grid = qRound(theme.scaled(paint::kGrid));
    m_rows->setContentsMargins(2 * grid, grid, 2 * grid, grid);
    m_rows->setSpacing(grid + grid / 2);
    m_sentence->setFont(theme.type(Type::Why));
    m_detail->setFont(theme.type(Type::Body));
    QPalette faint = palette();
    faint.setColor(QPalette::WindowText, theme.colour(Colour::FaintText));
    m_detail->setPalette(faint);
    m_against->setFont(theme.type(Type::Body));
    m_worst->setFont(theme.type(Type::Least));
    m_worst->setStyleSheet(QStringLiteral("QPushButton { text-align: left; padding: %1px; border: 1px solid %2; "
                                          "border-radius: %1px; background: %3; color: %4; } "
                                          "QPushButton:focus, QPushButton:hover { border: 2px solid %4; }")
                               .arg(grid)
                               .arg(theme.colour(Colour::GridLine).name(), theme.colour(Colour::Ground).name(),
                                    theme.colour(Colour::Text).name()));
}

}  // namespace lanescope
