// SPDX-License-Identifier: GPL-3.0-or-later
// The level of the module: version, target, files, sections, variables; kernels are in parser_entry.cpp.
#include "core/ptx/parser.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/words.h"
#include "core/ptx/link.h"
#include "core/ptx/parser_impl.h"

namespace lanescope::ptx {
namespace {

// Offsets are 32 bits wide. No real PTX comes near.
constexpr std::size_t kLongestText = 1ULL << 30;
constexpr std::uint32_t kMostFiles = 65535;

std::vector<std::uint32_t> lineStartsOf(std::string_view text) {
    std::vector<std::uint32_t> starts{0};
    for (std::size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1))
        starts.push_back(static_cast<std::uint32_t>(i + 1));
    if (starts.back() == text.size()) starts.pop_back();
    return starts;
}

bool isLinkage(const Token& token) {
    return token.is(".visible") || token.is(".weak") || token.is(".extern") || token.is(".common");
}

}  // namespace

std::optional<Error> Parser::run() {
    m_module.lineStarts = lineStartsOf(m_module.text);
    advance();
    if (parseModule()) return std::nullopt;
    return m_error;
}

bool Parser::parseModule() {
    beginStatement();
    if (!m_token.is(".version")) return syntax("ptx.no_version"_id);
    advance();
    if (m_token.kind != Token::Kind::Number) return expected("ptx.expected.version_number"_id);
    m_module.version = m_token.text;
    advance();
    while (m_token.kind != Token::Kind::End)
        if (!parseModuleItem()) return false;
    beginStatement();
    if (m_module.target.empty()) return syntax("ptx.no_target"_id);
    m_error = linkEntries(m_module, m_kernels, m_functions, m_moduleShared);
    return !m_error && checkFiles();
}

bool Parser::parseModuleItem() {
    beginStatement();
    if (m_token.is(".target")) return parseTargetDirective();
    if (m_token.is(".file")) return parseFileDirective();
    if (m_token.is(".section")) return skipSection();
    if (m_token.is(".address_size")) {
        advance();
        std::uint32_t bits = 0;
        if (!expectNumber(bits, "ptx.expected.address_size"_id)) return false;
        return bits == 64 || unsupported();
    }
    if (m_token.is(".pragma")) {
        advance();
        if (m_token.kind != Token::Kind::String) return expected("ptx.expected.string"_id);
        advance();
        return expect(';');
    }
    bool external = false;
    while (isLinkage(m_token)) {
        external = external || m_token.is(".extern");
        advance();
    }
    if (m_token.is(".entry")) return parseEntry();
    if (m_token.is(".func")) return parseFunction(external);
    if (m_token.is(".shared")) return parseShared(true, external);
    if (m_token.is(".global")) return parseModuleVariables(Space::Global, external);
    if (m_token.is(".const")) return parseModuleVariables(Space::Const, external);
    if (m_token.kind == Token::Kind::Word && m_token.text.front() == '.') return unsupported();
    return expected("ptx.expected.directive"_id);
}

bool Parser::parseTargetDirective() {
    advance();
    std::string_view target;
    if (!expectWord(target, "ptx.expected.target"_id)) return false;
    m_module.target = target;
    std::string_view option;
    while (accept(','))
        if (!expectWord(option, "ptx.expected.target_option"_id)) return false;
    return true;
}

bool Parser::parseFileDirective() {
    advance();
    std::uint32_t number = 0;
    if (!expectNumber(number, "ptx.expected.file_number"_id, kMostFiles)) return false;
    if (m_token.kind != Token::Kind::String) return expected("ptx.expected.file_name"_id);
    if (m_module.files.size() <= number) m_module.files.resize(number + 1);
    m_module.files[number] = m_token.text;
    advance();
    // Time stamp and size, which older compilers add.
    while (accept(',')) {
        if (m_token.kind != Token::Kind::Number) return expected("ptx.expected.number"_id);
        advance();
    }
    return true;
}

/// Debug sections are data for debuggers, not instructions.
bool Parser::skipSection() {
    advance();
    std::string_view name;
    if (!expectWord(name, "ptx.expected.section_name"_id)) return false;
    if (!name.starts_with(".debug_")) return unsupported();
    if (!expect('{')) return false;
    while (!m_token.is('}')) {
        if (m_token.kind == Token::Kind::End || m_token.kind == Token::Kind::Bad) return expected('}');
        advance();
    }
    advance();
    return true;
}

bool Parser::checkFiles() {
    for (const Entry& entry : m_module.entries) {
        for (const Instruction& instruction : entry.instructions) {
            const std::uint32_t file = instruction.source.file;
            if (instruction.source.line == 0 || (file < m_module.files.size() && !m_module.files[file].empty()))
                continue;
            m_error =
                Error(ErrorCode::PtxSyntax, {{"file", m_module.name},
                                             {"line", std::to_string(instruction.line)},
                                             {"reason", inWords(Message("ptx.no_such_file"_id, {{"number", file}}))}});
            return false;
        }
    }
    return true;
}

Result<Module> parse(std::string text, std::string name) {
    Module module;
    module.name = std::move(name);
    module.text = std::move(text);
    if (module.text.size() > kLongestText) {
        return fail(ErrorCode::PtxSyntax,
                    {{"file", module.name}, {"line", "1"}, {"reason", textOf("ptx.text_too_long"_id)}});
    }
    // The parser's views point into module.text; it must not move before they are gone.
    if (auto error = Parser(module).run()) return fail(std::move(*error));
    return module;
}

}  // namespace lanescope::ptx
