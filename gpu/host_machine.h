// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine is, besides its GPU.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// The CPU's name, "Intel(R) Xeon(R) Platinum 8480+"; "an unknown CPU" if the system does not tell.
[[nodiscard]] std::string cpuName();
/// The name in the text of /proc/cpuinfo; empty if it tells none.
[[nodiscard]] std::string cpuNameIn(std::string_view cpuinfo);

/// Is this the Windows Subsystem for Linux?
[[nodiscard]] bool onWsl();
/// Does the text of /proc/version say so?
[[nodiscard]] bool isWsl(std::string_view version);

}  // namespace lanescope
