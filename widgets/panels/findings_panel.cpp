// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/findings_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using simt::Fault;
using simt::Finding;

QString severityText(Finding::Severity severity) {
    switch (severity) {
        case Finding::Severity::Error: return FindingsPanel::tr("✗ Error:");
        case Finding::Severity::Warning: return FindingsPanel::tr("⚠ Warning:");
        case Finding::Severity::Possible: return FindingsPanel::tr("? Possible error:");
        case Finding::Severity::Note: return FindingsPanel::tr("ℹ Note:");
    }
    return {};
}

QString withHint(const QString& sentence, const std::string& hint) {
    return hint.empty() ? sentence : sentence + QStringLiteral("\n→ ") + QString::fromStdString(hint);
}

FindingRow rowOf(const Fault& fault, std::size_t launch) {
    FindingRow row;
    row.text =
        withHint(FindingsPanel::tr("✗ Fault: %1").arg(QString::fromStdString(simt::describe(fault))), fault.hint);
    row.place =
        FindingPlace{launch, fault.block, fault.thread, fault.instruction, fault.sourceLine, fault.ptxLine, {}, {}};
    return row;
}

FindingPlace placeOf(const Finding& finding, bool first, std::size_t launch) {
    const Finding::Side& side = first ? finding.first : finding.second;
    const Finding::Side& other = first ? finding.second : finding.first;
    FindingPlace place{launch, side.block, side.thread, side.instruction, side.sourceLine, side.ptxLine, {}, {}};
    if (side.access != simt::AccessKind::None) place.address = finding.address;
    if (finding.kind == Finding::Kind::BlockRace) place.other = {other.thread, other.instruction, !first};
    return place;
}

QString actOf(simt::AccessKind access) {
    switch (access) {
        case simt::AccessKind::Load: return FindingsPanel::tr("reads");
        case simt::AccessKind::Store: return FindingsPanel::tr("writes");
        case simt::AccessKind::Atomic: return FindingsPanel::tr("updates");
        case simt::AccessKind::None: break;
    }
    return FindingsPanel::tr("is");
}

FindingRow rowOf(const Finding& finding, bool first, std::size_t launch) {
    const Finding::Side& side = first ? finding.first : finding.second;
    FindingRow row;
    row.side = true;
    row.text = FindingsPanel::tr("%1 %2 at %3")
                   .arg(QString::fromStdString(simt::threadText(side.thread, side.block)), actOf(side.access),
                        QString::fromStdString(simt::lineText(side.sourceFile, side.sourceLine, side.ptxLine)));
    row.place = placeOf(finding, first, launch);
    return row;
}

void addRows(std::vector<FindingRow>& rows, const Finding& finding, std::size_t launch) {
    FindingRow head;
    head.text =
        withHint(severityText(finding.severity) + QLatin1Char(' ') + QString::fromStdString(simt::describe(finding)),
                 finding.hint);
    head.place = placeOf(finding, true, launch);
    rows.push_back(std::move(head));
    if (!hasSecondSide(finding.kind)) return;
    rows.push_back(rowOf(finding, true, launch));
    // The thread that did not come to a barrier because it has ended is at no line.
    if (finding.second.ptxLine != 0) rows.push_back(rowOf(finding, false, launch));
}

}  // namespace

std::vector<FindingRow> findingRows(const FindingsInput& input) {
    std::vector<FindingRow> rows;
    for (std::size_t launch = 0; launch < std::max(input.faults.size(), input.reports.size()); ++launch) {
        if (launch < input.faults.size() && input.faults[launch]) rows.push_back(rowOf(*input.faults[launch], launch));
        if (launch >= input.reports.size()) continue;
        for (const Finding& finding : input.reports[launch].findings) addRows(rows, finding, launch);
        if (input.reports[launch].notKept > 0)
            rows.push_back({FindingsPanel::tr("… and %1 more, which are only counted")
                                .arg(countText(input.reports[launch].notKept)),
                            true,
                            {}});
    }
    return rows;
}

std::uint64_t countOf(const FindingsInput& input) {
    std::uint64_t all = 0;
    for (const auto& fault : input.faults) all += fault ? 1 : 0;
    for (const simt::RaceReport& report : input.reports) all += report.findings.size() + report.notKept;
    return all;
}

QString findingsSummary(const FindingsInput& input) {
    if (input.looking)
        return FindingsPanel::tr("Looking for races, barriers that do not fit, wrong masks and divisions by zero …");
    if (!input.failed.isEmpty()) return FindingsPanel::tr("Could not look: %1").arg(input.failed);
    if (input.reports.empty()) return FindingsPanel::tr("Nobody has looked for races and the like in this run.");
    std::uint64_t checked = 0, blocks = 0, steps = 0;
    bool allWords = true;
    for (const simt::RaceReport& report : input.reports) {
        checked += report.blocksChecked;
        blocks += report.blocks;
        steps += report.partSteps;
        allWords = allWords && report.allGlobalWords;
    }
    const std::uint64_t findings = countOf(input);
    QString text = findings == 0   ? FindingsPanel::tr("Nothing found")
                   : findings == 1 ? FindingsPanel::tr("1 finding")
                                   : FindingsPanel::tr("%1 findings").arg(countText(findings));
    text += checked == blocks && blocks == 1 ? FindingsPanel::tr("; the one block was checked.")
            : checked == blocks
                ? FindingsPanel::tr("; all %1 blocks were checked.").arg(countText(blocks))
                : FindingsPanel::tr("; %1 of %2 blocks were checked").arg(countText(checked), countText(blocks)) +
                      (steps == 0 ? QString(QLatin1Char('.'))
                                  : FindingsPanel::tr(", and %1 warp instructions of the next.").arg(countText(steps)));
    if (!allWords)
        text += FindingsPanel::tr(" More global memory was touched than can be watched; races there may be missing.");
    return text;
}

FindingsPanel::FindingsPanel(QWidget* parent)
    : QWidget(parent),
      m_summary(plainLabel(this)),
      m_checkAll(new QPushButton(tr("Check &all blocks"), this)),
      m_progress(new QProgressBar(this)),
      m_stop(new QPushButton(tr("Stop"), this)),
      m_list(new QListWidget(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_summary, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_checkAll, m_progress, m_stop}) bar->addWidget(widget);
    layout->addLayout(bar);
    layout->addWidget(m_list, 1);
    m_summary->setWordWrap(true);
    m_summary->setAccessibleName(tr("What was looked for, and where"));
    m_checkAll->setAccessibleName(tr("Check all blocks"));
    m_checkAll->setToolTip(tr("Watch every block of every launch. That can take long, and can be stopped."));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(fontMetrics().averageCharWidth() * 14);
    m_progress->setAccessibleName(tr("Progress of the check"));
    m_stop->setAccessibleName(tr("Stop the check"));
    m_list->setAccessibleName(tr("Findings"));
    m_list->setToolTip(tr("Click, or press Return, to see the thread at its line"));
    m_list->setWordWrap(true);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { choose(m_list->row(item)); });
    connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) { choose(m_list->row(item)); });
    connect(m_checkAll, &QPushButton::clicked, this, &FindingsPanel::checkAllWanted);
    connect(m_stop, &QPushButton::clicked, this, &FindingsPanel::stopWanted);
    setInput({});
}

void FindingsPanel::setInput(FindingsInput input) {
    m_summary->setText(findingsSummary(input));
    m_checkAll->setVisible(input.canLookFurther && !input.looking);
    m_progress->setVisible(input.looking);
    m_progress->setValue(0);
    m_stop->setVisible(input.looking);
    m_rows = findingRows(input);
    m_list->clear();
    for (const FindingRow& row : m_rows) {
        auto* item = new QListWidgetItem((row.side ? QStringLiteral("      ") : QString()) + row.text, m_list);
        if (!row.place) item->setFlags(Qt::ItemIsEnabled);
    }
}

void FindingsPanel::setProgress(double fraction) { m_progress->setValue(static_cast<int>(fraction * 1000)); }

QString FindingsPanel::summary() const { return m_summary->text(); }

void FindingsPanel::choose(int row) {
    if (row < 0 || static_cast<std::size_t>(row) >= m_rows.size()) return;
    if (const auto& place = m_rows[static_cast<std::size_t>(row)].place) Q_EMIT placeChosen(*place);
}

}  // namespace lanescope
