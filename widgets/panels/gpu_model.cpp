// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/gpu_model.h"

#include <QFont>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/gpus/gpu_quantities.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

}  // namespace

std::optional<double> numberOf(const QString& typed, const QString& unit) {
    QString rest = typed.simplified().remove(QLatin1Char(' '));
    if (!unit.isEmpty() && rest.endsWith(unit)) rest.chop(unit.size());
    static constexpr std::array<std::pair<char, double>, 7> kPrefixes{
        {{'T', 1e12}, {'G', 1e9}, {'M', 1e6}, {'k', 1e3}, {'m', 1e-3}, {'u', 1e-6}, {'n', 1e-9}}};
    double factor = 1;
    for (const auto& [sign, size] : kPrefixes)
        if (rest.endsWith(QLatin1Char(sign)) || (sign == 'u' && rest.endsWith(QChar(0x00B5)))) {
            factor = size;
            rest.chop(1);
            break;
        }
    bool number = false;
    const double value = rest.toDouble(&number) * factor;
    return number && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

void GpuModel::setGpu(const GpuSpec* gpu, const std::map<std::string, double>& changed) {
    std::vector<std::string> ids;
    if (gpu)
        for (const GpuQuantity& quantity : gpuQuantities())
            if (gpu->find(quantity.id) || changed.contains(std::string(quantity.id))) ids.emplace_back(quantity.id);
    const bool same = gpu && gpu->id == m_gpu.id && ids == m_ids;
    if (!same) beginResetModel();
    m_gpu = gpu ? *gpu : GpuSpec{};
    m_changed = changed;
    m_ids = std::move(ids);
    if (!same)
        endResetModel();
    else
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int GpuModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}
int GpuModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

int GpuModel::rowOf(const QString& id) const {
    const auto found = std::ranges::find(m_ids, id.toStdString());
    return found == m_ids.end() ? -1 : static_cast<int>(found - m_ids.begin());
}

QString GpuModel::idAt(int row) const {
    return row >= 0 && row < rowCount() ? text(m_ids[static_cast<std::size_t>(row)]) : QString();
}

QString GpuModel::hover(const std::string& id) const {
    const GpuQuantity* quantity = findGpuQuantity(id);
    QString words = quantity ? text(quantity->meaning) : QString();
    if (const GpuValue* filed = m_gpu.find(id)) {
        words +=
            tr("\n%1: %2\n%3").arg(text(m_gpu.title), valueText(filed->value, text(filed->unit)), text(filed->source));
        if (!filed->benchmark.empty()) words += tr("\nmicro-benchmark %1").arg(text(filed->benchmark));
    }
    return words;
}

QVariant GpuModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const std::string& id = m_ids[static_cast<std::size_t>(index.row())];
    const GpuValue* filed = m_gpu.find(id);
    const auto changed = m_changed.find(id);
    const bool isChanged = changed != m_changed.end();
    const double value = isChanged ? changed->second : filed ? filed->value : 0;
    const QString unit = filed ? text(filed->unit) : QString();
    if (role == Qt::ToolTipRole) return plainTip(hover(id));
    if (role == Qt::FontRole && isChanged) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::TextAlignmentRole && index.column() == Value) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
    switch (index.column()) {
        case Quantity: return text(id);
        case Value: return role == Qt::EditRole ? QString::number(value, 'g', 12) : shortValueText(value, unit);
        case Source:
            if (!isChanged) return filed ? text(filed->source) : QString();
            return filed ? tr("what if; was %1").arg(shortValueText(filed->value, unit)) : tr("what if");
        default: return {};
    }
}

QVariant GpuModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case Quantity: return tr("Number");
        case Value: return tr("Value");
        case Source: return tr("Source");
        default: return {};
    }
}

Qt::ItemFlags GpuModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags base = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == Value ? base | Qt::ItemIsEditable : base;
}

bool GpuModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || index.column() != Value) return false;
    const QString id = idAt(index.row());
    const QString typed = value.toString();
    if (typed.trimmed().isEmpty()) {
        Q_EMIT changeWanted(id, std::nullopt);
        return true;
    }
    const GpuValue* filed = m_gpu.find(id.toStdString());
    const auto number = numberOf(typed, filed ? text(filed->unit) : QString());
    if (!number) {
        Q_EMIT refused(tr("\"%1\" is no number; one looks like 1.98e9 or 1.98 G.").arg(typed));
        return false;
    }
    Q_EMIT changeWanted(id, *number);
    return true;
}

}  // namespace lanescope
