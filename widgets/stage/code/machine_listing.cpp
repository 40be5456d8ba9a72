// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/machine_listing.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/base/words.h"
#include "core/sass/comparison.h"
#include "core/sass/scoreboards.h"
#include "core/sass/words.h"

namespace lanescope::code {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::MachineListing)
};

QString text(const std::string& words) { return QString::fromStdString(words); }

/// Its own line in the kernel's source; 0 = it names another file, or none.
std::uint32_t ownLineOf(const MachineForm& form, const sass::Instruction& instruction) {
    if (instruction.line == 0 || instruction.file >= form.listing->files.size()) return 0;
    const bool here = form.listing->files[instruction.file].ends_with(form.kernel->sourceName);
    return here ? instruction.line : 0;
}

}  // namespace

bool isMachineCode(const Kernel& kernel) { return kernel.code().meetsByCode; }

Listing machineListing(const MachineForm& form, const Listing& ptx) {
    Listing made;
    made.language = CodeLanguage::Machine;
    made.kernel = form.kernel;
    made.sides = {0};
    if (!form.listing) return made;
    made.machine = form.listing;
    made.awaits = sass::awaitsOf(*form.listing);
    const std::size_t length = sass::lengthWithoutPadding(*form.listing);
    const std::uint32_t firstPtx = form.kernel->code().firstLine;
    bool inComment = false;
    for (std::uint32_t i = 0; i < length; ++i) {
        const sass::Instruction& instruction = form.listing->instructions[i];
        TextLine line{.number = i + 1, .text = text(instruction.text), .tokens = {}, .isCode = true};
        line.tokens = tokensOf(line.text, CodeLanguage::Machine, inComment);
        made.text.push_back(std::move(line));
        const bool here =
            instruction.ptxLine >= firstPtx && instruction.ptxLine - firstPtx < ptx.text.size() && firstPtx > 0;
        made.ptxLine.push_back(here ? instruction.ptxLine - firstPtx + 1 : 0);
        const std::uint32_t key = here ? ptx.key[made.ptxLine.back() - 1] : 0;
        made.key.push_back(key > 0 ? key : ownLineOf(form, instruction));
    }
    made.dropped.resize(length, false);
    if (length > 0) made.open.push_back({1, static_cast<std::uint32_t>(length)});
    return made;
}

QString addressText(const sass::Instruction& instruction) {
    return QStringLiteral("%1").arg(instruction.address, 4, 16, QLatin1Char('0'));
}

QString instructionWords(const Listing& listing, std::uint32_t line) {
    const sass::Instruction& instruction = listing.machine->instructions[line - 1];
    const auto words = sass::wordsOf(instruction, listing.machine.get());
    QString said = words ? text(inWords(*words)) : Texts::tr("there are no words for it");
    return Texts::tr("%1 %2: %3").arg(addressText(instruction), listing.text[line - 1].text, said);
}

QString controlWords(const Listing& listing, std::uint32_t line) {
    QStringList all;
    for (const Message& message : sass::wordsOf(listing.machine->instructions[line - 1].control))
        all += text(inWords(message));
    QStringList setters;
    for (const sass::Await& await : listing.awaits)
        if (await.waiter + 1 == line)
            setters += QStringLiteral("%1 %2").arg(addressText(listing.machine->instructions[await.setter]),
                                                   text(listing.machine->instructions[await.setter].opcode));
    setters.removeDuplicates();
    if (!setters.isEmpty()) all += Texts::tr("It waits for %1.").arg(setters.join(QStringLiteral(", ")));
    return all.join(QLatin1Char(' '));
}

}  // namespace lanescope::code
