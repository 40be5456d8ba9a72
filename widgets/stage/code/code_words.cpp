// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/code/code_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <numeric>

#include "widgets/stage/code/machine_listing.h"
#include "widgets/style/numbers.h"

namespace lanescope::code {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::CodeWords)
};

constexpr std::size_t kMostLines = 6;

QString blockWord(const Dim3& block, const Dim3& grid) {
    if (grid.z > 1) return Texts::tr("block (%1, %2, %3)").arg(block.x).arg(block.y).arg(block.z);
    return grid.y > 1 ? Texts::tr("block (%1, %2)").arg(block.x).arg(block.y) : Texts::tr("block %1").arg(block.x);
}

QString shareWords(double share) {
    if (share < 0.01) return Texts::tr("less than 1 %");
    if (share > 0.99 && share < 1) return Texts::tr("more than 99 %");
    return Texts::tr("%1 %").arg(countText(100 * share, 0));
}

QString lanesWords(unsigned lanes) { return lanes == 1 ? Texts::tr("1 lane") : Texts::tr("%1 lanes").arg(lanes); }

/// What the event that runs does, as the second half of a sentence; may be empty.
QString doing(const CodeScene& scene, std::uint64_t event) {
    const flow::BlockFlow& flow = scene.flow(0);
    const BlockTrace& trace = flow.trace();
    const program::Instruction& instruction = flow.entry().instructions[trace.instruction(event)];
    const unsigned lanes = simt::lanesIn(trace.active(event));
    const SiteCost cost = costOf(trace.record(event));
    const QString who = lanesWords(lanes);
    const QString array = scene.arrayOf(0, event);
    const QString sectors =
        cost.of(Count::Sectors) == 1 ? Texts::tr("1 sector") : Texts::tr("%1 sectors").arg(cost.of(Count::Sectors));
    const QString wavefronts = cost.of(Count::Wavefronts) == 1
                                   ? Texts::tr("1 wavefront")
                                   : Texts::tr("%1 wavefronts").arg(cost.of(Count::Wavefronts));
    const QString moved = cost.of(Count::Sectors) > 0 ? sectors : wavefronts;
    if (lanes == 0) return Texts::tr("no lane takes part");
    switch (flow.activities().activity(event)) {
        case flow::Activity::Load:
            return array.isEmpty() ? Texts::tr("%1 load").arg(who)
                                   : Texts::tr("%1 load from %2, %3").arg(who, array, moved);
        case flow::Activity::Store:
            return array.isEmpty() ? Texts::tr("%1 store").arg(who)
                                   : Texts::tr("%1 store to %2, %3").arg(who, array, moved);
        case flow::Activity::Exchange: return Texts::tr("%1 exchange values").arg(who);
        case flow::Activity::Compute: {
            const bool gathers = instruction.destination.kind == program::Operand::Kind::Register &&
                                 flow.roles().role(instruction.destination.reg) == flow::RegisterRole::Sum;
            const bool product =
                instruction.opcode == program::Opcode::Fma || instruction.opcode == program::Opcode::Mad;
            const std::uint64_t threads = trace.launch().block.count();
            if (gathers && threads > 1)
                return (product ? Texts::tr("%1 sums take in one product each")
                                : Texts::tr("%1 sums take in one value each"))
                    .arg(countText(threads));
            return Texts::tr("%1 compute").arg(who);
        }
        case flow::Activity::Waits: return Texts::tr("warp %1 waits for the others").arg(trace.warp(event));
        default: break;
    }
    switch (flow.activities().kind(event)) {
        case flow::InstructionKind::Branch: return Texts::tr("%1 find out where to go on").arg(who);
        case flow::InstructionKind::End: return Texts::tr("%1 end").arg(who);
        default: return Texts::tr("%1 work out where they work").arg(who);
    }
}

/// Lines by how often they run, most first.
std::vector<std::uint32_t> busiest(const std::vector<std::uint64_t>& runs) {
    std::vector<std::uint32_t> lines(runs.size());
    std::iota(lines.begin(), lines.end(), 1);
    std::ranges::stable_sort(lines, std::greater{}, [&runs](std::uint32_t line) { return runs[line - 1]; });
    while (!lines.empty() && runs[lines.back() - 1] == 0) lines.pop_back();
    return lines;
}

}  // namespace

QString countWord(Count count) {
    switch (count) {
        case Count::Runs: return Texts::tr("runs");
        case Count::Lanes: return Texts::tr("lanes");
        case Count::Sectors: return Texts::tr("sectors");
        case Count::Wavefronts: return Texts::tr("wavefronts");
    }
    return {};
}

QString countTip(Count count) {
    switch (count) {
        case Count::Runs: return Texts::tr("Instructions of the line that warps have executed");
        case Count::Lanes: return Texts::tr("Lanes that took part in them, summed");
        case Count::Sectors: return Texts::tr("Sectors of global memory, 32 bytes each, that the line moved");
        case Count::Wavefronts: return Texts::tr("Passes over the banks of shared memory that the line took");
    }
    return {};
}

QString scopeWord(const CodeScene& scene, std::size_t side, Scope scope) {
    if (scope == Scope::Block)
        return blockWord(scene.flow(side).trace().block(), scene.flow(side).trace().launch().grid);
    const QString blocks = scene.blocks(side) == 1 ? Texts::tr("the only block")
                                                   : Texts::tr("all %1 blocks").arg(countText(scene.blocks(side)));
    return scene.isSampled(side) ? Texts::tr("%1, from a sample").arg(blocks) : blocks;
}

Why whyOf(const CodeScene& scene, const Listing& listing, std::uint64_t position) {
    Why why;
    const BlockTrace& trace = scene.flow(0).trace();
    const std::vector<std::uint64_t> runs = scene.runs(listing, 0);
    const bool isSource = listing.language == CodeLanguage::Cuda;
    const std::vector<std::uint32_t> most = busiest(runs);
    const auto share = [&](std::uint32_t line) {
        return static_cast<double>(runs[line - 1]) / static_cast<double>(std::max<std::uint64_t>(1, trace.size()));
    };
    why.metrics = {"warp_instructions", "thread_instructions", "warp_execution_efficiency", "branches",
                   "divergent_branches"};
    PresentLine now;
    if (isSource)
        now = presentLineAt(trace, position);
    else if (position > 0)
        now.line = scene.lineOf(listing, 0, trace.instruction(position - 1));
    if (now.line && (*now.line == 0 || *now.line > runs.size())) now.line.reset();
    if (isSource && now.line) why.lines.push_back(*now.line);
    for (const std::uint32_t line : most)
        if (isSource && why.lines.size() < kMostLines && line != now.line) why.lines.push_back(line);
    if (!now.line) {
        if (most.empty()) {
            why.sentence = Texts::tr("No instruction of this kernel has a line in its source.");
        } else {
            why.sentence = Texts::tr("Line %1 is where this block works most: %2 of all that it executes.")
                               .arg(most.front())
                               .arg(shareWords(share(most.front())));
        }
        return why;
    }
    const QString does = doing(scene, position - 1);
    why.sentence = Texts::tr("Line %1 is %2 of all that this block executes: %3.")
                       .arg(*now.line)
                       .arg(shareWords(share(*now.line)), does);
    const std::uint64_t before = scene.runsBefore(listing, 0, position)[*now.line - 1];
    why.detail =
        Texts::tr("%1 of its %2 warp instructions have run.").arg(countText(before), countText(runs[*now.line - 1]));
    if (!most.empty() && most.front() != *now.line)
        why.detail += QLatin1Char(' ') +
                      Texts::tr("Most are of line %1: %2.").arg(most.front()).arg(shareWords(share(most.front())));
    return why;
}

QString machineWhy(const CodeScene& scene, const std::string& architecture, std::uint64_t position) {
    if (!scene.runsMachineCode(0) || !scene.machine() || position == 0) return {};
    const BlockTrace& trace = scene.flow(0).trace();
    const std::uint32_t line =
        scene.lineOf(*scene.machine(), 0, trace.instruction(std::min(position, trace.size()) - 1));
    if (line == 0) return {};
    return Texts::tr("Machine code, %1, %2. %3")
        .arg(QString::fromStdString(architecture), instructionWords(*scene.machine(), line),
             controlWords(*scene.machine(), line));
}

Count tellingCount(const CodeScene& scene, Scope scope) {
    constexpr double kClearly = 1.1;
    Count telling = Count::Runs;
    if (scene.sides() != 2) return telling;
    const auto ratio = [&](Count count) {
        const auto first = static_cast<double>(scene.total(0, count, scope));
        const auto second = static_cast<double>(scene.total(1, count, scope));
        return std::max(first, second) / std::max(1.0, std::min(first, second));
    };
    for (const Count count : kCounts)
        if (ratio(count) > kClearly * ratio(telling)) telling = count;
    return telling;
}

QString differenceWords(const CodeScene& scene, Count count, Scope scope) {
    if (scene.sides() != 2 || !scene.isCounted() || scene.sources().empty()) return {};
    const auto both = [&](const QString& format, std::uint64_t first, std::uint64_t second) {
        return format.arg(scene.name(0), countText(first), scene.name(1), countText(second), countWord(count));
    };
    if (scene.sources().size() == 2)
        return both(Texts::tr("%1: %2 %5, %3: %4."), scene.total(0, count, scope), scene.total(1, count, scope));
    const Listing& listing = scene.sources().front();
    const std::vector<std::uint64_t> first = scene.values(listing, 0, count, scope);
    const std::vector<std::uint64_t> second = scene.values(listing, 1, count, scope);
    std::size_t most = 0;
    std::uint64_t difference = 0;
    for (std::size_t line = 0; line < std::min(first.size(), second.size()); ++line) {
        const std::uint64_t here = std::max(first[line], second[line]) - std::min(first[line], second[line]);
        if (here > difference) difference = here, most = line;
    }
    if (difference == 0) return Texts::tr("No line differs in %1.").arg(countWord(count));
    return both(Texts::tr("Line %6 makes the difference: %1 %2 %5, %3 %4.")
                    .replace(QStringLiteral("%6"), QString::number(most + 1)),
                first[most], second[most]);
}

QString lineWords(const CodeScene& scene, const Listing& listing, std::uint32_t line, Scope scope) {
    QStringList words{Texts::tr("Line %1: %2").arg(line).arg(listing.text[line - 1].text.trimmed())};
    if (listing.machine) {
        words = {instructionWords(listing, line), controlWords(listing, line)};
        if (listing.key[line - 1] > 0) words += Texts::tr("line %1 of the source").arg(listing.key[line - 1]);
        if (listing.ptxLine[line - 1] > 0) words += Texts::tr("line %1 of the PTX").arg(listing.ptxLine[line - 1]);
        if (!scene.runsMachineCode(0)) return words.join(QStringLiteral(" · "));
    }
    for (const std::size_t side : listing.sides) {
        QStringList counts;
        for (const Count count : kCounts) {
            const std::vector<std::uint64_t> values = scene.values(listing, side, count, scope);
            if (line <= values.size() && (values[line - 1] > 0 || count == Count::Runs))
                counts += Texts::tr("%1 %2").arg(countText(values[line - 1]), countWord(count));
        }
        const QString said = Texts::tr("%1 (%2)").arg(counts.join(QStringLiteral(", ")), scopeWord(scene, side, scope));
        words += listing.sides.size() > 1 ? Texts::tr("%1: %2").arg(scene.name(side), said) : said;
    }
    if (std::ranges::binary_search(listing.defects, line))
        words += Texts::tr("as published, this line is wrong; the corrected kernel has another one");
    else if (std::ranges::binary_search(listing.differences, line))
        words += Texts::tr("the other kernel has not this line");
    return words.join(QStringLiteral(" · "));
}

}  // namespace lanescope::code
