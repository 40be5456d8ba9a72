// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/story_run.h"

#include <algorithm>

#include "core/algorithms/followed.h"
#include "core/base/name_list.h"
#include "core/base/words.h"
#include "core/run/counting_policy.h"
#include "core/story/caption.h"
#include "core/story/position.h"

namespace lanescope::story {
namespace {

constexpr std::size_t kShownOfCaption = 40;  // bytes

Dim3 gridOf(const Plan& plan, std::size_t launch) {
    const std::vector<const Launch*> launches = plan.launches();
    return launches.empty() ? Dim3{} : launches[std::min(launch, launches.size() - 1)]->grid;
}

}  // namespace

struct Runner::Wanted {
    const Algorithm* algorithm = nullptr;
    Parameters parameters;
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
    std::size_t launch = 0;
    Dim3 block;

    [[nodiscard]] std::string key() const {
        return std::string(algorithm->id()) + ' ' + toString(parameters) + ' ' + std::to_string(launch) + ' ' +
               std::to_string(block.x) + ',' + std::to_string(block.y) + ',' + std::to_string(block.z) + ' ' +
               std::to_string(static_cast<int>(scheduling));
    }
};

Result<RunSide> Runner::side(const Wanted& wanted, const JobContext& job) {
    const std::string key = wanted.key();
    if (const auto kept = m_kept.find(key); kept != m_kept.end()) return kept->second;
    Result<Plan> plan = wanted.algorithm->plan(wanted.parameters);
    if (!plan) return fail(plan.error());
    EmulationOptions options = watchingOptions(*plan);
    options.scheduling = wanted.scheduling;
    RunSide side{.algorithm = wanted.algorithm,
                 .parameters = plan->parameters,
                 .scheduling = wanted.scheduling,
                 .launch = wanted.launch};
    const bool watched = !plan->launches().empty();
    if (watched) options.tracedBlocks = {wanted.block};
    Result<Emulation> emulation = emulate(std::move(*plan), options, job);
    if (!emulation) return fail(emulation.error());
    side.run = std::make_shared<const Emulation>(std::move(*emulation));
    if (watched) {
        const Result<WatchedBlock> block = watchBlock(*side.run->history, wanted.launch, wanted.block, job);
        if (!block && block.error().code != ErrorCode::KernelFault) return fail(block.error());
        if (block) side.flow = block->flow;
    }
    return m_kept.emplace(key, std::move(side)).first->second;
}

Result<BookmarkRun> Runner::run(const Bookmark& bookmark, const JobContext& job) {
    const Configuration& chosen = bookmark.configuration;
    const Result<const Algorithm*> first = m_library.catalogue().find(chosen.algorithm);
    if (!first) return fail(first.error());
    Parameters parameters = (*first)->shown();
    for (const auto& [name, value] : chosen.parameters) {
        if (parameters.find(name) == nullptr) return fail((*first)->complete({{name, value}}).error());
        parameters.set(name, value);
    }
    Wanted wanted{*first, parameters, chosen.scheduling, chosen.launch, chosen.block};
    BookmarkRun run;
    if (!chosen.gpu.empty()) {
        const Result<const GpuSpec*> gpu = m_library.gpus().find(chosen.gpu);
        if (!gpu) return fail(gpu.error());
        run.gpu = *gpu;
    }
    Result<RunSide> lead = side(wanted, job);
    if (!lead) return fail(lead.error());
    run.sides.push_back(std::move(*lead));
    const Dim3 grid = gridOf(run.sides.front().run->plan, chosen.launch);
    for (const Side& beside : chosen.beside) {
        const Result<const Algorithm*> algorithm = m_library.catalogue().find(beside.algorithm);
        if (!algorithm) return fail(algorithm.error());
        if (const Result<Parameters> own = (*algorithm)->complete(beside.own); !own) return fail(own.error());
        Wanted other{*algorithm, followedValues(**algorithm, beside.own, **first, parameters), chosen.scheduling,
                     chosen.launch, chosen.block};
        const Result<Plan> plan = other.algorithm->plan(other.parameters);
        if (!plan) return fail(plan.error());
        const std::size_t launches = plan->launches().size();
        other.launch = std::min(other.launch, std::max<std::size_t>(launches, 1) - 1);
        const Dim3 theirs = gridOf(*plan, other.launch);
        other.block = theirs.at(std::min(grid.linear(chosen.block), theirs.count() - 1));
        Result<RunSide> made = side(other, job);
        if (!made) return fail(made.error());
        run.sides.push_back(std::move(*made));
    }
    if (run.sides.front().flow) {
        const FoundPosition found = find(bookmark.position, *run.sides.front().flow);
        run.position = found.event;
        run.moved = found.how != FoundPosition::How::Exact;
    }
    return run;
}

char letterOf(std::size_t side) { return static_cast<char>('a' + side); }

std::string sentenceOf(const Error& error, const Story& story, std::size_t bookmark, const std::string& file) {
    const std::string& caption = story.bookmarks.at(bookmark).caption;
    return inWords(Message("story.bookmark_fails"_id, {{"file", file},
                                                       {"number", bookmark + 1},
                                                       {"caption", clipped(caption, kShownOfCaption)},
                                                       {"why", describe(error)}}));
}

}  // namespace lanescope::story
