// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_text.h"

#include <algorithm>
#include <string_view>

namespace lanescope::code {
namespace {

constexpr int kTab = 4;
/// Events to go back for a source position when the compiler gave the instruction none.
constexpr std::uint64_t kLookBack = 256;

QString withoutTabs(std::string_view line) {
    QString text;
    const QString read = QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size()));
    for (const QChar c : read) {
        if (c == QLatin1Char('\r')) continue;
        if (c != QLatin1Char('\t')) {
            text += c;
            continue;
        }
        do text += QLatin1Char(' ');
        while (text.size() % kTab != 0);
    }
    return text;
}

bool saysSomething(const QString& text) {
    return std::ranges::any_of(text, [](QChar c) {
        return !c.isSpace() && c != QLatin1Char('{') && c != QLatin1Char('}') && c != QLatin1Char(';');
    });
}

/// A line by itself; `inComment` goes on from line to line.
TextLine lineOf(std::uint32_t number, QString text, CodeLanguage language, bool& inComment) {
    TextLine line{.number = number, .text = std::move(text), .tokens = {}};
    line.isComment = inComment || line.text.trimmed().startsWith(QLatin1String("//")) ||
                     line.text.trimmed().startsWith(QLatin1String("/*"));
    line.tokens = tokensOf(line.text, language, inComment);
    const QString said = line.text.trimmed();
    line.isCode = !line.isComment && saysSomething(said) && !said.startsWith(QLatin1Char('#'));
    if (language == CodeLanguage::Ptx)
        line.isCode = line.isCode && !said.startsWith(QLatin1Char('.')) && said != QLatin1String(")");
    return line;
}

}  // namespace

std::vector<TextLine> cudaLines(const Kernel& kernel) {
    std::vector<TextLine> lines;
    if (!kernel.source) return lines;
    std::string_view rest = *kernel.source;
    bool inComment = false;
    for (std::uint32_t number = 1; !rest.empty(); ++number) {
        const auto end = rest.find('\n');
        lines.push_back(lineOf(number, withoutTabs(rest.substr(0, end)), CodeLanguage::Cuda, inComment));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return lines;
}

std::vector<TextLine> ptxLines(const Kernel& kernel) {
    const program::Entry& entry = kernel.code();
    const QString longName = QString::fromStdString(entry.name) + QLatin1String("_param_");
    std::vector<TextLine> lines;
    bool inComment = false;
    for (std::uint32_t line = entry.firstLine; line <= entry.lastLine; ++line) {
        QString text = withoutTabs(kernel.module->line(line)).replace(longName, QLatin1String("param_"));
        // One blank between an instruction and its operands, as people write it.
        const qsizetype indent = text.size() - text.trimmed().size();
        text = text.left(std::min<qsizetype>(indent, 2)) + text.simplified();
        lines.push_back(lineOf(line - entry.firstLine + 1, std::move(text), CodeLanguage::Ptx, inComment));
    }
    return lines;
}

std::uint32_t ptxLineOf(const program::Entry& entry, const program::Instruction& instruction) {
    return instruction.line - entry.firstLine + 1;
}

PresentLine presentLineAt(const BlockTrace& trace, std::uint64_t position) {
    PresentLine present;
    if (position == 0 || position > trace.size()) return present;
    const std::uint64_t done = position - 1;
    const std::uint64_t oldest = done > kLookBack ? done - kLookBack : 0;
    for (std::uint64_t event = done + 1; event-- > oldest && !present.line;) {
        if (trace.warp(event) != trace.warp(done)) break;
        present.line = sourceLineOf(*trace.launch().kernel, trace.entry().instructions[trace.instruction(event)]);
        present.exact = event == done;
    }
    return present;
}

}  // namespace lanescope::code
