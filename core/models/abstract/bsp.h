// SPDX-License-Identifier: GPL-3.0-or-later
// BSP (document 004, section 3.1.3; Valiant 1990): supersteps of local work and messages, with a synchronisation of all
// components behind each. A superstep is what lies between two barriers or launches (launch_accesses.h); document 004
// (3.2.3) also reads a whole kernel as one, which is the number of launches here.
#pragma once

#include <string>
#include <vector>

#include "core/models/abstract/machine.h"

namespace lanescope {

/// Every thread is a component, and every access to shared memory a message of one cell. Cost: w + h·g + S·L, where w
/// and h are sums over the supersteps; g and L are the machine's.
struct BspCounts {
    std::uint64_t supersteps = 0;  ///< S
    std::uint64_t launches = 0;
    std::uint64_t work = 0;             ///< w: of each superstep the most operations of a thread
    std::uint64_t messages = 0;         ///< h: of each superstep the most accesses of a thread
    std::uint64_t longestMessages = 0;  ///< h of the superstep where it is largest
};

/// The same with the GPU's multiprocessors as components, in cycles of its clock. A block's work is spread evenly over
/// all of them; shared memory is a component's own; messages are 4-byte words from and to global memory.
struct BspOnGpu {
    double work = 0;           ///< w: Σ max(most operations of a thread, all operations / (p · cores_per_sm))
    double words = 0;          ///< h: Σ words of all threads / p
    double gap = 0;            ///< g, cycles a word: 4 B · p · clock / bandwidth
    double barrierCycles = 0;  ///< L of a barrier
    double launchCycles = 0;   ///< L of a launch
    double barriers = 0;       ///< supersteps that end with a barrier
    double launches = 0;
    double cycles = 0;  ///< work + words · gap + barriers · L + launches · L
    std::vector<std::string> notes;
};

class Bsp final : public AbstractMachine {
public:
    Bsp();
    [[nodiscard]] Result<void> add(LaunchAccesses& launch, const JobContext& job) override;
    [[nodiscard]] MachineAnswer answer(const Plan& plan, const GpuSpec* gpu) const override;
    [[nodiscard]] const BspCounts& counts() const { return m_counts; }
    /// Errors: ModelOutOfRange, naming the value that the GPU lacks.
    [[nodiscard]] Result<BspOnGpu> on(const GpuSpec& gpu) const;

private:
    struct Superstep {
        std::uint64_t mostOperations = 0;
        double operations = 0;  ///< of the whole grid: of the blocks seen, scaled
        double words = 0;
    };
    BspCounts m_counts;
    std::vector<Superstep> m_supersteps;
    std::uint64_t m_barriers = 0;
    bool m_scaled = false;
};

}  // namespace lanescope
