// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul_one_block.h"

#include "core/algorithms/matmul/matmul_product.h"
#include "core/algorithms/parameter_specs.h"

namespace lanescope {
namespace {
using namespace matmul;

constexpr std::uint32_t kThreadsOfABlock = 1024;  // CUDA C++ programming guide, "maximum number of threads per block"
constexpr std::uint32_t kLargestSide = 32;        // 32 × 32 = 1024

/// "oneBlock<float>", "wholeSharedPublished<31, float>"
std::string entryOf(const Choice& choice, const std::string& kernel, const std::string& size = {}) {
    return kernel + (choice.published() ? "Published<" : "<") + size + std::string(cudaNameOf(choice.type())) + ">";
}

/// Copies A and B, launches one block, copies C. Where C begins as zeros, elements that nobody writes remain zero.
Plan planOfOneBlock(std::shared_ptr<const Kernel> kernel, const Choice& choice, std::uint32_t side,
                    std::vector<Argument> arguments) {
    const std::uint32_t n = choice.number("n");
    Plan plan;
    plan.buffers = matrices(choice.type(), n, {InitialContent::Kind::Zeros});
    plan.steps = {UploadStep{kA}, UploadStep{kB}, UploadStep{kC},
                  LaunchStep{{.kernel = std::move(kernel),
                              .grid = {1, 1, 1},
                              .block = {side, side, 1},
                              .arguments = std::move(arguments)}},
                  DownloadStep{kC}};
    plan.reference = productOf(choice.type(), n);
    return plan;
}

class OneBlock final : public DescribedAlgorithm {
public:
    explicit OneBlock(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {.id = "matmul.one-block-grid-stride",
               .title = "One block of any size",
               .family = std::string(kFamily),
               .document = "001 Par 2",
               .summary = "A single block walks over C in steps of its own size. The published program launches one "
                          "block of the kernel that computes one element per thread, so most of C is never computed.",
               .explanation =
                   "Everything is done by one block. It covers as many elements of C as it has threads; when these "
                   "are done, all threads move on by the size of the block, to the right and then down, until C is "
                   "complete. With such a walk, called a grid-stride loop, one launch is right for every n, and the "
                   "size of the block is free up to what CUDA grants: 1024 threads, so 32 by 32.\n\n"
                   "The published program launched the plain kernel, in which each thread computes one element, as a "
                   "single block. Then only the first elements of C are ever computed, and for a block of 100 by 100 "
                   "threads the launch itself is refused, which nobody notices who does not ask for the error. The "
                   "times in the document show it: the matrix of order 200 took less time than the one of order 100. "
                   "Look at which elements of C nobody writes."},
              {variantParameter(), orderParameter(kLargestN, 40),
               numberParameter("block", "Block side", "Threads along each side of the block; CUDA grants 32 × 32.", 1,
                               kLargestN, 16),
               typeParameter({"i32", "f32", "f64"})}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published()) return "Right for every n and every block. Changed: the block walks over C.";
        const std::uint32_t n = choice.number("n");
        const std::uint32_t block = choice.number("block");
        if (n <= block) return "Right here, because the block has a thread for every element.";
        return "Wrong: one block has " + std::to_string(block) + " × " + std::to_string(block) +
               " threads, each computes one element, and C has " + std::to_string(n) + " × " + std::to_string(n) +
               ". The other elements keep what was in memory before; here that is zero.";
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint32_t side = choice.number("block");
        if (side > kLargestSide)
            return illegal(choice, "block",
                           "a block of " + std::to_string(side) + " × " + std::to_string(side) + " has " +
                               std::to_string(std::uint64_t{side} * side) + " threads, and CUDA grants " +
                               std::to_string(kThreadsOfABlock) +
                               ", so a side of at most 32; the launch fails with \"invalid configuration\" and C "
                               "keeps its old content, which goes unnoticed if nobody asks for the error");
        auto kernel = m_kernels->kernel(entryOf(choice, "oneBlock"));
        if (!kernel) return fail(kernel.error());
        return planOfOneBlock(
            std::move(*kernel), choice, side,
            {BufferId{kC}, BufferId{kA}, BufferId{kB}, static_cast<std::int32_t>(choice.number("n"))});
    }

    SharedKernelFile m_kernels;
};

class WholeShared final : public DescribedAlgorithm {
public:
    explicit WholeShared(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {.id = "matmul.whole-shared",
               .title = "Both matrices whole in shared memory",
               .family = std::string(kFamily),
               .document = "001 shared memory (n = 31)",
               .summary = "One block brings both matrices into shared memory and multiplies them there. As published "
                          "there is no barrier between the two.",
               .explanation =
                   "Both matrices are small enough to lie in shared memory as a whole. Each thread brings one "
                   "element of A and one of B, waits until everybody has done so, and then computes its element of C "
                   "without touching global memory again: every element of A and B is read from there once, where "
                   "the plain kernel reads it n times.\n\n"
                   "The published kernel has no barrier between the bringing and the computing. A warp that is early "
                   "multiplies with what other warps have not yet written. Within one warp nothing goes wrong, "
                   "because its lanes are together; so the mistake shows only where a block has more than one warp, "
                   "and on a GPU only if their timing is unlucky. The emulator runs one warp after the other, which "
                   "makes it plain."},
              {variantParameter(),
               choiceParameter("n", "Order n",
                               "Rows and columns of the matrices, and threads along each side of the block; 32 at "
                               "most. Each is compiled by itself, as in the document.",
                               {"4", "8", "15", "16", "24", "31", "32"}, "31"),
               typeParameter({"i32", "f32", "f64"})}),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published()) return "Right. Added: a barrier before the elements of other threads are read.";
        const std::uint32_t n = choice.number("n");
        if (n * n <= 32) return "Right here, because the block is a single warp, whose lanes write before they read.";
        return "Wrong: without a barrier a warp reads elements that other warps have not yet written. What comes out "
               "on "
               "a GPU depends on how the warps happen to run. The emulator runs them in ascending order, so the first "
               "one reads shared memory that nobody has written, and that fault ends the run.";
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint32_t n = choice.number("n");
        auto kernel = m_kernels->kernel(entryOf(choice, "wholeShared", std::to_string(n) + ", "),
                                        {{"As", choice.type(), n, n}, {"Bs", choice.type(), n, n}});
        if (!kernel) return fail(kernel.error());
        return planOfOneBlock(std::move(*kernel), choice, n, {BufferId{kC}, BufferId{kA}, BufferId{kB}});
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms oneBlockMultiplications(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<OneBlock>(kernels));
    algorithms.push_back(std::make_unique<WholeShared>(kernels));
    return algorithms;
}

}  // namespace lanescope
