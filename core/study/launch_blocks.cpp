// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/launch_blocks.h"

#include <algorithm>
#include <map>

#include "core/base/words.h"
#include "core/metrics/occupancy.h"
#include "core/timing/launch_sample.h"

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

/// Of kernels whose machine code is not kept, is the ptxas of this machine asked what they take? That takes a moment.
enum class Ptxas : std::uint8_t { IsAsked, IsLeftAlone };

/// What the machine code of kernels takes, each looked up once: a plan may launch one a thousand times.
class KnownCode {
public:
    KnownCode(const GpuSpec& gpu, const sass::MachineCodes* codes, Ptxas ptxas)
        : m_codes(codes),
          m_ptxas(ptxas),
          m_architecture(sass::architectureOf(gpu.computeCapability)),
          m_room(roomOf(gpu)) {}

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
        const sass::Wanted wanted{module.name, module.text, kernel.code().name, m_architecture};
        if (const sass::Resources* const resources = m_codes->resources(wanted))
            return {*resources, (*m_codes->kept(module.name, module.text))->made().ptxas};
        // What has been made of its PTX is no text for ptxas.
        if (m_ptxas == Ptxas::IsLeftAlone || kernel.code().meetsByCode) return {};
        const std::optional<sass::CompiledResources> compiled = m_codes->compiled(wanted);
        if (!compiled) return {};
        return {compiled->resources, compiled->ptxas};
    }

    const sass::MachineCodes* m_codes;
    Ptxas m_ptxas;
    std::string m_architecture;
    MultiprocessorRoom m_room;
    std::map<const Kernel*, Known> m_known;
};

std::vector<LaunchBlock> blocksOf(const Plan& plan, const Measurement* measured, const GpuSpec& gpu,
                                  const sass::MachineCodes* codes, Ptxas ptxas) {
    const bool sameGpu = measured != nullptr && measured->provenance.gpu == gpu.title;
    KnownCode known(gpu, codes, ptxas);
    std::vector<LaunchBlock> blocks;
    for (const Launch* launch : plan.launches()) {
        const std::size_t number = blocks.size();
        LaunchBlock& one =
            blocks.emplace_back(LaunchBlock{launch->kernel->entry, resourcesOf(*launch), launch->grid.count(), {}, {}});
        if (sameGpu) addMeasuredRegisters(one, *measured, number);
        known.addTo(one, *launch->kernel);
    }
    return blocks;
}

}  // namespace

std::vector<LaunchBlock> launchBlocksOf(const Plan& plan, const Measurement* measured, const GpuSpec& gpu,
                                        const sass::MachineCodes* codes) {
    return blocksOf(plan, measured, gpu, codes, Ptxas::IsLeftAlone);
}

void addRegisters(ModelInput& input, const Plan& plan, const GpuSpec& gpu, const sass::MachineCodes* codes) {
    // The models of time do not need it where machine code ran.
    const auto ranAsPtx = [](const LaunchProfile& launch) { return launch.sample && !launch.sample->listing; };
    const bool asPtx = std::ranges::any_of(input.launches, ranAsPtx);
    const std::vector<LaunchBlock> blocks =
        blocksOf(plan, nullptr, gpu, codes, asPtx ? Ptxas::IsAsked : Ptxas::IsLeftAlone);
    for (std::size_t i = 0; i < std::min(blocks.size(), input.launches.size()); ++i) {
        input.launches[i].registersPerThread = blocks[i].block.registersPerThread;
        input.launches[i].registersFrom = blocks[i].registersFrom;
    }
}

}  // namespace lanescope
