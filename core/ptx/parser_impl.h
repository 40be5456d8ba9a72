// SPDX-License-Identifier: GPL-3.0-or-later
// The recursive-descent parser behind parse(). Every function that returns bool returns false after it has set the
// error; nothing goes on after that. One .cpp a level: module, entry, declarations, instruction, operands.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/ptx/lexer.h"
#include "core/ptx/mnemonic.h"
#include "core/ptx/module.h"
#include "core/ptx/symbols.h"

namespace lanescope::ptx {

class Parser {
public:
    /// Fills `module`, whose name and text are set and stay where they are.
    explicit Parser(Module& module) : m_module(module), m_lexer(module.text) {}
    [[nodiscard]] std::optional<Error> run();

private:
    // tokens (parser_tokens.cpp)
    void advance() { m_token = m_lexer.next(); }
    bool accept(char punct);
    bool expect(char punct);
    bool expectWord(std::string_view& word, std::string_view what);
    /// A whole number that is at most `most`.
    bool expectNumber(std::uint32_t& number, std::string_view what, std::uint32_t most = 0xffffffffU);
    bool expected(std::string_view what);  ///< false: "expected … but found …"
    bool syntax(const std::string& reason);
    bool unsupported();
    [[nodiscard]] std::string statement() const;
    void beginStatement();

    // module (parser.cpp)
    bool parseModule();
    bool parseModuleItem();
    bool parseFileDirective();
    bool parseTarget();
    bool parseModuleVariable();
    bool skipSection();
    bool checkFiles();

    // entry (parser_entry.cpp)
    bool parseEntry();
    bool parseParameters();
    bool parseParameter();
    bool parsePerformanceDirectives();
    bool parseNumbers();
    bool parseBody();
    bool parseStatement();
    bool parseBodyDirective();
    bool parseLocation();
    bool closeScope();
    bool finishEntry();

    // declarations (parser_declarations.cpp)
    struct Declaration {
        std::string_view name;
        Type type = Type::None;
        std::uint32_t alignment = 1;
        std::uint64_t bytes = 0;
        bool openArray = false;  ///< name[]
    };
    bool parseType(Type& type);
    bool parseAlignment(std::uint32_t& alignment);
    bool parseVariable(Declaration& declaration);
    bool parseRegisters();
    bool parseShared(std::vector<SharedVariable>& variables, bool external);
    [[nodiscard]] bool nameTaken(std::string_view name) const;
    bool layOutShared();
    void dropUnusedShared(std::size_t fromModule);

    // instruction (parser_instruction.cpp)
    bool parseInstruction();
    bool parseGuard(RegisterId& guard, bool& negated);
    bool parseOperands(const Mnemonic& mnemonic, Instruction& instruction);
    bool parseBranchTarget(Instruction& instruction);
    bool parseDestination(const Mnemonic& mnemonic, char letter, Instruction& instruction);
    bool parseSource(char letter, Instruction& instruction);
    bool parseVector(Instruction& instruction);
    bool checkUse(const Instruction& instruction);

    // operands (parser_operands.cpp)
    bool parseRegister(Type type, bool wider, RegisterId& reg);
    bool parseValue(const Instruction& instruction, Type type, bool wider, Operand& operand);
    bool parseImmediate(Type type, Operand& operand);
    bool parseSpecial(const Instruction& instruction, Type type, Operand& operand);
    bool parseAddress(const Instruction& instruction, Operand& operand);
    bool parseOffset(std::int64_t& offset);
    bool parseSymbol(Operand& operand);
    bool checkAddress(const Instruction& instruction, const Operand& operand);

    Module& m_module;
    Lexer m_lexer;
    Token m_token;
    Token m_statement;  ///< first token of the statement at hand, for messages
    std::optional<Error> m_error;

    std::vector<SharedVariable> m_moduleShared;
    std::vector<std::string_view> m_otherVariables;              ///< .global and .const: known, but not to be used
    std::unordered_map<std::string_view, Mnemonic> m_mnemonics;  ///< decoded before

    Entry m_entry;
    Scopes m_scopes;
    SourceLocation m_location;
};

}  // namespace lanescope::ptx
