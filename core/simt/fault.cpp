// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/fault.h"

#include <bit>
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

/// "Thread (3, 0, 0) of block (1, 0, 0) in tiled<16, float>"; in a device function: "… in f, called by k"
std::string who(const Fault& fault) {
    return threadText(fault.thread, fault.block) + " in " +
           (fault.function.empty() ? fault.kernel : fault.function + ", called by " + fault.kernel);
}

/// " (matmul.cu, line 41; PTX line 90)"
std::string where(const Fault& fault) {
    return " (" + lineText(fault.sourceFile, fault.sourceLine, fault.ptxLine) + ")";
}

std::string_view did(AccessKind access) {
    switch (access) {
        case AccessKind::Store: return "wrote";
        case AccessKind::Atomic: return "updated";
        default: return "read";
    }
}

std::string_view spaceName(program::Space space) {
    switch (space) {
        case program::Space::Shared: return "shared";
        case program::Space::Local: return "local";
        case program::Space::Const: return "constant";
        case program::Space::Param: return "parameter";
        default: return "global";
    }
}

/// "A[64][3]", or the bare address.
std::string place(const Fault& fault) {
    if (!fault.element.empty()) return fault.element;
    return std::string(spaceName(fault.space)) + " address " + hexadecimal(fault.address);
}

/// An element before its array has a negative index (a shared one without shape a negative distance).
bool isBefore(const Fault& fault) {
    return fault.element.find("[-") != std::string::npos || fault.element.find("+ -") != std::string::npos;
}

/// " 28 more threads of its warp did the same." Empty if no other did.
std::string others(const Fault& fault) {
    const int count = std::popcount(fault.lanes) - 1;
    if (count <= 0) return {};
    return " " + std::to_string(count) + (count == 1 ? " more thread" : " more threads") + " of its warp did the same.";
}

std::string_view beyond(program::Space space) {
    switch (space) {
        case program::Space::Shared: return ", beyond the block's shared memory";
        case program::Space::Local: return ", beyond the thread's local memory";
        case program::Space::Const: return ", beyond the constant memory of the program";
        case program::Space::Param: return ", beyond the last parameter of the kernel";
        default: return ", which is in no buffer";
    }
}

std::string outOfBounds(const Fault& fault) {
    std::string sentence = who(fault) + " " + std::string(did(fault.access)) + " " + place(fault);
    if (fault.buffer.empty())
        sentence += beyond(fault.space);
    else
        sentence += (isBefore(fault) ? ", before the start of " : ", beyond the end of ") + fault.buffer +
                    ", which has " + fault.extent;
    return sentence + where(fault) + "." + others(fault);
}

std::string misaligned(const Fault& fault) {
    return who(fault) + " " + std::string(did(fault.access)) + " " + std::to_string(fault.bytes) + " bytes at " +
           std::string(spaceName(fault.space)) + " address " + hexadecimal(fault.address) +
           (fault.element.empty() ? "" : " (in " + fault.element + ")") + ", which is not a multiple of " +
           std::to_string(fault.bytes) + where(fault) + "." + others(fault);
}

}  // namespace

std::string threadText(const Dim3& thread, const Dim3& block) {
    return "Thread " + text(thread) + " of block " + text(block);
}

std::string lineText(const std::string& sourceFile, std::uint32_t sourceLine, std::uint32_t ptxLine) {
    const std::string ptx = "PTX line " + std::to_string(ptxLine);
    if (sourceLine == 0) return ptx;
    const std::size_t slash = sourceFile.find_last_of("/\\");
    const std::string file = slash == std::string::npos ? sourceFile : sourceFile.substr(slash + 1);
    return file + ", line " + std::to_string(sourceLine) + "; " + ptx;
}

std::string_view nameOf(AccessKind access) {
    switch (access) {
        case AccessKind::None: return "";
        case AccessKind::Load: return "read";
        case AccessKind::Store: return "write";
        case AccessKind::Atomic: return "atomic";
    }
    return "";
}

std::string_view nameOf(Fault::Kind kind) {
    switch (kind) {
        case Fault::Kind::OutOfBounds: return "out of bounds";
        case Fault::Kind::InvalidAddress: return "invalid address";
        case Fault::Kind::Misaligned: return "misaligned";
        case Fault::Kind::ReadOnly: return "read-only";
        case Fault::Kind::Uninitialised: return "uninitialised";
        case Fault::Kind::BarrierDivergence: return "barrier divergence";
        case Fault::Kind::BarrierDeadlock: return "barrier deadlock";
        case Fault::Kind::WarpSync: return "warp mask";
        case Fault::Kind::Deadlock: return "deadlock";
        case Fault::Kind::StepBudget: return "step budget";
        case Fault::Kind::Misuse: return "misuse";
        case Fault::Kind::StackOverflow: return "stack overflow";
        case Fault::Kind::Assertion: return "assertion";
        case Fault::Kind::Trap: return "trap";
    }
    return "";
}

std::string describe(const Fault& fault) {
    switch (fault.kind) {
        case Fault::Kind::OutOfBounds: return outOfBounds(fault);
        case Fault::Kind::InvalidAddress:
            return who(fault) + " " + std::string(did(fault.access)) + " " + place(fault) + ", which is in no buffer" +
                   fault.detail + where(fault) + "." + others(fault);
        case Fault::Kind::Misaligned: return misaligned(fault);
        case Fault::Kind::ReadOnly:
            return who(fault) + " " + std::string(did(fault.access)) + " " + place(fault) +
                   (fault.space == program::Space::Param
                        ? ", which is a parameter of the kernel and is only read"
                        : ", which is constant memory and cannot be written by a kernel") +
                   where(fault) + "." + others(fault);
        case Fault::Kind::Uninitialised:
            return who(fault) + " " + std::string(did(fault.access)) + " " + place(fault) +
                   " before anything was written there" + where(fault) + "." + others(fault);
        case Fault::Kind::BarrierDivergence:
            return who(fault) + " did not come to the barrier that other threads of its warp wait at" + where(fault) +
                   ": __syncthreads() must be reached by all threads or by none.";
        case Fault::Kind::BarrierDeadlock:
            return who(fault) + " waits at one barrier while other threads of the block wait at another" +
                   where(fault) + ": the block can never go on.";
        case Fault::Kind::WarpSync:
        case Fault::Kind::Deadlock:
        case Fault::Kind::Misuse:
        case Fault::Kind::Assertion: return who(fault) + " " + fault.detail + where(fault) + ".";
        case Fault::Kind::StepBudget:
            return who(fault) + " was still running when the launch had used up its steps" + fault.detail +
                   where(fault) + ": perhaps a loop never ends.";
        case Fault::Kind::StackOverflow:
            return who(fault) + " called itself or other functions so deep that its stack is full" + fault.detail +
                   where(fault) + ".";
        case Fault::Kind::Trap: return who(fault) + " stopped the kernel with a trap" + where(fault) + ".";
    }
    return {};
}

std::string explain(const Fault& fault) {
    return fault.hint.empty() ? describe(fault) : describe(fault) + " " + fault.hint;
}

}  // namespace lanescope::simt
