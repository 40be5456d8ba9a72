// SPDX-License-Identifier: GPL-3.0-or-later
// LogP (document 004, section 3.1.4; Culler et al. 1993) between host and device: every copy and every launch of a plan
// is a message.
#pragma once

#include <string>
#include <vector>

#include "core/models/abstract/machine.h"

namespace lanescope {

/// L, o, g, P of the way between host and device, in cycles of the GPU's clock.
struct LogpMachine {
    double latency = 0;   ///< L: copy_latency - 2 o, at least 0
    double overhead = 0;  ///< o: launch_overhead; what host and device are each busy with a message
    /// g: between two packets of kPacketBytes, by direction and by how the host's memory lies.
    double gapToDevice = 0;
    double gapFromDevice = 0;
    double pinnedGapToDevice = 0;
    double pinnedGapFromDevice = 0;
    double processors = 2;  ///< P: host and device
    double clock = 0;       ///< Hz
    std::vector<std::string> notes;
    /// Most packets that may be on their way to the device: ⌈L / g⌉.
    [[nodiscard]] double capacity() const;
};

/// What PCI Express sends at a time, as most machines are set up. LogP's messages are small and of one size; a longer
/// one is so many packets, one gap apart, for which overhead is paid once (LogGP: Alexandrov et al. 1995).
inline constexpr double kPacketBytes = 256;

struct LogpMessage {
    enum class Kind : std::uint8_t { ToDevice, FromDevice, Launch };
    Kind kind = Kind::Launch;
    std::string what;  ///< "copy A to the device"
    std::uint64_t bytes = 0;
    bool pinned = false;
    [[nodiscard]] double packets() const;
};

struct LogpCounts {
    std::vector<LogpMessage> messages;  ///< the first kMostKept
    static constexpr std::size_t kMostKept = 64;
    std::uint64_t toDevice = 0;  ///< messages
    std::uint64_t fromDevice = 0;
    std::uint64_t launches = 0;
    std::uint64_t bytesToDevice = 0;
    std::uint64_t bytesFromDevice = 0;
    bool pinned = false;  ///< some copy is of page-locked memory
};
/// Copies within the device, fills and library calls are commands without data, and so messages as launches are.
[[nodiscard]] LogpCounts messagesOf(const Plan& plan);

/// Where `pinned` rates are asked for that the GPU lacks, the pageable ones stand in, and a note says so. Errors:
/// ModelOutOfRange, naming what the GPU lacks.
[[nodiscard]] Result<LogpMachine> logpMachineOf(const GpuSpec& gpu, bool pinned);

/// Cycles that a message takes: o + (packets - 1) · g + L + o.
[[nodiscard]] double cyclesOf(const LogpMessage& message, const LogpMachine& machine);

struct LogpCost {
    double cycles = 0;  ///< all messages one after the other, as a host sends them that waits for each
    /// The same if the host waits for none: of each message but the last only what keeps the host busy, max(o, g), then
    /// a gap a further packet, then the last one's L + o.
    double pipelined = 0;
};
[[nodiscard]] LogpCost costOf(const Plan& plan, const LogpMachine& machine);

/// Looks at the plan only; nothing of what kernels do.
class Logp final : public AbstractMachine {
public:
    Logp();
    [[nodiscard]] MachineAnswer answer(const Plan& plan, const GpuSpec* gpu) const override;
};

}  // namespace lanescope
