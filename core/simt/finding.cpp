// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/finding.h"

#include <bit>
#include <cstdio>

#include "core/simt/fault.h"

namespace lanescope::simt {
namespace {

std::string_view did(AccessKind access) {
    switch (access) {
        case AccessKind::Store: return "writes";
        case AccessKind::Atomic: return "updates";
        default: return "reads";
    }
}

/// "thread (1, 0, 0) of block (0, 0, 0) reads it (scan.cu, line 12; PTX line 60)"
std::string doing(const Finding::Side& side, const std::string& what) {
    std::string who = threadText(side.thread, side.block);
    who.front() = 't';
    return who + " " + std::string(did(side.access)) + " " + what + " (" +
           lineText(side.sourceFile, side.sourceLine, side.ptxLine) + ")";
}

std::string times(const Finding& finding) {
    return finding.count > 1 ? " This happens " + std::to_string(finding.count) + " times." : "";
}

std::string race(const Finding& finding) {
    std::string sentence =
        "In " + finding.kernel + ", " + doing(finding.first, finding.element) + ", and " + doing(finding.second, "it");
    if (finding.kind == Finding::Kind::GridRace)
        sentence += "; nothing says which block comes first";
    else if (finding.sameStep)
        sentence += "; which lane of the warp comes last is not defined";
    else if (finding.sameWarp)
        sentence += ", without __syncwarp() between: lanes of a warp need not be in step";
    else
        sentence += ", without a barrier between: which comes first is chance";
    if (finding.sameValue) sentence += ". Both write the same value, so the result is the same";
    if (finding.severity == Finding::Severity::Possible)
        sentence += ". The kernel uses fences, which may order the two in a way that is not followed here";
    return sentence + "." + times(finding);
}

/// "lanes 16 to 31", "lane 3", "lanes 1, 3, 5 and others"
std::string lanesText(LaneMask lanes) {
    const int first = std::countr_zero(lanes);
    const int count = std::popcount(lanes);
    if (count == 1) return "lane " + std::to_string(first);
    if (lanes >> first == (count == 32 ? ~LaneMask{0} : (LaneMask{1} << count) - 1))
        return "lanes " + std::to_string(first) + " to " + std::to_string(first + count - 1);
    std::string text = "lanes " + std::to_string(first);
    LaneMask rest = lanes & (lanes - 1);
    for (int named = 1; rest != 0 && named < 3; ++named, rest &= rest - 1)
        text += ", " + std::to_string(std::countr_zero(rest));
    return rest != 0 ? text + " and others" : text;
}

std::string warpMask(const Finding& finding) {
    const LaneMask missing = finding.mask & ~finding.came;
    const LaneMask unnamed = finding.came & ~finding.mask;
    char mask[16];
    std::snprintf(mask, sizeof(mask), "0x%08x", finding.mask);
    std::string sentence = threadText(finding.first.thread, finding.first.block) + " in " + finding.kernel +
                           " gives a warp operation the mask " + mask + " (" +
                           lineText(finding.first.sourceFile, finding.first.sourceLine, finding.first.ptxLine) + "), ";
    if (finding.read != 0)
        return sentence + "and reads " + lanesText(finding.read) +
               " with it, which the mask does not name. What it gets is then not defined.";
    if (missing != 0) sentence += "which names " + lanesText(missing) + " that did not come to it";
    if (missing != 0 && unnamed != 0) sentence += ", and ";
    if (unnamed != 0) sentence += "which does not name " + lanesText(unnamed) + " that came";
    return sentence + ". What the operation gives is then not defined.";
}

std::string barrierMismatch(const Finding& finding) {
    const auto at = [](const Finding::Side& side) { return lineText(side.sourceFile, side.sourceLine, side.ptxLine); };
    const auto who = [](const Finding::Side& side) {
        return "thread " + threadText(side.thread, side.block).substr(7);
    };
    const std::string start = "In " + finding.kernel + ", " + who(finding.first) + " comes to ";
    const std::string rule = " CUDA asks that all threads of a block come to the same __syncthreads(); GPUs of today ";
    if (finding.secondEnded)
        return start + "a barrier (" + at(finding.first) + ") before which " + who(finding.second) + " has ended." +
               rule + "do not wait for threads that have ended.";
    return start + "another barrier (" + at(finding.first) + ") than " + who(finding.second) + " (" +
           at(finding.second) + ")." + rule + "let it pass.";
}

std::string unsetVariable(const Finding& finding) {
    std::string sentence = threadText(finding.first.thread, finding.first.block) + " in " + finding.kernel +
                           " uses a variable that was never set (" +
                           lineText(finding.first.sourceFile, finding.first.sourceLine, finding.first.ptxLine) + "): ";
    switch (finding.use) {
        case Finding::Use::Guard: sentence += "a branch depends on it"; break;
        case Finding::Use::Address:
            sentence += finding.second.access == AccessKind::Load ? "it is part of the address that is read"
                                                                  : "it is part of the address that is written";
            break;
        case Finding::Use::Value:
            sentence += finding.space == program::Space::Shared ? "what comes of it is written to shared memory"
                                                                : "what comes of it is written to memory";
            break;
    }
    if (finding.second.instruction != finding.first.instruction)
        sentence += " (" + lineText(finding.second.sourceFile, finding.second.sourceLine, finding.second.ptxLine) + ")";
    return sentence + ". It begins as 0 here; on a GPU it holds whatever was left in the register.";
}

}  // namespace

std::string_view nameOf(Finding::Kind kind) {
    switch (kind) {
        case Finding::Kind::BlockRace: return "block race";
        case Finding::Kind::GridRace: return "grid race";
        case Finding::Kind::BarrierMismatch: return "barrier mismatch";
        case Finding::Kind::WarpMask: return "warp mask";
        case Finding::Kind::ShuffleWidth: return "shuffle width";
        case Finding::Kind::UnsetConstant: return "unset constant";
        case Finding::Kind::UnsetVariable: return "unset variable";
        case Finding::Kind::DivisionByZero: return "division by zero";
    }
    return "";
}

bool hasSecondSide(Finding::Kind kind) {
    return kind == Finding::Kind::BlockRace || kind == Finding::Kind::GridRace ||
           kind == Finding::Kind::BarrierMismatch || kind == Finding::Kind::UnsetVariable;
}

std::string_view nameOf(Finding::Severity severity) {
    switch (severity) {
        case Finding::Severity::Error: return "error";
        case Finding::Severity::Warning: return "warning";
        case Finding::Severity::Possible: return "possible";
        case Finding::Severity::Note: return "note";
    }
    return "";
}

std::string describe(const Finding& finding) {
    const auto at = [](const Finding::Side& side) { return lineText(side.sourceFile, side.sourceLine, side.ptxLine); };
    switch (finding.kind) {
        case Finding::Kind::BlockRace:
        case Finding::Kind::GridRace: return race(finding);
        case Finding::Kind::BarrierMismatch: return barrierMismatch(finding) + times(finding);
        case Finding::Kind::WarpMask: return warpMask(finding) + times(finding);
        case Finding::Kind::ShuffleWidth:
            return threadText(finding.first.thread, finding.first.block) + " in " + finding.kernel +
                   " shuffles with a width that is no power of two (" + at(finding.first) +
                   "). What it gets is then not defined." + times(finding);
        case Finding::Kind::UnsetConstant:
            return threadText(finding.first.thread, finding.first.block) + " in " + finding.kernel +
                   " reads the __constant__ variable " + finding.buffer + " (" + at(finding.first) +
                   "), which was never set: it holds zeros here.";
        case Finding::Kind::UnsetVariable: return unsetVariable(finding) + times(finding);
        case Finding::Kind::DivisionByZero: {
            std::string who = threadText(finding.first.thread, finding.first.block);
            return who + " in " + finding.kernel + " divides a whole number by zero (" + at(finding.first) +
                   "). A GPU does not stop at that; what comes out is not defined." + times(finding);
        }
    }
    return {};
}

std::string hintFor(const Finding& finding) {
    if (finding.kind == Finding::Kind::BarrierMismatch)
        return "Give all threads the same number of barriers: guard the work, not the barrier.";
    if (finding.kind == Finding::Kind::WarpMask && finding.read != 0)
        return "If a part of the warp shuffles by itself, give its width: __shfl_sync(mask, value, lane, 16). Or name "
               "all lanes that are read in the mask, and let them come.";
    if (finding.kind == Finding::Kind::WarpMask)
        return "The mask must name exactly the lanes that come to this call: compute it before the branch with "
               "__ballot_sync, or call outside the branch.";
    if (finding.kind == Finding::Kind::DivisionByZero) return "Is the divisor checked before?";
    if (finding.kind == Finding::Kind::ShuffleWidth) return "The width must be 1, 2, 4, 8, 16 or 32.";
    if (finding.kind == Finding::Kind::UnsetConstant)
        return "Does the program set it with cudaMemcpyToSymbol? Only kernels run here, not the program's own code: "
               "give "
               "it its values where it is declared.";
    if (finding.kind == Finding::Kind::UnsetVariable)
        return "Give every variable a value where it is declared, such as int sum = 0. Is there a way through the "
               "kernel "
               "on which nothing sets it?";
    if (finding.sameValue) return "One thread would do: if (threadIdx.x == 0).";
    const bool write = finding.first.access != AccessKind::Load && finding.second.access != AccessKind::Load;
    const bool sameLine = finding.first.instruction == finding.second.instruction ||
                          (finding.first.sourceLine != 0 && finding.first.sourceLine == finding.second.sourceLine);
    if (finding.kind == Finding::Kind::GridRace) {
        if (sameLine || write) return "Use atomicAdd or its like, or give each block an element of its own.";
        return "Write to another buffer than is read, or do the second step in a second launch.";
    }
    if (finding.sameStep) return "Use an atomic operation, or let one thread write.";
    if (finding.sameWarp)
        return sameLine ? "Use atomicAdd or its like where several threads add to one element; else put __syncwarp() "
                          "between "
                          "the two."
                        : "Put __syncwarp() or __syncthreads() between the two lines.";
    if (sameLine)
        return "Use atomicAdd or its like where several threads add to one element; else put __syncthreads() between "
               "the steps.";
    return "Put __syncthreads() between the two.";
}

}  // namespace lanescope::simt
