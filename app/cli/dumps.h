// SPDX-License-Identifier: GPL-3.0-or-later
// The buffers that emulate --ptx gives out after the run: --dump writes their bytes, --print their elements as text.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope::cli {

/// What is wanted of the buffer that an argument points to, from there to its end.
struct Dump {
    BufferPlace from;
    std::size_t argument = 0;
    std::string file;   ///< empty: standard output
    bool text = false;  ///< else bytes
};

/// `dumps` are "INDEX=FILE", `prints` "INDEX" or "INDEX=FILE", where INDEX is that of an argument of the plan's only
/// launch, from 0, which must be a buffer. Error: IllegalValue.
[[nodiscard]] Result<std::vector<Dump>> dumpsOf(const std::vector<std::string>& dumps,
                                                const std::vector<std::string>& prints, const Plan& plan);

/// Could those that go to files be written now? Error: CannotWrite.
[[nodiscard]] Result<void> checkTargets(const std::vector<Dump>& dumps);
/// Those that go to files. Error: CannotWrite.
[[nodiscard]] Result<void> writeDumps(const std::vector<Dump>& dumps, const Plan& plan, const HostBuffers& buffers);

/// Those that go to standard output, of each at most 10,000 elements. As text, a row is a line; of a buffer without a
/// shape, an element.
void printDumps(std::ostream& out, const std::vector<Dump>& dumps, const Plan& plan, const HostBuffers& buffers);
/// [{"argument", "type", "rows" and "columns" of the buffer, "first": the element that it points to, "elements": as
/// text, "not_listed": how many more there are}]
[[nodiscard]] nlohmann::ordered_json dumpsToJson(const std::vector<Dump>& dumps, const Plan& plan,
                                                 const HostBuffers& buffers);

}  // namespace lanescope::cli
