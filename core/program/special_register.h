// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace lanescope::program {

/// %tid.x and its like; `dimension` is 0, 1, 2 for x, y, z.
enum class SpecialRegister : std::uint8_t {
    Tid,
    Ntid,
    Ctaid,
    Nctaid,
    Laneid,
    Warpid,
    Nwarpid,
    Smid,
    Nsmid,
    Gridid,
    Clock,
    Clock64,
    LanemaskEq,
    LanemaskLt,
    LanemaskLe,
    LanemaskGt,
    LanemaskGe,
    ClockHi,
    Globaltimer,
    GlobaltimerLo,
    GlobaltimerHi,
    TotalSmemSize,  ///< bytes of shared memory of the block, static and dynamic
    DynamicSmemSize,
    LocalBytes  ///< of a thread: where the stack of machine code begins
};
/// Does it differ from one instruction to the next?
[[nodiscard]] constexpr bool isClock(SpecialRegister special) {
    using enum SpecialRegister;
    return special == Clock || special == ClockHi || special == Clock64 || special == Globaltimer ||
           special == GlobaltimerLo || special == GlobaltimerHi;
}

}  // namespace lanescope::program
