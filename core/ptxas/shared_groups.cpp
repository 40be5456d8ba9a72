// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptxas/shared_groups.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope::ptxas {
namespace {

using ptx::BasicBlock;
using ptx::Dataflow;
using ptx::Entry;
using ptx::Instruction;
using ptx::kNoRegister;
using ptx::Opcode;
using ptx::RegisterId;
using ptx::Space;

constexpr std::uint32_t kWidest = 16;

/// Accesses that may still be joined: base register or shared array, load or store.
struct Key {
    RegisterId base = kNoRegister;
    std::uint32_t symbol = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
};

std::uint32_t bytesOf(const Instruction& instruction) { return bitsOf(instruction.type) / 8 * instruction.vectorSize; }

bool isLoadOrStore(const Instruction& instruction) {
    return instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St;
}

class Finder {
public:
    Finder(const Entry& entry, const Dataflow& flow) : m_entry(entry), m_flow(flow) {}

    std::vector<SharedGroup> run() {
        for (const BasicBlock& block : m_entry.blocks) {
            for (std::uint32_t i = block.first; i < block.end; ++i) visit(i);
            flush(m_loads);
            flush(m_stores);
        }
        std::ranges::sort(m_groups, {}, &SharedGroup::head);
        return std::move(m_groups);
    }

private:
    using Window = std::map<std::int64_t, std::uint32_t>;  ///< offset → instruction
    using Windows = std::map<Key, Window>;

    void visit(std::uint32_t i) {
        const Instruction& instruction = m_entry.instructions[i];
        const bool shared = instruction.space == Space::Shared;
        if (isLoadOrStore(instruction) && (shared || instruction.space == Space::Generic)) {
            const Key key{instruction.sources[0].reg,
                          instruction.sources[0].reg == kNoRegister ? instruction.sources[0].symbol : 0};
            const bool load = instruction.opcode == Opcode::Ld;
            // A load lets other loads be; a store ends all but the stores beside it.
            if (load) {
                flush(m_stores);
            } else {
                flush(m_loads);
                if (!m_stores.contains(key)) flush(m_stores);
            }
            if (shared && !instruction.isVolatile && instruction.guard == kNoRegister)
                open(load ? m_loads : m_stores, key, instruction.sources[0].offset, i);
        } else if (instruction.opcode == Opcode::Bar || instruction.opcode == Opcode::Call ||
                   instruction.opcode == Opcode::BarWarp || instruction.opcode == Opcode::Membar ||
                   ((instruction.opcode == Opcode::Atom || instruction.opcode == Opcode::Red) &&
                    instruction.space != Space::Global)) {
            flush(m_loads);
            flush(m_stores);
        }
        for (const RegisterId reg : registersWritten(instruction))
            for (Windows* windows : {&m_loads, &m_stores}) forget(*windows, reg);
    }

    void open(Windows& windows, const Key& key, std::int64_t offset, std::uint32_t i) {
        Window& window = windows[key];
        if (window.contains(offset)) {  // the same place again is another access
            close(key, window);
            window.clear();
        }
        window.emplace(offset, i);
    }

    void flush(Windows& windows) {
        for (const auto& [key, window] : windows) close(key, window);
        windows.clear();
    }
    void forget(Windows& windows, RegisterId base) {
        const auto known = windows.find({base, 0});
        if (known == windows.end()) return;
        close(known->first, known->second);
        windows.erase(known);
    }

    void close(const Key& key, Window window) {
        const unsigned zeros = key.base == kNoRegister ? 4 : m_flow.trailingZeros(key.base);
        for (std::uint32_t bytes = kWidest; bytes >= 8; bytes /= 2)
            if (zeros >= (bytes == kWidest ? 4U : 3U)) join(window, bytes);
    }

    /// Takes out of the window what fills aligned pieces of `bytes` bytes.
    void join(Window& window, std::uint32_t bytes) {
        for (auto first = window.begin(); first != window.end();) {
            SharedGroup group{first->second, bytes, {}};
            std::int64_t next = first->first;
            auto last = first;
            if (first->first % bytes == 0)
                for (; last != window.end() && last->first == next && next < first->first + bytes; ++last) {
                    next += bytesOf(m_entry.instructions[last->second]);
                    group.members.push_back(last->second);
                }
            if (group.members.size() > 1 && next == first->first + bytes) {
                m_groups.push_back(std::move(group));
                first = window.erase(first, last);
            } else {
                ++first;
            }
        }
    }

    const Entry& m_entry;
    const Dataflow& m_flow;
    Windows m_loads;
    Windows m_stores;
    std::vector<SharedGroup> m_groups;
};

}  // namespace

std::vector<SharedGroup> sharedGroups(const Entry& entry, const Dataflow& flow) { return Finder(entry, flow).run(); }

}  // namespace lanescope::ptxas
