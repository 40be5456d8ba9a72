// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a Program of a program::Entry: lays out registers and constants, places operands, picks handlers. Internal to
// core/simt.
#pragma once

#include <map>
#include <optional>
#include <tuple>

#include "core/simt/decode/program.h"
#include "core/simt/handlers/handlers.h"

namespace lanescope::simt {

class Decoder {
public:
    explicit Decoder(Program& program) : m_program(program), m_entry(*program.m_entry) {}
    /// False if an instruction cannot be run; failed() is its index.
    [[nodiscard]] bool run();
    [[nodiscard]] std::uint32_t failed() const { return m_failed; }

private:
    void layOutRegisters();
    void layOutExtras();
    void cutSegments();
    void findUnsetReads();
    bool decodeInstruction(std::uint32_t index);
    bool decodeByKind(const program::Instruction& instruction, std::uint32_t index, Op& op);
    bool decodeControl(const program::Instruction& instruction, std::uint32_t index, Op& op);
    bool decodeBarrier(const program::Instruction& instruction, Op& op);
    bool decodeMemory(const program::Instruction& instruction, Op& op);
    bool decodeAddress(const program::Operand& address, Op& op);
    bool decodeTransfer(const program::Instruction& instruction, Op& op);
    [[nodiscard]] bool isParameter(const program::Instruction& instruction) const;
    bool decodeParameterLoad(const program::Instruction& instruction, Op& op);
    bool decodeAsyncCopy(const program::Instruction& instruction, Op& op);
    bool decodeMbarrier(const program::Instruction& instruction, Op& op);
    bool decodeLocalSymbol(const program::Instruction& instruction, Op& op);
    bool decodeVectorMove(const program::Instruction& instruction, Op& op);
    bool decodeOperands(const program::Instruction& instruction, Op& op);
    bool pickHandlers(const program::Instruction& instruction, Op& op);
    void sharePatterns(const Segment& segment);
    void formGroups(const Segment& segment);

    /// Place of a register, which must be `bits` wide (0 = any width).
    [[nodiscard]] std::optional<Place> registerOf(program::RegisterId reg, unsigned bits) const;
    [[nodiscard]] unsigned bitsOf(program::RegisterId reg) const;
    [[nodiscard]] std::optional<Place> source(const program::Operand& operand, unsigned bits);
    [[nodiscard]] std::optional<Place> destination(const program::Operand& operand, unsigned bits) const;
    [[nodiscard]] std::optional<Place> special(const program::Operand& operand, unsigned bits);
    [[nodiscard]] std::optional<std::uint64_t> symbolValue(const program::Operand& operand) const;
    [[nodiscard]] std::optional<Place> parameter(const program::Operand& operand, unsigned bits);
    [[nodiscard]] Place immediate(std::uint64_t bits, unsigned width);
    [[nodiscard]] Place constant(Constant wanted);
    [[nodiscard]] Place sink();
    // pairs.cpp
    [[nodiscard]] bool decodeMore(const program::Instruction& instruction, Op& op);
    [[nodiscard]] Place signsOf(Place place);
    [[nodiscard]] Place modified(const program::Operand& operand, Place place, unsigned bits,
                                 const program::Instruction& instruction);
    [[nodiscard]] bool sumAddress(const program::Operand& address, Op& op);
    void findPairs();
    void keepRearrangements(Op& op, const std::vector<Rearrangement>& after);
    [[nodiscard]] Place scratch();
    /// Does the symbol stand for a variable of the module?
    [[nodiscard]] static bool isVariable(const program::Operand& operand);
    [[nodiscard]] Place variable(const program::Operand& operand, unsigned bits = 64);

    Program& m_program;
    const program::Entry& m_entry;
    std::uint32_t m_failed = 0;
    Place m_sink = kNowhere;
    std::vector<Place> m_scratch;  ///< of 64 bits, for an instruction's operands on their way in
    std::size_t m_scratchUsed = 0;
    std::vector<Rearrangement> m_before;                  ///< of the instruction that is decoded
    std::vector<std::vector<Rearrangement>> m_allBefore;  ///< by instruction
    /// Where those are that there are already.
    std::map<std::tuple<Constant::Kind, std::uint64_t, std::uint32_t, program::Type, program::SpecialRegister,
                        std::uint8_t, unsigned>,
             Place>
        m_constants;
};

}  // namespace lanescope::simt
