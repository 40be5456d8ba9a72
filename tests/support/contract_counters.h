// SPDX-License-Identifier: GPL-3.0-or-later
// The counter ids that scripts rely on: once listed, never renamed.
#pragma once

#include <array>

namespace lanescope {

inline constexpr std::array kContractCounters{"warp_instructions",
                                              "thread_instructions",
                                              "global_load_requests",
                                              "global_load_sectors",
                                              "global_load_bytes",
                                              "global_load_efficiency",
                                              "global_store_requests",
                                              "global_store_sectors",
                                              "global_store_bytes",
                                              "global_store_efficiency",
                                              "shared_load_requests",
                                              "shared_load_wavefronts",
                                              "shared_load_conflicts",
                                              "shared_store_requests",
                                              "shared_store_wavefronts",
                                              "shared_store_conflicts",
                                              "atomic_requests",
                                              "branches",
                                              "divergent_branches",
                                              "barriers",
                                              "warp_execution_efficiency",
                                              "fp_operations",
                                              "atomic_sectors"};

}  // namespace lanescope
