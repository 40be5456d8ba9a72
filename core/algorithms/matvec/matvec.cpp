// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matvec/matvec.h"

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {

constexpr std::int64_t kLargestSide = 20'000;  // document 004's largest matrix has 20000 × 2000 elements

enum : BufferId { kA = 0, kV = 1, kY = 2 };

std::vector<ParameterSpec> parametersOfProducts() {
    return {variantParameter(), numberParameter("n", "Rows n", "Rows of A; elements of y.", 1, kLargestSide, 96),
            numberParameter("m", "Columns m", "Columns of A; elements of v.", 1, kLargestSide, 64),
            numberParameter("block", "Block size", "Threads of a block.", 1, 1024, 32),
            typeParameter({"f32", "f64", "i32"})};
}

std::vector<ParameterSpec> parametersOfRowBlocks() {
    std::vector<ParameterSpec> specs = parametersOfProducts();
    specs.insert(specs.end() - 1, choiceParameter("rows-per-thread", "Rows per thread",
                                                  "Neighbouring rows that one thread computes, one after the other.",
                                                  {"1", "2", "4", "8"}, "4"));
    return specs;
}

/// Buffers, the launch and the reference of all three; who computes what is in `kernel` and in the number of threads.
Plan productPlan(const Choice& choice, std::shared_ptr<const Kernel> kernel, std::uint32_t threads) {
    const ElementType type = choice.type();
    const std::uint32_t n = choice.number("n");
    const std::uint32_t m = choice.number("m");
    const std::uint32_t block = choice.number("block");
    return oneLaunch(
        {{.name = "A", .type = type, .rows = n, .columns = m, .initial = {InitialContent::Kind::SmallIntegers, 1}},
         {.name = "v", .type = type, .rows = 1, .columns = m, .initial = {InitialContent::Kind::SmallIntegers, 2}},
         {.name = "y", .type = type, .rows = n, .columns = 1, .initial = {}}},
        {.kernel = std::move(kernel),
         .grid = {ceilDivide(threads, block), 1, 1},
         .block = {block, 1, 1},
         .arguments = {BufferId{kY}, BufferId{kA}, BufferId{kV}, static_cast<std::int32_t>(n),
                       static_cast<std::int32_t>(m)}},
        elementwise(
            kY,
            [type, m](const HostBuffers& inputs, std::uint64_t row, std::uint64_t) {
                const HostNumbers a(type, inputs[kA]);
                const HostNumbers v(type, inputs[kV]);
                double sum = 0;
                for (std::uint64_t j = 0; j < m; ++j) sum += a[row * m + j] * v[j];
                return sum;
            },
            m));
}

Identity identity(std::string id, std::string title, std::string document, std::string summary,
                  std::string explanation) {
    return {std::move(id),       std::move(title),   "Vectors and matrices",
            std::move(document), std::move(summary), std::move(explanation)};
}

class Rows final : public DescribedAlgorithm {
public:
    explicit Rows(SharedKernelFile kernels)
        : DescribedAlgorithm(
              identity(
                  "matvec.rows", "Matrix times vector, one row for each thread", "004 listing 7.1, p. 65",
                  "Each thread goes along a row of A and multiplies it with v.",
                  "Each element of y is the inner product of a row of A with v. Rows do not depend on each other, so "
                  "the natural choice is to give each thread one: it walks along its row, keeps the sum in a "
                  "register and writes once at the end. All threads read the same element of v at the same time, "
                  "which costs a warp one sector.\n\n"
                  "Look at A. What one thread reads lies side by side, but at any moment the 32 lanes of a warp read "
                  "32 different rows, m elements apart: 32 sectors for 32 numbers, of which a single number each is "
                  "used at once. The rest of a sector pays only if it is still in the cache when the next steps "
                  "come. The choice that looks natural for one thread is the worst one for a warp."),
              parametersOfProducts()),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice&) const override {
        return "Right for every n and m. As printed it lacks the line that computes the row's number from those of "
               "block "
               "and thread, and does not compile; with that line both variants are the same.";
    }

    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel(instanceName("matvecRows", {cudaNameOf(choice.type())}));
        if (!kernel) return fail(kernel.error());
        return productPlan(choice, *kernel, choice.number("n"));
    }

    SharedKernelFile m_kernels;
};

class RowBlocks final : public DescribedAlgorithm {
public:
    explicit RowBlocks(SharedKernelFile kernels)
        : DescribedAlgorithm(
              identity(
                  "matvec.row-blocks", "Matrix times vector, several rows for each thread", "004 listing 7.2, p. 67",
                  "Each thread computes a few neighbouring elements of y, one row after the other.",
                  "More work for each thread and fewer threads: a thread takes a block of neighbouring rows and "
                  "computes their inner products one after the other. It costs less to launch, but it also leaves "
                  "less to run at the same time; with few rows most of the GPU has nothing to do. Document 004 "
                  "takes four rows, and measures longer times up to 3000 rows and shorter ones for its tallest "
                  "matrix.\n\n"
                  "Watch the addresses: the rows that the lanes of a warp read at the same time are now several rows "
                  "apart, so nothing is won for memory. And compare the variants. The document's kernel takes row "
                  "i + k where it needs row number k of the thread's own block. Neighbouring threads then read "
                  "rows that overlap, and only the first rows of the matrix are ever used."),
              parametersOfRowBlocks()),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published()) return "Right for every n and m. Changed: the row is i · rows + k, not i + k.";
        if (choice.is("rows-per-thread", "1"))
            return "Right here, where a thread has one row. With more, its rows are wrong.";
        if (choice.number("n") <= choice.number("rows-per-thread"))
            return "Right here, where the first thread has all rows. Those of any other would be wrong.";
        return "Wrong: element i · rows + k of y gets the inner product of row i + k. Only the rows of the first "
               "thread "
               "come out right. It never reads outside A.";
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::string name = std::string("matvecRowBlocks") + (choice.published() ? "Published" : "");
        auto kernel =
            m_kernels->kernel(instanceName(name, {choice.text("rows-per-thread"), cudaNameOf(choice.type())}));
        if (!kernel) return fail(kernel.error());
        return productPlan(choice, *kernel, ceilDivide(choice.number("n"), choice.number("rows-per-thread")));
    }

    SharedKernelFile m_kernels;
};

/// Bits of 5 in a type, for InitialContent::Constant.
std::uint64_t fiveAs(ElementType type) {
    if (type == ElementType::F32) return Scalar(5.0F).bits;
    if (type == ElementType::F64) return Scalar(5.0).bits;
    return 5;
}

class Columns final : public DescribedAlgorithm {
public:
    explicit Columns(SharedKernelFile kernels)
        : DescribedAlgorithm(
              identity(
                  "matvec.columns", "Matrix times vector, one column for each thread", "004 listing 7.3, p. 68",
                  "Each thread goes down a column of A and adds its products to all elements of y, atomically.",
                  "Give each thread a column instead of a row and the reads become perfect: at any moment the lanes "
                  "of a warp read neighbours of one row, whole sectors. But now every thread holds one term of every "
                  "element of y, and all want to add to the same element at the same time. An ordinary addition "
                  "would lose terms; an atomic one does not, because it reads, adds and writes without anybody "
                  "coming between.\n\n"
                  "The price is that the additions to one element wait for each other. Document 004 fits their cost "
                  "to 17 cycles a thread on one GPU and 380 on another, and this kernel is where it tries the fit. "
                  "Two things to keep in mind: y must be set to zero before, which the published listing leaves to "
                  "the reader, and floating-point sums may differ in the last digits from run to run, because "
                  "nobody knows the order of the additions."),
              parametersOfProducts()),
          m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        if (!choice.published())
            return "Right for every n and m. Added: y is filled with zeros before the launch. With the whole numbers "
                   "used "
                   "here every order of additions gives the same sum.";
        return "Wrong, unless y happens to hold zeros: nothing in the listing sets it to zero before its products are "
               "added. Here it holds 5 everywhere, so that every element is off by 5.";
    }

    Result<Plan> planOf(const Choice& choice) const override {
        auto kernel = m_kernels->kernel(instanceName("matvecColumns", {cudaNameOf(choice.type())}));
        if (!kernel) return fail(kernel.error());
        Plan plan = productPlan(choice, *kernel, choice.number("m"));
        if (choice.published()) {
            plan.buffers[kY].initial = {.kind = InitialContent::Kind::Constant, .constant = fiveAs(choice.type())};
            plan.steps.insert(plan.steps.begin(), UploadStep{kY});
        } else {
            plan.steps.insert(plan.steps.begin(), FillStep{.buffer = kY, .byte = 0});
        }
        return plan;
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms matrixVectorProducts(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<Rows>(kernels));
    algorithms.push_back(std::make_unique<RowBlocks>(kernels));
    algorithms.push_back(std::make_unique<Columns>(kernels));
    return algorithms;
}

}  // namespace lanescope
