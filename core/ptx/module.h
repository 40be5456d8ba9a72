// SPDX-License-Identifier: GPL-3.0-or-later
// A PTX translation unit as data: what the parser makes of the text, before anything is run.
// Names and meanings are those of NVIDIA's "Parallel Thread Execution ISA" manual, version 9.0.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

/// Fundamental types (PTX ISA 5.2). Sizes by bitsOf().
enum class Type : std::uint8_t { None, Pred, B8, B16, B32, B64, U8, U16, U32, U64, S8, S16, S32, S64, F16, F32, F64 };
[[nodiscard]] unsigned bitsOf(Type type);
[[nodiscard]] std::string_view nameOf(Type type);  ///< "f32"

/// State spaces (PTX ISA 5.1) that an address can lie in.
enum class Space : std::uint8_t { Generic, Param, Global, Shared, Local, Const };
[[nodiscard]] std::string_view nameOf(Space space);

/// Base operation, without its modifiers. One enumerator per PTX mnemonic that we know.
enum class Opcode : std::uint8_t {
    // integer and float arithmetic
    Add,
    Sub,
    Mul,
    Mad,
    Fma,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    Sqrt,
    Rcp,
    Rsqrt,
    Ex2,
    Lg2,
    Sin,
    Cos,
    Popc,
    Clz,
    Bfind,
    Brev,
    Bfe,
    Bfi,
    Sad,
    // logic and shift
    And,
    Or,
    Xor,
    Not,
    Cnot,
    Shl,
    Shr,
    Shf,
    Lop3,
    Prmt,
    // comparison and selection
    Setp,
    Set,
    Selp,
    Slct,
    // movement and conversion
    Mov,
    Cvt,
    Cvta,
    Ld,
    St,
    Atom,
    Red,
    // control
    Bra,
    Ret,
    Exit,
    Trap,
    // synchronisation and warp operations
    Bar,
    Membar,
    Shfl,
    Vote,
    Activemask,
    BarWarp
};
[[nodiscard]] std::string_view nameOf(Opcode opcode);

enum class Comparison : std::uint8_t {
    None,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Lo,
    Ls,
    Hi,
    Hs,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan
};
enum class BoolOp : std::uint8_t { None, And, Or, Xor };
/// Rounding of floats (Rn Rz Rm Rp) and to integers (Rni Rzi Rmi Rpi).
enum class Rounding : std::uint8_t { None, Rn, Rz, Rm, Rp, Rni, Rzi, Rmi, Rpi, Approx, Full };
/// Which half of a product: mul/mad .lo .hi .wide.
enum class Part : std::uint8_t { None, Lo, Hi, Wide };
enum class AtomOp : std::uint8_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor, Exch, Cas };
enum class ShflMode : std::uint8_t { None, Up, Down, Bfly, Idx };
enum class VoteMode : std::uint8_t { None, All, Any, Uni, Ballot };

/// %tid.x and its like; `dimension` is 0, 1, 2 for x, y, z.
enum class SpecialRegister : std::uint8_t {
    Tid,
    Ntid,
    Ctaid,
    Nctaid,
    Laneid,
    Warpid,
    Nwarpid,
    Smid,
    Nsmid,
    Gridid,
    Clock,
    Clock64,
    LanemaskEq,
    LanemaskLt,
    LanemaskLe,
    LanemaskGt,
    LanemaskGe,
    Globaltimer
};

/// Number of a virtual register within its entry; registers of all types share one numbering.
using RegisterId = std::uint32_t;
inline constexpr RegisterId kNoRegister = 0xffffffffU;

struct Operand {
    enum class Kind : std::uint8_t {
        None,
        Register,   ///< reg
        Immediate,  ///< bits: raw bits of the operand's type (floats as IEEE bits of that width; integers sign-extended
                    ///< from that width to 64 bits, so mask them; predicates 0 or 1)
        Special,    ///< special, dimension
        Symbol,     ///< symbol + offset as a value (the address of a variable)
        Address,    ///< [reg + offset], [symbol + offset] or [offset]
    };
    Kind kind = Kind::None;
    RegisterId reg = kNoRegister;  ///< Register; base of an Address, kNoRegister when the base is a symbol or nothing
    std::uint64_t bits = 0;        ///< Immediate
    std::int64_t offset = 0;       ///< Symbol, Address
    std::uint32_t symbol = 0xffffffffU;  ///< index into Entry::shared or Entry::parameters, by `space`
    Space space = Space::Generic;        ///< of the symbol
    SpecialRegister special = SpecialRegister::Tid;
    std::uint8_t dimension = 0;
};

/// CUDA source position as the .loc directives say. For code that was inlined this is the innermost position.
struct SourceLocation {
    std::uint32_t file = 0;  ///< index into Module::files; meaningful if line != 0
    std::uint32_t line = 0;  ///< 1-based; 0 = no source position
    std::uint32_t column = 0;
    friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// One instruction with all modifiers resolved into fields. Operands are in PTX order in `destination` and `sources`:
///   ld          destination, sources[0] = address          (vector: `vector` instead of destination)
///   st          sources[0] = address, sources[1] = value   (vector: `vector` instead of sources[1], sourceCount 1)
///   atom, red   destination (atom only), sources[0] = address, sources[1] = operand, cas: sources[2] = new value
///   setp        destination(2), sources a b, and the predicate c if boolOp is not None
///   shfl        destination(2), sources a b c mask;  vote: sources predicate, mask;  BarWarp: sources[0] = mask
///   bar.sync    sources[0] = barrier, sources[1] = number of threads if given;  bra: only `target`
/// Types of operands that differ from `type`: shift amounts, bfe/bfi positions, and results of popc/clz/bfind are u32;
/// mul/mad.wide has a result and an addend of twice the width; the last operand of selp is a predicate.
struct Instruction {
    Opcode opcode = Opcode::Mov;
    Type type = Type::None;        ///< of the operation (for cvt: of the destination; mul.wide: of the factors)
    Type sourceType = Type::None;  ///< cvt, set, slct: of the source
    Space space = Space::Generic;  ///< ld st atom red cvta
    Comparison comparison = Comparison::None;
    BoolOp boolOp = BoolOp::None;
    Rounding rounding = Rounding::None;
    Part part = Part::None;
    AtomOp atomOp = AtomOp::None;
    ShflMode shflMode = ShflMode::None;
    VoteMode voteMode = VoteMode::None;
    bool ftz = false;
    bool saturate = false;
    bool uniform = false;       ///< bra.uni
    bool shiftRight = false;    ///< shf.r rather than shf.l
    bool shiftWrap = false;     ///< shf.wrap rather than shf.clamp
    bool cvtaToSpace = false;   ///< cvta.to.space rather than cvta.space
    bool guardNegated = false;  ///< @!p
    RegisterId guard = kNoRegister;
    std::uint8_t vectorSize = 1;
    Operand destination;
    Operand destination2;  ///< second predicate of setp p|q, shfl d|p
    std::array<Operand, 4> sources;
    std::uint8_t sourceCount = 0;
    std::array<RegisterId, 4> vector{kNoRegister, kNoRegister, kNoRegister, kNoRegister};
    std::uint32_t target =
        0xffffffffU;            ///< bra: index of the instruction to go to (instructions.size() = past the end)
    std::uint32_t ptxLine = 0;  ///< 1-based line in Module::text
    SourceLocation source;
};

struct Register {
    std::string name;  ///< "%f12"
    Type type = Type::None;
};

struct Parameter {
    std::string name;
    Type type = Type::None;    ///< element type for an array parameter
    std::uint32_t size = 0;    ///< bytes
    std::uint32_t offset = 0;  ///< bytes in the parameter block
};

struct SharedVariable {
    std::string name;        ///< mangled, as in the PTX
    std::string shortName;   ///< the C++ variable's own name: "As"
    std::uint32_t size = 0;  ///< bytes; 0 = extern (dynamic) array
    std::uint32_t alignment = 1;
    /// Bytes from the start of the block's shared memory. In order of declaration; extern arrays all start behind the
    /// static ones.
    std::uint32_t offset = 0;
};

/// A maximal run of instructions that is entered only at its first and left only at its last.
struct BasicBlock {
    std::uint32_t first = 0;                   ///< index of the first instruction
    std::uint32_t end = 0;                     ///< one past the last
    std::vector<std::uint32_t> successors;     ///< blocks; the exit is blocks.size()
    std::uint32_t immediatePostDominator = 0;  ///< block index; blocks.size() = the exit
};

struct Entry {
    std::string name;       ///< as in the PTX, maybe mangled
    std::string demangled;  ///< without return type and arguments: "tiled<16, float>"
    std::vector<Parameter> parameters;
    std::uint32_t parameterBytes = 0;
    std::vector<Register> registers;
    std::vector<SharedVariable> shared;
    std::uint32_t staticSharedBytes = 0;
    std::vector<Instruction> instructions;
    std::vector<BasicBlock> blocks;
    std::uint32_t firstLine = 0;  ///< of the .entry directive in Module::text
    std::uint32_t lastLine = 0;   ///< of the closing brace

    /// Basic block that instruction `index` belongs to.
    [[nodiscard]] std::uint32_t blockOf(std::uint32_t index) const;
};

struct Module {
    std::string name;                       ///< file name for messages, for example "matmul.ptx"
    std::string text;                       ///< the PTX itself, handed to the CUDA driver unchanged
    std::vector<std::uint32_t> lineStarts;  ///< offset of each line in `text`
    std::string version;
    std::string target;
    std::vector<std::string> files;  ///< CUDA sources by .file number (index 0 unused)
    std::vector<Entry> entries;

    /// By PTX name or by demangled name; nullptr if there is none.
    [[nodiscard]] const Entry* find(std::string_view name) const;
    /// Line `number` (1-based) of the text, without its newline; empty past the end.
    [[nodiscard]] std::string_view line(std::uint32_t number) const;
};

}  // namespace lanescope::ptx
