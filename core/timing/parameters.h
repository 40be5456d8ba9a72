// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a GPU that the timing models reckon with. Each is a quantity of its file (core/gpus), in cycles of
// `clock` unless it says otherwise; what else is a guess is named where it stands, and in docs/timing.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/gpus/gpu_spec.h"
#include "core/timing/dispatch.h"
#include "core/timing/launch_sample.h"

namespace lanescope::timing {

struct Parameters {
    double clock = 0;  ///< Hz, under load
    double multiprocessors = 0;
    // a scheduler: cycles from one warp instruction of the kind to the next
    double issue = 1;
    double fp32 = 1;
    double fp64 = 2;
    double alu = 2;  ///< logic, comparisons, integer products
    double sfu = 8;
    double conversion = 8;
    /// From the cycle in which a usual result takes its way into the registers to those of others.
    std::uint32_t resultHalf = 0, resultFp64 = 0, resultSpecial = 0;
    double behindWide = 0;  ///< in which a scheduler issues nothing behind Writeback::Wide
    // from an instruction to one that needs its result
    double fp32Latency = 0;
    double fp64Latency = 0;
    double int32Latency = 0;
    double sfuLatency = 0;
    double predicateLatency = 0;
    double constantLatency = 0;
    double constantFirst = 0;  ///< the first time that a launch's instruction names a line of them
    /// A line that is named so many cycles behind one that was waited for has come with it.
    double constantTogether = 0;
    double constantWord = 0;          ///< of the multiprocessor, for each address that a load of constants has
    double constantWordLatency = 0;   ///< for each further one, until the result is there
    std::uint32_t constantQueue = 1;  ///< loads of constants of a scheduler that wait for their unit
    double laneRegister = 0;      ///< of the load-store unit, for each special register that lanes have for themselves
    double uniformRegister = 0;   ///< until one is in a register of the whole warp, longer than a constant takes
    double warpSum = 0;           ///< the same of a sum over its lanes
    double indexedConstants = 0;  ///< bytes of the cache that LDC asks
    double indexedConstantMiss = 0;
    double uniformConstants = 0;  ///< bytes of the cache of each scheduler that ULDC asks
    double uniformConstantMiss = 0;
    double uniformConstantFill = 0;  ///< from one line that comes to the next, of all four
    double constantPiece = 256;      ///< bytes of constants that come from behind the caches together
    double operandCycles = 3;        ///< that an instruction has for reading its registers
    double operandsInTime = 2;       ///< of one bank, that hold its scheduler up no longer
    double operandRead = 0;          ///< of requests to memory, until their operands may be overwritten
    // between machine instructions of one PTX instruction; of more than three
    double expansion = 1.5;
    double longExpansion = 3;
    double branch = 0;          ///< until a warp that has jumped issues again
    double meeting = 0;         ///< until one issues again that has come to where lanes meet
    double barrier = 0;         ///< from when the last arrival is noted to the first instruction behind
    double barrierBlocks = 0;   ///< from a warp's barrier to the first cycle in which it holds it, of machine code
    double barrierOpening = 0;  ///< of the load-store unit, for each barrier of a block that opens
    double barrierWarp = 0;     ///< until a warp's arrival is noted, one warp of the multiprocessor after the other
    // memory
    double request = 0;              ///< between any two requests of a multiprocessor, and passes over its banks
    double portRegister = 0;         ///< of a scheduler's way to the load-store unit, for each register of a request
    std::uint32_t atOnce = 1;        ///< requests whose passes over the banks take turns
    double storeAddress = 0;         ///< passes that a global store takes beside those of its data
    std::uint32_t joinedStores = 0;  ///< that a later one of the warp to the same sectors can still join
    double joinedLines = 8;          ///< of so many lines at most
    double storeSector = 0;          ///< of a multiprocessor's way to L2, for each sector that it writes
    double storeLine = 0;            ///< and for each line at least
    double loadLine = 0;             ///< of the same way, for each line that it reads
    double returnedLines = 8;        ///< of a load: from so many on, what it waits for passes the banks when it comes
    /// Requests that wait for a line on its way; each further one takes a request's time more.
    double lineWaiters = 1e9;
    double globalRequest = 0;        ///< between requests to global or local memory
    double requestQueue = 0;         ///< requests of a scheduler that wait for the load-store unit
    double globalQueue = 0;          ///< the same, to global or local memory
    std::uint32_t inTurnWarps = 0;   ///< blocks of so many warps at most wait in turn for a place there
    std::uint32_t requestsHeld = 1;  ///< that the unit has taken with their operands before they begin
    double storeExit = 0;            ///< from when the unit takes a store to when its warp may leave its place
    double storeQueue = 0;           ///< stores that wait for L2, in cycles of the load-store unit
    double sharedLatency = 0;
    double sharedAtomicLatency = 0;
    double l1Latency = 0;
    double l2Latency = 0;
    double dramLatency = 0;     ///< on average
    double dramSpread = 0;      ///< the parameter of the Rayleigh distribution that it has
    double joinedRead = 0;      ///< that what DRAM has comes sooner to those that others have asked for it with
    double dramQueue = 0;       ///< what a loaded DRAM adds, times the square of its load over the room that is left
    double dramWindow = 2000;   ///< over which its load is taken
    double dramQueueLimit = 4;  ///< times dramQueue
    double dramQueueRoom = 1.05;
    double line = 0;           ///< for each further line that one request misses
    double dramLine = 0;       ///< and where they are of different pages of DRAM, which has them
    double dramScattered = 1;  ///< what 64 bytes of a page take of DRAM, over those of a stream
    double dramLoneLine = 1;   ///< the same of a line of 128
    double dramWrite = 1;      ///< what a written sector takes of it, over one that is read
    double dramLater = 0.5;    ///< the share of that which does not come between the reads that wait for it then
    double refilled = 2;       ///< times that DRAM is passed for a sector of which another multiprocessor writes a part
    double fill = 0;           ///< of a sector into a multiprocessor
    double l1Bytes = 0;        ///< of L1 and shared memory together
    double l1Reserved = 0;     ///< of them, what holds no lines
    std::uint32_t l1Ways = 8;
    double hotStore = 0;        ///< of L2, between stores of the GPU to one sector
    double l2Kept = 0;          ///< bytes that one launch leaves in L2 for the next
    double writeRoom = 0;       ///< bytes of what a launch stores that L2 still has when it ends
    double lateWrites = 0;      ///< and no greater a share of them
    double l2Bytes = 0;         ///< B/cycle, of the GPU
    double l2Write = 1;         ///< what a written sector takes of L2, over one that is read
    double l2PartialWrite = 1;  ///< where not all of it is written
    double l2LoneWrite = 1;     ///< and nothing of the other sector of its 64 bytes
    double dramBytes = 0;       ///< B/cycle that are read, of the GPU
    double atomicLatency = 0;
    double atomicRate = 0;       ///< whole sectors a cycle, of the GPU
    double atomicLane = 0;       ///< of a unit, for each of the lanes at one address
    double atomicSector = 0;     ///< the same, where the access fills its sectors
    double atomicQueue = 1e9;    ///< lanes of a multiprocessor whose operations wait for the units
    double atomicFloatLane = 0;  ///< until floats can be added at the address again, for each of those lanes
    double atomicSpan = 1024;    ///< bytes of memory that two units have in turn,
    double atomicPiece = 256;    ///< each every second piece of so many
    double tagRate = 4;          ///< lines a cycle that L1 looks for
    // blocks and code
    double blockRate = 0;    ///< blocks a cycle that end or are sent after those that have, of the GPU
    double blockTurn = 0;    ///< from a block's end to the first instruction of the next in its place
    double blockFill = 0;    ///< from one block to the next that come to a multiprocessor, at least
    double warpStart = 0;    ///< until a warp that has come issues first
    double warpExit = 0;     ///< that it is seen to have its place for after its last instruction, and a jump's
    double warpFill = 0;     ///< the same for each warp that it has
    double warpSpacing = 0;  ///< from one of a block's warps to the next
    double coldStart = 0;
    double pageMiss = 0;          ///< of the first request to each kPage bytes
    double memoryStart = 0;       ///< of the first read of a launch that finds nothing in L2 of an earlier one
    double memoryStartShare = 0;  ///< and of each multiprocessor that has blocks
    double coldCode = 0;          ///< of each further piece of kCodePiece bytes that is in no cache
    // what counters see beside instructions (asCounted)
    /// The same as constantFirst for loads, which a warp's exit waits for. Of times it is in what an empty kernel
    /// takes.
    double constantLoadFirst = 0;
    double constantShare = 0;  ///< longer for each scheduler of the GPU that asks for a line at the same time
    /// What L2 has since an earlier launch comes so much later on average when it is read first: its parts lose the
    /// copies that they have of each other's lines when a profiler reads its counters in between.
    double warmFirst = 0;
    double warmStart = 0;      ///< and the first that such a launch reads
    double pairsUnderWay = 0;  ///< blocks of two warps that are there where no more are launched than end
    // launches
    double launch = 0;         ///< s
    double furtherLaunch = 0;  ///< s, of one right behind another

    /// What ptxas reckons with, where there is no machine code: latencies, and registers that it keeps free.
    struct Order {
        int load = 250, shared = 25, sfu = 18, fp64 = 8, result = 5;
        std::uint64_t valuesReserve = 14, loadsReserve = 18;
    } order;

    /// Between the machine instructions of one PTX instruction, when it becomes so many.
    [[nodiscard]] double spacing(unsigned issues) const {
        constexpr unsigned kLong = 3;
        return issues > kLong ? longExpansion : expansion;
    }

    /// The unit of L2 that has a sector, as one number of all: two for each span.
    [[nodiscard]] std::uint64_t unitOf(std::uint64_t sector) const {
        const auto sectors = [](double bytes) {
            return static_cast<std::uint64_t>(std::clamp(bytes / kSector, 1.0, kMostSectors));
        };
        return sector / sectors(atomicSpan) * 2 + sector / sectors(atomicPiece) % 2;
    }

    /// So many units of L2, whose slices have one each, do atomic operations.
    [[nodiscard]] double atomicUnits() const { return atomicRate * atomicSector; }

    /// Cycles of L1's banks for a request; `wide`: it stands for several that were joined to 16 bytes a lane. What a
    /// store brings comes a register after the other, of however few lanes.
    [[nodiscard]] double passes(const Access& access, bool wide) const {
        const bool shared = access.space == program::Space::Shared;
        const bool loads = access.kind == simt::AccessKind::Load;
        const double words = loads ? 0 : access.words + (shared ? 0 : storeAddress);
        const double banks = std::max<double>(shared ? passesOf(access, wide) : access.wavefronts, words) * request;
        return shared ? banks : std::max(globalRequest, banks);
    }

    /// Cycles of L1's tags for a request to global or local memory.
    [[nodiscard]] double tags(const Access& access) const { return access.lines / tagRate; }

    /// Cycles of the load-store unit: those of its banks or its tags, whichever are more.
    [[nodiscard]] double unitCycles(const Access& access, bool wide) const {
        const double banks = passes(access, wide);
        return access.space == program::Space::Shared ? banks : std::max(banks, tags(access));
    }

    /// Cycles from one block of so many warps to the next that come to a multiprocessor.
    [[nodiscard]] double fillOf(std::uint64_t warps) const {
        return std::max(blockFill, warpFill * static_cast<double>(warps));
    }

    static constexpr double kCodePiece = 128;
    static constexpr double kPage = 1 << 21;
    static constexpr double kInstructionBytes = 16;
    static constexpr std::uint32_t kSchedulers = 4;
    static constexpr double kSector = 32;
    static constexpr double kMostSectors = 1 << 30;  ///< of anything that memory is divided into
};

/// `quantity` answers with a number of the GPU, by its id.
[[nodiscard]] Parameters parametersFrom(const std::function<double(std::string_view id)>& quantity);

/// The ids of all that parametersFrom() asks for, each once.
[[nodiscard]] std::vector<std::string_view> neededQuantities();
/// The ids of all quantities of a GPU that a simulation asks for, each once: those that it needs, and behind them those
/// that a file need not tell (countedQuantity).
[[nodiscard]] std::vector<std::string_view> askedQuantities();

/// A quantity that a GPU's file need not tell: what counters alone depend on, and what L2 keeps between launches. 0 if
/// it does not.
[[nodiscard]] double countedQuantity(const GpuSpec& gpu, std::string_view id);

/// As a profiler sees a launch: with what its counters see besides (countedQuantity), on pages that are known and a way
/// to memory that is awake.
[[nodiscard]] Parameters asCounted(Parameters parameters, const GpuSpec& gpu);

/// The same of a launch that the profiler runs again and again by itself, with nothing in between: constants come as
/// soon as those that are loaded.
[[nodiscard]] Parameters asReplayed(Parameters parameters, const GpuSpec& gpu);

/// Why times of a GPU are not to be believed, however many of its numbers are known: before Volta (compute capability
/// 7.0) multiprocessors are built in another way than those that are simulated. Empty of all others.
[[nodiscard]] std::string whyNotToBeBelieved(const GpuSpec& gpu);

/// Why a GPU that lacks these cannot be simulated: all of them, and how a file comes by them, if that would help.
[[nodiscard]] std::string whatIsNotKnown(std::span<const std::string_view> ids, const GpuSpec& gpu);

/// Of a GPU. Error: ModelOutOfRange, with all that it lacks.
[[nodiscard]] Result<Parameters> parametersOf(const GpuSpec& gpu);

}  // namespace lanescope::timing
