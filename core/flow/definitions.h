// SPDX-License-Identifier: GPL-3.0-or-later
// The places of a kernel where registers are written, and which of them a reader may find: compilers use one register
// for several values, one after the other. Private to this room.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/program/entry.h"

namespace lanescope::flow {

class Definitions {
public:
    explicit Definitions(const program::Entry& entry);

    /// One number for each register that an instruction writes, ascending with the code.
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_register.size()); }
    [[nodiscard]] program::RegisterId registerOf(std::uint32_t definition) const { return m_register[definition]; }
    /// [first, end) of an instruction.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> of(std::uint32_t instruction) const {
        return {m_first[instruction], m_first[instruction + 1]};
    }
    /// A register that an instruction reads, and a definition that may have put there what it finds: of a pair also
    /// one of its words, of a word one of its pair.
    struct Reach {
        program::RegisterId reg = program::kNoRegister;
        std::uint32_t definition = 0;
    };
    [[nodiscard]] std::span<const Reach> reaching(std::uint32_t instruction) const { return m_reaching[instruction]; }

private:
    struct OfRegister {
        std::vector<std::uint32_t> writers;      ///< instructions, ascending
        std::vector<std::uint32_t> definitions;  ///< by writer
        std::vector<bool> partial;               ///< by writer: something else stays
        std::vector<std::uint32_t> readers;      ///< instructions, ascending
    };
    void reach(const program::Entry& entry, const std::vector<std::uint32_t>& blockOf, program::RegisterId reg,
               const OfRegister& all);

    std::vector<std::uint32_t> m_first;
    std::vector<program::RegisterId> m_register;
    std::vector<std::vector<Reach>> m_reaching;
};

}  // namespace lanescope::flow
