// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that CUDA's device runtime gives: vprintf, __assertfail, malloc, free. Owns what was printed; reads the
// arguments from the slots of the lanes that call, writes the results there, and changes the heap. Internal to
// core/simt.
#pragma once

#include <optional>
#include <string>

#include "core/simt/engine/block.h"
#include "core/simt/engine/printed_output.h"

namespace lanescope::simt {

class DeviceRuntime {
public:
    explicit DeviceRuntime(Block& block) : m_block(block) {}

    /// Lanes of the current warp call, at `pc`; false after a fault.
    bool call(const program::Function& function, const program::Call& call, std::uint32_t pc, LaneMask lanes);
    /// What was printed since it was last taken.
    [[nodiscard]] PrintedOutput& output() { return m_output; }

private:
    [[nodiscard]] std::uint64_t argumentOf(const program::Call& call, std::size_t index, unsigned lane);
    void putResult(const program::Call& call, unsigned lane, std::uint64_t value);
    void putInRegisters(const program::Operand& to, unsigned lane, std::uint64_t value);
    [[nodiscard]] std::optional<std::byte> byteAt(std::uint64_t address, unsigned lane) const;
    [[nodiscard]] std::optional<std::uint64_t> bitsAt(std::uint64_t address, unsigned bytes, unsigned lane) const;
    [[nodiscard]] std::optional<std::string> textAt(std::uint64_t address, unsigned lane) const;
    [[nodiscard]] std::optional<std::int32_t> printFor(const program::Call& call, unsigned lane);
    bool failAssertion(const program::Call& call, std::uint32_t pc, unsigned lane, LaneMask lanes);

    Block& m_block;
    const program::Instruction* m_calling = nullptr;  ///< whose registers have arguments and result; nullptr = slots
    PrintedOutput m_output;
};

}  // namespace lanescope::simt
