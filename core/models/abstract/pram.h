// SPDX-License-Identifier: GPL-3.0-or-later
// PRAM (document 004, section 3.1.1): how many steps a program takes on as many processors as it has threads, and which
// variants of the machine may run it. launch_accesses.h says how a CUDA launch is read as a PRAM's program.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/models/abstract/machine.h"

namespace lanescope {

/// The variants of document 004. Two accesses are simultaneous if different threads make them to one cell in one step.
/// - EREW: no simultaneous accesses at all. CREW: only reads may be simultaneous. ERCW: only writes.
/// - CRCW: all may be; what is read is what the cell held before the step. Writes that are simultaneous:
///   common: must all write the same; arbitrary: any one wins; priority: that of the processor with the lowest number
///   wins; sum: the sum is written.
/// A variant is legal for a program if it allows every access and does what CUDA does: stores are one winner's (and so
/// not a sum), atomic additions are a sum (and nothing else), atomic exchanges are one winner's, and no variant
/// combines by minimum, maximum or comparison. Where the program looks at what an atomic operation returns, a
/// simultaneous one is legal nowhere: the documents' machines tell nobody what the cell held between two of them. ERCW
/// combines as any of the four does.
enum class PramVariant : std::uint8_t { Erew, Crew, Ercw, CrcwCommon, CrcwArbitrary, CrcwPriority, CrcwSum };
inline constexpr std::array kPramVariants{
    PramVariant::Erew,          PramVariant::Crew,         PramVariant::Ercw,   PramVariant::CrcwCommon,
    PramVariant::CrcwArbitrary, PramVariant::CrcwPriority, PramVariant::CrcwSum};
[[nodiscard]] std::string_view nameOf(PramVariant variant);  ///< "EREW", "CRCW common"

struct PramCounts {
    std::uint64_t steps = 0;                               ///< of all launches, one after the other: PTX instructions
    std::uint64_t accessSteps = 0;                         ///< those in which some thread uses shared memory
    std::uint64_t phases = 0;                              ///< between barriers and launches
    std::uint64_t processors = 0;                          ///< threads of the largest launch
    std::uint64_t work = 0;                                ///< instructions of all threads together
    std::array<Verdict, kPramVariants.size()> verdicts{};  ///< by PramVariant
    bool complete = true;  ///< all launches were seen whole; if not, steps and offences are those of what was seen
};

class Pram final : public AbstractMachine {
public:
    Pram();
    /// Sorts the launch's accesses by phase, step, cell and thread.
    [[nodiscard]] Result<void> add(LaunchAccesses& launch, const JobContext& job) override;
    void addUnseen() override { m_counts.complete = false; }
    [[nodiscard]] MachineAnswer answer(const Plan& plan, const GpuSpec* gpu) const override;
    [[nodiscard]] PramCounts counts() const;

private:
    void note(PramVariant variant, const LaunchAccesses& launch, const CellAccess& first, const CellAccess& second,
              std::uint64_t threads, std::string_view why);
    void judge(const LaunchAccesses& launch, std::size_t begin, std::size_t end);
    PramCounts m_counts;
    std::vector<std::uint64_t> m_phaseStart;  ///< of the present launch: steps of the run before each phase
};

}  // namespace lanescope
