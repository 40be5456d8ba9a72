// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/micro/micro.h"

#include <cmath>

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kWarp = 32;

// ---- copies

class Copies final : public DescribedAlgorithm {
public:
    Copies()
        : DescribedAlgorithm(
              {"micro.copy", "family.micro"_id},
              {choiceParameter("memory", Role::Memory, "parameter.memory.host"_id, {"pageable", "pinned"}, "pageable"),
               numberParameter("n", Role::Size, "parameter.n.bytes"_id, 1, 1 << 30, 1 << 16)}) {}

private:
    Judgement verdictOf(const Choice&) const override { return {VerdictKind::Right, Message("verdict.micro.copy"_id)}; }

    Result<Plan> planOf(const Choice& choice) const override {
        const auto bytes = [&](std::string name, InitialContent initial) {
            return Buffer{.name = std::move(name),
                          .type = ElementType::U8,
                          .rows = 1,
                          .columns = choice.number("n"),
                          .initial = std::move(initial)};
        };
        const HostMemory memory = choice.is("memory", "pinned") ? HostMemory::Pinned : HostMemory::Pageable;
        Plan plan;
        plan.buffers = {bytes("data", {.kind = InitialContent::Kind::Ramp}), bytes("copy", {})};
        plan.steps = {UploadStep{.buffer = 0, .memory = memory},
                      CopyStep{.direction = CopyStep::Direction::OnDevice, .from = {.buffer = 0}, .to = {.buffer = 1}},
                      DownloadStep{.buffer = 1, .memory = memory}};
        plan.reference = elementwise(1, [](const HostBuffers& inputs, std::uint64_t, std::uint64_t i) {
            return HostNumbers(ElementType::U8, inputs[0])[i];
        });
        plan.timed = Timed::Steps;
        return plan;
    }
};

// ---- launches

class Launches final : public DescribedAlgorithm {
public:
    explicit Launches(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {"micro.launch", "family.micro"_id},
              {choiceParameter("arguments", Role::Other, "parameter.arguments"_id, {"0", "1", "3", "6"}, "0"),
               numberParameter("blocks", Role::Blocks, "parameter.blocks.launch"_id, 1, 65535, 16),
               numberParameter("block", Role::Threads, "parameter.block.threads"_id, 1, 1024, 32)}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.micro.launch"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel("empty" + choice.text("arguments"));
        if (!kernel) return fail(kernel.error());
        std::vector<Argument> arguments;
        for (std::uint32_t i = 0; i < choice.number("arguments"); ++i)
            if (i == 0)
                arguments.emplace_back(BufferId{0});
            else
                arguments.emplace_back(static_cast<std::int32_t>(i));
        return oneLaunch({{.name = "untouched",
                           .type = ElementType::I32,
                           .rows = 1,
                           .columns = kWarp,
                           .initial = {.kind = InitialContent::Kind::Ramp}}},
                         {.kernel = *kernel,
                          .grid = {choice.number("blocks"), 1, 1},
                          .block = {choice.number("block"), 1, 1},
                          .arguments = std::move(arguments)},
                         elementwise(0, [](const HostBuffers& inputs, std::uint64_t, std::uint64_t i) {
                             return HostNumbers(ElementType::I32, inputs[0])[i];
                         }));
    }

    SharedKernelFile m_kernels;
};

// ---- two branches

bool isLowerHalf(std::uint32_t thread) { return thread % kWarp < kWarp / 2; }

/// v of n floats, one thread each; element i becomes `updated` of its value and its thread's number.
Plan updatePlan(const Choice& choice, std::shared_ptr<const Kernel> kernel) {
    const std::uint32_t n = choice.number("n");
    const std::uint32_t block = choice.number("block");
    return oneLaunch(
        {{.name = "v",
          .type = ElementType::F32,
          .rows = 1,
          .columns = n,
          .initial = {InitialContent::Kind::SmallIntegers, 1}}},
        {.kernel = std::move(kernel),
         .grid = {ceilDivide(n, block), 1, 1},
         .block = {block, 1, 1},
         .arguments = {BufferId{0}, static_cast<std::int32_t>(n)}},
        elementwise(0, [block](const HostBuffers& inputs, std::uint64_t, std::uint64_t i) {
            const auto thread = static_cast<std::uint32_t>(i % block);
            const float added = isLowerHalf(thread) ? 1.0F : std::sqrt(static_cast<float>(thread));
            return static_cast<double>(static_cast<float>(HostNumbers(ElementType::F32, inputs[0])[i]) + added);
        }));
}

std::vector<ParameterSpec> parametersOfBranches() {
    return {variantParameter(), numberParameter("n", Role::Size, "parameter.n.elements"_id, 1, 1 << 24, 256),
            numberParameter("block", Role::Threads, "parameter.block.document"_id, 1, 1024, 64)};
}

class Divergence final : public DescribedAlgorithm {
public:
    explicit Divergence(SharedKernelFile kernels)
        : DescribedAlgorithm({"micro.divergence", "family.micro"_id}, parametersOfBranches()),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.as_published"_id)};
    }
    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel("divergence");
        if (!kernel) return fail(kernel.error());
        return updatePlan(choice, *kernel);
    }
    SharedKernelFile m_kernels;
};

class Merged final : public DescribedAlgorithm {
public:
    explicit Merged(SharedKernelFile kernels)
        : DescribedAlgorithm({"micro.merged", "family.micro"_id}, parametersOfBranches()),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.micro.merged.corrected"_id)};
        if (choice.is("n", "1") || choice.is("block", "1"))
            return {VerdictKind::RightHere, Message("verdict.micro.merged.published_first_thread"_id)};
        return {VerdictKind::Wrong, Message("verdict.micro.merged.published"_id)};
    }
    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel(choice.published() ? "mergedPublished" : "merged");
        if (!kernel) return fail(kernel.error());
        return updatePlan(choice, *kernel);
    }
    SharedKernelFile m_kernels;
};

// ---- many ways

/// a + b after the chain of 32 additions, in floats as the GPU does it.
double endOfChain(float a, float b) {
    constexpr int kRepeats = 16;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        a += b;
        b += a;
    }
    return static_cast<double>(a + b);
}

class DivergenceWays final : public DescribedAlgorithm {
public:
    explicit DivergenceWays(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {"micro.divergence-ways", "family.micro"_id},
              {variantParameter(), numberParameter("ways", Role::Other, "parameter.ways"_id, 1, kWarp, 4),
               numberParameter("warps", Role::Warps, "parameter.warps"_id, 1, 32, 2)}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.micro.divergence-ways"_id)};
    }
    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel("divergenceWays");
        if (!kernel) return fail(kernel.error());
        const std::uint32_t warps = choice.number("warps");
        enum : BufferId { kStart, kResult, kCycles };
        Plan plan =
            oneLaunch({{.name = "start",
                        .type = ElementType::F32,
                        .rows = 1,
                        .columns = 2,
                        .initial = {.kind = InitialContent::Kind::Constant, .constant = Scalar(1.0F).bits}},
                       {.name = "result", .type = ElementType::F32, .rows = warps, .columns = kWarp, .initial = {}},
                       {.name = "cycles", .type = ElementType::I32, .rows = warps, .columns = 1, .initial = {}}},
                      {.kernel = *kernel,
                       .grid = {1, 1, 1},
                       .block = {warps * kWarp, 1, 1},
                       .arguments = {BufferId{kResult}, BufferId{kCycles}, BufferId{kStart},
                                     static_cast<std::int32_t>(choice.number("ways"))}},
                      elementwise(kResult, [](const HostBuffers& inputs, std::uint64_t, std::uint64_t) {
                          const HostNumbers start(ElementType::F32, inputs[kStart]);
                          return endOfChain(static_cast<float>(start[0]), static_cast<float>(start[1]));
                      }));
        plan.steps.emplace_back(DownloadStep{kCycles});
        return plan;
    }
    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms microBenchmarks(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<Copies>());
    algorithms.push_back(std::make_unique<Launches>(kernels));
    algorithms.push_back(std::make_unique<Divergence>(kernels));
    algorithms.push_back(std::make_unique<Merged>(kernels));
    algorithms.push_back(std::make_unique<DivergenceWays>(kernels));
    algorithms.push_back(atomicsBenchmark(kernels));
    return algorithms;
}

}  // namespace lanescope
