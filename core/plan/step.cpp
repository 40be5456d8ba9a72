// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/step.h"

#include <string>

#include "core/base/words.h"
#include "core/plan/plan.h"

namespace lanescope {
namespace {

template <typename... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <typename... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;  // clang 14 does not deduce it by itself

std::string rangeText(std::uint64_t first, std::uint64_t count) {
    return "[" + std::to_string(first) + (count == 1 ? "" : "…" + std::to_string(first + count - 1)) + "]";
}

Message inStream(const Message& step, std::uint32_t stream) {
    return stream == 0 ? step : Message("plan.step.in_stream"_id, {{"step", step}, {"stream", stream}});
}

/// A copy from or to this memory of the host.
Message withMemory(const Message& copy, HostMemory memory, std::uint32_t stream) {
    return inStream(memory == HostMemory::Pinned ? Message("plan.step.pinned"_id, {{"step", copy}}) : copy, stream);
}

std::string bufferName(BufferId buffer, const Plan& plan) {
    return buffer < plan.buffers.size() ? plan.buffers[buffer].name
                                        : inWords(Message("plan.buffer"_id, {{"number", buffer}}));
}

Message described(const CopyStep& step, const Plan& plan) {
    using Direction = CopyStep::Direction;
    const std::string from = describe(step.from, plan);
    const std::string to = describe(step.to, plan);
    const bool toHost = step.direction == Direction::ToHost;
    if (from != to)
        return Message(toHost ? "plan.step.copy_into_host"_id : "plan.step.copy_into_device"_id,
                       {{"from", from}, {"to", to}});
    return Message(step.direction == Direction::OnDevice ? "plan.step.copy_on_device"_id
                   : toHost                              ? "plan.step.copy_to_host"_id
                                                         : "plan.step.copy_to_device"_id,
                   {{"what", from}});
}

}  // namespace

std::optional<std::uint32_t> streamOf(const Step& step) {
    using Stream = std::optional<std::uint32_t>;
    return std::visit(Overloaded{[](const LaunchStep& s) { return Stream(s.launch.stream); },
                                 [](const HostStep&) { return Stream(); }, [](const WaitStep&) { return Stream(); },
                                 [](const auto& s) { return Stream(s.stream); }},
                      step);
}

Part resolved(const Part& part, const Buffer& buffer) {
    if (part.rows != 0) return part;
    return {part.buffer, 0, 0, buffer.rows, buffer.columns};
}

std::string describe(const Part& part, const Plan& plan) {
    const std::string name = bufferName(part.buffer, plan);
    if (part.rows == 0) return name;
    return name + rangeText(part.row, part.rows) + rangeText(part.column, part.columns);
}

std::string functionOf(const LibraryStep& step, const Plan& plan) {
    const bool f64 = step.c.buffer < plan.buffers.size() && plan.buffers[step.c.buffer].type == ElementType::F64;
    const std::string type = f64 ? "D" : "S";
    switch (step.call) {
        case LibraryStep::Call::Gemm: return "cublas" + type + "gemm";
        case LibraryStep::Call::Syrk: return "cublas" + type + "syrk";
        case LibraryStep::Call::Trsm: return "cublas" + type + "trsm";
    }
    return {};
}

std::string describe(const Step& step, const Plan& plan) {
    const auto message = Overloaded{
        [&](const UploadStep& s) {
            const Message copy("plan.step.copy_to_device"_id, {{"what", bufferName(s.buffer, plan)}});
            return withMemory(copy, s.memory, s.stream);
        },
        [&](const DownloadStep& s) {
            const Message copy("plan.step.copy_to_host"_id, {{"what", bufferName(s.buffer, plan)}});
            return withMemory(copy, s.memory, s.stream);
        },
        [&](const CopyStep& s) { return withMemory(described(s, plan), s.memory, s.stream); },
        [&](const FillStep& s) {
            const Message fill("plan.step.fill"_id, {{"buffer", bufferName(s.buffer, plan)}, {"byte", s.byte}});
            return inStream(fill, s.stream);
        },
        [&](const LaunchStep& s) {
            const Message launch = s.launch.kernel
                                       ? Message("plan.step.launch"_id, {{"kernel", s.launch.kernel->entry}})
                                       : Message("plan.step.launch_nothing"_id);
            return inStream(launch, s.launch.stream);
        },
        [&](const HostStep& s) {
            return Message("plan.step.host"_id, {{"task", s.name}});
        },
        [&](const LibraryStep& s) {
            const Message call("plan.step.call"_id, {{"function", functionOf(s, plan)}, {"part", describe(s.c, plan)}});
            return inStream(call, s.stream);
        },
        [&](const WaitStep& s) {
            return s.stream ? Message("plan.step.wait_stream"_id, {{"stream", *s.stream}})
                            : Message("plan.step.wait"_id);
        }};
    return inWords(std::visit(message, step));
}

}  // namespace lanescope
