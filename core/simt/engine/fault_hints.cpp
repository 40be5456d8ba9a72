// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/fault_hints.h"

namespace lanescope::simt {
namespace {

/// An index from a null pointer rarely goes further than this.
constexpr std::uint64_t kNearNull = 1ULL << 24;
/// Where a 64-bit Linux puts a program (with its heap behind it), and its libraries and stacks.
constexpr std::uint64_t kProgramFirst = 0x5500'0000'0000ULL;
constexpr std::uint64_t kProgramLast = 0x5700'0000'0000ULL;
constexpr std::uint64_t kStackFirst = 0x7f00'0000'0000ULL;
constexpr std::uint64_t kStackLast = 0x8000'0000'0000ULL;

bool isHostLike(std::uint64_t address) {
    return (address >= kProgramFirst && address < kProgramLast) || (address >= kStackFirst && address < kStackLast);
}

std::string sharedHint(const Fault& fault, const Launch& launch, bool before, bool isDynamic) {
    const std::string third = "its size is the third value of <<<grid, block, bytes>>>";
    if (isDynamic && !before)
        return "The array is extern __shared__: " + third + ", which was " + std::to_string(launch.dynamicSharedBytes) +
               " bytes. Is that enough for all arrays that the kernel makes of it?";
    if (fault.buffer.empty() && launch.dynamicSharedBytes == 0)
        return "If the array is extern __shared__, " + third + ".";
    if (before) return "The first threads have no neighbour before them: guard the edge, or make a halo.";
    return "Does the array have an element for each thread of the block that uses it, and for the halo if there "
           "is one?";
}

std::string outOfBoundsHint(const Fault& fault, const Launch& launch, const program::Instruction& instruction,
                            const HintPlace& place) {
    const bool before = fault.element.find("[-") != std::string::npos || fault.element.find("+ -") != std::string::npos;
    if (fault.space == program::Space::Shared) return sharedHint(fault, launch, before, place.isDynamic);
    if (fault.space == program::Space::Local) return "Is the index of the array always smaller than its size?";
    if (fault.space == program::Space::Param)
        return "Is the index of the array in the parameter always smaller than its size, and the pointer of the right "
               "type?";
    if (fault.space != program::Space::Global || fault.buffer.empty()) return {};
    // A grid is rounded up to whole blocks: threads past the end do what only a guard prevents.
    const std::uint64_t threads = launch.grid.count() * launch.block.count();
    if (before && place.before > threads)
        return "The index is negative: look at how it is computed (an int that overflowed, a difference below 0).";
    if (before)
        return "The index is negative: guard the edge with an if where threads have no neighbour before them. Or is it "
               "a value such as -1 that means nothing is there?";
    if (instruction.vectorSize == 1 && place.elementBytes != 0 && fault.bytes > place.elementBytes)
        return "The kernel takes " + std::to_string(fault.bytes) + " bytes at a time, and elements of " + fault.buffer +
               " have " + std::to_string(place.elementBytes) + ": is the pointer of the right type?";
    if (place.firstBeyond < threads)
        return "Did you forget a guard such as if (i < n)? Or is the index one too large, or row and column swapped?";
    return "The index is far too large: look at how it is computed (row length, swapped dimensions, an int that "
           "overflowed, an unsigned number that went below 0).";
}

std::string invalidAddressHint(const Fault& fault) {
    if (fault.address < kNearNull) return "Is the pointer a null pointer, or was an index or a length used as one?";
    if (isHostLike(fault.address))
        return "Is it a pointer to memory of the host? A kernel can use only memory of the device (cudaMalloc).";
    return "Was the memory freed? Was the index far too large or negative (an int that overflowed, an unsigned number "
           "that went below 0)? Or was the pointer computed from a value that is not an address of the device?";
}

std::string uninitialisedHint(const Fault& fault) {
    if (fault.space == program::Space::Shared)
        return "Does some thread write this element before (the halo too), and is a __syncthreads() between?";
    if (fault.space == program::Space::Local)
        return "Is every element of the array set before it is read, and is the index always smaller than its size? Or "
               "is it a variable of a function that has returned?";
    return "Was it copied from the host, or set with cudaMemset, before the launch?";
}

}  // namespace

std::string lookOf(std::uint64_t address) {
    if (address < kNearNull) return ": it is next to address 0, a null pointer";
    if (isHostLike(address)) return ": it looks like an address of the host";
    return {};
}

std::string hintFor(const Fault& fault, const program::Instruction& instruction, const Launch& launch,
                    const HintPlace& place) {
    switch (fault.kind) {
        case Fault::Kind::OutOfBounds: return outOfBoundsHint(fault, launch, instruction, place);
        case Fault::Kind::InvalidAddress: return invalidAddressHint(fault);
        case Fault::Kind::Misaligned:
            if (fault.space == program::Space::Param)
                return "Parameters are read and written at whole multiples of the size: check the offset in the PTX, "
                       "or the "
                       "type of the pointer into the parameter.";
            if (instruction.vectorSize > 1)
                return "A vector of " + std::to_string(fault.bytes) +
                       " bytes (float4, int2, …) must begin at a whole multiple of its size: check the index and any "
                       "offset that was added to the pointer.";
            return "Was a pointer to a smaller type cast to this one?";
        case Fault::Kind::ReadOnly:
            if (fault.space == program::Space::Param)
                return "Threads share a __grid_constant__ parameter: copy it to a variable of the thread, and change "
                       "that.";
            return "Only the host writes __constant__ variables, with cudaMemcpyToSymbol, between launches.";
        case Fault::Kind::Uninitialised: return uninitialisedHint(fault);
        case Fault::Kind::BarrierDivergence:
            return "Move the barrier out of the if or the loop, and do not return before it: guard the work, not the "
                   "barrier.";
        case Fault::Kind::BarrierDeadlock:
            return "All threads must come to the same __syncthreads(): is one inside an if or else?";
        case Fault::Kind::WarpSync:
            return "The mask must name exactly the lanes that come to this call: compute it before the branch with "
                   "__ballot_sync, or call outside the branch.";
        case Fault::Kind::Deadlock:
        case Fault::Kind::Misuse: return {};
        case Fault::Kind::StepBudget:
            return "Does anything in the loop change its condition? Does it wait for what another thread never does?";
        case Fault::Kind::StackOverflow:
            return "Does the recursion come to an end? A deeper stack is had with "
                   "cudaDeviceSetLimit(cudaLimitStackSize, bytes).";
        case Fault::Kind::Assertion:
        case Fault::Kind::Trap: return {};
    }
    return {};
}

}  // namespace lanescope::simt
