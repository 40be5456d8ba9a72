// SPDX-License-Identifier: GPL-3.0-or-later
// What the last executed step did, as data: who, which instruction, which memory, at what cost. Counted from the step's
// own addresses by the same rules as the counters, so that words, picture and metrics agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/timeline.h"

namespace lanescope {

/// One memory access of a warp.
struct AccessFacts {
    simt::AccessKind kind = simt::AccessKind::None;
    program::Space space = program::Space::Generic;
    std::string array;  ///< name of the buffer or shared array; empty if it lies in none, or in several
    unsigned lanes = 0;
    unsigned elements = 0;          ///< distinct elements of `array`
    unsigned bytes = 0;             ///< distinct bytes
    unsigned sectors = 0;           ///< global: 32-byte sectors moved
    unsigned fewestSectors = 0;     ///< global: that these bytes would need if they lay together
    unsigned wavefronts = 0;        ///< shared: passes over the banks
    unsigned fewestWavefronts = 0;  ///< shared: without bank conflicts
    friend bool operator==(const AccessFacts&, const AccessFacts&) = default;
};

struct StepFacts {
    std::uint64_t position = 0;
    std::uint64_t size = 0;
    std::uint32_t phase = 0;  ///< 0-based
    std::uint32_t phaseCount = 0;
    Dim3 block{0, 0, 0};
    std::uint32_t warpCount = 0;
    std::uint32_t warpsAtBarrier = 0;
    std::uint32_t warpsFinished = 0;
    bool truncated = false;            ///< the trace ends before the block does
    std::optional<simt::Fault> fault;  ///< the block's fault, at the trace's end

    // of the last executed step; nothing at position 0
    bool hasStep = false;
    std::uint32_t warp = 0;
    simt::LaneMask active = 0;
    simt::LaneMask existing = 0;  ///< lanes of the warp that are threads of the block
    bool predicated = false;      ///< the instruction has a guard (@p)
    bool isBarrier = false;
    bool isBranch = false;
    bool isEnd = false;  ///< ret or exit
    bool isArithmetic = false;
    std::string instruction;  ///< its PTX, without white space around
    std::uint32_t ptxLine = 0;
    std::string sourceName;  ///< empty if the compiler gave no position
    std::uint32_t sourceLine = 0;
    std::string source;  ///< that line's text, trimmed
    std::optional<AccessFacts> access;
};

[[nodiscard]] StepFacts stepFacts(const Timeline& timeline);

/// Lanes of warp `warp` that are threads of a block of that extent.
[[nodiscard]] simt::LaneMask existingLanes(const Dim3& block, std::uint32_t warp);

}  // namespace lanescope
