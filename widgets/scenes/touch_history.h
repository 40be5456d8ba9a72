// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements of global memory a block has read and stored until any position. Each element's first read and first
// store are logged once, in order; moving through the log sets and clears flags, so that scrubbing costs what changes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/trace/timeline.h"
#include "widgets/scenes/tiles_scene.h"

namespace lanescope {

class TouchHistory {
public:
    /// First time that the block did something to an element.
    struct Touch {
        std::uint64_t event = 0;
        std::uint64_t element = 0;  ///< row-major number in its buffer
        std::uint32_t buffer = 0;
        std::uint8_t lane = 0;
        std::uint8_t flag = 0;  ///< kReadBefore or kComputed
    };

    /// An empty history, for when there is no trace.
    TouchHistory() = default;
    explicit TouchHistory(std::shared_ptr<const BlockTrace> trace, const simt::DeviceMemory& memory);

    /// Goes through the trace until `position` events are known or the time is up; true when they are known.
    bool learn(std::uint64_t position, std::chrono::milliseconds budget);
    [[nodiscard]] std::uint64_t known() const { return m_known; }

    /// Sets the flags to those after the first min(position, known()) events.
    void moveTo(std::uint64_t position);

    /// kReadBefore and kComputed of a buffer's elements, row-major.
    [[nodiscard]] std::span<const std::uint8_t> flags(BufferId buffer) const { return m_buffers[buffer].flags; }
    /// Smallest rectangle of all that is touched in the known part of the trace, whatever the position.
    [[nodiscard]] Region touchedEver(BufferId buffer) const { return m_buffers[buffer].ever; }
    /// Smallest rectangle of what was touched in the phase (between block barriers) of the buffer's last access
    /// before the position.
    [[nodiscard]] Region touchedLately(BufferId buffer) const;
    /// First read (flag kReadBefore) or store (kComputed) of an element before the position.
    [[nodiscard]] std::optional<Touch> first(BufferId buffer, std::uint64_t element, CellFlag flag) const;
    [[nodiscard]] std::size_t bufferCount() const { return m_buffers.size(); }

private:
    /// What a buffer's accesses within one phase cover.
    struct PhaseBox {
        std::uint64_t event = 0;  ///< first access
        std::uint32_t phase = 0;
        Region box;
    };
    struct BufferTouches {
        std::uint64_t base = 0;
        std::uint64_t bytes = 0;
        std::uint64_t columns = 1;
        std::uint32_t elementSize = 4;
        std::vector<std::uint8_t> logged;  ///< flags at known()
        std::vector<std::uint8_t> flags;   ///< flags at the position
        std::vector<PhaseBox> phases;
        Region ever;
    };

    void learnEvent(std::uint64_t event);
    void note(BufferTouches& touches, std::uint32_t buffer, std::uint64_t event, const simt::StepRecord& record,
              unsigned lane, std::uint64_t address);

    std::shared_ptr<const BlockTrace> m_trace;
    std::vector<BufferTouches> m_buffers;
    std::vector<Touch> m_log;
    std::size_t m_applied = 0;  ///< entries of the log that are in `flags`
    std::uint64_t m_known = 0;
    std::uint64_t m_position = 0;
};

}  // namespace lanescope
