// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/plan_timeline.h"

#include <algorithm>
#include <map>

#include "core/base/words.h"

namespace lanescope::timing {
namespace {

bool isPageable(const Step& step) {
    if (const auto* up = std::get_if<UploadStep>(&step)) return up->memory == HostMemory::Pageable;
    if (const auto* down = std::get_if<DownloadStep>(&step)) return down->memory == HostMemory::Pageable;
    const auto* const copy = std::get_if<CopyStep>(&step);
    return copy != nullptr && copy->memory == HostMemory::Pageable && copy->direction != CopyStep::Direction::OnDevice;
}

Track trackOf(const Step& step) {
    if (std::holds_alternative<UploadStep>(step)) return Track::ToDevice;
    if (std::holds_alternative<DownloadStep>(step)) return Track::FromDevice;
    if (std::holds_alternative<HostStep>(step) || std::holds_alternative<WaitStep>(step)) return Track::Host;
    if (const auto* copy = std::get_if<CopyStep>(&step)) {
        if (copy->direction == CopyStep::Direction::ToDevice) return Track::ToDevice;
        if (copy->direction == CopyStep::Direction::ToHost) return Track::FromDevice;
    }
    return Track::Device;
}

/// When what was handed on to each stream will have ended.
class Streams {
public:
    /// A further step of the stream may begin.
    [[nodiscard]] double ready(std::uint32_t stream) const {
        if (stream == 0) return m_all;
        const auto found = m_ends.find(stream);
        return std::max(m_default, found == m_ends.end() ? 0 : found->second);
    }
    [[nodiscard]] double all() const { return m_all; }
    void ends(std::uint32_t stream, double end) {
        m_ends[stream] = end;
        if (stream == 0) m_default = end;
        m_all = std::max(m_all, end);
    }

private:
    std::map<std::uint32_t, double> m_ends;
    double m_default = 0;
    double m_all = 0;
};

class Clockwork {
public:
    Clockwork(const Plan& plan, PlanTimeline& timeline, const GpuSpec& gpu)
        : m_plan(plan), m_timeline(timeline), m_gpu(gpu) {}

    void run() {
        for (m_step = 0; m_step < m_plan.steps.size(); ++m_step) take(m_plan.steps[m_step]);
        m_timeline.seconds = std::max(m_host, m_streams.all());
    }

private:
    /// A number of the host; 0 where nobody tells it, which is kept.
    double host(std::string_view id) {
        const GpuValue* const value = m_gpu.find(id);
        if (value != nullptr) return value->value;
        if (std::ranges::find(m_timeline.missing, id) == m_timeline.missing.end()) m_timeline.missing.push_back(id);
        return 0;
    }
    void take(const Step& step) {
        const StepTime& time = m_timeline.times[m_step];
        if (const auto* wait = std::get_if<WaitStep>(&step))
            return waitUntil(wait->stream ? m_streams.ready(*wait->stream) : m_streams.all(), host("host_wait_time"));
        const Track track = trackOf(step);
        if (track == Track::Host) {
            add(Track::Host, PlanSpan::Doing::Work, m_host, m_host + time.seconds);
            m_host += time.seconds;
            return;
        }
        const std::uint32_t stream = streamOf(step).value_or(0);
        const bool waits = isPageable(step);
        if (!waits) handOn(host(std::holds_alternative<LibraryStep>(step) ? "host_library_time" : "host_launch_time"));
        double& engine = m_engines.at(static_cast<std::size_t>(track));
        const double begin = std::max({m_host, m_streams.ready(stream), engine});
        const bool idle = begin > engine || engine == 0;
        engine = begin + (idle ? time.seconds : time.behind.value_or(time.seconds));
        m_streams.ends(stream, engine);
        add(track, PlanSpan::Doing::Work, begin, engine);
        if (waits) waitUntil(engine, 0);  // its latency is what the host sees
    }
    void handOn(double takes) {
        add(Track::Host, PlanSpan::Doing::HandOn, m_host, m_host + takes);
        m_host += takes;
    }
    /// The host asks again and again, and hears of the end a while later.
    void waitUntil(double end, double hears) {
        const double when = std::max(end, m_host) + hears;
        add(Track::Host, PlanSpan::Doing::Wait, m_host, when);
        m_timeline.hostWaits += when - m_host;
        m_host = when;
    }
    void add(Track track, PlanSpan::Doing doing, double begin, double end) {
        if (end > begin) m_timeline.spans.push_back({m_step, track, doing, begin, end});
    }

    const Plan& m_plan;
    PlanTimeline& m_timeline;
    const GpuSpec& m_gpu;
    double m_host = 0;
    std::array<double, kTracks> m_engines{};
    Streams m_streams;
    std::size_t m_step = 0;
};

/// Seconds in which more than one track works.
double overlapOf(const std::vector<PlanSpan>& spans) {
    std::vector<std::pair<double, int>> changes;
    for (const PlanSpan& span : spans) {
        if (span.doing != PlanSpan::Doing::Work) continue;
        changes.emplace_back(span.begin, 1);
        changes.emplace_back(span.end, -1);
    }
    std::ranges::sort(changes);
    double overlap = 0, since = 0;
    int working = 0;
    for (const auto& [when, change] : changes) {
        if (working > 1) overlap += when - since;
        working += change;
        since = when;
    }
    return overlap;
}

}  // namespace

std::string_view nameOf(Track track) {
    constexpr std::array<std::string_view, kTracks> kNames{"host", "to_device", "from_device", "device"};
    return kNames.at(static_cast<std::size_t>(track));
}

std::string_view nameOf(PlanSpan::Doing doing) {
    constexpr std::array<std::string_view, 3> kNames{"work", "hand_on", "wait"};
    return kNames.at(static_cast<std::size_t>(doing));
}

std::set<Origin> PlanTimeline::origins() const {
    std::set<Origin> origins;
    for (const PlanSpan& span : spans)
        if (const auto& origin = times[span.step].origin; origin && span.doing == PlanSpan::Doing::Work)
            origins.insert(*origin);
    return origins;
}

double PlanTimeline::busy(Track track) const {
    double seconds = 0;
    for (const PlanSpan& span : spans)
        if (span.track == track && span.doing == PlanSpan::Doing::Work) seconds += span.seconds();
    return seconds;
}

std::vector<double> workOfSteps(const PlanTimeline& timeline) {
    std::vector<double> seconds(timeline.times.size());
    for (const PlanSpan& span : timeline.spans)
        if (span.doing == PlanSpan::Doing::Work) seconds[span.step] += span.seconds();
    return seconds;
}

std::string whatIsMissing(const PlanTimeline& timeline, const GpuSpec& gpu) {
    if (timeline.missing.empty()) return {};
    std::vector<Message> names;
    for (const std::string_view id : timeline.missing) names.push_back(Message::plain(id));
    return inWords(Message("plan_time.host_missing"_id, {{"gpu", gpu.title}, {"quantities", Join::And, names}}));
}

PlanTimeline planTimeline(const Plan& plan, std::vector<StepTime> times, const GpuSpec& gpu) {
    PlanTimeline timeline;
    timeline.times = std::move(times);
    for (std::size_t step = 0; step < timeline.times.size(); ++step)
        if (!timeline.times[step].origin) timeline.unknown.push_back(step);
    Clockwork(plan, timeline, gpu).run();
    timeline.overlapped = overlapOf(timeline.spans);
    return timeline;
}

}  // namespace lanescope::timing
