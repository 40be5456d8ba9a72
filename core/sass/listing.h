// SPDX-License-Identifier: GPL-3.0-or-later
// The machine code (SASS) of one kernel for one architecture as data: what nvdisasm printed of it, taken apart, and
// what else its cubin says. Architectures since Turing, whose instructions are 128 bits wide.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::sass {

inline constexpr std::uint32_t kInstructionBytes = 16;

/// Number of RZ and URZ (always zero) and of PT and UPT (always true), whatever bits they have in an encoding.
inline constexpr std::uint16_t kFixed = 0xffff;
/// No such register in an address.
inline constexpr std::uint16_t kNone = 0xfffe;

/// The bits of an instruction: `low` are bits 0 to 63.
struct Encoding {
    std::uint64_t low = 0, high = 0;
    friend bool operator==(const Encoding&, const Encoding&) = default;
};

/// What ptxas has told the scheduler (upper 64 bits of an encoding, bits 41 to 61). Reverse-engineered: Jia et al.
/// 2018 (Volta, Turing), Huerta et al. 2025 (Ampere); nvdisasm prints none of it but the reuse.
struct Control {
    static constexpr std::uint8_t kNoScoreboard = 7;

    std::uint8_t stall = 0;                        ///< cycles until the same warp may issue again
    bool yields = false;                           ///< another warp goes first, if one can
    std::uint8_t writeScoreboard = kNoScoreboard;  ///< raised until the result is there: 0 to 5, or kNoScoreboard
    std::uint8_t readScoreboard = kNoScoreboard;   ///< raised until the operands have been read
    std::uint8_t waits = 0;                        ///< bit k: does not issue before scoreboard k is down
    std::uint8_t reuse = 0;                        ///< bit k: the k-th register operand stays in the operand cache
    friend bool operator==(const Control&, const Control&) = default;
};
[[nodiscard]] Control controlOf(const Encoding& encoding);
/// The encoding with those bits at 0.
[[nodiscard]] Encoding withoutControl(const Encoding& encoding);

enum class OperandKind : std::uint8_t {
    Register,          ///< R4: number
    UniformRegister,   ///< UR4: number
    Predicate,         ///< P0: number
    UniformPredicate,  ///< UP0: number
    Immediate,         ///< 0x10, -0x10: value
    FloatImmediate,    ///< 0.5, +INF: value holds the bits of the operation's type (f16, f32 or f64)
    Constant,          ///< c[0x0][R3+0x160]: number is the bank, address the place in it
    Memory,            ///< [R2.64+UR4+0x10], desc[UR4][R2.64]: address
    SpecialRegister,   ///< SR_TID.X: name
    Barrier,           ///< B0, of convergence: number
    Scoreboard,        ///< SB0: number
    Target,            ///< a place in the code: value is its address; name is the function's where it is one
    Other,             ///< nothing of these: text alone
};

/// Where a Memory or Constant operand is: the sum of its parts.
struct Address {
    std::uint16_t base = kNone;        ///< R, kFixed for RZ
    std::uint16_t uniform = kNone;     ///< UR, kFixed for URZ
    std::uint16_t descriptor = kNone;  ///< UR of desc[UR]
    std::uint8_t scale = 1;            ///< of the base: R2.X4
    bool wide = false;                 ///< the base, or what stands for it, is 64 bits: R2.64
    bool unsignedBase = false;         ///< R2.U32
    std::int64_t offset = 0;           ///< bytes
    friend bool operator==(const Address&, const Address&) = default;
};

struct Operand {
    OperandKind kind = OperandKind::Other;
    std::uint16_t number = 0;
    bool negated = false;   ///< -R4, !P0
    bool absolute = false;  ///< |R4|
    bool inverted = false;  ///< ~R4
    bool reuse = false;     ///< R4.reuse
    std::int64_t value = 0;
    Address address;
    std::string name;
    std::vector<std::string> modifiers;  ///< without dots: "H0_H0"
    std::string text;                    ///< as nvdisasm printed it
    friend bool operator==(const Operand&, const Operand&) = default;
};

/// The predicate under which lanes take part.
struct Guard {
    bool uniform = false;           ///< UP0
    bool negated = false;           ///< @!P0
    std::uint16_t number = kFixed;  ///< kFixed: all lanes do, or with `negated` none
    [[nodiscard]] bool always() const { return number == kFixed && !negated; }
    friend bool operator==(const Guard&, const Guard&) = default;
};

struct Instruction {
    std::uint32_t address = 0;  ///< bytes from the kernel's first instruction
    Guard guard;
    std::string opcode;                  ///< "IMAD"
    std::vector<std::string> modifiers;  ///< "WIDE", "U32"
    std::vector<Operand> operands;       ///< in the order in which they are printed
    Encoding encoding;
    Control control;
    std::uint32_t file = 0;     ///< index into Listing::files; meaningful if line != 0
    std::uint32_t line = 0;     ///< of the CUDA source, 1-based; 0 = not known
    std::uint32_t ptxLine = 0;  ///< of the PTX that ptxas was given, 1-based; 0 = not known
    std::string text;           ///< "@P0 IMAD.WIDE R2, R9, 0x4, R2"

    [[nodiscard]] bool has(std::string_view modifier) const;
    friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// A function within a kernel's code: the kernel itself is the first, at 0.
struct Function {
    std::string name;
    std::uint32_t address = 0;
    friend bool operator==(const Function&, const Function&) = default;
};

/// What ptxas -v says of a kernel, in bytes where it is not a count.
struct Resources {
    std::uint32_t registers = 0;    ///< of a thread
    std::uint32_t sharedBytes = 0;  ///< static
    std::uint32_t stackBytes = 0;
    std::uint32_t spillStoreBytes = 0;
    std::uint32_t spillLoadBytes = 0;
    std::uint32_t barriers = 0;  ///< named ones that are set aside
    friend bool operator==(const Resources&, const Resources&) = default;
};

/// A parameter of a kernel: bytes from the first one.
struct Parameter {
    std::uint32_t offset = 0, bytes = 0;
    friend bool operator==(const Parameter&, const Parameter&) = default;
};

/// 8 bytes of a constant bank that hold the address of `symbol` + addend once the module is loaded.
struct Relocation {
    std::uint32_t offset = 0;
    std::string symbol;
    std::int64_t addend = 0;
    friend bool operator==(const Relocation&, const Relocation&) = default;
};

/// What the compiler puts into a constant bank. Bank 0, with the launch and its parameters, is the driver's.
struct ConstantBank {
    std::uint32_t bank = 0;  ///< 2: the kernel's own numbers; 3: __constant__ variables; 4: addresses of variables
    std::string bytes;
    std::vector<Relocation> relocations;
    friend bool operator==(const ConstantBank&, const ConstantBank&) = default;
};

/// A variable of the module, by its name in the PTX.
struct Symbol {
    enum class Space : std::uint8_t { Global, Constant };
    std::string name;
    Space space = Space::Global;
    std::uint32_t offset = 0;  ///< Constant: in bank 3
    std::uint32_t bytes = 0;
    friend bool operator==(const Symbol&, const Symbol&) = default;
};

/// One kernel on one architecture.
struct Listing {
    std::string architecture;  ///< "sm_90"
    std::string kernel;        ///< its name in the PTX
    Resources resources;
    std::uint32_t parameterBase = 0;  ///< of the first parameter in constant bank 0
    std::vector<Parameter> parameters;
    std::vector<std::string> files;  ///< of the CUDA source, as the PTX names them
    std::vector<Instruction> instructions;
    std::vector<Function> functions;
    std::vector<ConstantBank> banks;
    std::vector<Symbol> symbols;

    /// nullptr where no instruction begins at this address.
    [[nodiscard]] const Instruction* at(std::uint64_t address) const;
    friend bool operator==(const Listing&, const Listing&) = default;
};

}  // namespace lanescope::sass
