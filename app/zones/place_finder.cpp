// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/place_finder.h"

#include "app/state/workbench.h"
#include "widgets/scenes/touched.h"

namespace lanescope {
namespace {

ThreadRef threadOf(const Dim3& thread, const Dim3& blockExtent) {
    const std::uint64_t number = blockExtent.linear(thread);
    return {static_cast<std::uint32_t>(number / simt::kWarpSize), static_cast<std::uint32_t>(number % simt::kWarpSize)};
}

/// Does the thread execute the instruction with this event, on that byte if there is one?
bool executes(const BlockTrace& trace, std::uint64_t event, const ThreadRef& thread, std::uint32_t instruction,
              const std::optional<std::uint64_t>& byte) {
    if (trace.instruction(event) != instruction || trace.warp(event) != thread.warp) return false;
    if ((trace.active(event) >> thread.lane & 1) == 0) return false;
    if (!byte) return true;
    const simt::StepRecord record = trace.record(event);
    return *byte - record.address[thread.lane] < record.bytesPerLane;
}

/// The first two events at which a race's sides meet between two barriers: the earlier side's, then the later one's.
std::optional<std::pair<std::uint64_t, std::uint64_t>> meeting(const BlockTrace& trace, const FindingPlace& place) {
    const ThreadRef own = threadOf(place.thread, trace.launch().block);
    const ThreadRef other = threadOf(place.other->thread, trace.launch().block);
    const std::uint32_t ownCode = place.instruction, otherCode = place.other->instruction;
    const bool last = place.other->earlier;
    std::optional<std::uint64_t> earlier;
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        if (earlier && executes(trace, event, last ? own : other, last ? ownCode : otherCode, place.address) &&
            trace.phase(event) == trace.phase(*earlier))
            return std::pair(*earlier, event);
        if (executes(trace, event, last ? other : own, last ? otherCode : ownCode, place.address)) earlier = event;
    }
    return std::nullopt;
}

/// The element that the thread touches in the step that was executed last.
std::optional<ElementPick> touchedBy(const ThreadRef& thread, const Timeline& timeline) {
    const std::optional<simt::StepRecord> step = currentStep(timeline);
    if (!step || step->warp != thread.warp) return std::nullopt;
    for (const ArrayShape& shape : arraysOf(timeline))
        for (const LaneTouch& touch : touchesOf(*step, timeline, shape))
            if (touch.lane == thread.lane) return ElementPick{shape.array, touch.row, touch.column};
    return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> eventOf(const BlockTrace& trace, const FindingPlace& place) {
    if (place.other)
        if (const auto both = meeting(trace, place)) return place.other->earlier ? both->second : both->first;
    const ThreadRef thread = threadOf(place.thread, trace.launch().block);
    std::optional<std::uint64_t> first;
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        if (executes(trace, event, thread, place.instruction, place.address)) return event;
        if (!first && executes(trace, event, thread, place.instruction, std::nullopt)) first = event;
    }
    return first;
}

PlaceFinder::PlaceFinder(Workbench& workbench, Playback& playback, Selection& selection, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_playback(playback), m_selection(selection) {}

bool PlaceFinder::isWatched(const FindingPlace& place) const {
    const BlockTrace* trace = m_playback.trace();
    return trace != nullptr && trace->launchNumber() == place.launch && trace->block() == place.block;
}

void PlaceFinder::goTo(const FindingPlace& place) {
    m_wanted = place;
    m_element.reset();
    if (isWatched(place) && m_workbench.launch() == place.launch && m_workbench.block() == place.block)
        arrive();
    else
        m_workbench.watch(place.launch, place.block);
}

void PlaceFinder::goTo(const ElementPick& element) {
    m_element = element;
    m_wanted.reset();
    m_workbench.chooseWriterOf({element.array.index, element.row, element.column});
    // Without a trace nothing will arrive; what is pinned is seen all the same.
    pin(element);
}

void PlaceFinder::pin(const ElementPick& element) {
    Focus focus;
    focus.element = element;
    m_selection.setPinned(focus);
}

void PlaceFinder::arrive() {
    if (const auto element = std::exchange(m_element, std::nullopt)) {
        m_playback.toEnd();
        pin(*element);
    }
    const std::optional<FindingPlace> wanted = std::exchange(m_wanted, std::nullopt);
    if (!wanted) return;
    if (isWatched(*wanted))
        show(*wanted);
    else
        Q_EMIT missed(tr("Block (%1, %2, %3) was not run, so there is nothing to be seen of it.")
                          .arg(wanted->block.x)
                          .arg(wanted->block.y)
                          .arg(wanted->block.z));
}

void PlaceFinder::show(const FindingPlace& place) {
    const BlockTrace& trace = *m_playback.trace();
    m_playback.pause();
    Focus focus;
    focus.thread = threadOf(place.thread, trace.launch().block);
    if (place.sourceLine != 0) focus.sourceLine = place.sourceLine;
    if (place.ptxLine != 0) focus.ptxLine = place.ptxLine;
    if (const std::optional<std::uint64_t> event = eventOf(trace, place)) {
        m_playback.seek(*event + 1);
        focus.element = touchedBy(*focus.thread, *m_playback.timeline());
    } else {
        // A fault's own step was not executed: the trace ends before it.
        m_playback.toEnd();
        if (!trace.fault()) Q_EMIT missed(tr("The trace of this block ends before it comes to that step."));
    }
    m_selection.setPinned(focus);
}

}  // namespace lanescope
