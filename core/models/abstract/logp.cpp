// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/logp.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

template <typename F>
void eachMessage(const Plan& plan, F f) {
    using Kind = LogpMessage::Kind;
    for (const Step& step : plan.steps) {
        LogpMessage message;
        if (const auto* upload = std::get_if<UploadStep>(&step)) {
            message = {Kind::ToDevice, {}, plan.buffers[upload->buffer].bytes(), upload->memory == HostMemory::Pinned};
        } else if (const auto* download = std::get_if<DownloadStep>(&step)) {
            message = {
                Kind::FromDevice, {}, plan.buffers[download->buffer].bytes(), download->memory == HostMemory::Pinned};
        } else if (const auto* copy = std::get_if<CopyStep>(&step)) {
            const Buffer& buffer = plan.buffers[copy->from.buffer];
            const Part part = resolved(copy->from, buffer);
            const bool inside = copy->direction == CopyStep::Direction::OnDevice;
            const bool down = copy->direction == CopyStep::Direction::ToDevice;
            message = {inside ? Kind::Launch
                       : down ? Kind::ToDevice
                              : Kind::FromDevice,
                       {},
                       inside ? 0 : part.rows * part.columns * sizeOf(buffer.type),
                       copy->memory == HostMemory::Pinned};
        } else if (std::holds_alternative<HostStep>(step) || std::holds_alternative<WaitStep>(step)) {
            continue;
        }
        f(step, message);
    }
}

double gapOf(const LogpMessage& message, const LogpMachine& machine) {
    if (message.kind == LogpMessage::Kind::FromDevice)
        return message.pinned ? machine.pinnedGapFromDevice : machine.gapFromDevice;
    return message.pinned ? machine.pinnedGapToDevice : machine.gapToDevice;
}

}  // namespace

double LogpMachine::capacity() const { return gapToDevice > 0 ? std::ceil(latency / gapToDevice) : 0; }

double LogpMessage::packets() const { return std::max(1.0, std::ceil(static_cast<double>(bytes) / kPacketBytes)); }

LogpAnswer messagesOf(const Plan& plan) {
    LogpAnswer answer;
    eachMessage(plan, [&](const Step& step, LogpMessage message) {
        answer.pinned = answer.pinned || message.pinned;
        switch (message.kind) {
            case LogpMessage::Kind::ToDevice:
                ++answer.toDevice;
                answer.bytesToDevice += message.bytes;
                break;
            case LogpMessage::Kind::FromDevice:
                ++answer.fromDevice;
                answer.bytesFromDevice += message.bytes;
                break;
            case LogpMessage::Kind::Launch: ++answer.launches; break;
        }
        if (answer.messages.size() == LogpAnswer::kMostKept) return;
        message.what = describe(step, plan);
        answer.messages.push_back(std::move(message));
    });
    return answer;
}

Result<LogpMachine> logpMachineOf(const GpuSpec& gpu, bool pinned) {
    LogpMachine machine;
    const auto missing = [&](const std::string& id) {
        return fail(ErrorCode::ModelOutOfRange, {{"model", "logp"}, {"reason", gpu.title + " has no " + id}});
    };
    const GpuValue* const clock = gpu.find("clock");
    const GpuValue* const overhead = gpu.find("launch_overhead");
    if (clock == nullptr) return missing("clock");
    if (overhead == nullptr) return missing("launch_overhead");
    machine.clock = clock->value;
    machine.overhead = overhead->value * clock->value;
    if (const GpuValue* latency = gpu.find("copy_latency"))
        machine.latency = std::max(0.0, latency->value * clock->value - 2 * machine.overhead);
    else
        machine.notes.push_back(gpu.title + " has no copy_latency: L is taken to be 0.");

    const auto gap = [&](const char* id, const char* instead, double& value) {
        const GpuValue* rate = gpu.find(id);
        if (rate == nullptr && instead != nullptr) {
            rate = gpu.find(instead);
            if (pinned) machine.notes.push_back(gpu.title + " has no " + id + ": " + instead + " stands in.");
        }
        if (rate != nullptr) value = kPacketBytes / rate->value * machine.clock;
        return rate != nullptr;
    };
    if (!gap("copy_to_device", nullptr, machine.gapToDevice)) return missing("copy_to_device");
    if (!gap("copy_from_device", nullptr, machine.gapFromDevice)) return missing("copy_from_device");
    (void)gap("pinned_to_device", "copy_to_device", machine.pinnedGapToDevice);
    (void)gap("pinned_from_device", "copy_from_device", machine.pinnedGapFromDevice);
    return machine;
}

double cyclesOf(const LogpMessage& message, const LogpMachine& machine) {
    return 2 * machine.overhead + (message.packets() - 1) * gapOf(message, machine) + machine.latency;
}

LogpCost costOf(const Plan& plan, const LogpMachine& machine) {
    LogpCost cost;
    double last = 0;
    eachMessage(plan, [&](const Step&, const LogpMessage& message) {
        const double whole = cyclesOf(message, machine);
        cost.cycles += whole;
        cost.pipelined -= last;
        last = machine.latency + machine.overhead;  // what comes behind the sending
        cost.pipelined += std::max(machine.overhead, gapOf(message, machine)) +
                          (message.packets() - 1) * gapOf(message, machine) + last;
    });
    return cost;
}

}  // namespace lanescope
