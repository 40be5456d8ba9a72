// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/metrics_model.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/baseline/difference.h"
#include "core/metrics/dictionary.h"
#include "widgets/charts/measurement_text.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

const QString kNothing = QStringLiteral("–");

std::optional<double> valueIn(const Counters& counters, const std::string& id) {
    const auto found = counters.find(id);
    return found == counters.end() ? std::nullopt : std::optional(found->second);
}

/// A line of a hover text: label and content, escaped; nothing for an empty content.
QString line(const QString& label, const QString& content) {
    if (content.isEmpty()) return {};
    return QStringLiteral("<br><b>%1:</b> %2").arg(escaped(label), escaped(content));
}

/// What hardware counted of the launch; nullptr if nobody asked.
const Counters* measuredCounters(const MetricsInput& input) {
    if (!input.measurement || input.launch >= input.measurement->counters.size()) return nullptr;
    return &input.measurement->counters[input.launch];
}

/// A metric's number of one column, with where it is from.
std::optional<rules::Fact> factOf(const MetricsInput& input, MetricsModel::Column column, const std::string& id) {
    const auto fact = [](std::optional<double> value, Origin origin) {
        return value ? std::optional(rules::Fact{*value, origin}) : std::nullopt;
    };
    switch (column) {
        case MetricsModel::Emulated:
            if (id == "static_shared_bytes") return fact(input.staticSharedBytes, Origin::Emulated);
            return input.emulated ? fact(valueIn(*input.emulated, id), Origin::Emulated) : std::nullopt;
        case MetricsModel::Predicted:
            return input.predicted ? fact(valueIn(input.predicted->counters, id), Origin::Estimated) : std::nullopt;
        case MetricsModel::Machine:
            return input.machine ? fact(valueIn(*input.machine, id), Origin::Emulated) : std::nullopt;
        case MetricsModel::Measured:
            if (!input.measurement) return std::nullopt;
            if (id == "time") return rules::Fact{input.measurement->median, input.measurement->origin};
            if (const Counters* const counters = measuredCounters(input))
                return fact(valueIn(*counters, id), input.measurement->origin);
            return std::nullopt;
        default: return std::nullopt;
    }
}

std::optional<double> valueOf(const std::optional<rules::Fact>& fact) {
    return fact ? std::optional(fact->value) : std::nullopt;
}

/// Equal as far as the two can be: ratios pass through text, counts are exact.
bool same(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b)); }

}  // namespace

QString formulaWithValues(const QString& formula, const Counters& counters) {
    static const QRegularExpression kId(QStringLiteral("[a-z][a-z0-9]*(?:_[a-z0-9]+)+"));
    QString result;
    qsizetype end = 0;
    for (auto match = kId.globalMatch(formula); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        result += formula.mid(end, found.capturedStart() - end);
        const auto value = valueIn(counters, found.captured().toStdString());
        result += value ? countText(*value) : found.captured();
        end = found.capturedEnd();
    }
    return result + formula.mid(end);
}

MetricsModel::MetricsModel(QObject* parent) : QAbstractTableModel(parent) { m_rows = rows(); }

void MetricsModel::setInput(MetricsInput input) {
    m_input = std::move(input);
    std::vector<Row> next = rows();
    // As a rule the rows are the same ones: then only the cells change, and selection and scroll position stay.
    if (std::ranges::equal(next, m_rows, {}, &Row::id, &Row::id)) {
        m_rows = std::move(next);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        return;
    }
    beginResetModel();
    m_rows = std::move(next);
    endResetModel();
}

void MetricsModel::setShort(bool shortened) {
    if (shortened == m_short) return;
    m_short = shortened;
    for (Row& row : m_rows) fill(row);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

bool MetricsModel::hasNumbers(Column column) const {
    return std::ranges::any_of(m_rows, [column](const Row& row) { return row.cells[column].value.has_value(); });
}

QString MetricsModel::cellText(double value, const QString& unit) const {
    const bool said = unit != u"s" && unit != u"%" && !unit.startsWith(QLatin1Char('B'));
    const QString shown = said ? QString() : unit;
    return m_short ? shortValueText(value, shown) : valueText(value, shown);
}

std::vector<MetricsModel::Row> MetricsModel::rows() const {
    std::vector<Row> rows;
    rows.push_back(
        {"time",
         tr("Time of the kernels"),
         QStringLiteral("s"),
         tr("From the start of the first kernel to the end of the last one, without copies. Median of several "
            "runs. The emulator has no clock: it counts, and the models estimate times from its counts."),
         {},
         {},
         {},
         {}});
    rows.push_back({"static_shared_bytes",
                    tr("Static shared memory"),
                    QStringLiteral("B"),
                    tr("Bytes of shared memory that a block of this kernel takes."),
                    {},
                    {},
                    QStringLiteral("launch__shared_mem_per_block_static"),
                    {}});
    for (const Metric& metric : metricDictionary())
        if (metric.id != "time" && metric.id != "static_shared_bytes")
            rows.push_back({std::string(metric.id),
                            text(metric.title),
                            text(metric.unit),
                            text(metric.definition),
                            text(metric.formula),
                            text(metric.nvprof),
                            text(metric.perfworks),
                            {}});
    for (const PublishedValue& value : m_input.published)
        if (std::ranges::find(rows, value.metric, &Row::id) == rows.end()) {
            QString title = QString::fromStdString(value.metric).replace(QLatin1Char('_'), QLatin1Char(' '));
            title[0] = title[0].toUpper();
            rows.push_back({value.metric, title, {}, tr("A number that the document prints."), {}, {}, {}, {}});
        }
    for (Row& row : rows) fill(row);
    return rows;
}

void MetricsModel::fill(Row& row) const {
    row.cells[Name] = {std::nullopt, row.title, {}};
    fillEmulated(row);
    fillPredicted(row);
    fillMachine(row);
    fillMeasured(row);
    fillPublished(row);
    if (m_input.baseline) addDifferences(row);
    row.cells[Name].hover = tr("Its values are in the columns beside it.");
}

void MetricsModel::fillEmulated(Row& row) const {
    Cell& cell = row.cells[Emulated];
    cell.value = valueOf(factOf(m_input, Emulated, row.id));
    cell.text = cell.value ? cellText(*cell.value, row.unit) : kNothing;
    if (!cell.value) {
        cell.hover = row.id == "time"    ? tr("No value: the emulator has no clock.")
                     : !m_input.emulated ? tr("No value: %1").arg(m_input.emulatedMissing)
                                         : tr("No value: this launch makes no such access, or it is a number that only "
                                              "hardware or a document gives.");
        return;
    }
    cell.hover = tr("Emulated: counted while the kernel's PTX ran in the emulator.");
    if (m_input.emulatedSampled) cell.hover += tr(" Some of the blocks were run and stand for the rest of the grid.");
    if (!row.formula.isEmpty() && m_input.emulated)
        cell.hover += tr(" Here: %1").arg(formulaWithValues(row.formula, *m_input.emulated));
}

void MetricsModel::fillPredicted(Row& row) const {
    Cell& cell = row.cells[Predicted];
    cell.text = kNothing;
    const std::optional<Prediction>& prediction = m_input.predicted;
    cell.value = valueOf(factOf(m_input, Predicted, row.id));
    if (!cell.value) {
        const auto why =
            prediction ? prediction->missing.find(row.id) : std::map<std::string, std::string>::const_iterator{};
        cell.hover = !prediction                        ? tr("No value: %1").arg(m_input.emulatedMissing)
                     : why != prediction->missing.end() ? tr("No value: %1.").arg(QString::fromStdString(why->second))
                                                        : tr("No value: it does not follow from the execution alone.");
        return;
    }
    cell.text = cellText(*cell.value, row.unit);
    cell.hover =
        tr("Predicted: what an NVIDIA GPU's counter would read, from this emulated run and a model of the machine "
           "code that the assembler ptxas makes of the PTX.");
    const std::optional<double> emulated = row.cells[Emulated].value;
    if (emulated && !same(*cell.value, *emulated))
        cell.hover += tr(" It differs from the emulated value, which counts what the PTX did.");
    for (const std::string& note : prediction->notes) cell.hover += QLatin1Char(' ') + QString::fromStdString(note);
}

void MetricsModel::fillMachine(Row& row) const {
    Cell& cell = row.cells[Machine];
    cell.value = valueOf(factOf(m_input, Machine, row.id));
    cell.text = cell.value ? cellText(*cell.value, row.unit) : kNothing;
    if (!cell.value) {
        cell.hover = !m_input.machine ? tr("No value: PTX is watched, no machine code.")
                                      : tr("No value: this launch makes no such access, or it is a number that only "
                                           "hardware or a document gives.");
        return;
    }
    cell.hover = tr("Emulated: counted while the machine code for %1 ran in the emulator.").arg(m_input.architecture);
    if (m_input.emulatedSampled) cell.hover += tr(" Some of the blocks were run and stand for the rest of the grid.");
    if (!row.formula.isEmpty()) cell.hover += tr(" Here: %1").arg(formulaWithValues(row.formula, *m_input.machine));
}

void MetricsModel::fillMeasured(Row& row) const {
    Cell& cell = row.cells[Measured];
    cell.text = kNothing;
    if (!m_input.measurement) {
        cell.hover = tr("No value: %1").arg(m_input.measurementMissing);
        return;
    }
    const Measurement& m = *m_input.measurement;
    const QString where = whereFrom(m) + QLatin1Char('.');
    const Counters* const counters = measuredCounters(m_input);
    cell.value = valueOf(factOf(m_input, Measured, row.id));
    if (!cell.value) {
        const QString why = QString::fromStdString(m.countersMissing);
        cell.hover = !why.isEmpty() ? tr("No value: %1 %2").arg(why, where)
                     : counters     ? tr("No value: the hardware has no such counter. %1").arg(where)
                                    : tr("No value: counters were not recorded. %1").arg(where);
        return;
    }
    cell.text = cellText(*cell.value, row.unit);
    cell.hover = where;
    if (row.id == "time") {
        cell.hover += tr(" The middle half of the runs lies from %1 to %2; %3.")
                          .arg(timeText(m.lowerQuartile), timeText(m.upperQuartile),
                               howMeasured(m).replace(QLatin1Char('\n'), QStringLiteral("; ")));
        return;
    }
    if (!row.formula.isEmpty()) cell.hover += tr(" Here: %1").arg(formulaWithValues(row.formula, *counters));
    const std::optional<double> machine = row.cells[Machine].value;
    const std::optional<double> emulated = machine ? machine : row.cells[Emulated].value;
    if (!emulated) return;
    if (same(*cell.value, *emulated)) {
        cell.text += QStringLiteral(" =");
        cell.hover += machine ? tr(" The same as the machine code did in the emulator.") : tr(" The same as emulated.");
    } else if (machine) {
        cell.text += QStringLiteral(" ≠");
        cell.hover += tr(" Differs by %1 from what the machine code did in the emulator.")
                          .arg(differenceText(*cell.value, *machine));
    } else {
        const QString difference = differenceText(*cell.value, *emulated);
        cell.text += QStringLiteral(" ≠");
        cell.hover +=
            tr(" Differs from the emulated value by %1: the emulator counts what the PTX does, the hardware what "
               "the assembler ptxas has made of it.")
                .arg(difference);
    }
}

void MetricsModel::fillPublished(Row& row) const {
    Cell& cell = row.cells[Published];
    QStringList texts, hovers;
    for (const PublishedValue& value : m_input.published) {
        if (value.metric != row.id) continue;
        if (!cell.value) cell.value = value.value;
        const QString shown = row.unit.isEmpty() && !value.printed.empty() ? QString::fromStdString(value.printed)
                                                                           : cellText(value.value, row.unit);
        if (!texts.contains(shown)) texts += shown;
        QString hover = tr("%1 prints %2, for %3.")
                            .arg(QString::fromStdString(value.document),
                                 QString::fromStdString(value.printed.empty() ? shown.toStdString() : value.printed),
                                 QString::fromStdString(value.gpu));
        if (!value.note.empty()) hover += QLatin1Char(' ') + QString::fromStdString(value.note);
        hovers += hover;
    }
    if (texts.isEmpty()) {
        cell.text = kNothing;
        cell.hover =
            m_input.published.empty()
                ? tr("No value: %1").arg(m_input.publishedMissing)
                : tr("No value: %1 does not give it.").arg(QString::fromStdString(m_input.published.front().document));
        return;
    }
    cell.text = texts.join(QStringLiteral("; "));
    cell.hover = hovers.join(QLatin1Char(' '));
}

void MetricsModel::addDifferences(Row& row) const {
    for (const Column column : {Emulated, Predicted, Machine, Measured}) {
        Cell& cell = row.cells[column];
        if (!cell.value) continue;
        const auto before = factOf(*m_input.baseline, column, row.id);
        const baseline::Held held = baseline::held(before, factOf(m_input, column, row.id), row.unit.toStdString());
        const QString note = QString::fromStdString(inWords(held.note));
        if (held.difference) cell.difference = QString::fromStdString(baseline::inShort(*held.difference));
        const QString was = before ? valueText(before->value, row.unit) : QString();
        QStringList said{m_input.baselineName, was, cell.difference, note};
        said.removeAll(QString());
        cell.hover += QLatin1Char(' ') + tr("Baseline: %1.").arg(said.join(QStringLiteral(", ")));
    }
}

QString MetricsModel::describeRow(const Row& row) const {
    return QStringLiteral("<b>%1</b><br>%2").arg(escaped(row.title), escaped(row.definition)) +
           line(tr("Unit"), row.unit.isEmpty() ? tr("a plain count") : row.unit) + line(tr("Formula"), row.formula) +
           line(tr("nvprof"), row.nvprof) + line(tr("PerfWorks, Nsight Compute"), row.perfworks);
}

int MetricsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int MetricsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant MetricsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Cell& cell = row.cells[index.column()];
    switch (role) {
        case NumberRole: return cell.text;
        case DifferenceRole: return cell.difference;
        case Qt::DisplayRole:
            // What is as it was needs no sign.
            return cell.difference.size() > 1 ? cell.text + QStringLiteral("  ") + cell.difference : cell.text;
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        case Qt::ToolTipRole: {
            const QString exact = cell.value && m_short
                                      ? QStringLiteral("<br><b>%1</b>").arg(escaped(valueText(*cell.value, row.unit)))
                                      : QString();
            return richTip(QStringLiteral("%1%2<br><i>%3</i>").arg(describeRow(row), exact, escaped(cell.hover)));
        }
        case Qt::AccessibleDescriptionRole: return cell.hover;
        default: return {};
    }
}

QVariant MetricsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::ToolTipRole && section == Emulated && m_input.emulatedSampled)
        return plainTip(tr("Some of the blocks were run and stand for the rest of the grid."));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name: return tr("Metric");
        case Emulated: return m_input.emulatedSampled ? tr("Emulated ≈") : tr("Emulated");
        case Predicted: return tr("Predicted");
        case Machine: return tr("Machine code, %1").arg(m_input.architecture);
        case Measured:
            return m_input.measurement && m_input.measurement->origin == Origin::Replayed ? tr("Replayed")
                                                                                          : tr("Measured");
        case Published: return tr("Published");
        default: return {};
    }
}

int MetricsModel::rowOf(const std::string& id) const {
    const auto found = std::ranges::find(m_rows, id, &Row::id);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

}  // namespace lanescope
