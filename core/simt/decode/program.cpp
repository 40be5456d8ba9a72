// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/decode/program.h"

#include <algorithm>

#include "core/ptx/unsupported.h"
#include "core/simt/decode/decoder.h"

namespace lanescope::simt {
namespace {

/// The instruction as it stands in the PTX, without indentation and semicolon.
std::string textOf(const program::Module& module, std::uint32_t line) {
    constexpr std::string_view kBlank = " \t;\r";
    const std::string_view text = module.line(line);
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(kBlank) - first + 1));
}

}  // namespace

Result<std::shared_ptr<const Program>> Program::decode(std::shared_ptr<const Kernel> kernel, Scheduling scheduling,
                                                       std::uint32_t stackBytes) {
    auto program = std::make_shared<Program>();
    program->m_kernel = std::move(kernel);
    program->m_stackBytes = stackBytes;
    const program::Module& module = *program->m_kernel->module;
    program->m_entry = module.find(program->m_kernel->entry);
    if (program->m_entry == nullptr)
        return fail(ErrorCode::PtxUnknownEntry,
                    {{"file", module.name}, {"entry", program->m_kernel->entry}, {"known", module.entryNames()}});
    if (program->m_entry->unsupported) return fail(*program->m_entry->unsupported);
    program->m_scheduling = program->m_entry->meetsByCode ? Scheduling::IndependentThreads : scheduling;
    Decoder decoder(*program);
    if (!decoder.run()) {
        const std::uint32_t line = program->m_entry->instructions[decoder.failed()].line;
        return fail(ptx::unsupportedInstruction(module.name, line, textOf(module, line)));
    }
    return program;
}

std::uint32_t Program::functionAt(std::uint32_t index) const {
    const std::uint32_t function = m_entry->functionOf(index);
    return function == m_entry->functions.size() ? 0 : function;
}

std::uint32_t Program::staysIn(const Op& op, std::uint32_t to) const {
    const program::BasicBlock& block = m_entry->blocks[m_entry->blockOf(op.index)];
    const auto next = std::find(block.successors.begin(), block.successors.end(), m_entry->blockOf(to));
    return next == block.successors.end() ? 0
                                          : block.staysIn[static_cast<std::size_t>(next - block.successors.begin())];
}

}  // namespace lanescope::simt
