// SPDX-License-Identifier: GPL-3.0-or-later
// May a machine run a program? If not, the first access that it does not allow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/models/abstract/launch_accesses.h"

namespace lanescope {

enum class Legality : std::uint8_t {
    Legal,
    Illegal,
    NotSeenWhole  ///< nothing illegal was seen, but not all accesses were looked at
};
[[nodiscard]] std::string_view nameOf(Legality legality);     ///< in JSON: "legal", "illegal", "not seen whole"
[[nodiscard]] const std::string& wordsOf(Legality legality);  ///< the same for people

/// Two simultaneous accesses that a machine does not allow.
struct Offence {
    std::size_t launch = 0;
    std::string kernel;
    std::uint64_t step = 0;   ///< of the whole run, from 0
    std::uint32_t phase = 0;  ///< of the launch, from 0
    std::string cell;
    CellUse firstUse = CellUse::Read;
    CellUse secondUse = CellUse::Read;
    AccessPlace first;
    AccessPlace second;
    std::uint64_t threads = 0;  ///< that use the cell in that step
    std::string why;            ///< a clause: "two threads read one cell"
};
/// The sentence for a student, with both threads and the source lines.
[[nodiscard]] std::string describe(const Offence& offence);

/// What one variant of a machine says of a program.
struct Verdict {
    std::string_view variant;  ///< "CRCW common"
    Legality legality = Legality::Legal;
    std::optional<Offence> first;  ///< Illegal: in the order of steps, then of cells
    std::uint64_t cells = 0;       ///< how often a cell is offended against: pairs of cell and step
};

}  // namespace lanescope
