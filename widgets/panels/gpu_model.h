// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a GPU as a table in which each can be changed: what if. No widget; GpuTable shows it.
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/gpus/gpu_spec.h"

namespace lanescope {

class GpuModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Quantity, Value, Source, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    /// The GPU as its file says, and what is changed of it. nullptr: none.
    void setGpu(const GpuSpec* gpu, const std::map<std::string, double>& changed);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Asks for another value by changeWanted(); the model itself is as setGpu() says.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// -1 if the GPU has no such number.
    [[nodiscard]] int rowOf(const QString& id) const;
    [[nodiscard]] QString idAt(int row) const;

Q_SIGNALS:
    /// nothing: as the file says.
    void changeWanted(const QString& id, std::optional<double> value);
    /// What was typed is no number.
    void refused(const QString& why);

private:
    [[nodiscard]] QString hover(const std::string& id) const;

    GpuSpec m_gpu;
    std::map<std::string, double> m_changed;
    std::vector<std::string> m_ids;
};

/// "1.2 G", "1.2e9", "1200000000", with or without the unit behind it. nothing if that is no number.
[[nodiscard]] std::optional<double> numberOf(const QString& typed, const QString& unit);

}  // namespace lanescope
