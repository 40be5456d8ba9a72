// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/device_runtime.h"

#include <algorithm>
#include <cstring>

#include "core/base/words.h"
#include "core/simt/engine/print_format.h"
#include "core/simt/memory/private_memory.h"

namespace lanescope::simt {
namespace {

constexpr std::size_t kLongestText = 1 << 16;

std::string withoutFolder(const std::string& file) {
    const std::size_t slash = file.find_last_of("/\\");
    return slash == std::string::npos ? file : file.substr(slash + 1);
}

}  // namespace

bool DeviceRuntime::call(const program::Function& function, const program::Call& call, std::uint32_t pc,
                         LaneMask lanes) {
    m_calling = call.inRegisters ? &m_block.program->entry().instructions[pc] : nullptr;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = firstLane(rest);
        if (function.name == "vprintf") {
            const std::optional<std::int32_t> result = printFor(call, lane);
            if (!result) return m_block.raiseMisuse(pc, lane, Message("simt.runtime.printf"_id));
            putResult(call, lane, static_cast<std::uint32_t>(*result));
        } else if (function.name == "__assertfail") {
            return failAssertion(call, pc, lane, lanes);
        } else if (function.name == "malloc") {
            const std::optional<std::uint64_t> address = m_block.memory.heapAllocate(argumentOf(call, 0, lane));
            m_block.refreshViews();
            putResult(call, lane, address.value_or(0));
        } else if (const std::uint64_t address = argumentOf(call, 0, lane); address != 0) {
            if (!m_block.memory.heapFree(address))
                return m_block.raiseMisuse(pc, lane, Message("simt.runtime.free"_id));
            m_block.refreshViews();
        }
    }
    return true;
}

std::uint64_t DeviceRuntime::argumentOf(const program::Call& call, std::size_t index, unsigned lane) {
    std::uint64_t value = 0;
    if (m_calling != nullptr) {
        const bool there = index < m_calling->vectorSize && m_calling->vector[index] != program::kNoRegister;
        return there ? m_block.threads.value(m_block.current, m_calling->vector[index], lane) : value;
    }
    if (index >= call.arguments.size()) return value;
    const std::uint32_t slot = call.arguments[index];
    std::memcpy(&value, m_block.threads.slot(m_block.current, slot, lane),
                std::min(m_block.program->entry().slots[slot].size, 8U));
    return value;
}

void DeviceRuntime::putResult(const program::Call& call, unsigned lane, std::uint64_t value) {
    if (m_calling != nullptr) return putInRegisters(m_calling->destination, lane, value);
    if (call.results.empty()) return;
    const std::uint32_t slot = call.results[0];
    std::memcpy(m_block.threads.slot(m_block.current, slot, lane), &value,
                std::min(m_block.program->entry().slots[slot].size, 8U));
}

/// A pair and its words are written together.
void DeviceRuntime::putInRegisters(const program::Operand& to, unsigned lane, std::uint64_t value) {
    if (to.kind != program::Operand::Kind::Register || to.reg == program::kNoRegister) return;
    const std::vector<program::Register>& registers = m_block.program->entry().registers;
    const auto put = [&](program::RegisterId reg, std::uint64_t bits) {
        m_block.threads.setValue(m_block.current, reg, lane, bits);
    };
    put(to.reg, value);
    const auto& halves = registers[to.reg].halves;
    if (halves[0] != program::kNoRegister) put(halves[0], value & 0xffffffffU);
    if (halves[1] != program::kNoRegister) put(halves[1], value >> 32);
    for (program::RegisterId pair = 0; pair < registers.size(); ++pair) {
        const auto half = std::ranges::find(registers[pair].halves, to.reg);
        if (half == registers[pair].halves.end()) continue;
        const unsigned shift = half == registers[pair].halves.begin() ? 0 : 32;
        const std::uint64_t before = m_block.threads.value(m_block.current, pair, lane);
        put(pair, (before & ~(std::uint64_t{0xffffffffU} << shift)) | (value & 0xffffffffU) << shift);
    }
}

/// One byte at a generic address, as a lane sees it.
std::optional<std::byte> DeviceRuntime::byteAt(std::uint64_t address, unsigned lane) const {
    if (address - kLocalWindow < kWindowSize) {
        const std::uint64_t offset = address - kLocalWindow;
        if (offset >= m_block.machine.localBytes) return std::nullopt;
        return m_block.machine.local[(offset / 4 * kWarpSize + lane) * 4 + offset % 4];
    }
    if (address - kSharedWindow < kWindowSize) {
        const std::uint64_t offset = address - kSharedWindow;
        if (offset >= m_block.shared.size()) return std::nullopt;
        return m_block.shared.data()[offset];
    }
    const std::optional<BufferId> buffer = m_block.memory.find(address, 1);
    if (!buffer) return std::nullopt;
    const DeviceMemory::Allocation& allocation = m_block.memory.allocation(*buffer);
    const std::uint64_t offset = address - allocation.base;
    if (allocation.content) allocation.content->make(offset, offset + 1);
    return allocation.data[offset];
}

std::optional<std::uint64_t> DeviceRuntime::bitsAt(std::uint64_t address, unsigned bytes, unsigned lane) const {
    std::uint64_t bits = 0;
    for (unsigned k = 0; k < bytes; ++k) {
        const std::optional<std::byte> byte = byteAt(address + k, lane);
        if (!byte) return std::nullopt;
        bits |= std::to_integer<std::uint64_t>(*byte) << (8 * k);
    }
    return bits;
}

/// The zero-terminated text at a generic address.
std::optional<std::string> DeviceRuntime::textAt(std::uint64_t address, unsigned lane) const {
    std::string text;
    while (text.size() < kLongestText) {
        const std::optional<std::byte> byte = byteAt(address + text.size(), lane);
        if (!byte) return std::nullopt;
        if (*byte == std::byte{0}) break;
        text += static_cast<char>(*byte);
    }
    return text;
}

/// What printf gives back: the number of arguments, or -1 without a format. Nothing if something cannot be read.
std::optional<std::int32_t> DeviceRuntime::printFor(const program::Call& call, unsigned lane) {
    const std::uint64_t format = argumentOf(call, 0, lane);
    const std::uint64_t arguments = argumentOf(call, 1, lane);
    if (format == 0) return -1;
    const std::optional<std::string> words = textAt(format, lane);
    if (!words) return std::nullopt;
    PrintSource source;
    source.argument = [&](std::uint64_t offset, unsigned bytes) { return bitsAt(arguments + offset, bytes, lane); };
    source.text = [&](std::uint64_t address) { return textAt(address, lane); };
    std::optional<Printed> printed = print(*words, source);
    if (!printed) return std::nullopt;
    m_output.add(
        {m_block.index, m_block.launch.block.at(m_block.current * kWarpSize + lane), std::move(printed->text)});
    return printed->arguments;
}

bool DeviceRuntime::failAssertion(const program::Call& call, std::uint32_t pc, unsigned lane, LaneMask lanes) {
    const auto text = [&](std::size_t index) { return textAt(argumentOf(call, index, lane), lane).value_or("?"); };
    // Code for debugging calls it in a wrapper: what is asked for is the line of the assert.
    const StackEntry* wrapper = nullptr;
    for (const StackEntry& entry : m_block.warp().stack)
        if (entry.isFrame()) wrapper = &entry;
    const bool wrapped =
        wrapper != nullptr && m_block.program->entry().functions[wrapper->function].name == "__assert_fail";
    return m_block.raise({Fault::Kind::Assertion, wrapped ? wrapper->call : pc, m_block.current, lane, lanes,
                          inWords(Message("simt.runtime.assertion"_id, {{"condition", text(0)},
                                                                        {"function", text(3)},
                                                                        {"file", withoutFolder(text(1))},
                                                                        {"line", argumentOf(call, 2, lane)}}))});
}

}  // namespace lanescope::simt
