// SPDX-License-Identifier: GPL-3.0-or-later
// QRQW PRAM (document 004, section 3.1.2; Gibbons, Matias and Ramachandran 1994 and 1996): every processor may use
// every cell, but the accesses to a cell queue up and are served one a step. launch_accesses.h says how a CUDA launch
// is read.
#pragma once

#include "core/models/abstract/machine.h"

namespace lanescope {

struct QrqwCounts {
    /// In lockstep (SIMD-QRQW): each instruction is a step of its own, and takes as long as its longest queue, at
    /// least 1.
    std::uint64_t lockstep = 0;
    Queue lockstepQueue;
    /// Synchronous (the original): what lies between two barriers is one step; in it each processor reads, computes and
    /// writes, then all wait for all. It costs max(m, k): m, the most reads, operations or writes of a processor; k,
    /// the most reads or the most writes that a cell gets.
    std::uint64_t synchronous = 0;
    Queue synchronousQueue;  ///< k where it is largest
    /// Asynchronous: a processor sends its accesses one after the other and goes on; it waits where it first uses what
    /// it has read, until that was served, and at a barrier of its block until all that the block sent was served.
    /// Launches follow each other. Queues are first come, first served; of accesses that come together, that of the
    /// processor with the lowest number.
    std::uint64_t asynchronous = 0;
    Queue asynchronousQueue;  ///< accesses that wait at one cell at one time, the one that is being served included
};

class Qrqw final : public AbstractMachine {
public:
    Qrqw();
    /// Sorts the launch's accesses; leaves them in the order of threads. Error: Cancelled.
    [[nodiscard]] Result<void> add(LaunchAccesses& launch, const JobContext& job) override;
    [[nodiscard]] MachineAnswer answer(const Plan& plan, const GpuSpec* gpu) const override;
    [[nodiscard]] const QrqwCounts& counts() const { return m_counts; }

private:
    void addLockstep(LaunchAccesses& launch);
    void addSynchronous(LaunchAccesses& launch);
    QrqwCounts m_counts;
};

/// Steps that the launch takes on the asynchronous machine, and its longest queue. Sorts the accesses by thread,
/// keeping each thread's order of phases and steps. Error: Cancelled.
struct AsynchronousRun {
    std::uint64_t steps = 0;
    std::uint64_t longestQueue = 0;
    std::uint64_t cell = 0;  ///< where that was
};
[[nodiscard]] Result<AsynchronousRun> runAsynchronously(LaunchAccesses& launch, const JobContext& job);

}  // namespace lanescope
