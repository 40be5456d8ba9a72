// SPDX-License-Identifier: GPL-3.0-or-later
// One kernel on its way from a listing into the neutral form: its registers, and operands of either kind. Internal to
// core/sass/lower.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "core/program/module.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

using Code = program::Instruction;
using Value = program::Operand;

/// Of generic addresses in shared memory (core/simt/decode/op.h: kSharedWindow).
inline constexpr std::uint64_t kSharedWindow = 0x7fe0'0000'0400ULL;

class Lowering {
public:
    /// Registers go into `entry`.
    Lowering(const Listing& listing, const program::Module& ptx, program::Entry& entry);

    /// What is asked for cannot be run.
    void refuse() { m_refused = true; }
    [[nodiscard]] bool refused() const { return m_refused; }
    /// For the next instruction.
    void forget() { m_refused = false; }
    /// Refuses an instruction with a modifier that is none of these: nothing is passed over that may mean something.
    void allow(const Instruction& from, std::initializer_list<std::string_view> known);

    // Sources. What fits no operand of that width refuses the instruction.
    [[nodiscard]] Value word(const Operand& operand);
    [[nodiscard]] Value wide(const Operand& operand);
    [[nodiscard]] Value value(const Operand& operand, unsigned bits) {
        return bits == 64 ? wide(operand) : word(operand);
    }
    [[nodiscard]] Value predicate(const Operand& operand);
    /// A word, a half of it (H0_H0, H1_H1) or a byte (B0 to B3).
    [[nodiscard]] Value portion(Operand operand);
    /// [R2.64+0x10] in a space; the window in which shared memory lies is taken off.
    [[nodiscard]] Value address(const Operand& operand, program::Space space);
    // Destinations: none for RZ and PT.
    [[nodiscard]] Value toWord(const Operand& operand);
    [[nodiscard]] Value toWide(const Operand& operand);
    [[nodiscard]] Value to(const Operand& operand, unsigned bits) {
        return bits == 64 ? toWide(operand) : toWord(operand);
    }
    [[nodiscard]] Value toPredicate(const Operand& operand);
    /// Register `k` behind the operand's; RZ stays.
    [[nodiscard]] static Operand after(const Operand& operand, unsigned k);

    /// A sum with one negative operand is a difference, a move of one its opposite: each one step instead of two.
    static void subtract(Code& to);
    static void negate(Code& to);

    [[nodiscard]] static Value immediate(std::uint64_t bits);
    [[nodiscard]] static Value special(program::SpecialRegister which, unsigned dimension = 0);
    [[nodiscard]] Value registerValue(program::RegisterId reg) const;
    /// Under a name of ours: what the code has, but no register of it.
    [[nodiscard]] program::RegisterId own(const std::string& name, program::Type type);
    [[nodiscard]] program::RegisterId convergence(unsigned number);
    [[nodiscard]] program::RegisterId predicateRegister(unsigned number) const { return m_firstPredicate + number; }
    [[nodiscard]] program::RegisterId guardOf(const Operand& predicate);
    [[nodiscard]] program::RegisterId uniformPredicate(unsigned number) const { return m_firstPredicate + 7 + number; }

    [[nodiscard]] const Listing& listing() const { return m_listing; }
    [[nodiscard]] program::Entry& entry() { return m_entry; }
    /// 75, 90, 120.
    [[nodiscard]] unsigned architecture() const { return m_architecture; }
    /// Bytes of a thread's stack, which begins at their end; of a recursive kernel at least these.
    [[nodiscard]] std::uint32_t stackBytes() const { return m_stackBytes; }
    /// Of the functions that the emulator gives.
    [[nodiscard]] static bool isRuntime(const std::string& name);
    /// Does a function of it call itself, by whatever way, or one whose address is in a register?
    [[nodiscard]] bool recursive() const { return m_recursive; }
    /// Index of the instruction at an address; refuses what is none.
    [[nodiscard]] std::uint32_t indexAt(std::int64_t address);
    [[nodiscard]] const Operand& operand(const Instruction& instruction, std::size_t k);

    /// What a load finds whose place is counted from the size of a cluster; nothing if it is no such load.
    [[nodiscard]] std::optional<Value> ofCluster(const Instruction& load) const;
    /// The same place with its register's number added, where that number is known at instruction `at`.
    [[nodiscard]] Operand atKnownPlace(Operand constant, std::size_t at) const;
    /// The function of the runtime whose address a register has at a call: index into Entry::functions. Adds it to
    /// `runtimeFunctions`, which stand behind the kernel there.
    [[nodiscard]] std::optional<std::uint32_t> runtimeFunctionAt(const Instruction& call);
    std::vector<std::string> runtimeFunctions;
    /// A load of a constant bank at a place that a register has; nothing where the bank cannot be had so.
    [[nodiscard]] std::optional<Value> constantAddress(const Operand& operand);
    /// A bank as a variable of the module that comes out.
    std::vector<program::ModuleVariable> moreVariables;

private:
    [[nodiscard]] program::RegisterId registerOf(OperandKind kind, unsigned number);
    [[nodiscard]] program::RegisterId pairOf(OperandKind kind, unsigned number);
    [[nodiscard]] Value constant(const Operand& operand, unsigned bits);
    [[nodiscard]] std::optional<Value> ofLaunch(std::int64_t offset, unsigned bits) const;
    [[nodiscard]] std::optional<Value> ofCompiler(const Operand& operand, unsigned bits) const;
    [[nodiscard]] const Instruction* makerOf(unsigned number, std::size_t before) const;
    [[nodiscard]] Value withModifiers(Value value, const Operand& operand);

    const Listing& m_listing;
    const program::Module& m_ptx;
    program::Entry& m_entry;
    unsigned m_architecture = 0;
    std::uint32_t m_stackBytes = 0;
    bool m_recursive = false;
    std::vector<std::uint32_t> m_targets;  ///< addresses that control comes to from elsewhere, in ascending order
    program::RegisterId m_firstPredicate = 0;
    bool m_refused = false;
    std::map<std::string, program::RegisterId> m_registers;  ///< by name
};

[[nodiscard]] bool isPredicateOperand(const Operand& operand);
/// RZ or 0, without a sign.
[[nodiscard]] bool isZeroOperand(const Operand& operand);
/// PT as a destination, !PT as a source.
[[nodiscard]] inline bool isNothingOperand(const Operand& operand) { return operand.number == kFixed; }

/// CALL.ABS R2: of the runtime.
void callRuntime(Lowering& lowering, const Instruction& from, Code& to);

/// The comparison that the modifiers name; what else there is must be among `others`.
void takeComparison(Lowering& lowering, const Instruction& from, Code& to,
                    std::initializer_list<std::string_view> others);
/// Operand `k`, if there is one: the predicate that a comparison's outcome is combined with.
void takeCombined(Lowering& lowering, const Instruction& from, std::size_t k, Code& to);

/// How the instructions of one name are lowered.
struct Form {
    std::string_view name;
    void (*lower)(Lowering& lowering, const Instruction& from, Code& to);
    bool uniform = false;  ///< of the uniform datapath: done once for the warp
};
[[nodiscard]] std::span<const Form> integerForms();
[[nodiscard]] std::span<const Form> bitForms();
[[nodiscard]] std::span<const Form> compareForms();
[[nodiscard]] std::span<const Form> halfForms();
[[nodiscard]] std::span<const Form> floatForms();
[[nodiscard]] std::span<const Form> convertForms();
[[nodiscard]] std::span<const Form> moveForms();
[[nodiscard]] std::span<const Form> memoryForms();
[[nodiscard]] std::span<const Form> atomicForms();
[[nodiscard]] std::span<const Form> asyncForms();
[[nodiscard]] std::span<const Form> controlForms();
[[nodiscard]] std::span<const Form> warpForms();

}  // namespace lanescope::sass
