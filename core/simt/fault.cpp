// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/fault.h"

#include <cstdio>

namespace lanescope::simt {
namespace {

std::string text(const Dim3& d) {
    return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) + ")";
}

std::string hexadecimal(std::uint64_t address) {
    char digits[2 + 16 + 1];
    std::snprintf(digits, sizeof(digits), "0x%llx", static_cast<unsigned long long>(address));
    return digits;
}

/// "Thread (3, 0, 0) of block (1, 0, 0) in tiled<16, float>"
std::string who(const Fault& fault) {
    return "Thread " + text(fault.thread) + " of block " + text(fault.block) + " in " + fault.kernel;
}

/// " (matmul.cu, line 41)"; the PTX line where there is no source line.
std::string where(const Fault& fault) {
    if (fault.sourceLine == 0) return " (PTX line " + std::to_string(fault.ptxLine) + ")";
    const std::size_t slash = fault.sourceFile.find_last_of("/\\");
    const std::string file = slash == std::string::npos ? fault.sourceFile : fault.sourceFile.substr(slash + 1);
    return " (" + file + ", line " + std::to_string(fault.sourceLine) + "; PTX line " + std::to_string(fault.ptxLine) +
           ")";
}

std::string_view did(AccessKind access) {
    switch (access) {
        case AccessKind::Store: return "wrote";
        case AccessKind::Atomic: return "updated";
        default: return "read";
    }
}

std::string_view spaceName(ptx::Space space) { return space == ptx::Space::Shared ? "shared" : "global"; }

/// "A[64][3]", or the bare address.
std::string place(const Fault& fault) {
    if (!fault.element.empty()) return fault.element;
    return std::string(spaceName(fault.space)) + " address " + hexadecimal(fault.address);
}

/// An element before its array has a negative index (a shared one without shape a negative distance).
bool isBefore(const Fault& fault) {
    return fault.element.find("[-") != std::string::npos || fault.element.find("+ -") != std::string::npos;
}

std::string outOfBounds(const Fault& fault) {
    std::string sentence = who(fault) + " " + std::string(did(fault.access)) + " " + place(fault);
    if (fault.buffer.empty())
        sentence +=
            fault.space == ptx::Space::Shared ? ", beyond the block's shared memory" : ", which is in no buffer";
    else
        sentence += (isBefore(fault) ? ", before the start of " : ", beyond the end of ") + fault.buffer +
                    ", which has " + fault.extent;
    return sentence + where(fault) + ".";
}

std::string misaligned(const Fault& fault) {
    return who(fault) + " " + std::string(did(fault.access)) + " " + std::to_string(fault.bytes) + " bytes at " +
           std::string(spaceName(fault.space)) + " address " + hexadecimal(fault.address) +
           (fault.element.empty() ? "" : " (in " + fault.element + ")") + ", which is not a multiple of " +
           std::to_string(fault.bytes) + where(fault) + ".";
}

}  // namespace

std::string_view nameOf(Fault::Kind kind) {
    switch (kind) {
        case Fault::Kind::OutOfBounds: return "out of bounds";
        case Fault::Kind::Misaligned: return "misaligned";
        case Fault::Kind::Uninitialised: return "uninitialised";
        case Fault::Kind::BarrierDivergence: return "barrier divergence";
        case Fault::Kind::BarrierDeadlock: return "barrier deadlock";
        case Fault::Kind::StepBudget: return "step budget";
        case Fault::Kind::Trap: return "trap";
    }
    return "";
}

std::string describe(const Fault& fault) {
    switch (fault.kind) {
        case Fault::Kind::OutOfBounds: return outOfBounds(fault);
        case Fault::Kind::Misaligned: return misaligned(fault);
        case Fault::Kind::Uninitialised:
            return who(fault) + " " + std::string(did(fault.access)) + " " + place(fault) +
                   " before anything was written there" + where(fault) + ".";
        case Fault::Kind::BarrierDivergence:
            return who(fault) + " did not come to the barrier that other threads of its warp wait at" + where(fault) +
                   ": __syncthreads() must be reached by all threads or by none.";
        case Fault::Kind::BarrierDeadlock:
            return who(fault) + " waits at one barrier while other threads of the block wait at another" +
                   where(fault) + ": the block can never go on.";
        case Fault::Kind::StepBudget:
            return who(fault) + " was still running when the launch had used up its steps" + where(fault) +
                   ": perhaps a loop never ends.";
        case Fault::Kind::Trap: return who(fault) + " stopped the kernel with a trap" + where(fault) + ".";
    }
    return {};
}

}  // namespace lanescope::simt
