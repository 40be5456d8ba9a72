// SPDX-License-Identifier: GPL-3.0-or-later
// The shared memory of the block that runs, and which of its words something was written to. Handlers reach both
// through the Machine, which put() and clear() keep right. Internal to core/simt.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/simt/decode/op.h"
#include "core/simt/engine/aligned_bytes.h"

namespace lanescope::simt {

class SharedMemory {
public:
    /// What it holds between two steps.
    struct Content {
        std::vector<std::byte> bytes;
        std::vector<std::uint8_t> initialised;  ///< one flag per 4-byte word
    };

    explicit SharedMemory(std::uint64_t bytes) : m_bytes(bytes), m_size(bytes) {}

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const std::byte* data() const { return m_bytes.data(); }
    [[nodiscard]] const std::vector<std::uint8_t>& initialised() const { return m_initialised; }

    /// Zeros to which nothing was written.
    void clear(Machine& machine);
    [[nodiscard]] Content content() const;
    [[nodiscard]] bool holds(const Content& content) const;
    void put(std::span<const std::byte> bytes, const std::vector<std::uint8_t>& initialised, Machine& machine);

private:
    void show(Machine& machine, std::uint64_t uninitialisedWords);

    AlignedBytes m_bytes;
    std::uint64_t m_size;
    std::vector<std::uint8_t> m_initialised;
};

}  // namespace lanescope::simt
