// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/launch_blocks.h"

#include <algorithm>
#include <map>

#include "core/base/words.h"
#include "core/metrics/occupancy.h"

namespace lanescope {
namespace {

/// What was counted on this GPU.
void addMeasuredRegisters(LaunchBlock& one, const Measurement& measured, std::size_t launch) {
    if (launch >= measured.counters.size()) return;
    const auto known = measured.counters[launch].find("registers_per_thread");
    if (known == measured.counters[launch].end()) return;
    one.block.registersPerThread = static_cast<std::uint64_t>(known->second);
    const bool here = measured.origin == Origin::Measured;
    one.registersFrom = inWords(Message(here ? "study.registers_measured"_id : "study.registers_replayed"_id,
                                        {{"gpu", measured.provenance.gpu}, {"date", measured.provenance.date}}));
}

/// The most registers that a thread can have if a block of so many threads is to run at all, as ptxas chooses them for
/// a driver that is told the size of the block (CU_JIT_THREADS_PER_BLOCK, which we tell it then).
std::uint64_t mostRegisters(std::uint64_t threads, const MultiprocessorRoom& room) {
    constexpr std::uint64_t kWarp = 32, kStep = 8;
    const std::uint64_t unit = std::max<std::uint64_t>(1, room.warpUnit) * kWarp;
    const std::uint64_t held = (std::max<std::uint64_t>(1, threads) + unit - 1) / unit * unit;
    return room.registersPerBlock / held / kStep * kStep;
}

/// The kept machine code of kernels, each looked up once: a plan may launch one a thousand times.
class KeptCode {
public:
    KeptCode(const GpuSpec& gpu, const sass::MachineCodes* codes)
        : m_codes(codes), m_architecture(sass::architectureOf(gpu.computeCapability)), m_room(roomOf(gpu)) {}

    void addTo(LaunchBlock& one, const Kernel& kernel) {
        if (m_codes == nullptr) return;
        const auto [known, added] = m_known.try_emplace(&kernel);
        if (added) known->second = ofKernel(kernel);
        const std::optional<sass::Resources>& code = known->second.resources;
        if (!code) return;
        const std::uint64_t most = mostRegisters(one.block.threads, m_room);
        const bool anew = most > 0 && code->registers > most;
        if (!anew) one.machineCode = code;
        if (one.block.registersPerThread) return;
        const Message from("study.registers_compiled"_id,
                           {{"architecture", m_architecture}, {"version", known->second.ptxas}});
        one.block.registersPerThread = anew ? most : code->registers;
        one.registersFrom = inWords(from);
        if (anew)
            one.registersFrom =
                inWords(Message("study.registers_anew"_id,
                                {{"threads", one.block.threads}, {"wanted", code->registers}, {"from", from}}));
    }

private:
    struct Known {
        std::optional<sass::Resources> resources;
        std::string ptxas;
    };
    [[nodiscard]] Known ofKernel(const Kernel& kernel) const {
        const program::Module& module = *kernel.module;
        const auto file = m_codes->kept(module.name, module.text);
        if (!file || *file == nullptr) return {};
        const sass::Resources* resources = (*file)->resources(m_architecture, kernel.code().name);
        if (resources == nullptr) return {};
        return {*resources, (*file)->made().ptxas};
    }

    const sass::MachineCodes* m_codes;
    std::string m_architecture;
    MultiprocessorRoom m_room;
    std::map<const Kernel*, Known> m_known;
};

}  // namespace

std::vector<LaunchBlock> launchBlocksOf(const Plan& plan, const Measurement* measured, const GpuSpec& gpu,
                                        const sass::MachineCodes* codes) {
    const bool sameGpu = measured != nullptr && measured->provenance.gpu == gpu.title;
    KeptCode kept(gpu, codes);
    std::vector<LaunchBlock> blocks;
    for (const Launch* launch : plan.launches()) {
        const std::size_t number = blocks.size();
        LaunchBlock& one =
            blocks.emplace_back(LaunchBlock{launch->kernel->entry, resourcesOf(*launch), launch->grid.count(), {}, {}});
        if (sameGpu) addMeasuredRegisters(one, *measured, number);
        kept.addTo(one, *launch->kernel);
    }
    return blocks;
}

void addRegisters(ModelInput& input, const Plan& plan, const GpuSpec& gpu, const sass::MachineCodes* codes) {
    const std::vector<LaunchBlock> blocks = launchBlocksOf(plan, nullptr, gpu, codes);
    for (std::size_t i = 0; i < std::min(blocks.size(), input.launches.size()); ++i)
        input.launches[i].registersPerThread = blocks[i].block.registersPerThread;
}

}  // namespace lanescope
