// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/waves_output.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope::cli {
namespace {

std::string percent(double share) { return numbers::plain(std::round(share * 1000) / 10) + " %"; }
std::string whole(double value) { return numbers::plain(std::round(value)); }
std::string tenths(double value) { return numbers::plain(std::round(value * 10) / 10); }

}  // namespace

std::string wavesText(const timing::Waves& waves, double clock) {
    const timing::Dealing& dealing = waves.dealing;
    TextTable table({"all multiprocessors, simulated", ""});
    table.add({"blocks", std::to_string(waves.blocks.size()) + ", of which the work of " +
                             std::to_string(waves.blocksRun) + " was counted"});
    table.add({"places", std::to_string(dealing.multiprocessors) + " multiprocessors of " +
                             std::to_string(dealing.resident) + " blocks"});
    table.add({"waves", numbers::plain(std::round(waves.count * 100) / 100)});
    table.add({"all blocks have ended", whole(waves.end) + " cycles, " + numbers::plainTime(waves.end / clock)});
    table.add({"places that have a block, on average", percent(waves.filled)});
    table.add({"the tail, from the first multiprocessor that runs empty",
               percent(waves.tailShare()) + " of that, from cycle " + whole(waves.tailFrom)});
    table.add({"multiprocessors without a block in the tail, on average",
               tenths(waves.idleInTail) + " of " + std::to_string(dealing.multiprocessors)});
    if (waves.never > 0) table.add({"multiprocessors that get no block", std::to_string(waves.never)});
    table.add({"if all ended together", whole(waves.even) + " cycles, " + percent(waves.lostShare()) + " less"});
    return table.text(2) + textOf("timing.waves_assume"_id) + '\n';
}

nlohmann::ordered_json wavesJson(const timing::Waves& waves) {
    using Json = nlohmann::ordered_json;
    const timing::Dealing& dealing = waves.dealing;
    Json blocks = Json::array();
    for (std::size_t i = 0; i < waves.blocks.size(); ++i)
        blocks.push_back({{"index", i},
                          {"multiprocessor", waves.blocks[i].multiprocessor},
                          {"begin", waves.blocks[i].begin},
                          {"end", waves.blocks[i].end},
                          {"steps", waves.steps[i]},
                          {"wave", waves.waveOf(i)}});
    return {{"multiprocessors", dealing.multiprocessors},
            {"resident_blocks", dealing.resident},
            {"waves", waves.count},
            {"cycles", waves.end},
            {"filled_share", waves.filled},
            {"tail_from", waves.tailFrom},
            {"tail_share", waves.tailShare()},
            {"idle_in_tail", waves.idleInTail},
            {"without_block", waves.never},
            {"cycles_if_even", waves.even},
            {"lost_share", waves.lostShare()},
            {"blocks_counted", waves.blocksRun},
            {"cycles_a_step_alone", dealing.alone},
            {"cycles_a_step_full", dealing.together},
            {"assumes", textOf("timing.waves_assume"_id)},
            {"blocks", blocks}};
}

}  // namespace lanescope::cli
