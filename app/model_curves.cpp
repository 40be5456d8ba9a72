// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model_curves.h"

#include <QCoreApplication>
#include <algorithm>

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ModelCurves)
};

// Inner-product steps; the emulator does some 10^8 of them in a second.
constexpr std::uint64_t kWholeRun = 1ULL << 27;
constexpr std::uint64_t kSampledRun = 1ULL << 26;
constexpr std::uint64_t kLongestRun = 1ULL << 29;
constexpr std::uint64_t kFewestBlocks = 9;  // corners, edges and the inside of a grid

/// Rough work of one block and the number of blocks, of the largest launch.
struct Work {
    std::uint64_t blocks = 0;
    std::uint64_t perBlock = 0;
    [[nodiscard]] std::uint64_t total() const { return blocks * perBlock; }
};

Work workOf(const Plan& plan) {
    Work largest;
    for (const Step& step : plan.steps) {
        const auto* launch = std::get_if<LaunchStep>(&step);
        if (!launch || plan.buffers.empty()) continue;
        const std::uint64_t outputs = plan.buffers.back().elements();
        const std::uint64_t blocks = std::max<std::uint64_t>(1, launch->launch.grid.count());
        // All outputs of a product are shared out among the blocks, each an inner product of a row of A.
        const Work work{blocks, std::max<std::uint64_t>(1, outputs / blocks) * plan.buffers.front().columns};
        if (work.total() > largest.total()) largest = work;
    }
    return largest;
}

}  // namespace

EmulationOptions quickOptions(const Plan& plan) {
    EmulationOptions options;
    const Work work = workOf(plan);
    if (work.total() > kWholeRun && work.blocks > kFewestBlocks)
        options.maxBlocks = std::max(kFewestBlocks, kSampledRun / work.perBlock);
    return options;
}

bool isQuick(const Plan& plan) {
    const Work work = workOf(plan);
    const EmulationOptions options = quickOptions(plan);
    return work.perBlock * (options.maxBlocks > 0 ? options.maxBlocks : work.blocks) <= kLongestRun;
}

Parameters withSize(Parameters parameters, std::uint64_t n) {
    for (auto& [name, value] : parameters)
        if (name == "n") value = std::to_string(n);
    return parameters;
}

Result<ModelCurves> modelCurves(const Algorithm& algorithm, const Parameters& parameters,
                                const std::vector<std::uint64_t>& sizes,
                                const std::map<std::uint64_t, ModelInput>& known, const JobContext& job) {
    ModelCurves curves;
    std::vector<std::string> tooLong;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        job.report(static_cast<double>(i) / static_cast<double>(sizes.size()));
        if (const auto found = known.find(sizes[i]); found != known.end()) {
            curves.inputs.insert(*found);
            continue;
        }
        Result<Plan> plan = algorithm.plan(withSize(parameters, sizes[i]));
        if (!plan) continue;  // not every size goes with every variant
        if (!isQuick(*plan)) {
            tooLong.push_back(std::to_string(sizes[i]));
            continue;
        }
        EmulationOptions options = quickOptions(*plan);
        const Work work = workOf(*plan);
        // Counts of a few blocks of each kind are enough here: the result's values are not looked at.
        if (work.blocks > 4 * kFewestBlocks) options.maxBlocks = 4 * kFewestBlocks;
        Result<Emulation> emulation = emulate(std::move(*plan), options, JobContext{job.stop, {}});
        if (emulation)
            curves.inputs[sizes[i]] = modelInputOf(*emulation);
        else if (emulation.error().code == ErrorCode::Cancelled)
            return fail(emulation.error());
        else
            curves.notes.push_back(describe(emulation.error()));
    }
    if (!tooLong.empty())
        curves.notes.push_back(
            Texts::tr("The models are not drawn from n = %1 on: one block does all the work there, and "
                      "emulating it would take too long.")
                .arg(QString::fromStdString(tooLong.front()))
                .toStdString());
    return curves;
}

}  // namespace lanescope
