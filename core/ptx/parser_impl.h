// SPDX-License-Identifier: GPL-3.0-or-later
// The recursive-descent parser behind parse(). Every function that returns bool returns false after it has set the
// error; after a syntax error nothing goes on, after something unsupported the rest of that body is passed over.
// One .cpp a level: module, variables, function, entry, declarations, instruction, operands.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/base/message.h"
#include "core/program/control_flow.h"
#include "core/ptx/lexer.h"
#include "core/ptx/mnemonic.h"
#include "core/ptx/module.h"
#include "core/ptx/symbols.h"
#include "core/ptx/unit.h"

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
    /// What is expected is the id of its text.
    bool expectWord(std::string_view& word, std::string_view what);
    /// A whole number that is at most `most`.
    bool expectNumber(std::uint32_t& number, std::string_view what, std::uint32_t most = 0xffffffffU);
    bool expected(const Message& what);  ///< false: "expected … but found …"
    bool expected(std::string_view what) { return expected(Message(what)); }
    bool expected(char punct);
    bool syntax(const Message& reason);
    bool syntax(std::string_view reason) { return syntax(Message(reason)); }
    bool unsupported();
    [[nodiscard]] std::string statement() const;
    void beginStatement();

    // module (parser.cpp)
    bool parseModule();
    bool parseModuleItem();
    bool parseFileDirective();
    bool parseTargetDirective();
    bool skipSection();
    bool checkFiles();

    // module variables (parser_variables.cpp)
    bool parseModuleVariables(Space space, bool external);
    bool parseModuleVariable(Space space, bool external);
    bool skipAttribute();
    bool parseInitialiser(ModuleVariable& variable, const std::vector<std::uint64_t>& dimensions);
    bool parseElement(ModuleVariable& variable, std::uint64_t element);
    bool parseSymbolElement(ModuleVariable& variable, std::uint64_t element);

    // functions and calls (parser_function.cpp)
    /// Sizes in bytes of what a function returns and takes.
    struct Signature {
        std::vector<std::uint32_t> results;
        std::vector<std::uint32_t> arguments;
        friend bool operator==(const Signature&, const Signature&) = default;
    };
    bool parseFunction(bool external);
    bool declareFunction(std::string_view name, std::uint32_t& index);
    bool parseSlots(std::vector<std::uint32_t>& slots);
    bool parseSlot(std::uint32_t& slot);
    bool parseSlotStatement();
    bool parsePrototype(std::string_view name);
    bool parsePrototypeSizes(std::vector<std::uint32_t>& sizes);
    bool parseCall(Instruction& instruction);
    bool parseCallSlots(std::vector<std::uint32_t>& slots);
    bool checkCall(const Call& call, const Signature& signature);
    bool parseBranchTargets(std::string_view name);
    bool parseIndexedBranch(Instruction& instruction);
    [[nodiscard]] std::vector<std::uint32_t> sizesOf(const std::vector<std::uint32_t>& slots) const;

    // entry (parser_entry.cpp)
    bool parseEntry();
    void beginUnit();
    bool giveUp();
    bool skipToBody();
    bool skipBody();
    bool atLabel() const;
    bool parseLabel();
    bool parseParameters();
    bool parseParameter();
    bool parsePerformanceDirectives();
    bool parseThreads(std::array<std::uint32_t, 3>& threads);
    bool parseBody(CodeKind kind);
    bool parseStatement();
    void splitDirective();
    bool parseBodyDirective();
    bool parseLocation();
    bool parsePragma();
    bool closeScope();

    // declarations (parser_declarations.cpp)
    struct Declaration {
        std::string_view name;
        Type type = Type::None;
        std::uint32_t alignment = 1;
        std::uint64_t bytes = 0;
        bool openArray = false;  ///< name[]
        bool pointer = false;    ///< .ptr
        std::vector<std::uint64_t> dimensions;
    };
    bool parseType(Type& type);
    bool parseAlignment(std::uint32_t& alignment);
    bool parseVariable(Declaration& declaration);
    bool parseRegisters();
    bool parseShared(bool ofModule, bool external);
    bool parseLocals();
    bool declareVariable(std::string_view name, Space space, std::size_t index);

    // instruction (parser_instruction.cpp)
    bool parseInstruction();
    const Mnemonic* parseMnemonic();
    bool parseGuard(RegisterId& guard, bool& negated);
    bool parseOperands(const Mnemonic& mnemonic, Instruction& instruction);
    bool parseBranchTarget();
    bool parseDestination(const Mnemonic& mnemonic, char letter, Instruction& instruction);
    bool parseSource(char letter, Instruction& instruction);
    bool parseTarget(Type type, bool wider, Operand& operand);
    RegisterId constantRegister(Type type, std::uint64_t bits);
    RegisterId sinkRegister(Type type);
    bool parseVector(Instruction& instruction);
    bool parseMove(Instruction& instruction);
    bool parsePieces(Instruction& instruction, bool asTargets);
    bool parseBarrier(Instruction& instruction);
    bool parseCopyAsync(Instruction& instruction);
    bool checkUse(const Instruction& instruction);

    // operands (parser_operands.cpp)
    bool parseRegister(Type type, bool wider, RegisterId& reg);
    bool parseValue(const Instruction& instruction, Type type, bool wider, Operand& operand);
    bool parseImmediate(Type type, Operand& operand);
    bool parseSpecial(const Instruction& instruction, Type type, Operand& operand);
    bool parseAddress(Instruction& instruction, Operand& operand);
    bool parseOffset(std::int64_t& offset);
    bool parseSymbol(Operand& operand);
    bool parseModuleSymbol(std::string_view name, Operand& operand);
    std::uint32_t useModuleShared(std::uint32_t index);
    bool parseReservedShared(Operand& operand);
    bool checkAddress(Instruction& instruction, const Operand& operand);

    Module& m_module;
    Lexer m_lexer;
    Token m_token;
    Token m_statement;  ///< first token of the statement at hand, for messages
    std::optional<Error> m_error;

    bool m_unsupported = false;  ///< m_error says that we lack something, not that the text is wrong

    /// What a name means outside of all bodies.
    struct ModuleName {
        enum class Kind : std::uint8_t { Shared, Variable, Function, Kernel, Unusable };
        Kind kind = Kind::Unusable;
        std::uint32_t index = 0;
    };
    std::unordered_map<std::string_view, ModuleName> m_moduleNames;
    std::vector<SharedVariable> m_moduleShared;
    std::uint64_t m_initialBytes = 0;     ///< of all variables
    std::size_t m_registers = 0;          ///< of all bodies
    std::uint64_t m_nameBytes = 0;        ///< of their names
    std::vector<Signature> m_signatures;  ///< of Module::functions
    std::vector<Unit> m_functions;        ///< of Module::functions
    std::vector<Unit> m_kernels;
    std::unordered_map<std::string_view, Mnemonic> m_mnemonics;  ///< decoded before

    // Of the body at hand.
    Unit m_unit;
    Entry& m_entry = m_unit.code;
    bool m_inKernel = false;
    std::vector<Signature> m_prototypes;
    std::unordered_map<std::uint32_t, std::uint32_t> m_sharedPlaces;  ///< of the module's in Entry::shared
    std::uint64_t m_branchEdges = 0;                                  ///< of all brx
    /// Of each type; kNoRegister until it is needed.
    std::array<RegisterId, static_cast<std::size_t>(Type::S16x2) + 1> m_sinks{};
    Scopes m_scopes;
    SourceLocation m_location;
    SourceLocation m_calledFrom;
    std::uint32_t m_usedBytes = kAllBytes;  ///< of the next instruction
};

}  // namespace lanescope::ptx
