// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/step.h"

#include <string>

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

std::string streamText(std::uint32_t stream) {
    return stream == 0 ? std::string() : " in stream " + std::to_string(stream);
}

std::string bufferName(BufferId buffer, const Plan& plan) {
    return buffer < plan.buffers.size() ? plan.buffers[buffer].name : "buffer " + std::to_string(buffer);
}

std::string pinnedText(HostMemory memory) { return memory == HostMemory::Pinned ? " (pinned)" : ""; }

std::string describeCopy(const CopyStep& step, const Plan& plan) {
    const std::string from = describe(step.from, plan);
    const std::string to = describe(step.to, plan);
    const std::string what = from == to ? from : from + " to " + to;
    const std::string end = pinnedText(step.memory) + streamText(step.stream);
    if (step.direction == CopyStep::Direction::OnDevice) return "copy " + what + " on the device" + end;
    const bool toDevice = step.direction == CopyStep::Direction::ToDevice;
    return "copy " + what + (from == to ? " to " : " on ") + (toDevice ? "the device" : "the host") + end;
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
    return std::visit(Overloaded{[&](const UploadStep& s) {
                                     return "copy " + bufferName(s.buffer, plan) + " to the device" +
                                            pinnedText(s.memory) + streamText(s.stream);
                                 },
                                 [&](const DownloadStep& s) {
                                     return "copy " + bufferName(s.buffer, plan) + " to the host" +
                                            pinnedText(s.memory) + streamText(s.stream);
                                 },
                                 [&](const CopyStep& s) { return describeCopy(s, plan); },
                                 [&](const FillStep& s) {
                                     return "set the bytes of " + bufferName(s.buffer, plan) + " to " +
                                            std::to_string(s.byte) + streamText(s.stream);
                                 },
                                 [&](const LaunchStep& s) {
                                     return "launch " +
                                            (s.launch.kernel ? s.launch.kernel->entry : std::string("nothing")) +
                                            streamText(s.launch.stream);
                                 },
                                 [&](const HostStep& s) { return s.name + " on the CPU"; },
                                 [&](const LibraryStep& s) {
                                     return functionOf(s, plan) + " into " + describe(s.c, plan) + streamText(s.stream);
                                 },
                                 [&](const WaitStep& s) {
                                     return s.stream ? "wait for stream " + std::to_string(*s.stream)
                                                     : std::string("wait for the GPU");
                                 }},
                      step);
}

}  // namespace lanescope
