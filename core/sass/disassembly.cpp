// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/disassembly.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "core/base/message.h"
#include "core/base/words.h"
#include "core/sass/instruction_text.h"

namespace lanescope::sass {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kPtxFile = ".nv_debug_ptx_txt";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool skip(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

template <typename Number>
std::optional<Number> numberFrom(std::string_view& text, int base) {
    Number number{};
    const auto [behind, problem] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (problem != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(behind - text.data()));
    return number;
}

/// The last /* 0x… */ of a line, which is taken off it.
std::optional<std::uint64_t> takeEncoding(std::string_view& line) {
    line = trimmed(line);
    const std::size_t begin = line.rfind("/*");
    if (begin == std::string_view::npos || !line.ends_with("*/")) return std::nullopt;
    std::string_view word = trimmed(line.substr(begin + 2, line.size() - begin - 4));
    if (!skip(word, "0x")) return std::nullopt;
    const std::optional<std::uint64_t> bits = numberFrom<std::uint64_t>(word, 16);
    if (!bits || !word.empty()) return std::nullopt;
    line = trimmed(line.substr(0, begin));
    return bits;
}

class Reader {
public:
    Reader(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

    Result<std::vector<Listing>> run() {
        std::optional<Message> wrong;
        while (!wrong && nextLine()) wrong = readLine();
        if (!wrong) wrong = endKernel();
        if (!wrong) return std::move(m_listings);
        return fail(ErrorCode::MalformedFile, {{"file", m_file},
                                               {"place", inWords(Message("sass.line"_id, {{"line", m_line}}))},
                                               {"reason", inWords(*wrong)}});
    }

private:
    bool nextLine() {
        if (m_text.empty()) return false;
        const std::size_t end = m_text.find('\n');
        m_current = trimmed(m_text.substr(0, end));
        m_text.remove_prefix(end == std::string_view::npos ? m_text.size() : end + 1);
        ++m_line;
        return true;
    }

    /// What is wrong with it.
    std::optional<Message> readLine() {
        std::string_view line = m_current;
        if (line.empty() || line.starts_with("//---")) return std::nullopt;
        if (skip(line, "//##")) return readPosition(trimmed(line));
        if (skip(line, "/*")) return readInstruction(line);
        if (line.ends_with(':')) return readLabel(line.substr(0, line.size() - 1));
        if (line.starts_with('.')) return readDirective(line);
        return Message("sass.unknown_line"_id, {{"text", line.substr(0, 60)}});
    }

    std::optional<Message> readDirective(std::string_view line) {
        const std::size_t blank = line.find_first_of(kBlanks);
        const std::string_view name = line.substr(0, blank);
        const std::string_view rest =
            blank == std::string_view::npos ? std::string_view{} : trimmed(line.substr(blank));
        if (name == ".target") m_architecture = rest;
        if (name != ".section") return std::nullopt;
        if (std::optional<Message> wrong = endKernel()) return wrong;
        std::string_view section = rest.substr(0, rest.find(','));
        if (!skip(section, ".text.")) return std::nullopt;
        if (m_architecture.empty()) return Message("sass.no_architecture"_id);
        m_listings.emplace_back();
        m_kernel = &m_listings.back();
        m_kernel->architecture = m_architecture;
        m_kernel->kernel = section;
        m_kernel->functions.push_back({m_kernel->kernel, 0});
        m_labels.emplace(m_kernel->kernel, 0);
        return std::nullopt;
    }

    [[nodiscard]] std::uint32_t here() const {
        return static_cast<std::uint32_t>(m_kernel->instructions.size()) * kInstructionBytes;
    }

    std::optional<Message> readLabel(std::string_view name) {
        if (m_kernel == nullptr || name.starts_with(".text.") || name == m_kernel->kernel) return std::nullopt;
        m_labels.try_emplace(std::string(name), here());
        if (!isNumberedPlace(name)) m_kernel->functions.push_back({std::string(name), here()});
        return std::nullopt;
    }

    /// File "vector.cu", line 8
    std::optional<Message> readPosition(std::string_view text) {
        const Message wrong("sass.position"_id);
        if (m_kernel == nullptr || !skip(text, "File \"")) return wrong;
        const std::size_t quote = text.find("\", line ");
        if (quote == std::string_view::npos) return wrong;
        const std::string_view name = text.substr(0, quote);
        text.remove_prefix(quote + std::string_view("\", line ").size());
        const std::optional<std::uint32_t> line = numberFrom<std::uint32_t>(text, 10);
        if (!line) return wrong;
        if (name == kPtxFile) {
            m_ptxLine = *line;
            return std::nullopt;
        }
        std::vector<std::string>& files = m_kernel->files;
        const auto known = std::ranges::find(files, name);
        m_sourceFile = static_cast<std::uint32_t>(known - files.begin());
        if (known == files.end()) files.emplace_back(name);
        m_sourceLine = *line;
        return std::nullopt;
    }

    /// Behind the first /*:  0070*/ @P0 EXIT ; /* 0x… */ and in the next line the upper half of the encoding.
    std::optional<Message> readInstruction(std::string_view line) {
        if (m_kernel == nullptr) return Message("sass.outside"_id);
        const std::optional<std::uint32_t> address = numberFrom<std::uint32_t>(line, 16);
        if (!address || !skip(line, "*/")) return Message("sass.bad_address"_id);
        if (*address != here()) return Message("sass.address"_id, {{"found", *address}, {"expected", here()}});
        Encoding encoding;
        const std::optional<std::uint64_t> low = takeEncoding(line);
        std::string_view next = nextLine() ? m_current : std::string_view{};
        const std::optional<std::uint64_t> high = takeEncoding(next);
        if (!low || !high || !next.empty()) return Message("sass.encoding"_id);
        encoding = {*low, *high};
        const std::size_t end = line.rfind(';');
        if (end == std::string_view::npos) return Message("sass.semicolon"_id);
        // nvdisasm writes a jump's targets behind it: BRX R2 -0xf00 (*"BRANCH_TARGETS …"*);
        std::optional<Instruction> instruction = instructionFromText(trimmed(line.substr(0, end)), encoding);
        if (!instruction) return Message("sass.no_opcode"_id, {{"text", line.substr(0, 60)}});
        instruction->address = *address;
        instruction->file = m_sourceFile;
        instruction->line = m_sourceLine;
        instruction->ptxLine = m_ptxLine;
        m_kernel->instructions.push_back(std::move(*instruction));
        return std::nullopt;
    }

    /// Names of places become addresses. What is no place of this kernel keeps its name alone.
    std::optional<Message> endKernel() {
        if (m_kernel == nullptr) return std::nullopt;
        for (Instruction& instruction : m_kernel->instructions)
            for (std::size_t i = 0; i < instruction.operands.size(); ++i)
                if (std::optional<Message> wrong = resolve(instruction, i)) return wrong;
        m_kernel = nullptr;
        m_labels.clear();
        m_sourceFile = m_sourceLine = m_ptxLine = 0;
        return std::nullopt;
    }

    std::optional<Message> resolve(Instruction& instruction, std::size_t index) const {
        Operand& operand = instruction.operands[index];
        if (operand.kind != OperandKind::Target) return std::nullopt;
        if (const auto found = m_labels.find(operand.name); found != m_labels.end())
            putTarget(instruction, index, found->second);
        else if (isNumberedPlace(operand.name))
            return Message("sass.no_place"_id, {{"name", operand.name}});
        else
            operand.kind = OperandKind::Other;
        return std::nullopt;
    }

    std::string_view m_text;
    const std::string& m_file;
    std::string_view m_current;
    std::uint32_t m_line = 0;
    std::string m_architecture;
    std::vector<Listing> m_listings;
    Listing* m_kernel = nullptr;
    std::map<std::string, std::uint32_t, std::less<>> m_labels;
    std::uint32_t m_sourceFile = 0, m_sourceLine = 0, m_ptxLine = 0;
};

}  // namespace

Result<std::vector<Listing>> readDisassembly(std::string_view text, const std::string& file) {
    return Reader(text, file).run();
}

}  // namespace lanescope::sass
