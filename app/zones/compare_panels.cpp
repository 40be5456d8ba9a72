// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/compare_panels.h"

#include <algorithm>

#include "widgets/panels/errors_panel.h"
#include "widgets/panels/gpu_table.h"
#include "widgets/panels/models_panel.h"

namespace lanescope {
namespace {

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

QString countsWords(CountSource source, bool sampled) {
    switch (source) {
        case CountSource::Lockstep:
            return sampled ? ComparePanels::tr("what the warps did, of a sample of the blocks")
                           : ComparePanels::tr("what the warps did");
        case CountSource::Predicted:
            return sampled ? ComparePanels::tr("predicted of hardware's counters, of a sample of the blocks")
                           : ComparePanels::tr("predicted of hardware's counters");
        case CountSource::Document: return ComparePanels::tr("a document's, made by hand");
    }
    return {};
}

ErrorStatistics statisticsOfPairs(const std::vector<EstimatedAndMeasured>& pairs, std::size_t model,
                                  std::optional<std::size_t> item) {
    std::vector<double> errors;
    for (const EstimatedAndMeasured& pair : pairs)
        if (pair.model == model && (!item || pair.item == *item))
            errors.push_back(signedError(pair.estimated, pair.measured));
    return statisticsOf(errors);
}

}  // namespace

ComparePanels::ComparePanels(Comparison& comparison, QWidget* parent)
    : QObject(parent),
      m_comparison(comparison),
      m_models(new ModelsPanel(parent)),
      m_errors(new ErrorsPanel(parent)),
      m_gpu(new GpuTable(parent)) {
    connect(&m_comparison, &Comparison::changed, this, &ComparePanels::refresh);
    connect(&m_comparison, &Comparison::placeChanged, this, [this] {
        if (m_shown) showModels();
    });
    connect(m_models, &ModelsPanel::metricWanted, this, &ComparePanels::metricWanted);
    connect(m_models, &ModelsPanel::gpuValueWanted, this, [this](const QString& id) {
        Q_EMIT gpuWanted();
        m_gpu->edit(id);
    });
    connect(m_gpu, &GpuTable::changeWanted, this, [this](const QString& id, std::optional<double> value) {
        const Result<void> set = m_comparison.gpu().setWhatIf(id.toStdString(), value);
        if (!set) m_gpu->showProblem(QString::fromStdString(describe(set.error())));
    });
    connect(m_gpu, &GpuTable::resetWanted, &m_comparison.gpu(), &GpuChoice::resetWhatIf);
}

void ComparePanels::setShown(bool shown) {
    m_shown = shown;
    refresh();
}

void ComparePanels::openPlace() {
    if (!m_comparison.place().model) m_models->openMeasurement();
}

void ComparePanels::refresh() {
    if (!m_shown) return;
    showModels();
    showErrors();
    showGpu();
}

void ComparePanels::showModels() {
    const ComparedPlace place = m_comparison.place();
    const PointCounts* counts = m_comparison.countsAt(place);
    ModelsInput input;
    if (m_comparison.count() > 0)
        input.title = QStringLiteral("%1 %2").arg(text(m_comparison.algorithmOf(place.item)),
                                                  text(toString(m_comparison.parametersAt(place))));
    if (const GpuSpec* gpu = m_comparison.gpu().spec()) input.gpu = *gpu;
    input.counts = countsWords(m_comparison.counts(), counts && counts->sampled);
    if (const Measurement* measurement = m_comparison.measurementAt(place)) input.measurement = *measurement;
    input.measurementMissing = tr("There is no recording of this configuration, and it was not measured.");
    input.answers = m_comparison.answersAt(place);
    input.spreads = m_comparison.spreadsAt(place);
    input.missing = !input.gpu                           ? tr("No GPU is chosen, so no model can say anything.")
                    : counts && !counts->missing.empty() ? text(counts->missing)
                                                         : tr("It is being counted for the models.");
    input.wholeProgram = counts && counts->wholeProgram;
    input.model = place.model;
    if (m_comparison.count() > 0) input.claims = m_comparison.claimsOf(place.item);
    m_models->setInput(std::move(input));
}

void ComparePanels::showErrors() {
    const ComparisonInput input = m_comparison.input();
    const std::vector<EstimatedAndMeasured> pairs = pairsOf(input);
    std::vector<ModelErrors> rows;
    const auto list = lanescope::models();
    for (std::size_t model = 0; model < list.size(); ++model) {
        const ErrorStatistics all = statisticsOfPairs(pairs, model, std::nullopt);
        if (all.compared == 0) continue;
        rows.push_back({text(list[model]->title()), {}, all});
        for (std::size_t item = 0; item < input.items.size() && input.items.size() > 1; ++item)
            if (const ErrorStatistics one = statisticsOfPairs(pairs, model, item); one.compared > 0)
                rows.push_back({text(list[model]->title()), text(labelOf(input.items, item, input.view.x)), one});
    }
    const QString words =
        rows.empty()
            ? tr("Nothing of what is shown was both estimated and measured on %1.").arg(text(input.measuredOn))
            : tr("(estimated − measured) / measured in %, over all that is shown. Estimates for %1, times of %2.")
                  .arg(text(input.gpu), text(input.measuredOn));
    m_errors->setRows(rows, words);
}

void ComparePanels::showGpu() {
    const GpuChoice& gpu = m_comparison.gpu();
    m_gpu->setGpu(gpu.base(), gpu.whatIf());
}

}  // namespace lanescope
