// SPDX-License-Identifier: GPL-3.0-or-later
// The code of one kernel, with all functions that it can reach.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/program/basic_block.h"
#include "core/program/instruction.h"

namespace lanescope::program {

struct Register {
    std::string name;  ///< "%f12"
    Type type = Type::None;
    /// The number that stands in a vector instead of a register: `{%r1, 0}`. Nothing writes it; its name is "".
    std::optional<std::uint64_t> constant{};
    /// The low and the high word of a pair that is used as one value of 64 bits. Who writes a word writes it in the
    /// pair, too, and the other way round.
    std::array<RegisterId, 2> halves{kNoRegister, kNoRegister};
};

struct Parameter {
    std::string name;
    Type type = Type::None;    ///< element type for an array parameter
    std::uint32_t size = 0;    ///< bytes
    std::uint32_t offset = 0;  ///< bytes in the parameter block, or in a thread's slots (Entry::slots)
    bool pointer = false;      ///< declared as one (.ptr), which compilers need not do
};

/// An array in local memory. Each thread has one for each activation of the function that declares it.
struct LocalVariable {
    std::string name;
    std::uint32_t size = 0;  ///< bytes
    std::uint32_t alignment = 1;
    std::uint32_t offset = 0;  ///< bytes in the function's frame
};

struct SharedVariable {
    std::string name;        ///< mangled, as in the text
    std::string shortName;   ///< the C++ variable's own name: "As"
    std::uint32_t size = 0;  ///< bytes; 0 = extern (dynamic) array
    std::uint32_t alignment = 1;
    /// Bytes from the start of the block's shared memory. In order of declaration; extern arrays all start behind the
    /// static ones.
    std::uint32_t offset = 0;
};

/// A function that an entry can reach, linked into it: its code is instructions [first, end) of the entry, its
/// registers [firstRegister, endRegister) and its slots and locals likewise, so that an activation can be saved and
/// restored as a whole. functions[0] is the kernel itself. Control leaves at a `ret` or at `end`.
struct Function {
    std::string name;       ///< as in the text
    std::string demangled;  ///< "fibonacci"
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    RegisterId firstRegister = 0;
    RegisterId endRegister = 0;
    std::uint32_t firstSlot = 0;  ///< into Entry::slots
    std::uint32_t endSlot = 0;
    std::vector<std::uint32_t> results;    ///< slots that the caller reads, in order
    std::vector<std::uint32_t> arguments;  ///< slots that the caller fills, in order
    std::uint32_t frameBytes = 0;          ///< of local memory, a multiple of 16
    bool recursive = false;                ///< can be active more than once at a time in one thread
    /// A function without a body that the runtime gives (vprintf, __assertfail, malloc, free): first == end.
    bool isExternal = false;
    std::uint32_t codeIndex = 0;  ///< in Module::functions: what its address is made of
};

/// A call. Slots are copied thread by thread: arguments before, results after.
struct Call {
    std::uint32_t function = 0xffffffffU;  ///< into Entry::functions; 0xffffffff: indirect
    Operand target;                        ///< indirect: the register with the function's address
    std::vector<std::uint32_t> results;    ///< slots of the caller
    std::vector<std::uint32_t> arguments;
    /// Machine code: arguments are the instruction's `vector`, the result its destination.
    bool inRegisters = false;
};

/// A kernel that can be launched.
struct Entry {
    std::string name;       ///< as in the text, maybe mangled
    std::string demangled;  ///< without return type and arguments: "tiled<16, float>"
    /// Why this entry cannot be run: the first instruction of it, or of what it calls, that is not supported. It then
    /// has no instructions, only its names and parameters; the other entries of the module are not touched by it.
    std::optional<Error> unsupported;
    std::vector<Function> functions;  ///< [0] = the kernel
    std::vector<Parameter> slots;     ///< what calls hand over and get back: offset in the thread's slot bytes
    std::uint32_t slotBytes = 0;      ///< of one thread
    std::vector<LocalVariable> locals;
    std::vector<Call> calls;
    std::vector<std::vector<std::uint32_t>> branchLists;  ///< of brx: instruction indices
    /// Of a block (__launch_bounds__), in each dimension; 0 = not said.
    std::array<std::uint32_t, 3> mostThreads{};
    std::array<std::uint32_t, 3> requiredThreads{};
    std::vector<Parameter> parameters;
    std::uint32_t parameterBytes = 0;
    std::vector<Register> registers;
    std::vector<SharedVariable> shared;
    std::uint32_t staticSharedBytes = 0;
    std::vector<Instruction> instructions;
    std::vector<BasicBlock> blocks;
    /// Machine code: lanes that part meet where `meet` says; they run as independent threads, whatever is asked for.
    bool meetsByCode = false;
    std::uint32_t firstLine = 0;  ///< in Module::text
    std::uint32_t lastLine = 0;

    /// Basic block that instruction `index` belongs to.
    [[nodiscard]] std::uint32_t blockOf(std::uint32_t index) const;
    /// Function that instruction `index` belongs to; functions.size() if there is none.
    [[nodiscard]] std::uint32_t functionOf(std::uint32_t index) const;
};

}  // namespace lanescope::program
