// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of one configuration side by side: emulated, predicted, of machine code, replayed or measured, published.
// Where there is no number the cell says in words why. No widget; MetricsTable shows it.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/metrics/predicted.h"
#include "core/study/study.h"

namespace lanescope {

/// What the table is made of.
struct MetricsInput {
    std::optional<Counters> emulated;  ///< of one launch
    QString emulatedMissing;           ///< why not
    bool emulatedSampled = false;
    std::optional<Prediction> predicted;  ///< of the same launch
    std::optional<Counters> machine;      ///< of the same launch, run as machine code
    QString architecture;                 ///< of that: "sm_90"
    std::optional<double> staticSharedBytes;
    std::optional<Measurement> measurement;
    QString measurementMissing;
    std::size_t launch = 0;  ///< which launch's counters of the measurement
    std::vector<PublishedValue> published;
    QString publishedMissing;
    std::shared_ptr<const MetricsInput> baseline{};  ///< of what it is held against; nullptr: of nothing
    QString baselineName{};                          ///< "matmul.tiled n 1024 block 16"
};

class MetricsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Emulated, Predicted, Machine, Measured, Published, ColumnCount };
    /// The number alone; how it differs from the baseline's of the same kind ("▼ −87.5 %"), empty where there is none.
    enum Role { NumberRole = Qt::UserRole, DifferenceRole };

    explicit MetricsModel(QObject* parent = nullptr);
    void setInput(MetricsInput input);
    /// Writes large counts in few characters; hovering still tells all digits.
    void setShort(bool shortened);
    [[nodiscard]] bool isShort() const { return m_short; }
    /// Some metric has a number of this origin.
    [[nodiscard]] bool hasNumbers(Column column) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Row of a metric id ("time", "static_shared_bytes" and unknown published ones included); -1 if there is none.
    [[nodiscard]] int rowOf(const std::string& id) const;

private:
    struct Cell {
        std::optional<double> value;
        QString text;        ///< as shown
        QString difference;  ///< to the baseline's
        QString hover;
    };
    struct Row {
        std::string id;
        QString title, unit, definition, formula, nvprof, perfworks;
        Cell cells[ColumnCount];
    };
    [[nodiscard]] std::vector<Row> rows() const;
    void fill(Row& row) const;
    void fillEmulated(Row& row) const;
    void fillPredicted(Row& row) const;
    void fillMachine(Row& row) const;
    void fillMeasured(Row& row) const;
    void fillPublished(Row& row) const;
    void addDifferences(Row& row) const;
    [[nodiscard]] QString describeRow(const Row& row) const;
    /// In a cell only the units that the row's title does not say: "2 048 sectors" stands in the row "… sectors".
    [[nodiscard]] QString cellText(double value, const QString& unit) const;

    MetricsInput m_input;
    bool m_short = false;
    std::vector<Row> m_rows;
};

/// The formula with each metric id replaced by its present value, as far as there is one:
/// "100 × 2 048 / (32 × 114)".
[[nodiscard]] QString formulaWithValues(const QString& formula, const Counters& counters);

}  // namespace lanescope
