// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/words.h"
#include "core/plan/plan.h"

namespace lanescope {
namespace {

using Place = Buffer::Place;
using Direction = CopyStep::Direction;

/// What is wrong with one step; empty if nothing.
class StepChecker {
public:
    explicit StepChecker(const Plan& plan) : m_plan(plan) {}

    std::string operator()(const UploadStep& step) const { return onBoth(step.buffer); }
    std::string operator()(const DownloadStep& step) const { return onBoth(step.buffer); }
    std::string operator()(const FillStep& step) const { return onDevice(step.buffer); }
    std::string operator()(const WaitStep&) const { return {}; }

    std::string operator()(const CopyStep& step) const {
        const bool fromHost = step.direction == Direction::ToDevice;
        const bool toHost = step.direction == Direction::ToHost;
        std::string problem = fromHost ? onHost(step.from.buffer) : onDevice(step.from.buffer);
        if (problem.empty()) problem = toHost ? onHost(step.to.buffer) : onDevice(step.to.buffer);
        if (problem.empty()) problem = inside(step.from);
        if (problem.empty()) problem = inside(step.to);
        if (!problem.empty()) return problem;
        const Part from = whole(step.from);
        const Part to = whole(step.to);
        if (from.rows != to.rows || from.columns != to.columns) return textOf("plan.step.other_shape"_id);
        if (sizeOf(bufferOf(from).type) != sizeOf(bufferOf(to).type)) return textOf("plan.step.other_size"_id);
        if (step.direction == Direction::OnDevice && overlap(from, to)) return textOf("plan.step.parts_overlap"_id);
        return {};
    }
    std::string operator()(const LaunchStep& step) const {
        for (const Argument& argument : step.launch.arguments)
            if (const auto buffer = lanescope::bufferOf(argument))
                if (std::string problem = onDevice(*buffer); !problem.empty()) return problem;
        return {};
    }
    std::string operator()(const HostStep& step) const {
        if (!step.task) return textOf("plan.step.no_task"_id);
        for (const auto& buffers : {step.reads, step.writes})
            for (const BufferId buffer : buffers)
                if (std::string problem = onHost(buffer); !problem.empty()) return problem;
        return {};
    }
    std::string operator()(const LibraryStep& step) const {
        std::vector<Part> parts{step.a, step.c};
        if (step.call == LibraryStep::Call::Gemm) parts.push_back(step.b);
        for (const Part& part : parts) {
            std::string problem = onDevice(part.buffer);
            if (problem.empty()) problem = inside(part);
            if (!problem.empty()) return problem;
            const ElementType type = bufferOf(part).type;
            if ((type != ElementType::F32 && type != ElementType::F64) || type != bufferOf(step.c).type)
                return textOf("plan.step.other_types"_id);
        }
        for (Part& part : parts) part = whole(part);
        if (overlap(parts[0], parts[1]) || (parts.size() > 2 && overlap(parts[2], parts[1])))
            return textOf("plan.step.result_overlaps"_id);
        return shapesFit(step) ? std::string() : textOf("plan.step.shapes"_id);
    }

private:
    [[nodiscard]] const Buffer& bufferOf(const Part& part) const { return m_plan.buffers[part.buffer]; }
    [[nodiscard]] Part whole(const Part& part) const { return resolved(part, bufferOf(part)); }

    [[nodiscard]] std::string notIn(BufferId buffer, Place never) const {
        if (buffer >= m_plan.buffers.size()) return inWords(Message("plan.step.no_buffer"_id, {{"number", buffer}}));
        if (m_plan.buffers[buffer].place != never) return {};
        return inWords(Message(never == Place::Device ? "plan.step.not_on_host"_id : "plan.step.not_on_device"_id,
                               {{"buffer", m_plan.buffers[buffer].name}}));
    }
    [[nodiscard]] std::string onHost(BufferId buffer) const { return notIn(buffer, Place::Device); }
    [[nodiscard]] std::string onDevice(BufferId buffer) const { return notIn(buffer, Place::Host); }
    [[nodiscard]] std::string onBoth(BufferId buffer) const {
        std::string problem = onHost(buffer);
        return problem.empty() ? onDevice(buffer) : problem;
    }
    [[nodiscard]] std::string inside(const Part& part) const {
        const Buffer& buffer = bufferOf(part);
        if (part.rows == 0) return {};
        const auto fits = [](std::uint64_t first, std::uint64_t count, std::uint64_t size) {
            return count > 0 && first <= size && count <= size - first;
        };
        if (fits(part.row, part.rows, buffer.rows) && fits(part.column, part.columns, buffer.columns)) return {};
        return inWords(Message("plan.step.not_inside"_id, {{"part", describe(part, m_plan)},
                                                           {"rows", buffer.rows},
                                                           {"columns", buffer.columns},
                                                           {"buffer", buffer.name}}));
    }
    /// Of two resolved parts.
    static bool overlap(const Part& a, const Part& b) {
        return a.buffer == b.buffer && a.row < b.row + b.rows && b.row < a.row + a.rows &&
               a.column < b.column + b.columns && b.column < a.column + a.columns;
    }
    [[nodiscard]] bool shapesFit(const LibraryStep& step) const {
        const auto turned = [](Part part, bool turn) {
            if (turn) std::swap(part.rows, part.columns);
            return part;
        };
        const Part a = turned(whole(step.a), step.transposeA);
        const Part c = whole(step.c);
        if (step.call == LibraryStep::Call::Syrk) return c.rows == c.columns && a.rows == c.rows;
        if (step.call == LibraryStep::Call::Trsm) return a.rows == a.columns && a.rows == c.columns;
        const Part b = turned(whole(step.b), step.transposeB);
        return a.rows == c.rows && b.columns == c.columns && a.columns == b.rows;
    }

    const Plan& m_plan;
};

}  // namespace

Result<void> checkSteps(const Plan& plan) {
    const StepChecker checker(plan);
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const std::string problem = std::visit(checker, plan.steps[i]);
        if (!problem.empty())
            return fail(ErrorCode::Internal,
                        {{"reason", inWords(Message("plan.step.wrong"_id, {{"index", i},
                                                                           {"plan", plan.algorithm},
                                                                           {"step", describe(plan.steps[i], plan)},
                                                                           {"problem", problem}}))}});
    }
    return {};
}

}  // namespace lanescope
