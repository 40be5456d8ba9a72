// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/step_times.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "core/base/words.h"
#include "core/plan/library_call.h"

namespace lanescope::timing {
namespace {

/// Numbers of a GPU for one step. The first that is not there is the reason why the step's time is not known.
class Rates {
public:
    explicit Rates(const GpuSpec& gpu) : m_gpu(gpu) {}

    double operator()(std::string_view id) {
        const GpuValue* const value = m_gpu.find(id);
        if (value != nullptr) return value->value;
        if (m_missing.empty()) m_missing = id;
        return 1;
    }
    [[nodiscard]] StepTime estimated(double seconds, std::string_view how) const {
        if (m_missing.empty()) return {seconds, Origin::Estimated, Message(how)};
        return unknown(Message("plan_time.no_quantity"_id, {{"gpu", m_gpu.title}, {"quantity", m_missing}}));
    }
    [[nodiscard]] static StepTime unknown(Message why) { return {0, std::nullopt, std::move(why)}; }

private:
    const GpuSpec& m_gpu;
    std::string_view m_missing;
};

struct Timer {
    const Plan& plan;
    std::span<const Result<LaunchSeconds>> launches;
    const GpuSpec& gpu;
    std::size_t launch = 0;  ///< the next one's number

    [[nodiscard]] Part whole(const Part& part) const { return resolved(part, plan.buffers[part.buffer]); }
    [[nodiscard]] double bytesOf(const Part& part) const {
        const Part all = whole(part);
        return static_cast<double>(all.rows) * static_cast<double>(all.columns) *
               static_cast<double>(sizeOf(plan.buffers[part.buffer].type));
    }

    /// `queued`: copied as cuMemcpy2DAsync does, and not as cuMemcpyHtoD.
    [[nodiscard]] StepTime between(double bytes, bool toDevice, HostMemory memory, bool queued) const {
        Rates rate(gpu);
        const bool pinned = memory == HostMemory::Pinned;
        const double way = toDevice ? rate(pinned ? "pinned_to_device" : "copy_to_device")
                                    : rate(pinned ? "pinned_from_device" : "copy_from_device");
        const double seconds = rate(queued || pinned ? "queued_copy_latency" : "copy_latency") + bytes / way;
        return rate.estimated(seconds, pinned ? "plan_time.pinned"_id : "plan_time.pageable"_id);
    }
    [[nodiscard]] StepTime onDevice(double bytes) const {
        Rates rate(gpu);
        const double seconds = rate("launch_overhead") + bytes / rate("dram_bandwidth");
        return rate.estimated(seconds, "plan_time.on_device"_id);
    }

    StepTime operator()(const UploadStep& step) const {
        return between(bytesOf({step.buffer}), true, step.memory, step.stream != 0);
    }
    StepTime operator()(const DownloadStep& step) const {
        return between(bytesOf({step.buffer}), false, step.memory, step.stream != 0);
    }
    StepTime operator()(const CopyStep& step) const {
        if (step.direction != CopyStep::Direction::OnDevice)
            return between(bytesOf(step.from), step.direction == CopyStep::Direction::ToDevice, step.memory, true);
        return onDevice(2 * bytesOf(step.from));
    }
    StepTime operator()(const FillStep& step) const { return onDevice(bytesOf({step.buffer})); }
    StepTime operator()(const LaunchStep&) {
        const std::size_t number = launch++;
        if (number >= launches.size()) return Rates::unknown(Message("plan_time.not_run"_id));
        const Result<LaunchSeconds>& seconds = launches[number];
        if (seconds) return {seconds->alone, Origin::Simulated, Message("plan_time.simulated"_id), seconds->behind};
        return Rates::unknown(Message::plain(describe(seconds.error())));
    }
    StepTime operator()(const LibraryStep& step) const {
        Rates rate(gpu);
        const Part a = whole(step.a), c = whole(step.c);
        const bool single = plan.buffers[c.buffer].type == ElementType::F32;
        const double inner = static_cast<double>(step.transposeA ? a.rows : a.columns);
        double chain = 0;
        double bytes = bytesOf(step.a) + 2 * bytesOf(step.c);
        switch (step.call) {
            case LibraryStep::Call::Gemm:
                chain = inner * rate(single ? "library_f32_step_time" : "library_f64_step_time");
                bytes += bytesOf(step.b);
                break;
            case LibraryStep::Call::Syrk: chain = inner * rate("library_rank_step_time"); break;
            case LibraryStep::Call::Trsm:
                chain = static_cast<double>(c.columns) * rate("library_solve_step_time");
                break;
        }
        const double work = std::max(operationsOf(step, plan) / rate(single ? "library_f32_rate" : "library_f64_rate"),
                                     bytes / rate("dram_bandwidth"));
        const double seconds = rate("library_call_time") + chain + work;
        return rate.estimated(seconds, "plan_time.library"_id);
    }
    StepTime operator()(const HostStep& step) const {
        Rates rate(gpu);
        if (step.operations > 0) {
            const double call = step.library ? rate("host_call_time") : 0;
            const double seconds = call + step.operations / rate(step.library ? "host_library_rate" : "host_loop_rate");
            return rate.estimated(seconds, "plan_time.host"_id);
        }
        double bytes = 0;
        for (const BufferId buffer : step.writes) bytes += bytesOf({buffer});
        if (bytes <= 0) return Rates::unknown(Message("plan_time.host_unknown"_id, {{"name", step.name}}));
        return rate.estimated(bytes / rate("host_write_rate"), "plan_time.host_fills"_id);
    }
    StepTime operator()(const WaitStep&) const { return {0, Origin::Estimated, {}}; }
};

}  // namespace

std::vector<std::string_view> stepQuantities() {
    return {"copy_to_device",        "copy_from_device",       "pinned_to_device",        "pinned_from_device",
            "copy_latency",          "launch_overhead",        "launch_interval",         "dram_bandwidth",
            "library_f32_rate",      "library_f64_rate",       "library_call_time",       "library_f32_step_time",
            "library_f64_step_time", "library_rank_step_time", "library_solve_step_time", "queued_copy_latency",
            "host_launch_time",      "host_library_time",      "host_wait_time",          "host_library_rate",
            "host_call_time",        "host_loop_rate",         "host_write_rate"};
}

std::vector<StepTime> stepTimes(const Plan& plan, std::span<const Result<LaunchSeconds>> launches, const GpuSpec& gpu) {
    Timer timer{plan, launches, gpu};
    std::vector<StepTime> times;
    times.reserve(plan.steps.size());
    for (const Step& step : plan.steps) times.push_back(std::visit(timer, step));
    return times;
}

}  // namespace lanescope::timing
