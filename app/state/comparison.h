// SPDX-License-Identifier: GPL-3.0-or-later
// What the page Compare shows: which configurations stand beside each other, along which parameter, counted how, and
// which point of the chart is asked about. Counting takes place point by point while somebody looks.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/gpu_choice.h"
#include "app/state/job_runner.h"
#include "app/state/point_counts.h"
#include "core/library/library.h"
#include "widgets/charts/comparison.h"
#include "widgets/charts/comparison_models.h"

namespace lanescope {

/// A point of the chart that is asked about.
struct ComparedPlace {
    std::size_t item = 0;
    std::uint64_t x = 0;
    std::optional<std::size_t> model;  ///< place in models(); nothing: the measurement, or all
    friend bool operator==(const ComparedPlace&, const ComparedPlace&) = default;
};

/// Models that are drawn as long as nobody chooses others.
inline constexpr std::size_t kBestModels = 2;

class Comparison final : public QObject {
    Q_OBJECT

public:
    /// `gpu`, `jobs` and `measured` (what was measured in this session) must outlive this.
    Comparison(std::shared_ptr<const Library> library, const std::vector<StudyEntry>& measured, GpuChoice& gpu,
               JobRunner& jobs, QObject* parent = nullptr);

    // what is compared
    /// The first item; nullptr: nothing is chosen.
    void setChoice(const Algorithm* algorithm, const Parameters& parameters);
    /// Keeps the chosen configuration in the chart when another one is chosen. False if it is kept already.
    bool keepChoice();
    /// The same of any configuration. Error: why there is no such one.
    Result<void> keep(const std::string& algorithm, const Parameters& parameters);
    /// Of one that was kept; nullptr: it follows the choice.
    [[nodiscard]] const Parameters* keptParameters(std::size_t item) const;
    /// Another algorithm, with the chosen parameters as far as it takes them, now and when they change. Nothing happens
    /// if it stands there already. Error: why it cannot be shown.
    Result<void> add(const std::string& algorithm);
    /// Does it stand there with the chosen parameters, as the chosen one or beside it?
    [[nodiscard]] bool isBeside(std::string_view algorithm) const;
    /// Not the chosen one, which is number 0.
    void remove(std::size_t item);
    [[nodiscard]] std::size_t count() const { return m_items.size(); }
    [[nodiscard]] std::string label(std::size_t item) const;
    [[nodiscard]] std::string_view algorithmOf(std::size_t item) const;
    /// What document 004 claims of its models for it.
    [[nodiscard]] std::vector<AccuracyClaim> claimsOf(std::size_t item) const;

    // how
    /// As long as nobody has chosen models, all are hidden but the kBestModels best that are in range.
    [[nodiscard]] const ComparisonView& view() const { return m_view; }
    /// Other hidden models than before are a choice of models.
    void setView(ComparisonView view);
    /// The best ones are drawn again, whichever they are.
    void chooseBestModels();
    [[nodiscard]] bool modelsAreChosen() const { return m_modelsChosen; }
    /// What is known of the models' errors on the chosen GPU; nullptr: nothing.
    [[nodiscard]] const RecordedAccuracy* accuracy() const;
    /// How all models stand for the chosen configuration.
    [[nodiscard]] std::vector<ModelStanding> standings() const;
    /// Parameters of the chosen algorithm that can be along x: those with whole numbers.
    [[nodiscard]] std::vector<std::string> axes() const;
    [[nodiscard]] CountSource counts() const { return m_counts; }
    void setCounts(CountSource source);

    /// Which GPU the models are asked about.
    [[nodiscard]] GpuChoice& gpu() const { return m_gpu; }

    // what is known
    [[nodiscard]] ComparisonInput input() const;
    [[nodiscard]] const ComparisonChart& chart() const;
    /// The point that is asked about: chosen, or else that of the chosen configuration.
    [[nodiscard]] ComparedPlace place() const;
    void choosePlace(const ComparedPlace& place);
    /// Of an item at x; nullptr while it has not been counted.
    [[nodiscard]] const PointCounts* countsAt(const ComparedPlace& place) const;
    [[nodiscard]] std::vector<Result<Estimate>> answersAt(const ComparedPlace& place) const;
    /// Of each of these how far it may be off, in words; empty where nobody has told.
    [[nodiscard]] std::vector<std::string> spreadsAt(const ComparedPlace& place) const;
    /// What the chart says of a configuration that was run. One that it has not counted yet is counted of that run, for
    /// the chart too if `asCharted`: warps were scheduled as in its own runs.
    [[nodiscard]] std::vector<Result<Estimate>> answersOfRun(const Emulation& run, bool asCharted);
    [[nodiscard]] const Measurement* measurementAt(const ComparedPlace& place) const;
    /// Complete, with x.
    [[nodiscard]] Parameters parametersAt(const ComparedPlace& place) const;

    /// The chosen configuration at every x of the chart.
    [[nodiscard]] std::vector<Parameters> sweep() const;

    /// Counting takes place only while someone looks.
    void setWanted(bool wanted);
    /// Counting stops until something else is wanted.
    void stop();
    /// Counting waits while more urgent work runs.
    void setPaused(bool paused);
    /// Something was measured.
    void measurementsChanged();

Q_SIGNALS:
    void changed();       ///< anything that the chart, its labels or the answers show
    void placeChanged();  ///< place()

private:
    struct Item {
        const Algorithm* algorithm = nullptr;
        Parameters parameters;
        bool linked = false;  ///< follows the chosen parameters
    };
    struct Point {
        PointCounts counts;
        std::vector<Result<Estimate>> answers;
    };
    [[nodiscard]] std::vector<std::uint64_t> xValues(const Item& item) const;
    [[nodiscard]] std::vector<const StudyEntry*> entriesOf(const Item& item) const;
    [[nodiscard]] ComparedItem compared(const Item& item) const;
    [[nodiscard]] std::vector<std::string> claimNotes(const Item& item) const;
    [[nodiscard]] Parameters at(const Item& item, std::uint64_t x) const;
    [[nodiscard]] std::string keyOf(const Item& item, std::uint64_t x) const;
    [[nodiscard]] Result<Parameters> linkedParameters(const Algorithm& algorithm) const;
    void followChoice();
    [[nodiscard]] std::map<std::uint64_t, bool> fillsOf(const Item& item) const;
    void drawBestModels();
    void keepAxis();
    [[nodiscard]] std::vector<Result<Estimate>> answersFor(const PointCounts& counts) const;
    void answerAll();
    void touch();
    struct Filling;
    [[nodiscard]] bool drawsModels(const Item& item) const;
    [[nodiscard]] Filling nextToFill() const;
    void fillNext();

    std::shared_ptr<const Library> m_library;
    const std::vector<StudyEntry>& m_measured;
    JobRunner& m_jobs;
    std::vector<Item> m_items;
    ComparisonView m_view;
    CountSource m_counts = CountSource::Lockstep;
    GpuChoice& m_gpu;
    std::map<std::string, Point> m_points;                       ///< by algorithm and parameters
    mutable std::map<std::string, std::optional<bool>> m_fills;  ///< likewise, for the GPU of the models
    std::optional<ComparedPlace> m_place;
    bool m_modelsChosen = false;
    bool m_wanted = false;
    bool m_paused = false;
    bool m_stopped = false;
    mutable std::optional<ComparisonChart> m_chart;  ///< made when it is asked for
};

}  // namespace lanescope
