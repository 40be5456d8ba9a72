// SPDX-License-Identifier: GPL-3.0-or-later
// Why a time: what each model says of one configuration, the terms it is made of as a waterfall beside the measured
// parts, and what went in, each of which says where it came from.
#pragma once

#include <QSet>
#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/documents/accuracy_claims.h"
#include "core/gpus/gpu_spec.h"
#include "core/models/model.h"
#include "core/study/measurement.h"
#include "widgets/style/words.h"

class QLabel;
class QSplitter;
class QTreeWidget;
class QTreeWidgetItem;
class QUrl;

namespace lanescope {

class WaterfallDelegate;

struct ModelsInput {
    QString title;   ///< the configuration
    QString counts;  ///< which counts the models got, in words
    std::optional<GpuSpec> gpu;
    std::optional<Measurement> measurement;
    QString measurementMissing;
    std::vector<Result<Estimate>> answers;  ///< one per models(); none: `missing` says why
    std::vector<std::string> spreads{};     ///< likewise, how far each may be off, in words; empty: nobody knows
    QString missing;
    bool wholeProgram = false;          ///< the measured time is that of all steps
    std::vector<AccuracyClaim> claims;  ///< about the algorithm
    std::optional<std::size_t> model;   ///< to be opened; place in models()
};

class ModelsPanel final : public QWidget {
    Q_OBJECT

public:
    enum Column { What, Time, Error, Cycles, Bar, ColumnCount };

    explicit ModelsPanel(QWidget* parent = nullptr);

    /// What was open stays open.
    void setInput(ModelsInput input);
    /// Opens the measured parts.
    void openMeasurement();
    [[nodiscard]] QTreeWidget* tree() const { return m_tree; }
    [[nodiscard]] RichBrowser* detail() const { return m_detail; }
    /// The row of a model; nullptr if there is none.
    [[nodiscard]] QTreeWidgetItem* rowOf(std::size_t model) const;

Q_SIGNALS:
    /// A metric, or a number of the GPU, is to be seen where it stands.
    void metricWanted(const QString& id);
    void gpuValueWanted(const QString& id);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void showHeading();
    void addMeasurement();
    void addModel(std::size_t model);
    void addClaims(QTreeWidgetItem* parent, const Model& model);
    void addTerms(QTreeWidgetItem* parent, const Estimate& estimate);
    void addInputs(QTreeWidgetItem* parent, const Estimate& estimate);
    QTreeWidgetItem* addTerm(QTreeWidgetItem* parent, const EstimateTerm& term, double& running);
    static void setBar(QTreeWidgetItem* item, double from, double to, bool taken);
    [[nodiscard]] const MeasuredPart* measuredPart(const std::string& name) const;
    void fitColumns();
    void fitScale();
    void explainCurrent();
    void follow(const QUrl& link);
    [[nodiscard]] double seconds(const Estimate& estimate) const;

    ModelsInput m_input;
    QSet<QString> m_open;
    QString m_currentKey;
    bool m_building = false;
    QLabel* m_heading;
    QSplitter* m_splitter;
    QTreeWidget* m_tree;
    WaterfallDelegate* m_bars;
    RichBrowser* m_detail;
};

}  // namespace lanescope
