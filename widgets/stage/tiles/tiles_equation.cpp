// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_equation.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/base/number_format.h"

namespace lanescope::tiles {
namespace {

using program::Instruction;
using program::Opcode;
using program::Operand;

constexpr int kDigits = 4;
constexpr int kMostHops = 6;
constexpr std::uint64_t kMostBack = 4'000;

QString text(const char* what) { return QCoreApplication::translate("lanescope::tiles::Equation", what); }

struct Maker {
    const Block& block;
    Timeline& before;
    ThreadRef thread;
    std::uint64_t event;
    const Instruction& what;

    [[nodiscard]] bool isOwned(program::RegisterId reg) const {
        const flow::Owned& owned = block.flow().owned();
        for (std::uint32_t value = 0; value < owned.valuesPerThread(); ++value)
            if (std::ranges::binary_search(owned.registersOf(value), reg)) return true;
        return false;
    }

    [[nodiscard]] QString ownedName(program::RegisterId reg) const {
        const flow::Owned& owned = block.flow().owned();
        for (std::uint32_t value = 0; value < owned.valuesPerThread(); ++value)
            if (std::ranges::binary_search(owned.registersOf(value), reg))
                return owned.isSum(value) ? text("sum") : text("result");
        return {};
    }

    /// The element that a register was loaded from, through copies.
    [[nodiscard]] std::optional<Element> loadedFrom(program::RegisterId reg) const {
        flow::Place at = flow::registerPlace(thread.warp, thread.lane, reg);
        std::uint64_t when = event;
        for (int hop = 0; hop < kMostHops; ++hop) {
            const auto written = block.flow().moves().writerOf(at, 4, when);
            if (!written) return std::nullopt;
            const auto moves = block.flow().moves().of(written->event);
            const auto mine =
                std::ranges::find_if(moves, [&](const flow::Move& m) { return m.lane == written->lane && m.to == at; });
            if (mine == moves.end()) return std::nullopt;
            if (mine->from.isMemory()) return block.arrays().at(mine->from);
            if (mine->how != flow::Move::How::Copy || mine->from.kind != flow::Place::Kind::Register)
                return std::nullopt;
            at = mine->from;
            when = written->event;
        }
        return std::nullopt;
    }

    [[nodiscard]] Term number(const Operand& operand) const {
        Term term;
        term.isNumber = true;
        const bool input = &operand != &what.destination;
        const program::Type type = input && what.opcode == Opcode::Cvt ? what.sourceType : what.type;
        if (operand.kind == Operand::Kind::Immediate) {
            term.text = valueText(type, operand.bits);
            return term;
        }
        if (operand.kind != Operand::Kind::Register) return term;
        const flow::Place place = flow::registerPlace(thread.warp, thread.lane, operand.reg);
        const unsigned bytes = std::max(1U, program::bitsOf(type) / 8);
        const auto bits = flow::bitsAt(place, bytes, before);
        if (!bits) return term;
        term.text = valueText(type, *bits);
        if (isOwned(operand.reg)) {
            term.label = ownedName(operand.reg);
            term.family = block.flow().families().ofOwned();
        } else if (const auto element = loadedFrom(operand.reg)) {
            const Array& array = block.arrays()[element->array];
            term.label = elementName(array, element->number);
            term.family = array.family;
        } else {
            term.family = block.flow().families().ofRegister(block.flow().moves(), place, bytes, event);
        }
        return term;
    }

    [[nodiscard]] Term result() const {
        Term term = number(what.destination);
        term.family = block.flow().families().ofOwned();
        return term;
    }
};

Term sign(const QString& text) {
    Term term;
    term.text = text;
    return term;
}

QString signOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::Add: return QStringLiteral("+");
        case Opcode::Sub: return QStringLiteral("−");
        case Opcode::Mul:
        case Opcode::Mul24: return QStringLiteral("·");
        case Opcode::Div: return QStringLiteral("÷");
        case Opcode::And: return QStringLiteral("∧");
        case Opcode::Or: return QStringLiteral("∨");
        case Opcode::Xor: return QStringLiteral("⊕");
        case Opcode::Shl: return QStringLiteral("≪");
        case Opcode::Shr: return QStringLiteral("≫");
        case Opcode::Rem: return QStringLiteral("mod");
        default: return {};
    }
}

QString functionOf(Opcode opcode) {
    switch (opcode) {
        case Opcode::Sqrt: return QStringLiteral("√");
        case Opcode::Neg: return QStringLiteral("−");
        default: {
            const std::string_view name = program::nameOf(opcode);
            return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        }
    }
}

/// What goes in, between its signs.
std::vector<Term> inputs(const Maker& make) {
    const Instruction& what = make.what;
    const auto& in = what.sources;
    std::vector<Term> terms;
    if (what.opcode == Opcode::Fma || what.opcode == Opcode::Mad || what.opcode == Opcode::Mad24) {
        terms = {make.number(in[2]), sign(QStringLiteral("+")), make.number(in[0]), sign(QStringLiteral("·")),
                 make.number(in[1])};
        return terms;
    }
    if (what.sourceCount == 2 && !signOf(what.opcode).isEmpty()) {
        Term first = make.number(in[0]);
        Term second = make.number(in[1]);
        // The sum so far stands in front.
        const bool turns = what.opcode == Opcode::Add && in[1].kind == Operand::Kind::Register &&
                           make.isOwned(in[1].reg) &&
                           !(in[0].kind == Operand::Kind::Register && make.isOwned(in[0].reg));
        if (turns) std::swap(first, second);
        return {first, sign(signOf(what.opcode)), second};
    }
    terms.push_back(sign(functionOf(what.opcode)));
    for (int i = 0; i < what.sourceCount; ++i) {
        if (i > 0) terms.push_back(sign(QStringLiteral(",")));
        terms.push_back(make.number(in[static_cast<std::size_t>(i)]));
    }
    return terms;
}

bool has(simt::LaneMask lanes, unsigned lane) { return (lanes >> lane & 1U) != 0; }

/// The last arithmetic of the thread before `end` that is worth writing out: for what it owns, else any of values.
std::optional<std::uint64_t> lastArithmetic(const Block& block, const ThreadRef& thread, std::uint64_t end) {
    const flow::BlockFlow& flow = block.flow();
    const bool owns = flow.owned().valuesPerThread() > 0;
    if (owns) {
        std::optional<std::uint64_t> last;
        for (std::uint32_t i = 0; i < flow.entry().instructions.size(); ++i) {
            if (!block.sums().valueOf(i)) continue;
            const auto events = flow.moves().eventsOf(thread.warp, i);
            for (auto at = std::ranges::lower_bound(events, end); at != events.begin();) {
                const std::uint32_t event = *--at;
                if (last && event <= *last) break;
                if (!has(flow.trace().active(event), thread.lane)) continue;
                last = event;
                break;
            }
        }
        return last;
    }
    const std::uint64_t first = end - std::min(end, kMostBack);
    for (std::uint64_t event = end; event-- > first;)
        if (flow.trace().warp(event) == thread.warp && has(flow.trace().active(event), thread.lane) &&
            flow.activities().activity(event) == flow::Activity::Compute &&
            flow.entry().instructions[flow.trace().instruction(event)].opcode != Opcode::Cvt)
            return event;
    return std::nullopt;
}

}  // namespace

std::optional<Equation> equationOf(const Block& block, const Scene& scene, Timeline& before,
                                   std::optional<ThreadRef> thread) {
    if (!scene.telling) return std::nullopt;
    if (!thread) thread = ThreadRef{scene.warp, scene.active == 0 ? 0U : simt::firstLane(scene.active)};
    if (thread->warp >= block.warps()) return std::nullopt;
    const flow::BlockFlow& flow = block.flow();
    const bool now =
        scene.kind == flow::InstructionKind::Compute && scene.warp == thread->warp && has(scene.active, thread->lane);
    const auto event = now ? scene.telling : lastArithmetic(block, *thread, scene.position);
    if (!event) return std::nullopt;
    const Instruction& what = flow.entry().instructions[flow.trace().instruction(*event)];
    if (what.destination.kind != Operand::Kind::Register || what.opcode == Opcode::Cvt) return std::nullopt;
    before.seek(*event);
    const Maker make{block, before, *thread, *event, what};
    Equation equation;
    equation.thread = *thread;
    equation.event = *event;
    equation.terms = inputs(make);
    equation.terms.push_back(sign(QStringLiteral("=")));
    before.seek(*event + 1);
    equation.terms.push_back(make.result());
    for (const Term& term : equation.terms)
        if (term.text.isEmpty()) return std::nullopt;
    if (const auto value = block.sums().valueOf(flow.trace().instruction(*event))) {
        const auto at = flow.owned().positionOf({thread->warp, static_cast<std::uint8_t>(thread->lane), *value});
        if (at) equation.sum = std::uint64_t{at->row} * flow.owned().columns() + at->column;
    }
    return equation;
}

std::optional<QString> sumText(const Block& block, const flow::Owned::Cell& cell, const Timeline& timeline) {
    const auto place = block.sums().placeOf(cell, timeline.position());
    if (!place) return std::nullopt;
    const program::Type type = block.sums().typeOf(cell.value);
    const auto bits = flow::bitsAt(*place, std::max(1U, program::bitsOf(type) / 8), timeline);
    if (!bits) return std::nullopt;
    return valueText(type, *bits);
}

QString valueText(program::Type type, std::uint64_t bits) {
    using enum program::Type;
    double value = 0;
    switch (type) {
        case F32: value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))); break;
        case F64: value = std::bit_cast<double>(bits); break;
        case F16: return valueText(ElementType::F16, bits);
        case S8: value = static_cast<std::int8_t>(bits); break;
        case S16: value = static_cast<std::int16_t>(bits); break;
        case S32: value = static_cast<std::int32_t>(bits); break;
        case S64: value = static_cast<double>(static_cast<std::int64_t>(bits)); break;
        case U64:
        case B64: value = static_cast<double>(bits); break;
        default: value = static_cast<double>(bits & 0xffffffffU); break;
    }
    return QString::fromStdString(numbers::plain(value, kDigits));
}

QString valueText(ElementType type, std::uint64_t bits) {
    std::array<std::byte, 8> bytes{};
    std::memcpy(bytes.data(), &bits, sizeof bits);
    return QString::fromStdString(numbers::plain(elementAsDouble(type, bytes.data()), kDigits));
}

QString elementName(const Array& array, std::uint64_t number) {
    const QString name = QString::fromStdString(array.name);
    if (array.isVector()) return QStringLiteral("%1[%2]").arg(name).arg(number);
    return QStringLiteral("%1[%2][%3]").arg(name).arg(number / array.columns).arg(number % array.columns);
}

}  // namespace lanescope::tiles
