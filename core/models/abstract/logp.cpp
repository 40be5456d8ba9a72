// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/logp.h"

#include <algorithm>
#include <cmath>

#include "core/base/words.h"
#include "core/models/abstract/machine_list.h"
#include "core/models/words.h"

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

std::string nameOf(LogpMessage::Kind kind) {
    switch (kind) {
        case LogpMessage::Kind::ToDevice: return "to_device";
        case LogpMessage::Kind::FromDevice: return "from_device";
        case LogpMessage::Kind::Launch: break;
    }
    return "launch";
}

MachineOnGpu onGpu(const Plan& plan, const LogpMachine& machine) {
    const LogpCost cost = costOf(plan, machine);
    return {.terms = {{"L_cycles", machine.latency, "cycles"},
                      {"o_cycles", machine.overhead, "cycles"},
                      {"g_to_device_cycles", machine.gapToDevice, "cycles/packet"},
                      {"g_from_device_cycles", machine.gapFromDevice, "cycles/packet"},
                      {"g_pinned_to_device_cycles", machine.pinnedGapToDevice, "cycles/packet"},
                      {"g_pinned_from_device_cycles", machine.pinnedGapFromDevice, "cycles/packet"},
                      {"P", machine.processors, "processors"},
                      {"capacity_packets", machine.capacity(), "packets"},
                      {"cycles", cost.cycles, "cycles"},
                      {"pipelined_cycles", cost.pipelined, "cycles"}},
            .line = MachineSentence{"machine.logp.gpu_line"_id,
                                    {{"cycles", cost.cycles},
                                     {"pipelined", cost.pipelined},
                                     {"latency", machine.latency},
                                     {"overhead", machine.overhead},
                                     {"to_device", machine.gapToDevice},
                                     {"from_device", machine.gapFromDevice},
                                     {"processors", machine.processors},
                                     {"packets", machine.capacity()}}},
            .sentence = MachineSentence{"machine.logp.gpu_sentence"_id,
                                        {{"latency", machine.latency},
                                         {"overhead", machine.overhead},
                                         {"cycles", cost.cycles},
                                         {"pipelined", cost.pipelined}}},
            .notes = machine.notes};
}

}  // namespace

double LogpMachine::capacity() const { return gapToDevice > 0 ? std::ceil(latency / gapToDevice) : 0; }

double LogpMessage::packets() const { return std::max(1.0, std::ceil(static_cast<double>(bytes) / kPacketBytes)); }

LogpCounts messagesOf(const Plan& plan) {
    LogpCounts answer;
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
        if (answer.messages.size() == LogpCounts::kMostKept) return;
        message.what = describe(step, plan);
        answer.messages.push_back(std::move(message));
    });
    return answer;
}

Result<LogpMachine> logpMachineOf(const GpuSpec& gpu, bool pinned) {
    LogpMachine machine;
    const auto missing = [&](const std::string& id) {
        return fail(ErrorCode::ModelOutOfRange,
                    {{"model", "logp"},
                     {"reason", inWords(Message("machine.has_no"_id, {{"gpu", gpu.title}, {"quantity", id}}))}});
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
        machine.notes.push_back(inWords(Message("machine.logp.no_copy_latency"_id, {{"gpu", gpu.title}})));

    const auto gap = [&](const char* id, const char* instead, double& value) {
        const GpuValue* rate = gpu.find(id);
        if (rate == nullptr && instead != nullptr) {
            rate = gpu.find(instead);
            if (pinned)
                machine.notes.push_back(inWords(Message("machine.logp.stands_in"_id,
                                                        {{"gpu", gpu.title}, {"quantity", id}, {"instead", instead}})));
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

Logp::Logp() : AbstractMachine(described("logp"), textOf("model.logp.answers"_id)) {}

MachineAnswer Logp::answer(const Plan& plan, const GpuSpec* gpu) const {
    const LogpCounts c = messagesOf(plan);
    const decltype(MachineSentence::numbers) numbers{{"to_device", c.toDevice},
                                                     {"bytes_to_device", c.bytesToDevice},
                                                     {"from_device", c.fromDevice},
                                                     {"bytes_from_device", c.bytesFromDevice},
                                                     {"commands", c.launches}};
    MachineAnswer answer = emptyAnswer();
    answer.terms = {{"messages_to_device", c.toDevice, "messages"},
                    {"messages_from_device", c.fromDevice, "messages"},
                    {"launches", c.launches, "messages"},
                    {"bytes_to_device", c.bytesToDevice, "B"},
                    {"bytes_from_device", c.bytesFromDevice, "B"}};
    answer.line = {"machine.logp.line"_id, numbers};
    answer.gist = MachineSentence{"machine.logp.gist"_id, {{"messages", c.toDevice + c.fromDevice + c.launches}}};
    answer.rest = {"machine.logp.rest"_id, numbers};
    answer.list.emplace().id = "first_messages";
    for (const LogpMessage& message : c.messages)
        answer.list->rows.push_back({{"kind", nameOf(message.kind)},
                                     {"what", message.what},
                                     {"bytes", message.bytes},
                                     {"packets", message.packets()},
                                     {"pinned", message.pinned}});
    if (gpu == nullptr) return answer;
    const Result<LogpMachine> machine = logpMachineOf(*gpu, c.pinned);
    if (machine)
        answer.onGpu = onGpu(plan, *machine);
    else
        answer.gpuProblem = machine.error();
    return answer;
}

std::unique_ptr<AbstractMachine> logpMachine() { return std::make_unique<Logp>(); }

}  // namespace lanescope
