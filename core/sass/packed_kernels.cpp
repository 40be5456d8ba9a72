// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/packed_kernels.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "core/sass/bytes.h"
#include "core/sass/instruction_text.h"

namespace lanescope::sass {
namespace {

constexpr unsigned kWordBytes = 8;
constexpr unsigned kByte = 8;
constexpr unsigned kControlAt = 41;
constexpr std::uint64_t kControlBits = (std::uint64_t{1} << 21) - 1;
/// Columns of an instruction's place in the table, and of its control code.
constexpr unsigned kPlaceColumns = 3, kControlColumns = 3;

/// Byte k of all numbers, for each k: what lies side by side is alike.
template <typename Values, typename Of>
void putColumns(ByteWriter& writer, const Values& values, unsigned bytes, Of of) {
    for (unsigned column = 0; column < bytes; ++column) {
        std::string one;
        one.reserve(values.size());
        for (const auto& value : values) one += static_cast<char>(of(value) >> kByte * column);
        writer.raw(one);
    }
}

/// The number that columns hold at `index` of `count`.
std::uint64_t fromColumns(std::string_view columns, std::size_t count, std::size_t index) {
    std::uint64_t value = 0;
    unsigned at = 0;
    for (std::size_t place = index; place < columns.size(); place += count, at += kByte)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(columns[place])) << at;
    return value;
}

struct PackedInstruction {
    std::uint64_t row = 0, control = 0;
};

void putTables(ByteWriter& writer, const Listing& kernel) {
    writer.number(kernel.files.size());
    for (const std::string& file : kernel.files) writer.text(file);
    writer.number(kernel.functions.size() - 1);
    for (std::size_t i = 1; i < kernel.functions.size(); ++i) {
        writer.text(kernel.functions[i].name);
        writer.number(kernel.functions[i].address);
    }
    writer.number(kernel.parameterBase);
    writer.number(kernel.parameters.size());
    for (const Parameter& parameter : kernel.parameters) {
        writer.number(parameter.offset);
        writer.number(parameter.bytes);
    }
    writer.number(kernel.banks.size());
    for (const ConstantBank& bank : kernel.banks) {
        writer.number(bank.bank);
        writer.text(bank.bytes);
        writer.number(bank.relocations.size());
        for (const Relocation& relocation : bank.relocations) {
            writer.number(relocation.offset);
            writer.text(relocation.symbol);
            writer.signedNumber(relocation.addend);
        }
    }
    writer.number(kernel.symbols.size());
    for (const Symbol& symbol : kernel.symbols) {
        writer.text(symbol.name);
        writer.number(static_cast<std::uint64_t>(symbol.space));
        writer.number(symbol.offset);
        writer.number(symbol.bytes);
    }
}

void readTables(ByteReader& reader, Listing& kernel) {
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) kernel.files.emplace_back(reader.text());
    kernel.functions.push_back({kernel.kernel, 0});
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) {
        const std::string_view name = reader.text();
        kernel.functions.push_back({std::string(name), reader.small()});
    }
    kernel.parameterBase = reader.small();
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) {
        const std::uint32_t offset = reader.small();
        kernel.parameters.push_back({offset, reader.small()});
    }
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) {
        ConstantBank& bank = kernel.banks.emplace_back();
        bank.bank = reader.small();
        bank.bytes = reader.text();
        for (std::uint64_t m = reader.count(); m > 0 && reader.good(); --m) {
            Relocation& relocation = bank.relocations.emplace_back();
            relocation.offset = reader.small();
            relocation.symbol = reader.text();
            relocation.addend = reader.signedNumber();
        }
    }
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) {
        Symbol& symbol = kernel.symbols.emplace_back();
        symbol.name = reader.text();
        symbol.space = static_cast<Symbol::Space>(reader.number(static_cast<std::uint64_t>(Symbol::Space::Constant)));
        symbol.offset = reader.small();
        symbol.bytes = reader.small();
    }
}

}  // namespace

std::string packKernels(const std::vector<const Listing*>& kernels) {
    using Key = std::tuple<std::string, std::uint64_t, std::uint64_t>;
    std::map<Key, std::uint64_t> known;
    std::vector<const Key*> rows;
    ByteWriter all;
    std::vector<std::string> packed;
    for (const Listing* kernel : kernels) {
        ByteWriter own, lines, targets;
        putTables(own, *kernel);
        std::vector<PackedInstruction> instructions;
        const Instruction* before = nullptr;
        for (const Instruction& instruction : kernel->instructions) {
            const Encoding plain = withoutControl(instruction.encoding);
            const auto [row, added] =
                known.emplace(Key{textWithoutTargets(instruction), plain.low, plain.high}, known.size());
            if (added) rows.push_back(&row->first);
            instructions.push_back({row->second, instruction.encoding.high >> kControlAt & kControlBits});
            const auto change = [&](std::uint32_t Instruction::*member) {
                lines.signedNumber(std::int64_t{instruction.*member} - (before == nullptr ? 0 : before->*member));
            };
            change(&Instruction::file);
            change(&Instruction::line);
            change(&Instruction::ptxLine);
            for (const Operand& operand : instruction.operands)
                if (operand.kind == OperandKind::Target && operand.name.empty())
                    targets.number(static_cast<std::uint64_t>(operand.value) / kInstructionBytes);
            before = &instruction;
        }
        own.number(instructions.size());
        putColumns(own, instructions, kPlaceColumns, [](const PackedInstruction& one) { return one.row; });
        putColumns(own, instructions, kControlColumns, [](const PackedInstruction& one) { return one.control; });
        own.text(lines.bytes());
        own.text(targets.bytes());
        packed.push_back(own.bytes());
    }
    all.number(rows.size());
    for (const Key* row : rows) all.text(std::get<0>(*row));
    putColumns(all, rows, kWordBytes, [](const Key* row) { return std::get<1>(*row); });
    putColumns(all, rows, kWordBytes, [](const Key* row) { return std::get<2>(*row); });
    all.number(packed.size());
    for (const std::string& kernel : packed) all.text(kernel);
    return all.bytes();
}

std::optional<PackedKernels> PackedKernels::open(std::string bytes) {
    PackedKernels packed;
    packed.m_bytes = std::move(bytes);
    const std::string_view whole = packed.m_bytes;
    ByteReader reader(whole);
    const std::uint64_t rows = reader.count();
    packed.m_rows.reserve(rows);
    for (std::uint64_t i = 0; i < rows && reader.good(); ++i) {
        const std::string_view text = reader.text();
        packed.m_rows.push_back({static_cast<std::size_t>(text.data() - whole.data()), text.size(), {}});
    }
    const std::string_view low = reader.raw(rows * kWordBytes), high = reader.raw(rows * kWordBytes);
    for (std::uint64_t i = 0; i < rows && reader.good(); ++i)
        packed.m_rows[i].encoding = {fromColumns(low, rows, i), fromColumns(high, rows, i)};
    for (std::uint64_t n = reader.count(); n > 0 && reader.good(); --n) {
        const std::string_view kernel = reader.text();
        packed.m_kernels.push_back({static_cast<std::size_t>(kernel.data() - whole.data()), kernel.size()});
    }
    if (!reader.atEnd()) return std::nullopt;
    return packed;
}

std::optional<Listing> PackedKernels::kernel(std::size_t index, const std::string& name) const {
    Listing kernel;
    kernel.kernel = name;
    ByteReader reader(at(m_kernels.at(index)));
    readTables(reader, kernel);
    const std::uint64_t count = reader.count();
    const std::string_view places = reader.raw(count * kPlaceColumns), controls = reader.raw(count * kControlColumns);
    ByteReader lines(reader.text()), targets(reader.text());
    if (!reader.atEnd()) return std::nullopt;
    std::array<std::int64_t, 3> position{};
    kernel.instructions.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t place = fromColumns(places, count, i);
        const std::uint64_t control = fromColumns(controls, count, i);
        if (place >= m_rows.size() || control > kControlBits) return std::nullopt;
        const Row& row = m_rows[place];
        Encoding encoding = row.encoding;
        if (withoutControl(encoding) != encoding) return std::nullopt;
        encoding.high |= control << kControlAt;
        std::optional<Instruction> instruction = instructionFromText(at({row.textBegin, row.textSize}), encoding);
        if (!instruction) return std::nullopt;
        instruction->address = static_cast<std::uint32_t>(i) * kInstructionBytes;
        for (std::int64_t& one : position) {
            one += lines.signedNumber();
            if (one < 0 || one > 0xffffffff) return std::nullopt;
        }
        instruction->file = static_cast<std::uint32_t>(position[0]);
        instruction->line = static_cast<std::uint32_t>(position[1]);
        instruction->ptxLine = static_cast<std::uint32_t>(position[2]);
        if (instruction->line != 0 && instruction->file >= kernel.files.size()) return std::nullopt;
        for (std::size_t k = 0; k < instruction->operands.size(); ++k) {
            Operand& operand = instruction->operands[k];
            if (operand.kind != OperandKind::Target) continue;
            if (isNumberedPlace(operand.name)) {
                putTarget(*instruction, k, static_cast<std::uint32_t>(targets.number(count)) * kInstructionBytes);
                continue;
            }
            const auto function = std::ranges::find(kernel.functions, operand.name, &Function::name);
            if (function == kernel.functions.end())
                operand.kind = OperandKind::Other;
            else
                operand.value = function->address;
        }
        kernel.instructions.push_back(std::move(*instruction));
    }
    if (!lines.atEnd() || !targets.atEnd()) return std::nullopt;
    return kernel;
}

}  // namespace lanescope::sass
