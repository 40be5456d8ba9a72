// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/micro/micro.h"

#include <cmath>

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kWarp = 32;

Identity identity(std::string id, std::string title, std::string document, std::string summary,
                  std::string explanation) {
    return {std::move(id),       std::move(title),   "Micro-benchmarks",
            std::move(document), std::move(summary), std::move(explanation)};
}

// ---- copies

class Copies final : public DescribedAlgorithm {
public:
    Copies()
        : DescribedAlgorithm(
              identity(
                  "micro.copy", "Copies between host and device", "004 section 5.2.1, p. 39, tables 5.1 to 5.4",
                  "Copies bytes to the device, on the device, and back: a program without a kernel.",
                  "Before a kernel can run, its data must be on the GPU, and afterwards its results must come back. "
                  "The way between is the PCI Express bus, which is one or two orders of magnitude slower than the "
                  "GPU's own memory. A kernel that does little with its data is not worth the way, however fast it "
                  "is; a model of run time that leaves the copies out is wrong by a lot.\n\n"
                  "The host's memory can be pageable, as any program gets it, or pinned. From pageable memory the "
                  "driver first copies into a pinned buffer of its own, because the operating system might move "
                  "the pages while the GPU reads them. Document 004 measured 4.4 and 3.7 GB/s with pageable memory, "
                  "5.8 and 6.2 with pinned memory, and 81 GB/s on the device. The emulator makes the same copies, "
                  "but what they take can only be measured on a GPU."),
              {choiceParameter("memory", "Host memory", "Pageable, as malloc gives it, or pinned (page-locked).",
                               {"pageable", "pinned"}, "pageable"),
               numberParameter("n", "Bytes n", "How many bytes are copied each way.", 1, 1 << 30, 1 << 16)}) {}

private:
    std::string verdictOf(const Choice&) const override {
        return "Right: what comes back is what went. Times and bandwidths can only be measured on a GPU.";
    }

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
              identity(
                  "micro.launch", "What a launch costs", "004 section 5.2.2, p. 41, table 5.5",
                  "Launches a kernel that does nothing, with 0, 1, 3 or 6 arguments and any number of blocks.",
                  "To launch a kernel takes the host, the driver and the GPU some microseconds, even if it has "
                  "nothing to do. A program of many small kernels can spend most of its time that way: the tiled "
                  "Cholesky factorisation of document 004 makes thousands of launches. An older model charges 6000 "
                  "cycles and adds to that for every block, and for more than five arguments.\n\n"
                  "The document measured otherwise: about 3 microseconds on a Fermi GPU, whatever the numbers of "
                  "blocks and arguments, and 4 on an older one, with a small charge for blocks. The buffer that the "
                  "kernels are given is copied back, to show that nobody touched it. There is little to see in the "
                  "emulator, which has one instruction to run; the time has to be measured on a GPU."),
              {choiceParameter("arguments", "Arguments", "How many arguments the kernel has.", {"0", "1", "3", "6"},
                               "0"),
               numberParameter("blocks", "Blocks", "Blocks of the launch; the document takes 1, 16 and 64.", 1, 65535,
                               16),
               numberParameter("block", "Block size", "Threads of a block.", 1, 1024, 32)}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice&) const override {
        return "Right: nothing is what it should do. What a launch takes can only be measured on a GPU.";
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
    return {variantParameter(),
            numberParameter("n", "Elements n", "Elements of v; the document takes 8192.", 1, 1 << 24, 256),
            numberParameter("block", "Block size", "Threads of a block; the document takes 128.", 1, 1024, 64)};
}

class Divergence final : public DescribedAlgorithm {
public:
    explicit Divergence(SharedKernelFile kernels)
        : DescribedAlgorithm(
              identity(
                  "micro.divergence", "Two branches in every warp", "004 listing 5.2, section 5.2.3 from p. 41",
                  "The lower half of each warp adds 1 to its elements, the upper half the root of the thread's number.",
                  "The 32 lanes of a warp share one instruction at a time. When a condition sends some of them one way "
                  "and the rest the other way, the warp goes both ways, one after the other, and in each the lanes "
                  "that do not belong there wait. Here the condition splits every warp in the middle, which is the "
                  "worst case of two branches.\n\n"
                  "Step through it and watch the lanes: 16 add one, then the other 16 compute a root and add it, then "
                  "all go on together. Count what each half executes, and you have what the branches cost together. "
                  "Then look at the merged version, where no lane ever waits. The document measured that this one "
                  "takes 1.65 times as long."),
              parametersOfBranches()),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice&) const override {
        return "Right for every n, as it was published: both variants are the same.";
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
        : DescribedAlgorithm(
              identity(
                  "micro.merged", "Two branches merged into one", "004 listing 5.3, section 5.2.3 from p. 41",
                  "Every thread computes what both branches would, so that no lane waits; corrected, it then keeps "
                  "the value that is its own.",
                  "To find out what divergence costs, document 004 wants a kernel that does the same work without "
                  "it, and puts both updates into every thread. The warp executes about the same instructions, but "
                  "with all 32 lanes at work and without a branch in between. The difference in time should be what "
                  "parting and joining cost.\n\n"
                  "Only that it is not the same program: it adds 1 and the root to every element, where the original "
                  "adds one or the other. And the condition, which the text says is evaluated for a fair comparison, "
                  "is used by nobody, so the compiler drops it; look for it in the PTX. That is fair enough for a "
                  "comparison of cost, but the results differ. The corrected variant computes both values and selects "
                  "one, as compilers do with short branches."),
              parametersOfBranches()),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published())
            return "Right for every n. Changed: each thread computes both values and adds its own.";
        if (choice.is("n", "1") || choice.is("block", "1"))
            return "Right here, where every element is a block's first thread's: the root that is added to it is 0. "
                   "Elsewhere both updates are applied where one belongs.";
        return "Wrong, if it is to do what listing 5.2 does: both updates are applied to every element. Only where the "
               "root that is added is 0, in a block's first thread, the result is the same.";
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
              identity(
                  "micro.divergence-ways", "Many ways in every warp", "004 listing 5.6, section 5.2.3 from p. 41",
                  "The lanes of each warp go different ways, each a chain of 32 additions; the GPU's clock is read "
                  "before and after.",
                  "If lanes that go two ways cost a warp both, what do 32 ways cost? The document takes over a "
                  "benchmark: each way is a chain of 32 additions in which every one needs the result of the one "
                  "before, which it prices at 24 cycles each, 768 together. If ways exclude each other, N of them "
                  "should take N times 768 cycles, and other warps should fill the gaps.\n\n"
                  "Choose the ways and the warps, and watch how in each round a few lanes work and the others wait. "
                  "The buffer cycles holds what each warp read from the clock. In the emulator that clock counts "
                  "instructions that were executed; cycles come from a GPU. The document calls its estimate good to "
                  "7 %, but its percentages are differences of cycles divided by 100: it is off by 19 % in the mean, "
                  "and by 54 % for 32 warps of 2 ways."),
              {variantParameter(),
               numberParameter("ways", "Ways", "In how many ways the lanes of a warp part.", 1, kWarp, 4),
               numberParameter("warps", "Warps", "Warps of the only block.", 1, 32, 2)}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice&) const override {
        return "Right, as far as it was published: the document shows one way only; both variants are the same.";
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
