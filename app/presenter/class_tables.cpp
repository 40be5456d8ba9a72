// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/class_tables.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <algorithm>
#include <utility>

#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct ClassTables {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ClassTables)
};

enum class OfFile { Name, Where, Timed, Counted, Date, Count };
enum class OfSpread { Computed, Chosen, Gpu, Files, Lower, Median, Upper, Outliers, Sure };

template <typename Column>
int at(Column column) {
    return static_cast<int>(column);
}

QString worded(const std::string& utf8) { return shownName(utf8); }

/// Sorted by its number, if it has one.
class NumberItem final : public QTableWidgetItem {
public:
    NumberItem(const QString& words, double number) : QTableWidgetItem(words) {
        setData(Qt::UserRole, number);
        setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    bool operator<(const QTableWidgetItem& other) const override {
        return data(Qt::UserRole).toDouble() < other.data(Qt::UserRole).toDouble();
    }
};

QTableWidget* tableOf(const QStringList& heads, const QString& name, QWidget* parent) {
    auto* table = new QTableWidget(parent);
    table->setColumnCount(static_cast<int>(heads.size()));
    table->setHorizontalHeaderLabels(heads);
    table->setAccessibleName(name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

}  // namespace

QTableWidget* makeFilesTable(QWidget* parent) {
    return tableOf({ClassTables::tr("File"), ClassTables::tr("Measured on"), ClassTables::tr("Measured"),
                    ClassTables::tr("Emulated"), ClassTables::tr("Last")},
                   ClassTables::tr("Who handed in what"), parent);
}

QTableWidget* makeSpreadsTable(QWidget* parent) {
    QTableWidget* table =
        tableOf({ClassTables::tr("Computed"), ClassTables::tr("Configuration"), ClassTables::tr("GPU"),
                 ClassTables::tr("Files"), ClassTables::tr("Lower quartile"), ClassTables::tr("Median"),
                 ClassTables::tr("Upper quartile"), ClassTables::tr("Outliers"), ClassTables::tr("Best, and how sure")},
                ClassTables::tr("How far the files lie apart"), parent);
    table->setToolTip(
        plainTip(ClassTables::tr("Double-click a row, or press Return, to choose its configuration in the window")));
    table->horizontalHeaderItem(at(OfSpread::Outliers))->setToolTip(plainTip(QString::fromStdString(outlierRule())));
    return table;
}

const ClassBest* bestOf(const ClassSummary& summary, const ClassSpread& spread) {
    const auto place = static_cast<std::size_t>(&spread - summary.spreads.data());
    const auto best = std::ranges::find(summary.bests, place, &ClassBest::spread);
    return best == summary.bests.end() ? nullptr : &*best;
}

void fillFiles(QTableWidget& table, const ClassFolder& folder) {
    table.setSortingEnabled(false);
    table.setRowCount(static_cast<int>(folder.files.size() + folder.leftOut.size()));
    int row = 0;
    for (const ClassFile& file : folder.files) {
        QStringList where;
        for (const std::string& one : file.where) where += worded(one);
        auto* name = new QTableWidgetItem(worded(file.name));
        name->setData(kClassFile, row);
        table.setItem(row, at(OfFile::Name), name);
        table.setItem(row, at(OfFile::Where), new QTableWidgetItem(where.join(QStringLiteral(", "))));
        table.setItem(row, at(OfFile::Timed), new NumberItem(countText(file.timed), static_cast<double>(file.timed)));
        table.setItem(row, at(OfFile::Counted),
                      new NumberItem(countText(file.counted), static_cast<double>(file.counted)));
        table.setItem(row, at(OfFile::Date), new QTableWidgetItem(worded(file.date.substr(0, 10))));
        ++row;
    }
    for (const LeftOutFile& left : folder.leftOut) {
        const QString why = shownText(left.why);
        auto* name = new QTableWidgetItem(ClassTables::tr("✗ %1").arg(worded(left.name)));
        name->setToolTip(plainTip(why));
        name->setData(kClassWhy, why);
        table.setItem(row, at(OfFile::Name), name);
        auto* reason = new QTableWidgetItem(ClassTables::tr("left out: %1").arg(shownName(why)));
        reason->setToolTip(plainTip(why));
        table.setItem(row, at(OfFile::Where), reason);
        for (int column = at(OfFile::Timed); column < at(OfFile::Count); ++column)
            table.setItem(row, column, new NumberItem({}, -1));
        ++row;
    }
    table.setSortingEnabled(true);
    table.sortByColumn(-1, Qt::AscendingOrder);
    table.resizeColumnsToContents();
    constexpr int kWidest = 240;
    table.setColumnWidth(at(OfFile::Where), std::min(kWidest, table.columnWidth(at(OfFile::Where))));
}

void fillSpreads(QTableWidget& table, const ClassFolder& folder, const ClassSummary& summary,
                 const std::string& algorithm) {
    table.setSortingEnabled(false);
    table.setRowCount(0);
    for (std::size_t i = 0; i < summary.spreads.size(); ++i) {
        const ClassSpread& spread = summary.spreads[i];
        if (spread.algorithm != algorithm) continue;
        const int row = table.rowCount();
        table.insertRow(row);
        QStringList outside;
        for (const std::size_t one : spread.outliers) outside += worded(folder.files[folder.results[one].file].name);
        for (const std::size_t one : spread.apart)
            outside += (folder.results[one].wrong ? ClassTables::tr("%1 (wrong result, not counted)")
                                                  : ClassTables::tr("%1 (a copy, not counted)"))
                           .arg(worded(folder.files[folder.results[one].file].name));
        const ClassBest* best = bestOf(summary, spread);
        auto* computed = new NumberItem(worded(toString(spread.fixed)), static_cast<double>(i));
        computed->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        computed->setData(kClassSpread, static_cast<int>(i));
        table.setItem(row, at(OfSpread::Computed), computed);
        table.setItem(row, at(OfSpread::Chosen), new QTableWidgetItem(worded(toString(spread.chosen))));
        table.setItem(row, at(OfSpread::Gpu), new QTableWidgetItem(worded(spread.where)));
        const auto files = static_cast<double>(spread.results.size());
        table.setItem(row, at(OfSpread::Files), new NumberItem(countText(files), files));
        const bool any = !spread.results.empty();
        for (const auto& [column, seconds] :
             {std::pair(OfSpread::Lower, spread.seconds.lower), std::pair(OfSpread::Median, spread.seconds.median),
              std::pair(OfSpread::Upper, spread.seconds.upper)})
            table.setItem(row, at(column), new NumberItem(any ? timeText(seconds) : QStringLiteral("–"), seconds));
        auto* outliers = new QTableWidgetItem(outside.join(QStringLiteral(", ")));
        outliers->setToolTip(plainTip(QString::fromStdString(outlierRule())));
        table.setItem(row, at(OfSpread::Outliers), outliers);
        auto* sure = new QTableWidgetItem(
            best == nullptr ? QString() : ClassTables::tr("best. %1").arg(worded(sureInWords(summary, *best))));
        sure->setToolTip(plainTip(sure->text()));
        table.setItem(row, at(OfSpread::Sure), sure);
    }
    table.setSortingEnabled(true);
    table.sortByColumn(at(OfSpread::Computed), Qt::AscendingOrder);
    table.resizeColumnsToContents();
    table.setColumnWidth(at(OfSpread::Outliers),
                         std::min(table.columnWidth(at(OfSpread::Outliers)), table.width() / 5));
}

ChartData classData(const ClassFolder& folder, const ClassSummary& summary, const Algorithm* algorithm,
                    const std::string& id) {
    ChartData data;
    data.title = id;
    const std::string size = algorithm != nullptr ? std::string(algorithm->nameOf(ParameterRole::Size)) : std::string();
    data.x = {.title = size, .symbol = size};
    data.y = {.title = "time", .symbol = "time", .unit = AxisUnit::Seconds};
    for (const ClassSpread& spread : summary.spreads) {
        if (spread.algorithm != id) continue;
        ChartSeries series;
        series.name = spread.where;
        series.gpu = spread.where;
        series.origin = Origin::Measured;
        series.configuration = id + ' ' + toString(spread.fixed) + ' ' + toString(spread.chosen);
        const double x = static_cast<double>(spread.fixed.number(size).value_or(0));
        for (const std::size_t at : spread.results) {
            const ClassResult& result = folder.results[at];
            series.points.push_back({x, result.median, result.lower, result.upper, folder.files[result.file].name});
        }
        data.series.push_back(std::move(series));
    }
    return data;
}

}  // namespace lanescope
