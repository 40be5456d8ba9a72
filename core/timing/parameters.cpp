// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/parameters.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "core/base/words.h"

namespace lanescope::timing {
namespace {

/// What countedQuantity() is asked for.
constexpr std::array<std::string_view, 15> kCounted{"l2_size",
                                                    "l2_partitions",
                                                    "l2_kept_once",
                                                    "l2_dirty",
                                                    "l2_dirty_sharpness",
                                                    "l2_replay_kept",
                                                    "block_setup_cycles",
                                                    "further_block_setup_cycles",
                                                    "pairs_under_way",
                                                    "l2_copy_cycles",
                                                    "l2_start_cycles",
                                                    "counted_latency_spread_cycles",
                                                    "constant_alone_cycles",
                                                    "constant_replayed_cycles",
                                                    "constant_share_cycles"};

/// Of these on, schedulers, caches and pipes are built as those that are simulated: Volta and what came later.
constexpr int kFirstLikeThese = 7;

/// Nothing is said of those whose compute capability nobody tells.
bool isLikeThese(const GpuSpec& gpu) {
    const int major = std::atoi(gpu.computeCapability.c_str());
    return major == 0 || major >= kFirstLikeThese;
}

}  // namespace

Parameters parametersFrom(const std::function<double(std::string_view id)>& quantity) {
    constexpr double kLine = 128;
    constexpr double kSchedulers = Parameters::kSchedulers;
    Parameters p;
    p.clock = quantity("clock_under_load");
    p.multiprocessors = quantity("sm_count");
    // Schedulers issue in whole cycles; what benchmarks find below that are their loops.
    const auto cycles = [&quantity](std::string_view rate) {
        return std::max(1.0, std::round(kSchedulers / quantity(rate)));
    };
    p.issue = cycles("issue_rate");
    p.fp32 = cycles("fp32_throughput");
    p.fp64 = kSchedulers / quantity("fp64_throughput");
    p.alu = kSchedulers / quantity("alu_throughput");
    p.sfu = kSchedulers / quantity("sfu_throughput");
    p.conversion = kSchedulers / quantity("conversion_throughput");
    const auto whole = [&quantity](std::string_view id) {
        return static_cast<std::uint32_t>(std::clamp(quantity(id), 0.0, 64.0));
    };
    p.resultHalf = whole("half_result_cycles");
    p.resultFp64 = whole("fp64_result_cycles");
    p.resultSpecial = whole("sfu_latency");
    p.behindWide = quantity("behind_wide_product_cycles");
    p.fp32Latency = quantity("fp32_latency");
    p.fp64Latency = quantity("fp64_latency");
    p.int32Latency = quantity("int32_latency");
    p.sfuLatency = quantity("sfu_latency");
    p.predicateLatency = quantity("predicate_latency");
    p.constantLatency = quantity("constant_latency");
    p.constantFirst = quantity("constant_first_cycles");
    p.constantTogether = quantity("constant_together_cycles");
    p.constantWord = quantity("constant_word_cycles");
    p.constantQueue = static_cast<std::uint32_t>(std::clamp(quantity("constant_queue"), 1.0, 64.0));
    p.constantWordLatency = quantity("constant_word_latency");
    p.laneRegister = quantity("special_register_cycles");
    p.uniformRegister = quantity("uniform_register_cycles");
    p.warpSum = quantity("warp_sum_cycles");
    p.indexedConstants = quantity("indexed_constant_bytes");
    p.indexedConstantMiss = quantity("indexed_constant_miss_cycles");
    p.uniformConstants = quantity("uniform_constant_bytes");
    p.uniformConstantMiss = quantity("uniform_constant_miss_cycles");
    p.uniformConstantFill = quantity("uniform_constant_fill_cycles");
    p.constantPiece = quantity("constant_piece_bytes");
    p.operandRead = quantity("operand_read_cycles");
    p.operandCycles = quantity("register_read_cycles");
    p.operandsInTime = quantity("operands_in_time");
    p.expansion = quantity("expansion_cycles");
    p.longExpansion = quantity("long_expansion_cycles");
    p.branch = quantity("taken_branch_cycles");
    p.barrier = quantity("barrier_base_cycles");
    p.barrierOpening = quantity("barrier_opening_cycles");
    p.barrierWarp = quantity("barrier_warp_cycles");
    p.request = quantity("request_cycles");
    p.portRegister = quantity("memory_port_cycles");
    p.atOnce = static_cast<std::uint32_t>(std::max(1.0, quantity("requests_at_once")));
    p.storeAddress = quantity("store_address_passes");
    p.joinedStores = static_cast<std::uint32_t>(quantity("joined_stores"));
    p.joinedLines = quantity("joined_store_lines");
    p.storeSector = quantity("store_sector_cycles");
    p.storeLine = quantity("store_line_cycles");
    p.loadLine = quantity("load_line_cycles");
    p.returnedLines = quantity("returned_lines");
    p.lineWaiters = quantity("line_waiting_requests");
    p.globalRequest = quantity("l1_request_cycles");
    p.requestQueue = quantity("request_queue");
    p.globalQueue = quantity("global_request_queue");
    p.inTurnWarps = whole("in_turn_warps");
    p.requestsHeld = static_cast<std::uint32_t>(std::clamp(quantity("requests_held"), 1.0, 1024.0));
    p.storeExit = quantity("store_exit_cycles");
    p.storeQueue = quantity("store_queue_cycles");
    p.sharedLatency = quantity("shared_latency");
    p.sharedAtomicLatency = quantity("shared_atomic_latency");
    p.l1Latency = quantity("l1_latency");
    p.l2Latency = quantity("l2_latency");
    p.dramLatency = quantity("dram_latency");
    p.dramSpread = quantity("dram_latency_spread");
    p.joinedRead = quantity("joined_read_cycles");
    p.dramQueue = quantity("dram_queue_cycles");
    p.dramWindow = quantity("dram_load_window");
    p.dramQueueLimit = quantity("dram_queue_limit");
    p.dramQueueRoom = quantity("dram_queue_room");
    p.dramLine = quantity("dram_line_cycles");
    p.line = quantity("departure_delay_coalesced");
    p.fill = Parameters::kSector * p.line / kLine;
    p.l1Bytes = quantity("l1_size");
    p.tagRate = quantity("l1_tag_rate");
    p.l1Reserved = quantity("l1_reserved");
    p.l1Ways = static_cast<std::uint32_t>(quantity("l1_ways"));
    p.l2Kept = quantity("l2_kept");
    p.writeRoom = quantity("l2_write_room");
    p.lateWrites = std::clamp(quantity("l2_late_writes"), 0.0, 1.0);
    p.l2Bytes = quantity("l2_bandwidth") / p.clock;
    const double sectors = p.l2Bytes / Parameters::kSector;
    p.l2Write = sectors / quantity("l2_write_rate");
    p.l2PartialWrite = sectors / quantity("l2_partial_write_rate");
    p.l2LoneWrite = sectors / quantity("l2_lone_write_rate");
    p.hotStore = quantity("hot_store_cycles");
    const double dramRead = quantity("dram_bandwidth");
    p.dramBytes = dramRead / p.clock;
    // The efficiency is that of two streams that are read and one that is written, all of a length.
    p.dramWrite = std::max(1.0, 3 / quantity("dram_efficiency") - 2);
    p.dramLater = std::clamp(quantity("late_write_share"), 0.0, 1.0);
    p.refilled = quantity("refilled_sector_reads");
    p.dramScattered = std::max(1.0, dramRead / quantity("dram_run64_bandwidth"));
    p.dramLoneLine = std::max(1.0, dramRead / quantity("dram_run128_bandwidth"));
    p.atomicLatency = quantity("atomic_latency");
    // A request of the benchmark has four lanes at each address of a sector.
    constexpr double kLanesOfRequest = 4;
    p.atomicRate = quantity("atomic_spread_rate");
    p.atomicLane = quantity("atomic_lane_cycles");
    p.atomicSector = quantity("atomic_sector_cycles") / kLanesOfRequest;
    p.atomicQueue = quantity("atomic_queue");
    p.atomicFloatLane = quantity("atomic_float_lane_cycles");
    p.atomicSpan = quantity("atomic_span_bytes");
    p.atomicPiece = quantity("atomic_piece_bytes");
    p.barrierBlocks = quantity("barrier_blocks_cycles");
    p.meeting = quantity("meeting_cycles");
    p.blockRate = quantity("block_launch_rate") / p.clock;
    p.blockTurn = quantity("block_turn_cycles");
    p.blockFill = quantity("block_fill_cycles");
    p.warpStart = quantity("warp_start_cycles");
    p.warpExit = quantity("warp_exit_cycles");
    p.warpFill = quantity("warp_fill_cycles");
    p.warpSpacing = quantity("warp_spacing_cycles");
    p.coldStart = quantity("cold_start_cycles");
    p.pageMiss = quantity("page_miss_cycles");
    p.memoryStart = quantity("memory_start_cycles");
    p.memoryStartShare = quantity("memory_start_share_cycles");
    p.coldCode = quantity("cold_code_cycles");
    p.launch = quantity("launch_overhead");
    p.furtherLaunch = quantity("launch_gap");
    const auto reckons = [&quantity](std::string_view id) { return static_cast<int>(std::lround(quantity(id))); };
    p.order.load = reckons("scheduled_load_cycles");
    p.order.shared = reckons("scheduled_shared_cycles");
    p.order.sfu = reckons("scheduled_sfu_cycles");
    p.order.fp64 = reckons("scheduled_fp64_cycles");
    p.order.result = reckons("scheduled_result_cycles");
    p.order.valuesReserve = static_cast<std::uint64_t>(quantity("scheduled_values_reserve"));
    p.order.loadsReserve = static_cast<std::uint64_t>(quantity("scheduled_loads_reserve"));
    return p;
}

std::vector<std::string_view> neededQuantities() {
    std::vector<std::string_view> needed;
    (void)parametersFrom([&needed](std::string_view id) {
        if (std::ranges::find(needed, id) == needed.end()) needed.push_back(id);
        return 1.0;
    });
    return needed;
}

std::vector<std::string_view> askedQuantities() {
    std::vector<std::string_view> asked = neededQuantities();
    asked.insert(asked.end(), kCounted.begin(), kCounted.end());
    return asked;
}

double countedQuantity(const GpuSpec& gpu, std::string_view id) {
    const GpuValue* const value = gpu.find(id);
    return value != nullptr ? value->value : 0;
}

Parameters asCounted(Parameters parameters, const GpuSpec& gpu) {
    parameters.constantLoadFirst = countedQuantity(gpu, "constant_alone_cycles");
    parameters.constantShare = countedQuantity(gpu, "constant_share_cycles");
    parameters.pairsUnderWay = countedQuantity(gpu, "pairs_under_way");
    parameters.warmFirst = countedQuantity(gpu, "l2_copy_cycles");
    parameters.warmStart = countedQuantity(gpu, "l2_start_cycles");
    if (const double spread = countedQuantity(gpu, "counted_latency_spread_cycles"); spread > 0)
        parameters.dramSpread = spread;
    parameters.memoryStart = 0;
    parameters.memoryStartShare = 0;
    parameters.pageMiss = 0;
    return parameters;
}

Parameters asReplayed(Parameters parameters, const GpuSpec& gpu) {
    const double spread = parameters.dramSpread;
    parameters = asCounted(std::move(parameters), gpu);
    parameters.dramSpread = spread;
    if (const double first = countedQuantity(gpu, "constant_replayed_cycles"); first > 0)
        parameters.constantLoadFirst = first;
    parameters.constantFirst = parameters.constantLoadFirst;
    parameters.warmFirst = parameters.warmStart = 0;
    parameters.writeRoom = 0;
    return parameters;
}

std::string whyNotToBeBelieved(const GpuSpec& gpu) {
    if (isLikeThese(gpu)) return {};
    return inWords(
        Message("range.other_multiprocessors"_id, {{"gpu", gpu.title}, {"capability", gpu.computeCapability}}));
}

std::string whatIsNotKnown(std::span<const std::string_view> ids, const GpuSpec& gpu) {
    if (ids.size() == 1 && isLikeThese(gpu))
        return inWords(Message("cannot.unknown"_id, {{"quantity", ids.front()}, {"gpu", gpu.title}}));
    std::vector<Message> names;
    names.reserve(ids.size());
    for (const std::string_view id : ids) names.push_back(Message::plain(id));
    if (!isLikeThese(gpu))
        return inWords(Message(
            "cannot.other_multiprocessors"_id,
            {{"gpu", gpu.title}, {"capability", gpu.computeCapability}, {"quantities", Join::And, std::move(names)}}));
    return inWords(Message("cannot.unknown_all"_id,
                           {{"count", ids.size()}, {"quantities", Join::And, std::move(names)}, {"gpu", gpu.title}}));
}

Result<Parameters> parametersOf(const GpuSpec& gpu) {
    std::vector<std::string_view> missing = neededQuantities();
    std::erase_if(missing, [&gpu](std::string_view id) { return gpu.find(id) != nullptr; });
    if (missing.empty()) return parametersFrom([&gpu](std::string_view id) { return gpu.find(id)->value; });
    return fail(ErrorCode::ModelOutOfRange, {{"model", "simulation"}, {"reason", whatIsNotKnown(missing, gpu)}});
}

}  // namespace lanescope::timing
