// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/maps_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "widgets/panels/column_fitter.h"
#include "widgets/panels/scrolled_words.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kNameCharacters = 12;
constexpr double kNanosecond = 1e-9;

QString text(const std::string& string) { return QString::fromStdString(string); }

bool isTimed(const MappingCost& cost) { return !cost.improvements.empty(); }

bool sameSize(const MappingCost& a, const MappingCost& b) { return a.n == b.n && a.block == b.block; }

/// How far apart two sizes are: another block is farther than another n.
double distance(const MappingCost& a, const MappingCost& b) {
    const auto times = [](std::uint64_t x, std::uint64_t y) {
        return std::abs(std::log2(static_cast<double>(std::max<std::uint64_t>(1, x)) /
                                  static_cast<double>(std::max<std::uint64_t>(1, y))));
    };
    return times(a.n, b.n) + 100 * times(a.block, b.block);
}

/// "1√ + 24"
QString operationsText(const MapOperations& operations) {
    const QString others = countText(operations.arithmetic() + operations.comparisons);
    if (operations.roots <= 0) return others;
    return QStringLiteral("%1√ + %2").arg(countText(operations.roots), others);
}

const MapImprovement* improvementOf(const MappingCost& cost, std::string_view workload) {
    const auto found = std::ranges::find(cost.improvements, workload, &MapImprovement::workload);
    return found == cost.improvements.end() ? nullptr : &*found;
}

QString cellText(const MappingCost& cost, int column) {
    const auto improvement = [&](std::string_view workload) {
        const MapImprovement* found = improvementOf(cost, workload);
        return found ? factorText(found->improvement) : QStringLiteral("–");
    };
    switch (column) {
        case MapsPanel::Map: return text(cost.map);
        case MapsPanel::InPtx: return operationsText(cost.operations);
        case MapsPanel::OnPaper: return cost.onPaper ? operationsText(*cost.onPaper) : QStringLiteral("–");
        case MapsPanel::Bound: return isTimed(cost) ? factorText(cost.bound) : QStringLiteral("–");
        case MapsPanel::Dummy: return improvement("dummy");
        case MapsPanel::Distances: return improvement("edm");
        case MapsPanel::Collisions: return improvement("collision");
        default: return {};
    }
}

QString operationsHtml(const MappingCost& cost) {
    struct Class {
        QString name;
        double MapOperations::*count;
    };
    const Class classes[]{{MapsPanel::tr("roots"), &MapOperations::roots},
                          {MapsPanel::tr("multiplications"), &MapOperations::multiplications},
                          {MapsPanel::tr("divisions, shifts"), &MapOperations::divisions},
                          {MapsPanel::tr("additions"), &MapOperations::additions},
                          {MapsPanel::tr("roundings"), &MapOperations::floors},
                          {MapsPanel::tr("comparisons"), &MapOperations::comparisons}};
    QString html = MapsPanel::tr(
        "<table cellspacing=4><tr><th align=left>operations to find a tile</th><th>counted in "
        "our PTX</th><th>published, 002 P7</th></tr>");
    for (const Class& one : classes)
        html += QStringLiteral("<tr><td>%1</td><td align=right>%2</td><td align=right>%3</td></tr>")
                    .arg(one.name, countText(cost.operations.*one.count),
                         cost.onPaper ? countText((*cost.onPaper).*one.count) : QStringLiteral("–"));
    html += QStringLiteral("</table>");
    if (!cost.onPaper) html += MapsPanel::tr("<p>Document 002 counts no operations of this map.</p>");
    return html;
}

QString timesHtml(const MappingCost& cost) {
    if (!isTimed(cost))
        return MapsPanel::tr(
                   "<p>No recording holds this map with the bounding box at n = %1 and blocks of %2 × %2, so "
                   "there is no β, no τ and no improvement to tell.</p>")
            .arg(countText(cost.n))
            .arg(cost.block);
    QString html =
        MapsPanel::tr(
            "<p>Replayed from %1, n = %2, blocks of %3 × %3, r = %4 rows of tiles:<br>β = %5 ns a "
            "block of the bounding box (dummy / r²), τ = %6 ns a tile of the map (dummy / (r (r + "
            "1) / 2)).</p>")
            .arg(escaped(text(cost.gpu)), countText(cost.n))
            .arg(cost.block)
            .arg(countText(cost.rows), countText(cost.beta / kNanosecond, 3), countText(cost.tau / kNanosecond, 3));
    html += MapsPanel::tr(
                "<p>Bound of document 002 (P4): I = 2 β/τ = <b>%1</b>; for these r, 2 β/τ · r/(r + 1) = %2."
                "</p><table cellspacing=4>")
                .arg(factorText(cost.bound),
                     factorText(improvementBound(cost.beta, cost.tau, static_cast<double>(cost.rows))));
    for (const MapImprovement& one : cost.improvements)
        html +=
            MapsPanel::tr("<tr><td>%1:</td><td align=right>%2 / %3</td><td>= <b>%4</b>%5</td></tr>")
                .arg(escaped(text(one.workload)), timeText(one.boxSeconds), timeText(one.mapSeconds),
                     factorText(one.improvement),
                     one.improvement > cost.bound ? MapsPanel::tr(", above the bound: other work has its own β and τ")
                                                  : QString());
    return html + QStringLiteral("</table>");
}

}  // namespace

QString mapHtml(const MappingCost& cost) {
    QString html = QStringLiteral("<h4>%1</h4>").arg(escaped(text(cost.map)));
    if (!cost.note.empty()) html += QStringLiteral("<p>⚠ %1</p>").arg(escaped(text(cost.note)));
    return html + timesHtml(cost) + operationsHtml(cost);
}

MapsPanel::MapsPanel(QWidget* parent) : QWidget(parent), m_words(new ScrolledWords(tr("Which sizes are shown"), this)) {
    auto* splitter = new QSplitter(Qt::Vertical, this);
    m_table = new QTableWidget(splitter);
    m_detail = new RichBrowser(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_words);
    layout->addWidget(splitter, 1);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    m_detail->setAccessibleName(tr("What the selected map costs"));
    m_detail->setOpenLinks(false);
    m_table->setColumnCount(ColumnCount);
    m_table->setHorizontalHeaderLabels({tr("Map"), tr("In PTX\ncounted"), tr("002 P7\npublished"), tr("2 β/τ\nbound"),
                                        tr("dummy\nreplayed"), tr("distances\nreplayed"), tr("collisions\nreplayed")});
    const QStringList hints{tr("The map from blocks to tiles of the triangle"),
                            tr("Operations to find a tile, in the PTX of our kernel: roots (√) and all others"),
                            tr("The same as document 002 counts them"),
                            tr("How many times faster than the bounding box a map can be, by document 002"),
                            tr("Times faster than the bounding box: a kernel that writes a cell"),
                            tr("Times faster than the bounding box: distances of points"),
                            tr("Times faster than the bounding box: collisions of spheres")};
    for (int column = 0; column < ColumnCount; ++column)
        m_table->horizontalHeaderItem(column)->setToolTip(plainTip(hints[column]));
    m_table->setAccessibleName(tr("What the maps of triangles cost"));
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_fitter = new ColumnFitter(m_table, Map, kNameCharacters);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &MapsPanel::explainCurrent);
}

QLabel* MapsPanel::words() const { return m_words->label(); }

void MapsPanel::setMaps(const MappingCost& chosen, const std::vector<MappingCost>& recorded) {
    m_rows.clear();
    const auto nearest =
        std::ranges::min_element(recorded, {}, [&](const MappingCost& cost) { return distance(cost, chosen); });
    if (nearest != recorded.end())
        std::ranges::copy_if(recorded, std::back_inserter(m_rows),
                             [&](const MappingCost& cost) { return sameSize(cost, *nearest); });
    const bool there = nearest != recorded.end() && sameSize(*nearest, chosen);
    auto own = std::ranges::find_if(m_rows, [&](const MappingCost& cost) {
        return there && cost.algorithm == chosen.algorithm && cost.map == chosen.map;
    });
    if (own == m_rows.end()) own = m_rows.insert(m_rows.begin(), chosen);
    const int current = static_cast<int>(own - m_rows.begin());
    const QString wanted = tr("n = %1 and blocks of %2 × %2").arg(countText(chosen.n)).arg(chosen.block);
    if (nearest == recorded.end())
        m_words->setText(
            tr("No recording holds maps of triangles beside the bounding box: only operations are known."));
    else if (there)
        m_words->setText(
            tr("Times faster than the bounding box, replayed from %1, with %2.").arg(text(nearest->gpu), wanted));
    else
        m_words->setText(tr("%1 were not recorded. Shown is the nearest size that was, n = %2 and blocks of %3 × %3, "
                            "replayed from %4: times faster than the bounding box.")
                             .arg(wanted, countText(nearest->n))
                             .arg(nearest->block)
                             .arg(text(nearest->gpu)));
    m_table->setRowCount(static_cast<int>(m_rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) fillRow(row);
    QFont bold;  // and of the table's size, also when that changes
    bold.setBold(true);
    m_table->item(current, Map)->setFont(bold);
    m_fitter->fit();
    m_table->setCurrentCell(current, Map);
    m_table->scrollToItem(m_table->item(current, Map));
    explainCurrent();
}

/// Grey is what is not to be believed, or not known; the box below says why.
void MapsPanel::fillRow(int row) {
    const MappingCost& cost = m_rows[static_cast<std::size_t>(row)];
    const bool doubtful = !isTimed(cost) || !cost.note.empty();
    for (int column = 0; column < ColumnCount; ++column) {
        auto* item = new QTableWidgetItem(cellText(cost, column));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        item->setTextAlignment((column == Map ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        item->setToolTip(richTip(mapHtml(cost)));
        const bool unknown = item->text() == u"–";
        if (unknown || (doubtful && column >= Bound))
            item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
        m_table->setItem(row, column, item);
    }
}

void MapsPanel::explainCurrent() {
    const int row = m_table->currentRow();
    const bool known = row >= 0 && static_cast<std::size_t>(row) < m_rows.size();
    m_detail->setHtml(known ? mapHtml(m_rows[static_cast<std::size_t>(row)]) : QString());
}

}  // namespace lanescope
