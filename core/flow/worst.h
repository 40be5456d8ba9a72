// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of performance: which requests of a block cost more than their bytes need, and which line makes the worst
// of them.
//
// A request is found if it takes more than its lanes would that do the same as well as can be: of global or local
// memory more sectors than elements of their own touch that lie side by side, wherever these begin; of shared memory
// more wavefronts than words without two in one bank; of atomic operations more than one lane at an address, where one
// could go for all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/simt/step.h"
#include "core/trace/block_trace.h"

namespace lanescope::flow {

struct Finding {
    enum class Kind : std::uint8_t {
        Sectors,     ///< moved, and not used
        Wavefronts,  ///< one after the other: words of one bank
        Meeting      ///< lanes of an atomic operation, one after the other
    };
    Kind kind = Kind::Sectors;
    simt::AccessKind access = simt::AccessKind::None;
    program::Space space = program::Space::Global;
    std::uint64_t event = 0;        ///< the first of the line's requests that need most beyond the least
    std::uint32_t instruction = 0;  ///< its own
    std::uint32_t line = 0;         ///< of the source, 1-based; 0 = the code has no positions
    unsigned count = 0;             ///< sectors, wavefronts or lanes of that request
    unsigned enough = 0;            ///< the least that would do
    std::uint64_t requests = 0;     ///< of this line, kind of access and memory
    std::uint64_t found = 0;        ///< of those, that are findings
    std::uint64_t beyond = 0;       ///< what these take beyond the least, all together
    friend bool operator==(const Finding&, const Finding&) = default;
};

/// "32 wavefronts where 1 would do, line 41"
[[nodiscard]] Message messageOf(const Finding& finding);
/// Metrics that a finding belongs to, by id, the telling one first: "shared_load_conflicts".
[[nodiscard]] std::span<const std::string_view> metricsOf(const Finding& finding);

/// The requests of a block's accesses to global, shared and local memory, counted as the emulator counts them.
class RequestCosts {
public:
    /// One pass over the trace: 0.5 s for ten million events.
    explicit RequestCosts(const BlockTrace& trace);

    /// One for each line (without lines: instruction), kind of access, memory and kind of finding: those that take most
    /// beyond the least come first, all their requests together. Empty: nothing is a finding.
    [[nodiscard]] std::span<const Finding> findings() const { return m_findings; }
    /// The worst finding that belongs to a metric; nullptr if there is none.
    [[nodiscard]] const Finding* worstOf(std::string_view metric) const;
    /// The most 128-byte lines that one request of global or local memory touches; 0 if there are no requests.
    [[nodiscard]] unsigned mostLines() const { return m_mostLines; }
    [[nodiscard]] unsigned mostWavefronts() const { return m_mostWavefronts; }
    /// The most lanes of an atomic operation at one address.
    [[nodiscard]] unsigned mostMeeting() const { return m_mostMeeting; }

private:
    std::vector<Finding> m_findings;
    unsigned m_mostLines = 0;
    unsigned m_mostWavefronts = 0;
    unsigned m_mostMeeting = 0;
};

}  // namespace lanescope::flow
