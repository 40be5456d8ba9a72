// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_times.h"

#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "core/sass/lower/lower.h"
#include "widgets/paint/reasons.h"
#include "widgets/stage/code/machine_listing.h"
#include "widgets/style/numbers.h"

namespace lanescope::code {
namespace {

using timing::Reason;
using timing::ReasonCycles;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::CodeTimes)
};

constexpr double kLeastSaid = 0.005;  ///< of the warps' time

/// Are the listing's lines the instructions that ran, one for one?
bool isWhatRan(const Listing& listing, const SideTimes& side) {
    if (side.architecture.empty()) return false;
    if (listing.machine != nullptr)
        return listing.machine->architecture == side.architecture && listing.text.size() <= side.instructions.size() &&
               !listing.text.empty();
    return isMachineCode(*listing.kernel) && listing.text.size() <= side.instructions.size() &&
           sass::architectureOf(*listing.kernel->module) == side.architecture;
}

bool isOfMachineCode(const Listing& listing) {
    return listing.language == CodeLanguage::Machine ||
           (listing.language == CodeLanguage::Ptx && isMachineCode(*listing.kernel));
}

void add(ReasonCycles& to, const ReasonCycles& cycles) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += cycles[i];
}

/// The most first; those that nobody would see left out.
std::vector<Reason> reasonsBySize(const ReasonCycles& cycles, double least) {
    std::vector<Reason> reasons;
    for (std::size_t i = 0; i < cycles.size(); ++i)
        if (cycles[i] > 0 && cycles[i] >= least) reasons.push_back(static_cast<Reason>(i));
    std::ranges::stable_sort(reasons, std::greater{},
                             [&](Reason reason) { return cycles[static_cast<std::size_t>(reason)]; });
    return reasons;
}

}  // namespace

std::vector<ReasonCycles> timesOf(const Listing& listing, const SideTimes& side) {
    if (side.instructions.empty()) return {};
    std::vector<ReasonCycles> lines(listing.text.size());
    if (isOfMachineCode(listing)) {
        if (!isWhatRan(listing, side)) return {};
        for (std::size_t i = 0; i < lines.size(); ++i) lines[i] = side.instructions[i].cycles;
        return lines;
    }
    const std::uint32_t first = listing.language == CodeLanguage::Ptx ? listing.kernel->code().firstLine : 1;
    for (const timing::InstructionTime& one : side.instructions) {
        const std::uint32_t line = listing.language == CodeLanguage::Ptx ? one.ptxLine : one.line;
        if (line >= first && line - first < lines.size()) add(lines[line - first], one.cycles);
    }
    return lines;
}

QString timesMissing(const Listing& listing, const SideTimes& side) {
    if (side.instructions.empty() || !isOfMachineCode(listing) || isWhatRan(listing, side)) return {};
    if (listing.machine == nullptr && listing.language == CodeLanguage::Machine) return {};  // nothing is shown yet
    return side.architecture.empty()
               ? Texts::tr("no time: PTX was simulated")
               : Texts::tr("no time: %1 was simulated").arg(QString::fromStdString(side.architecture));
}

QString timeShare(double share) {
    if (!(share > 0)) return {};
    return share < 0.01 ? QStringLiteral("<1\u00a0%") : countText(100 * share, 0) + QStringLiteral("\u00a0%");
}

QString timeWords(const ReasonCycles& line, const ReasonCycles& all) {
    const double whole = timing::allOf(all), mine = timing::allOf(line);
    if (!(mine > 0) || !(whole > 0)) return {};
    QStringList parts;
    for (const Reason reason : reasonsBySize(line, std::min(kLeastSaid * whole, 0.1 * mine)))
        parts +=
            Texts::tr("%1 %2 (%3)")
                .arg(timeShare(line[static_cast<std::size_t>(reason)] / whole), reasonWord(reason), stateWord(reason));
    return Texts::tr("%1 of the warps' time, simulated: %2")
        .arg(timeShare(mine / whole), parts.join(QStringLiteral(", ")));
}

QString longestLineWords(const std::vector<ReasonCycles>& lines, const ReasonCycles& all) {
    const auto most = std::ranges::max_element(lines, {}, [](const ReasonCycles& one) { return timing::allOf(one); });
    const double whole = timing::allOf(all);
    if (most == lines.end() || !(timing::allOf(*most) > 0) || !(whole > 0)) return {};
    const auto number = static_cast<qlonglong>(most - lines.begin()) + 1;
    const QString share = timeShare(timing::allOf(*most) / whole);
    const Reason reason = timing::longestOf(*most);
    if (reason == Reason::Issuing)
        return Texts::tr("Line %1 takes %2 of the warps' time: simulated.").arg(number).arg(share);
    return Texts::tr("Line %1 takes %2 of the warps' time, mostly waiting for %3: simulated.")
        .arg(number)
        .arg(share, reasonWord(reason));
}

QString timesHeading(const Times& times) {
    if (!times.missing.isEmpty()) return Texts::tr("No time: %1").arg(times.missing);
    if (times.sides.empty()) return Texts::tr("The warps' time is being simulated …");
    const std::string& architecture = times.sides.front().architecture;
    return architecture.empty() ? Texts::tr("Warps' time, simulated on %1, of the PTX:").arg(times.gpu)
                                : Texts::tr("Warps' time, simulated on %1, of its machine code:").arg(times.gpu);
}

}  // namespace lanescope::code
