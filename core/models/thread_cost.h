// SPDX-License-Identifier: GPL-3.0-or-later
// What Mukherjee's model and the thesis' have in common: a thread's cycles, and the step from them to those of a
// launch.
#pragma once

#include "core/models/launch_model.h"

namespace lanescope {

/// Cycles of one thread.
struct ThreadCycles {
    double compute = 0;
    double divergent = 0;  ///< compute that a warp does again because its lanes part
    double global = 0;     ///< served by DRAM
    double cached = 0;     ///< served by a cache
    double shared = 0;
};

/// The instructions of a thread, priced by the issue cycles of their type (004 section 5.3, C_comp).
void priceCompute(const LaunchProfile& launch, Pricing& pricing, ThreadCycles& cycles);

/// 004 sections 3.2.3 and 5.3: C(K) = N_B · N_w · N_t · C(T) / (N_C · D), T(K) = C(K) / R. N_B is the number of all
/// blocks: the documents do not divide it by the number of multiprocessors. With overlap the smaller of compute and
/// memory is hidden behind the other.
void priceThreads(const LaunchProfile& launch, Pricing& pricing, const ThreadCycles& cycles, bool overlap);

/// The sentences that hold for both models, and why a model of 2009–2012 should not be believed for a GPU and a
/// program.
void remarkOnThreads(Pricing& pricing, bool needsCache);

}  // namespace lanescope
