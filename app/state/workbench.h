// SPDX-License-Identifier: GPL-3.0-or-later
// The state behind the window: what is chosen, what was emulated, measured and estimated of it. No widget. A choice
// that is not possible becomes problem() and changes nothing else, so that the last good result stays on screen.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/baseline_run.h"
#include "app/state/beside.h"
#include "app/state/choice_history.h"
#include "app/state/comparison.h"
#include "app/state/further_count.h"
#include "app/state/job_runner.h"
#include "app/state/published_comparison.h"
#include "app/state/race_checks.h"
#include "app/state/run_shelf.h"
#include "core/library/library.h"
#include "core/run/watched_run.h"
#include "widgets/panels/metrics_model.h"
#include "widgets/stage/stage_view.h"

namespace lanescope {

class Workbench final : public QObject {
    Q_OBJECT

public:
    explicit Workbench(std::shared_ptr<const Library> library, QObject* parent = nullptr);
    ~Workbench() override;

    [[nodiscard]] const Library& library() const { return *m_library; }
    [[nodiscard]] JobRunner& jobs() { return m_jobs; }
    /// Runs that are at hand: what is chosen of them is there at once.
    [[nodiscard]] RunShelf& shelf() { return m_shelf; }

    // what is chosen
    [[nodiscard]] const Algorithm* algorithm() const { return m_algorithm; }
    /// The last legal choice, complete.
    [[nodiscard]] const Parameters& parameters() const { return m_parameters; }
    /// Of that choice; nullptr before the first one.
    [[nodiscard]] const std::shared_ptr<const Plan>& plan() const { return m_plan; }
    /// The watched block, and which launch of the plan it is of (from 0).
    [[nodiscard]] Dim3 block() const { return m_block; }
    [[nodiscard]] std::size_t launch() const { return m_launch; }
    [[nodiscard]] std::size_t launches() const;
    /// Of the watched launch.
    [[nodiscard]] Dim3 grid() const;
    /// What becomes of a warp whose lanes part ways.
    [[nodiscard]] simt::Scheduling scheduling() const { return m_scheduling; }
    /// Architecture whose machine code runs and is watched ("sm_90"); empty: PTX.
    [[nodiscard]] const std::string& machine() const { return m_machine; }
    /// With what was changed of it: gpuChoice().
    [[nodiscard]] const GpuSpec* gpu() const { return m_gpu.spec(); }
    [[nodiscard]] GpuChoice& gpuChoice() { return m_gpu; }
    /// Why the present choice is not possible, or why its run failed.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }
    /// All of that as a value.
    [[nodiscard]] Chosen chosen() const;
    /// What all numbers are held against.
    [[nodiscard]] const std::optional<PinnedChoice>& baseline() const { return m_baseline; }
    [[nodiscard]] const BaselineRun& baselineRun() const { return m_baselineRun; }
    /// Choices before this one, and those that were undone.
    [[nodiscard]] bool canUndo() const { return m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_history.canRedo(); }
    [[nodiscard]] const ChoiceHistory& history() const { return m_history; }
    /// The choice has changed, and what is shown is of the one before.
    [[nodiscard]] bool isOutdated() const { return !m_outdated.isEmpty(); }
    /// What is coming in its place: "Emulating matmul.tiled, n 2048 …", or that nothing is; empty if it is not
    /// outdated.
    [[nodiscard]] const QString& outdatedText() const { return m_outdated; }

    // what stands beside it
    [[nodiscard]] const std::vector<BesideChoice>& beside() const { return m_besideChoices; }
    /// What is natural to put beside it: partnersOf().
    [[nodiscard]] std::vector<BesideChoice> partners() const;
    /// All that is chosen to stand beside it, with why some of it is not there.
    [[nodiscard]] const std::vector<Beside::Side>& besideSides() const { return m_beside.sides(); }
    /// The run that is there, and those beside it whose block is there too; none before the first run. As many as
    /// blocks(), or one without a block.
    [[nodiscard]] const std::vector<StageSide>& sides() const { return m_sides; }
    /// Of those, in the same order; none if the first one has no block.
    [[nodiscard]] const std::vector<Playback::Block>& blocks() const { return m_blocks; }

    // what is known of it
    /// Of the last legal choice; nullptr before the first one is ready.
    [[nodiscard]] std::shared_ptr<const Emulation> emulation() const { return m_emulation; }
    /// The watched block's trace; nullptr if there is none.
    [[nodiscard]] std::shared_ptr<const BlockTrace> trace() const { return m_watched.traced.trace; }
    /// The same with what is known of its flow; nullptr if there is none.
    [[nodiscard]] std::shared_ptr<const flow::BlockFlow> flow() const { return m_watched.flow; }
    /// How the trace came to be, and what must be known of it; without a trace, nothing.
    [[nodiscard]] const TracedBlock& traced() const { return m_watched.traced; }
    /// Why the block of the element that was asked for last is not what is shown; empty if all is well.
    [[nodiscard]] QString wantedMissing() const;
    /// Memory that traces take, and their budget; nothing before the first run.
    [[nodiscard]] std::optional<RunHistory::Usage> traceMemory() const;
    /// For runs from now on: memory for traces in bytes, 0 = chosen by the machine's memory.
    void setTraceBudget(std::uint64_t bytes) { m_traceBudget = bytes; }
    [[nodiscard]] bool sampled() const;
    /// Of a run that is shown by a sample of its blocks, more are being counted: countsChanged() comes.
    [[nodiscard]] bool isCounting() const { return m_further.isCounting(); }
    [[nodiscard]] const FurtherCount& further() const { return m_further; }
    /// Races and the like of the run, which are looked for when it is there.
    [[nodiscard]] RaceChecks& checks() { return m_checks; }
    [[nodiscard]] const RaceChecks& checks() const { return m_checks; }
    /// What documents print of the algorithm, beside our own numbers.
    [[nodiscard]] PublishedComparison& published() { return m_published; }
    /// What the page of charts shows.
    [[nodiscard]] Comparison& comparison() { return m_comparison; }
    [[nodiscard]] const Comparison& comparison() const { return m_comparison; }
    /// What is wrong in the run's result is to be marked.
    [[nodiscard]] bool differencesShown() const { return m_differencesShown; }
    /// The right kernel where a wrong one is chosen as published; nullptr where there is no such pair.
    [[nodiscard]] std::shared_ptr<const Kernel> correctedKernel() const;
    [[nodiscard]] MetricsInput metrics() const { return metricsOf(0); }
    /// Of the watched launch of one of sides(); of none there is, that there is nothing.
    [[nodiscard]] MetricsInput metricsOf(std::size_t side) const;
    /// What was measured here of a run's configuration, else what was recorded; nullptr: neither.
    [[nodiscard]] const Measurement* measurementOf(const Emulation* run) const;
    /// All that was measured here.
    [[nodiscard]] const std::vector<StudyEntry>& measured() const { return m_measured; }
    /// The run with all of that, and what the chart says of it, to be saved.
    [[nodiscard]] Study study();
    /// Of emulation(): how it was run, and of which architecture's machine code (Chosen::machine).
    [[nodiscard]] simt::Scheduling runScheduling() const { return m_runScheduling; }
    [[nodiscard]] const std::string& runMachine() const { return m_runMachine; }
    [[nodiscard]] bool isEmulating() const { return m_jobs.isBusy(QStringLiteral("emulate")); }

    /// Goes to all of that at once, and is no step of undo. Errors: those of the algorithm's plan(); nothing changes
    /// then.
    Result<void> goTo(const Chosen& wanted);

    /// Undo and redo go through these from now on; what is chosen now is the one at `at`.
    void setHistory(std::vector<Chosen> choices, std::size_t at);
    /// In place of all that was measured here.
    void setMeasured(std::vector<StudyEntry> entries);

public Q_SLOTS:
    /// Errors become problem(). Opens on what was last chosen of it, with what stood beside it; the first time on
    /// values that show its point (Algorithm::shown()). What stands beside the present one changes places with it.
    void chooseAlgorithm(const QString& id);
    /// What is not given is as pictures open with it.
    void choose(const lanescope::Parameters& parameters);
    /// Both at once: one choice to undo.
    void chooseConfiguration(const QString& algorithm, const lanescope::Parameters& parameters);
    /// At most kMostBeside. What the parameters() become in which it is like one of them, changes places with it.
    void setBeside(const std::vector<lanescope::BesideChoice>& beside);
    void addBeside(const lanescope::BesideChoice& beside);
    void removeBeside(const lanescope::BesideChoice& beside);
    /// What is chosen becomes what all is held against; nothing becomes it; it becomes what is chosen. Steps of undo.
    void pinBaseline();
    void removeBaseline();
    void goToBaseline();
    void undo();
    void redo();
    /// A block that was recorded before, or can be run again by itself, is there at once: trace(), traceChanged().
    void chooseBlock(lanescope::Dim3 block);
    void chooseLaunch(int number);
    /// Both at once. Nothing happens if the run has no such launch.
    void watch(std::size_t launch, lanescope::Dim3 block);
    void chooseScheduling(lanescope::simt::Scheduling scheduling);
    /// machine(): one of sass::keptArchitectures(), or empty.
    void chooseMachine(const QString& architecture);
    /// The block that writes this element, as far as the watched block lets guess; says why not in wantedMissing().
    void chooseWriterOf(const lanescope::simt::ElementRef& element);
    void chooseGpu(const QString& id);
    void setDifferencesShown(bool shown);
    void addMeasurement(const lanescope::StudyEntry& entry);
    void cancel();

Q_SIGNALS:
    void choiceChanged();  ///< algorithm, parameters, block, scheduling, machine code or GPU
    void problemChanged();
    void emulationChanged();
    /// More of the same run was counted: emulation() and sides() are others, and what is seen of them stays where it
    /// is.
    void countsChanged();
    void traceChanged();     ///< another block of the same run; not emitted with emulationChanged()
    void numbersChanged();   ///< metrics(): of every new run, of another launch, GPU or measurement
    void baselineChanged();  ///< metrics(): another baseline, or more is known of it
    void differencesChanged();
    void sidesChanged();     ///< sides() and blocks() behind the first; not of the first one's own changes
    void historyChanged();   ///< canUndo(), canRedo()
    void outdatedChanged();  ///< outdatedText()

private:
    void setProblem(std::optional<Error> problem);
    void setBaseline(std::optional<PinnedChoice> baseline);
    /// Takes a legal choice on and emulates it; its launch and block as far as the plan has them.
    void accept(Chosen next, Plan plan);
    /// Takes on what needs no other run: launch, block and what stands beside.
    void acceptOfRun(const Chosen& next);
    Result<void> restore(const Chosen& wanted);
    void choiceIsMade();
    void noteWhatIf();
    [[nodiscard]] std::vector<BesideChoice> besideOf(const Parameters& parameters) const;
    [[nodiscard]] std::optional<Chosen> placesChangedWith(const Algorithm& algorithm) const;
    void startEmulation();
    /// A run of m_plan.
    void take(const std::shared_ptr<const Plan>& plan, const std::string& machine, const EmulationOptions& options,
              WatchedRun run);
    void startTrace();
    void takeCounted(const WatchedRun& run, const flow::BlockFlow* before);
    void keepBlockInGrid(const Plan& plan);
    void takeSides();
    void showOutdated();
    [[nodiscard]] QString whatIsOutdated() const;
    [[nodiscard]] QString configurationText() const;

    std::shared_ptr<const Library> m_library;
    const Algorithm* m_algorithm = nullptr;
    Parameters m_parameters;
    std::shared_ptr<const Plan> m_plan;
    Dim3 m_block{0, 0, 0};
    std::size_t m_launch = 0;
    simt::Scheduling m_scheduling = simt::Scheduling::ReconvergenceStack;
    std::string m_machine;
    std::uint64_t m_traceBudget = 0;
    std::optional<Error> m_problem;
    std::shared_ptr<const Emulation> m_emulation;
    std::shared_ptr<const Plan> m_runPlan;  ///< m_plan as it was when m_emulation was begun
    simt::Scheduling m_runScheduling = simt::Scheduling::ReconvergenceStack;  ///< of m_emulation
    std::string m_runMachine;                                                 ///< of m_emulation
    WatchedBlock m_watched;
    std::optional<simt::ElementRef> m_wanted;  ///< that the watched block should write
    bool m_differencesShown = false;
    std::vector<StudyEntry> m_measured;
    RaceChecks m_checks;
    PublishedComparison m_published;
    GpuChoice m_gpu;
    Comparison m_comparison;
    std::vector<BesideChoice> m_besideChoices;
    std::map<const Algorithm*, Chosen> m_left;  ///< what was chosen of each when another one was chosen
    std::optional<PinnedChoice> m_baseline;
    ChoiceHistory m_history;
    bool m_restoring = false;  ///< choices are being taken from m_history
    QString m_outdated;
    std::vector<StageSide> m_sides;  ///< what is shown: while it is outdated, as it was
    std::vector<Playback::Block> m_blocks;
    RunShelf m_shelf;
    Beside m_beside;
    FurtherCount m_further;
    BaselineRun m_baselineRun;
    JobRunner m_jobs;  ///< last: joined before the rest goes
};

}  // namespace lanescope
