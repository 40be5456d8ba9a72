// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/cubin.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/base/words.h"

namespace lanescope::sass {
namespace {

// ELF-64, little-endian: what stands where.
constexpr std::size_t kHeaderBytes = 64, kSectionBytes = 64, kSymbolBytes = 24;
constexpr std::size_t kRelocationBytes = 16, kRelocationWithAddendBytes = 24;
constexpr std::size_t kSectionTableAt = 40, kSectionSizeAt = 58, kSectionCountAt = 60, kNamesIndexAt = 62;
constexpr std::uint64_t kTypeNoBits = 8, kTypeSymbols = 2;
constexpr unsigned kSymbolObject = 1;

constexpr std::uint64_t kParameterInfo = 0x17, kParameterBank = 0x0a;
constexpr unsigned kSized = 4, kInfoBytes = 4;
/// A parameter's size stands above 18 bits of other things.
constexpr unsigned kParameterSizeAt = 18;

/// The number of `bytes` bytes at `at`; 0 where there are none.
std::uint64_t numberAt(std::string_view text, std::size_t at, unsigned bytes) {
    std::uint64_t value = 0;
    if (at > text.size() || text.size() - at < bytes) return 0;
    for (unsigned i = 0; i < bytes; ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[at + i])) << 8 * i;
    return value;
}

std::string_view textAt(std::string_view names, std::uint64_t at) {
    if (at >= names.size()) return {};
    return names.substr(at, names.substr(at).find('\0'));
}

struct Section {
    std::string_view name, content;
    std::uint64_t type = 0;
};

struct ElfSymbol {
    std::string_view name;
    unsigned type = 0;
    std::uint64_t section = 0, value = 0, bytes = 0;
};

class Cubin {
public:
    /// False if it is no ELF file, or a section of it is not there.
    [[nodiscard]] bool read(std::string_view file) {
        if (file.size() < kHeaderBytes || !file.starts_with("\x7f"
                                                            "ELF\x02\x01"))
            return false;
        const std::uint64_t table = numberAt(file, kSectionTableAt, 8);
        const std::uint64_t count = numberAt(file, kSectionCountAt, 2);
        if (numberAt(file, kSectionSizeAt, 2) != kSectionBytes || table > file.size() ||
            (file.size() - table) / kSectionBytes < count)
            return false;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string_view head = file.substr(table + i * kSectionBytes, kSectionBytes);
            Section& section = m_sections.emplace_back();
            section.type = numberAt(head, 4, 4);
            const std::uint64_t at = numberAt(head, 24, 8), bytes = numberAt(head, 32, 8);
            if (section.type == kTypeNoBits || section.type == 0) continue;
            if (at > file.size() || file.size() - at < bytes) return false;
            section.content = file.substr(at, bytes);
        }
        const std::uint64_t names = numberAt(file, kNamesIndexAt, 2);
        if (names >= count) return false;
        for (std::uint64_t i = 0; i < count; ++i)
            m_sections[i].name = textAt(m_sections[names].content, numberAt(file, table + i * kSectionBytes, 4));
        readSymbols(file, table);
        return true;
    }

    [[nodiscard]] const Section* find(std::string_view name) const {
        const auto found = std::ranges::find(m_sections, name, &Section::name);
        return found == m_sections.end() ? nullptr : &*found;
    }
    [[nodiscard]] const Section& section(std::uint64_t index) const {
        static const Section kNone;
        return index < m_sections.size() ? m_sections[index] : kNone;
    }
    [[nodiscard]] const std::vector<Section>& sections() const { return m_sections; }
    [[nodiscard]] const std::vector<ElfSymbol>& symbols() const { return m_symbols; }

private:
    void readSymbols(std::string_view file, std::uint64_t table) {
        for (std::size_t i = 0; i < m_sections.size(); ++i) {
            if (m_sections[i].type != kTypeSymbols) continue;
            const Section& names = section(numberAt(file, table + i * kSectionBytes + 40, 4));
            const std::string_view all = m_sections[i].content;
            for (std::size_t at = 0; at + kSymbolBytes <= all.size(); at += kSymbolBytes)
                m_symbols.push_back({textAt(names.content, numberAt(all, at, 4)),
                                     static_cast<unsigned>(numberAt(all, at + 4, 1) & 0xf), numberAt(all, at + 6, 2),
                                     numberAt(all, at + 8, 8), numberAt(all, at + 16, 8)});
            return;
        }
    }

    std::vector<Section> m_sections;
    std::vector<ElfSymbol> m_symbols;
};

/// Attributes of a kernel: a form, a number, and behind them two bytes, or as many as these say.
bool readAttributes(std::string_view info, Listing& listing) {
    std::vector<std::pair<std::uint64_t, Parameter>> parameters;
    for (std::size_t at = 0; at + kInfoBytes <= info.size();) {
        const std::uint64_t form = numberAt(info, at, 1), attribute = numberAt(info, at + 1, 1);
        const std::uint64_t bytes = form == kSized ? numberAt(info, at + 2, 2) : 0;
        at += kInfoBytes;
        if (info.size() - at < bytes) return false;
        const std::string_view value = info.substr(at, bytes);
        at += bytes;
        if (form != kSized) continue;
        if (attribute == kParameterBank) listing.parameterBase = static_cast<std::uint32_t>(numberAt(value, 4, 2));
        if (attribute == kParameterInfo)
            parameters.push_back({numberAt(value, 4, 2),
                                  {static_cast<std::uint32_t>(numberAt(value, 6, 2)),
                                   static_cast<std::uint32_t>(numberAt(value, 8, 4) >> kParameterSizeAt)}});
    }
    std::ranges::sort(parameters, {}, [](const auto& one) { return one.first; });
    for (const auto& [number, parameter] : parameters) listing.parameters.push_back(parameter);
    return true;
}

/// ".nv.constant2.KERNEL" or ".nv.constant3": its bank, if it is one of this kernel's.
std::optional<std::uint32_t> bankOf(std::string_view name, std::string_view kernel) {
    constexpr std::string_view kPrefix = ".nv.constant";
    if (!name.starts_with(kPrefix)) return std::nullopt;
    name.remove_prefix(kPrefix.size());
    std::uint32_t bank = 0;
    const auto [behind, problem] = std::from_chars(name.data(), name.data() + name.size(), bank);
    if (problem != std::errc() || bank == 0) return std::nullopt;
    name.remove_prefix(static_cast<std::size_t>(behind - name.data()));
    if (name.empty() || (name.front() == '.' && name.substr(1) == kernel)) return bank;
    return std::nullopt;
}

/// Up to sm_89 what is added to the address stands in the section itself.
std::vector<Relocation> relocationsOf(const Cubin& cubin, const Section& section) {
    std::vector<Relocation> all;
    for (const bool withAddend : {true, false}) {
        const Section* table = cubin.find((withAddend ? ".rela" : ".rel") + std::string(section.name));
        const std::size_t bytes = withAddend ? kRelocationWithAddendBytes : kRelocationBytes;
        for (std::size_t at = 0; table != nullptr && at + bytes <= table->content.size(); at += bytes) {
            const std::uint64_t symbol = numberAt(table->content, at + 12, 4);
            const std::uint64_t offset = numberAt(table->content, at, 8);
            if (symbol >= cubin.symbols().size()) continue;
            all.push_back({static_cast<std::uint32_t>(offset), std::string(cubin.symbols()[symbol].name),
                           static_cast<std::int64_t>(withAddend ? numberAt(table->content, at + 16, 8)
                                                                : numberAt(section.content, offset, 8))});
        }
    }
    std::ranges::sort(all, {}, &Relocation::offset);
    return all;
}

std::vector<Symbol> variablesOf(const Cubin& cubin) {
    std::vector<Symbol> all;
    for (const ElfSymbol& symbol : cubin.symbols()) {
        const std::string_view section = cubin.section(symbol.section).name;
        const bool constant = section == ".nv.constant3";
        if (symbol.type != kSymbolObject || (!constant && !section.starts_with(".nv.global"))) continue;
        all.push_back({std::string(symbol.name), constant ? Symbol::Space::Constant : Symbol::Space::Global,
                       constant ? static_cast<std::uint32_t>(symbol.value) : 0,
                       static_cast<std::uint32_t>(symbol.bytes)});
    }
    return all;
}

}  // namespace

std::string_view codeIn(std::string_view file, const std::string& kernel) {
    Cubin cubin;
    if (!cubin.read(file)) return {};
    const Section* const code = cubin.find(".text." + kernel);
    return code == nullptr ? std::string_view() : code->content;
}

Result<void> addCubinFacts(std::string_view file, const std::string& name, std::vector<Listing>& listings) {
    const auto malformed = [&name](const std::string& place, std::string_view reason) {
        return fail(ErrorCode::MalformedFile, {{"file", name}, {"place", place}, {"reason", textOf(reason)}});
    };
    Cubin cubin;
    if (!cubin.read(file)) return malformed(textOf("sass.sections"_id), "sass.no_cubin"_id);
    const std::vector<Symbol> variables = variablesOf(cubin);
    for (Listing& listing : listings) {
        const std::string section = ".nv.info." + listing.kernel;
        if (const Section* info = cubin.find(section); info != nullptr && !readAttributes(info->content, listing))
            return malformed(section, "sass.attributes"_id);
        for (const Section& one : cubin.sections())
            if (const std::optional<std::uint32_t> bank = bankOf(one.name, listing.kernel))
                listing.banks.push_back({*bank, std::string(one.content), relocationsOf(cubin, one)});
        std::ranges::sort(listing.banks, {}, &ConstantBank::bank);
        listing.symbols = variables;
    }
    return {};
}

}  // namespace lanescope::sass
