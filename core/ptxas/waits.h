// SPDX-License-Identifier: GPL-3.0-or-later
// When ptxas turns a branch round loads of global memory into predicates: where there is other work to do while they
// are waited for. Found by probing ptxas 13.0 for sm_90. Internal to the model.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/ptxas/costs.h"
#include "core/ptxas/kernel_view.h"

namespace lanescope::ptxas {

class Waits {
public:
    /// Keeps references to both; the costs may be filled in later.
    Waits(const KernelView& kernel, const Costs& costs);

    /// May `arms`, of which one loads global memory, be done under the predicate of the branch at the end of `head`?
    /// `after` is where they lead to. Yes, if another load is under way at the same time, or if there are at least four
    /// machine instructions which need not wait for the loads.
    [[nodiscard]] bool hidesLoads(std::uint32_t head, const std::vector<std::uint32_t>& arms,
                                  std::uint32_t after) const;
    /// Says that the arms are done under a predicate, so that all stands together in one block of machine code.
    void merge(std::uint32_t head, const std::vector<std::uint32_t>& arms, std::uint32_t after);

private:
    using Arms = std::vector<std::uint32_t>;
    /// What has to wait for the loads.
    struct Late {
        std::vector<bool> registers;
        std::set<std::uint32_t> instructions;  ///< of the arms
        bool shared = false;  ///< something is stored there, or the block waits, and later accesses keep their order
        bool global = false;
    };
    [[nodiscard]] bool standsBehind(std::uint32_t after, std::uint32_t head, const Arms& arms) const;
    [[nodiscard]] bool hasBarrier(std::uint32_t block) const;
    [[nodiscard]] bool usesShared(std::uint32_t block) const;
    [[nodiscard]] bool storesBeforeLoad(std::uint32_t block) const;
    [[nodiscard]] bool waits(std::uint32_t instruction, Late& late) const;
    [[nodiscard]] Late lateIn(const Arms& arms) const;
    [[nodiscard]] bool loadsBefore(std::uint32_t head, const Arms& arms) const;
    [[nodiscard]] bool loadsBeside(std::uint32_t after, Late late) const;
    [[nodiscard]] double workIn(const Arms& arms) const;
    [[nodiscard]] double workBehind(std::uint32_t after, Late late) const;
    [[nodiscard]] std::vector<bool> movable(std::uint32_t head, const Arms& arms, const Late& late) const;
    [[nodiscard]] double workBefore(const std::vector<bool>& moved) const;
    [[nodiscard]] double sharedAddress(const Arms& arms, std::uint32_t after) const;
    [[nodiscard]] std::uint32_t group(std::uint32_t block) const;

    const KernelView& m_kernel;
    const Costs& m_costs;
    std::vector<std::uint32_t> m_groups;  ///< by block: one that it stands together with
};

}  // namespace lanescope::ptxas
