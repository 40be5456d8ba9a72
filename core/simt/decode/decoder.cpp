// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/decode/decoder.h"

#include <algorithm>

namespace lanescope::simt {
namespace {

using program::Opcode;

/// Widths in bits of an instruction's operands; 1 = predicate, 0 = as wide as the register is.
struct Widths {
    unsigned to = 0;
    unsigned to2 = 1;
    std::array<unsigned, 4> from{};
};

Widths widthsOf(const program::Instruction& i) {
    const unsigned bits = i.type == program::Type::Pred ? 1 : program::bitsOf(i.type);
    const unsigned sourceBits = program::bitsOf(i.sourceType);
    Widths w{bits, 1, {bits, bits, bits, bits}};
    switch (i.opcode) {
        case Opcode::Mul:
        case Opcode::Mad:
            if (i.part == program::Part::Wide) w.to = w.from[2] = 2 * bits;
            break;
        case Opcode::Popc:
        case Opcode::Clz:
        case Opcode::Bfind: w.to = 32; break;
        case Opcode::Shl:
        case Opcode::Shr: w.from[1] = 32; break;
        case Opcode::Bfe: w.from = {bits, 32, 32, 0}; break;
        case Opcode::Bfi: w.from = {bits, bits, 32, 32}; break;
        case Opcode::Setp: w = {1, 1, {bits, bits, 1, 1}}; break;
        case Opcode::Set: w.from = {sourceBits, sourceBits, 1, 0}; break;
        case Opcode::Selp: w.from = {bits, bits, 1, 0}; break;
        case Opcode::Slct: w.from = {bits, bits, sourceBits, 0}; break;
        case Opcode::Cvt: w = {0, 1, {0, 0, 0, 0}}; break;
        case Opcode::Shfl: w.from = {32, 32, 32, 32}; break;
        case Opcode::Vote: w.from = {1, 32, 0, 0}; break;
        case Opcode::BarWarp:
        case Opcode::Nanosleep:
        case Opcode::CpAsyncWait: w.from = {32, 0, 0, 0}; break;
        case Opcode::Testp: w.to = 1; break;
        case Opcode::Isspacep: w = {1, 1, {0, 0, 0, 0}}; break;
        case Opcode::Match: w = {32, 1, {bits, 32, 0, 0}}; break;
        case Opcode::Redux: w.from = {32, 32, 0, 0}; break;
        case Opcode::Choose: w = {1, 1, {64, 64, 0, 0}}; break;
        case Opcode::MadCarry:
            w.from[3] = 1;
            if (i.part == program::Part::Wide) w.to = 2 * bits;
            if (i.part != program::Part::None) w.from[2] = 2 * bits;
            break;
        case Opcode::Add3:
        case Opcode::ShiftAdd:
        case Opcode::MinMax3:
        case Opcode::AddMinMax: w.from[3] = 1; break;
        case Opcode::MadHigh: w.from[2] = 64; break;
        case Opcode::Funnel: w = {32, 1, {32, 32, 32, 0}}; break;
        case Opcode::PredicateLogic: w = {1, 1, {1, 1, 1, 0}}; break;
        case Opcode::PackPredicates:
        case Opcode::UnpackPredicates:
        case Opcode::Meet: w = {32, 1, {32, 32, 0, 0}}; break;
        case Opcode::Leave: w = {32, 1, {32, 1, 0, 0}}; break;
        case Opcode::Elect: w = {32, 1, {32, 0, 0, 0}}; break;
        default: break;
    }
    return w;
}

bool isPair(program::Type type) { return type == program::Type::F16x2 || type == program::Type::BF16x2; }

/// The hardware's counters of machine code know sums and products alone: a quotient or a root is made of such there.
std::uint8_t fpOperationsOf(const program::Instruction& i, bool machineCode) {
    if (!isFloat(i.type)) return 0;
    const std::uint8_t parts = isPair(i.type) ? 2 : 1;
    switch (i.opcode) {
        case Opcode::Fma:
        case Opcode::Mad: return static_cast<std::uint8_t>(2 * parts);
        case Opcode::Add:
        case Opcode::Sub:
        case Opcode::Mul: return parts;
        case Opcode::Div:
        case Opcode::Sqrt:
        case Opcode::Rcp:
        case Opcode::Rsqrt:
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Sin:
        case Opcode::Cos:
        case Opcode::SinTurns:
        case Opcode::CosTurns:
        case Opcode::Tanh: return machineCode ? 0 : parts;
        default: return 0;
    }
}

Control controlOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::Bra: return Control::Branch;
        case Opcode::Brx: return Control::BranchByIndex;
        case Opcode::Call: return Control::Call;
        case Opcode::Ret: return Control::Return;
        case Opcode::Exit: return Control::Exit;
        case Opcode::Bar: return Control::Barrier;
        case Opcode::Trap:
        case Opcode::Brkpt: return Control::Trap;
        default: return Control::None;
    }
}

AccessKind accessOf(const program::Instruction& i) {
    switch (i.opcode) {
        case Opcode::Ld:
            return i.space == program::Space::Param || i.space == program::Space::Slot ? AccessKind::None
                                                                                       : AccessKind::Load;
        case Opcode::St: return i.space == program::Space::Slot ? AccessKind::None : AccessKind::Store;
        case Opcode::Atom:
        case Opcode::Red: return AccessKind::Atomic;
        case Opcode::CpAsync: return AccessKind::Load;  // of global memory
        default: return AccessKind::None;
    }
}

bool readsClock(const program::Instruction& i) {
    const program::Operand& from = i.sources[0];
    return from.kind == program::Operand::Kind::Special && program::isClock(from.special);
}

/// Do threads wait for others by it: by asking an mbarrier, by sleeping, by looking at the clock until it is time?
bool mayPause(const program::Instruction& i) {
    if (i.opcode == Opcode::Nanosleep || readsClock(i)) return true;
    return i.mbarrierOp == program::MbarrierOp::TestWait || i.mbarrierOp == program::MbarrierOp::TryWait;
}

/// Which source of a warp instruction is its member mask; 4 = it has none.
unsigned memberSource(Opcode opcode) {
    switch (opcode) {
        case Opcode::BarWarp:
        case Opcode::Meet:
        case Opcode::Elect: return 0;
        case Opcode::Vote:
        case Opcode::Match:
        case Opcode::Redux: return 1;
        case Opcode::Shfl: return 3;
        default: return 4;
    }
}

/// Does it wait for other lanes of its warp? In lockstep only a barrier does.
bool gathersLanes(const program::Instruction& i, Scheduling scheduling) {
    if (i.asTheyCome) return false;
    if (i.opcode == Opcode::Bar) return i.aligned;
    return scheduling == Scheduling::IndependentThreads && memberSource(i.opcode) < 4;
}

constexpr std::uint32_t roundedUp(std::uint32_t value) { return (value + 63) / 64 * 64; }

}  // namespace

bool Decoder::run() {
    m_program.m_handlers = &handlers();
    layOutRegisters();
    cutSegments();
    const auto count = static_cast<std::uint32_t>(m_entry.instructions.size());
    m_program.m_ops.resize(count);
    for (m_failed = 0; m_failed < count; ++m_failed)
        if (!decodeInstruction(m_failed)) return false;
    findUnsetReads();
    findPairs();
    for (const Segment& segment : m_program.m_segments) {
        sharePatterns(segment);
        formGroups(segment);
    }
    for (m_failed = 0; m_failed < count; ++m_failed)
        if (!pickHandlers(m_entry.instructions[m_failed], m_program.m_ops[m_failed])) return false;
    return true;
}

void Decoder::layOutRegisters() {
    std::uint32_t next = 0;
    std::vector<Place>& places = m_program.m_registerPlaces;
    places.resize(m_entry.registers.size());
    m_program.m_registerWidths.resize(m_entry.registers.size());
    // Wide ones first keeps each aligned to its own size; predicates are one mask each.
    for (const unsigned width : {64U, 32U, 16U, 1U}) {
        for (std::size_t r = 0; r < places.size(); ++r) {
            if (bitsOf(static_cast<program::RegisterId>(r)) != width) continue;
            m_program.m_registerWidths[r] = static_cast<std::uint8_t>(width);
            if (m_entry.registers[r].constant) continue;
            places[r] = next;
            next += laneBytes(width);
        }
    }
    m_program.m_extraPlace = roundedUp(next);
    layOutExtras();
    for (std::size_t r = 0; r < places.size(); ++r)
        if (const auto number = m_entry.registers[r].constant)
            places[r] = immediate(*number, m_program.m_registerWidths[r]);
}

/// What a warp keeps beside its registers: carry flags, stack pointers, slots.
void Decoder::layOutExtras() {
    std::uint32_t next = m_program.m_extraPlace;
    std::uint32_t frames = 0;
    bool unbounded = false;
    for (const program::Function& function : m_entry.functions) {
        frames += function.frameBytes;
        unbounded = unbounded || function.recursive;
    }
    for (const program::Call& call : m_entry.calls) unbounded = unbounded || call.function == 0xffffffffU;
    m_program.m_localBytes = (unbounded && frames != 0 ? std::max(frames, m_program.m_stackBytes) : frames) / 16 * 16;
    if (frames != 0) {
        m_program.m_stackPointerPlace = next;
        next += laneBytes(32);
    }
    if (m_entry.slotBytes != 0) {
        m_program.m_slotPlace = next;
        m_program.m_slotStride = (m_entry.slotBytes + 15) / 16 * 16;
        next = roundedUp(next + kWarpSize * m_program.m_slotStride);
    }
    const std::vector<program::Instruction>& all = m_entry.instructions;
    if (std::any_of(all.begin(), all.end(), [](const program::Instruction& i) { return i.carryIn || i.carryOut; })) {
        m_program.m_carryPlace = next;
        next = roundedUp(next + laneBytes(1));
    }
    m_program.m_registerBytes = m_program.m_warpBytes = next;
}

void Decoder::cutSegments() {
    const std::vector<program::Instruction>& instructions = m_entry.instructions;
    // A clock is read at its segment's start, because steps are counted by segment. Lanes gather before a segment.
    const auto mustBeFirst = [&](const program::Instruction& i) {
        return readsClock(i) || gathersLanes(i, m_program.m_scheduling);
    };
    std::vector<Segment>& segments = m_program.m_segments;
    m_program.m_segmentOf.resize(instructions.size());
    for (const program::BasicBlock& block : m_entry.blocks) {
        for (std::uint32_t first = block.first; first < block.end;) {
            std::uint32_t end = first;
            bool pauses = false;
            while (end < block.end && !pauses && controlOf(instructions[end].opcode) == Control::None &&
                   (end == first || !mustBeFirst(instructions[end])))
                pauses = mayPause(instructions[end++]);
            const std::uint32_t straightEnd = end;
            const bool controlHere = !pauses && end < block.end && controlOf(instructions[end].opcode) != Control::None;
            if (controlHere && (end == first || !mustBeFirst(instructions[end]))) ++end;
            for (std::uint32_t index = first; index < end; ++index)
                m_program.m_segmentOf[index] = static_cast<std::uint32_t>(segments.size());
            segments.push_back({first, end, straightEnd, pauses});
            first = end;
        }
    }
}

bool Decoder::decodeInstruction(std::uint32_t index) {
    const program::Instruction& instruction = m_entry.instructions[index];
    Op& op = m_program.m_ops[index];
    op.source = &instruction;
    op.index = index;
    m_before.clear();
    m_scratchUsed = 0;
    if (!decodeByKind(instruction, index, op)) return false;
    if (!m_before.empty()) {
        m_allBefore.resize(m_entry.instructions.size());
        m_allBefore[index] = m_before;
    }
    return true;
}

bool Decoder::decodeByKind(const program::Instruction& instruction, std::uint32_t index, Op& op) {
    op.space = instruction.space;
    op.access = accessOf(instruction);
    op.fpOperations = fpOperationsOf(instruction, m_entry.meetsByCode);
    op.control = controlOf(instruction.opcode);
    if (instruction.guard != program::kNoRegister) {
        const std::optional<Place> guard = registerOf(instruction.guard, 1);
        if (!guard) return false;
        op.guard = *guard;
        op.guardNegated = instruction.guardNegated;
    }
    op.gathers = gathersLanes(instruction, m_program.m_scheduling);
    if (op.control != Control::None) return decodeControl(instruction, index, op);
    if (instruction.opcode == Opcode::CpAsync) return decodeAsyncCopy(instruction, op);
    if (instruction.opcode == Opcode::Prefetch || instruction.opcode == Opcode::Nop) return true;
    if (instruction.opcode == Opcode::CpAsyncMbarrier || instruction.opcode == Opcode::Mbarrier)
        return decodeMbarrier(instruction, op);
    if (op.access != AccessKind::None) return decodeMemory(instruction, op);
    if (instruction.opcode == Opcode::Ld || instruction.opcode == Opcode::St)
        return isParameter(instruction) ? decodeParameterLoad(instruction, op) : decodeMemory(instruction, op);
    if (instruction.opcode == Opcode::Mov && instruction.vectorSize > 1) return decodeVectorMove(instruction, op);
    const program::Operand& from = instruction.sources[0];
    if (from.kind == program::Operand::Kind::Symbol && from.space == program::Space::Local)
        return decodeLocalSymbol(instruction, op);
    return decodeOperands(instruction, op);
}

bool Decoder::decodeControl(const program::Instruction& instruction, std::uint32_t index, Op& op) {
    const auto end = static_cast<std::uint32_t>(m_entry.instructions.size());
    if (op.control == Control::Barrier) return decodeBarrier(instruction, op);
    if (op.control == Control::Call) {
        const program::Call& call = m_entry.calls[instruction.list];
        if (call.function != 0xffffffffU) return true;
        const std::optional<Place> address = source(call.target, 64);
        if (address) op.from[0] = *address;
        return address.has_value();
    }
    if (op.control == Control::Exit && instruction.sourceCount != 0) {
        const std::optional<Place> asked = source(instruction.sources[0], 1);
        if (!asked) return false;
        op.from[0] = *asked;
        op.negated = instruction.sources[0].negated ? 1 : 0;
        return true;
    }
    if (op.control != Control::Branch && op.control != Control::BranchByIndex) return true;
    if (op.control == Control::BranchByIndex) {
        const std::optional<Place> which = source(instruction.sources[0], 32);
        if (!which) return false;
        op.from[0] = *which;
        op.offset = instruction.sources[0].offset;
    } else {
        if (instruction.target > end) return false;
        op.target = instruction.target;
        const bool asksTogether = instruction.whenParted || instruction.whenTogether;
        if (instruction.sourceCount != 0) {
            const std::optional<Place> asked = source(instruction.sources[0], asksTogether ? 32 : 1);
            if (!asked) return false;
            (asksTogether ? op.members : op.from[0]) = *asked;
            op.negated = instruction.sources[0].negated ? 1 : 0;
        }
        op.repeats = op.guard != kNowhere && op.target <= m_entry.blocks[m_entry.blockOf(index)].first;
    }
    const std::vector<program::Meeting>& meetings = m_entry.blocks[m_entry.blockOf(index)].meetings;
    op.meetings = static_cast<std::uint32_t>(m_program.m_meetings.size());
    op.meetingCount = static_cast<std::uint32_t>(meetings.size());
    for (auto meeting = meetings.rbegin(); meeting != meetings.rend(); ++meeting) {
        const bool within = meeting->block < m_entry.blocks.size();
        const std::uint32_t pc =
            within ? m_entry.blocks[meeting->block].first : m_program.endOf(m_program.functionAt(index));
        m_program.m_meetings.push_back({pc, meeting->depth});
    }
    op.staysTaken = m_program.staysIn(op, op.target);
    op.staysPast = m_program.staysIn(op, index + 1);
    const auto gathersAt = [&](std::uint32_t at) {
        return at < end && gathersLanes(m_entry.instructions[at], m_program.m_scheduling);
    };
    op.comesToGathering = gathersAt(op.target) || gathersAt(index + 1);
    return true;
}

/// from[0] = the barrier, from[1] = the number of threads if given, from[2] = the predicate of a reduction.
bool Decoder::decodeBarrier(const program::Instruction& instruction, Op& op) {
    const bool reduces = instruction.barMode >= program::BarMode::RedPopc;
    const unsigned numbers = instruction.sourceCount - (reduces ? 1U : 0U);
    if (numbers < 1 || numbers > 2) return false;
    op.uniform = true;
    for (unsigned k = 0; k < numbers; ++k) {
        const std::optional<Place> from = source(instruction.sources[k], 32);
        op.uniform = op.uniform && instruction.sources[k].kind == program::Operand::Kind::Immediate;
        if (!from) return false;
        op.from[k] = *from;
    }
    if (!reduces) return true;
    const std::optional<Place> predicate = source(instruction.sources[numbers], 1);
    const std::optional<Place> to =
        destination(instruction.destination, instruction.barMode == program::BarMode::RedPopc ? 32 : 1);
    if (!predicate || !to) return false;
    op.from[2] = *predicate;
    op.to = *to;
    return true;
}

bool Decoder::decodeOperands(const program::Instruction& instruction, Op& op) {
    const Widths widths = widthsOf(instruction);
    if (instruction.destination.kind != program::Operand::Kind::None) {
        const std::optional<Place> to = destination(instruction.destination, widths.to);
        if (!to) return false;
        op.to = *to;
    } else if (op.access == AccessKind::None) {
        op.to = sink();  // `_`
    }
    if (instruction.carryIn || instruction.carryOut) op.to2 = m_program.m_carryPlace;
    if (instruction.destination2.kind != program::Operand::Kind::None) {
        const std::optional<Place> to2 = destination(instruction.destination2, widths.to2);
        if (!to2) return false;
        op.to2 = *to2;
    }
    const unsigned first = op.access == AccessKind::Atomic ? 1 : 0;  // an atomic's address is decoded already
    for (unsigned k = first; k < instruction.sourceCount; ++k) {
        unsigned bits = widths.from[k];
        if (bits == 0 && instruction.sources[k].kind != program::Operand::Kind::Register)
            bits = std::max(16U, program::bitsOf(instruction.sourceType));
        const bool asksSign = instruction.sources[k].portion == program::Portion::Sign;
        const std::optional<Place> from = source(instruction.sources[k], asksSign ? 32 : bits);
        if (!from) return false;
        op.from[k] = asksSign ? signsOf(*from) : modified(instruction.sources[k], *from, bits, instruction);
        if (k == 0 && instruction.opcode == Opcode::Isspacep)
            op.wideAddress = instruction.sources[0].kind != program::Operand::Kind::Register ||
                             bitsOf(instruction.sources[0].reg) == 64;
        if (instruction.sources[k].negated) op.negated |= static_cast<std::uint8_t>(1U << k);
    }
    if (op.gathers) op.members = op.from[memberSource(instruction.opcode)];
    if (!decodeMore(instruction, op)) return false;
    if (instruction.opcode == Opcode::Cvta && instruction.space != program::Space::Global &&
        instruction.space != program::Space::Const) {
        const std::uint64_t window = instruction.space == program::Space::Shared  ? kSharedWindow
                                     : instruction.space == program::Space::Param ? kParameterWindow
                                                                                  : kLocalWindow;
        op.from[1] = immediate(instruction.cvtaToSpace ? ~window + 1 : window, 64);
    }
    return true;
}

bool Decoder::pickHandlers(const program::Instruction& instruction, Op& op) {
    if (op.control != Control::None) return true;
    HandlerRequest request;
    request.instruction = &instruction;
    request.wideAddress = op.wideAddress;
    request.addressed = op.bytes != 0;
    if (op.registerBytes != 0)
        request.toBits = 8U * op.registerBytes;
    else if (instruction.destination.kind == program::Operand::Kind::Register)
        request.toBits =  // what nobody wants is a predicate
            instruction.destination.reg == program::kNoRegister ? 1 : bitsOf(instruction.destination.reg);
    const program::Operand& from = instruction.sources[0];
    request.fromBits = from.kind == program::Operand::Kind::Register
                           ? bitsOf(from.reg)
                           : std::max(16U, program::bitsOf(instruction.sourceType));
    const Handlers& handlers = m_program.handlers();
    op.plain = handlers.pick(request);
    request.samePattern = op.samePattern;
    request.grouped = op.group != 0;
    request.leads = op.leads;
    op.handler = handlers.pick(request);
    op.careful = op.plain;
    const bool portable = handlers.pickPortable(request) != nullptr;
    if (portable) op.handler = op.careful = handlers.portable;
    if (op.before + op.after != 0 || instruction.wholeWarp || instruction.broadcast) {
        op.inner = op.plain;
        op.innerIsPortable = portable;
        if (op.inner != nullptr) op.handler = op.careful = op.plain = handlers.arranged;
    }
    if (op.guard != kNowhere) op.handler = op.careful = handlers.guarded;
    return op.plain != nullptr;
}

}  // namespace lanescope::simt
