// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/launch_blocks.h"

#include <map>

#include "core/base/words.h"

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

/// The kept machine code of kernels, each looked up once: a plan may launch one a thousand times.
class KeptCode {
public:
    KeptCode(const GpuSpec& gpu, const sass::MachineCodes* codes)
        : m_codes(codes), m_architecture(sass::architectureOf(gpu.computeCapability)) {}

    void addTo(LaunchBlock& one, const Kernel& kernel) {
        if (m_codes == nullptr) return;
        const auto [known, added] = m_known.try_emplace(&kernel);
        if (added) known->second = ofKernel(kernel);
        one.machineCode = known->second.resources;
        if (!one.machineCode || one.block.registersPerThread) return;
        one.block.registersPerThread = one.machineCode->registers;
        one.registersFrom = inWords(Message("study.registers_compiled"_id,
                                            {{"architecture", m_architecture}, {"version", known->second.ptxas}}));
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

}  // namespace lanescope
