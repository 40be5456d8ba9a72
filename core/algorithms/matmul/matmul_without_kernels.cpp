// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul_without_kernels.h"

#include "core/algorithms/matmul/matmul_product.h"
#include "core/algorithms/parameter_specs.h"

namespace lanescope {
namespace {
using namespace matmul;

constexpr std::int64_t kLargestOnCpu = 1024;
constexpr std::int64_t kLargestByCublas = 8192;

/// Rows of C as the document's three loops compute them.
template <typename T>
Result<void> multiplyRows(HostBuffers& host, std::uint64_t n, const JobContext& job) {
    const T* const a = reinterpret_cast<const T*>(host[kA].data());
    const T* const b = reinterpret_cast<const T*>(host[kB].data());
    T* const c = reinterpret_cast<T*>(host[kC].data());
    for (std::uint64_t row = 0; row < n; ++row) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        for (std::uint64_t col = 0; col < n; ++col) {
            T sum = 0;
            for (std::uint64_t k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
            c[row * n + col] = sum;
        }
    }
    return {};
}

class Sequential final : public DescribedAlgorithm {
public:
    Sequential()
        : DescribedAlgorithm(
              {.id = "matmul.sequential",
               .title = "Three loops on the CPU",
               .family = std::string(kFamily),
               .document = "001 sequential",
               .summary = "The textbook's three loops on the CPU: what the GPU's times are compared with.",
               .explanation =
                   "For each row of A and each column of B the products of their elements are summed up. The outer two "
                   "loops go over the elements of C, the inner one over the n products of an element: n³ "
                   "multiplications, "
                   "one after the other. Nothing of it runs on a GPU, so there is nothing to step through here; "
                   "measured, "
                   "it is the time of this machine's CPU.\n\n"
                   "All elements of C are independent of each other. That is what the kernels of this family make use "
                   "of: "
                   "they leave the two outer loops to the grid of threads and keep the inner one. Keep in mind when "
                   "comparing times that a good library on a CPU is many times faster than these loops, which walk "
                   "through B against the order in which it lies in memory."},
              {orderParameter(kLargestOnCpu, 100), typeParameter({"i32", "f32", "f64"})}) {}

private:
    std::string verdictOf(const Choice&) const override { return "Right for every n."; }
    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint64_t n = choice.number("n");
        const ElementType type = choice.type();
        Plan plan;
        plan.buffers = matrices(type, n);
        for (Buffer& buffer : plan.buffers) buffer.place = Buffer::Place::Host;
        HostStep step{"multiply by three loops", false, {kA, kB}, {kC}, {}, 0};
        step.operations = 2 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
        step.task = [n, type](HostBuffers& host, const JobContext& job) {
            if (type == ElementType::F32) return multiplyRows<float>(host, n, job);
            if (type == ElementType::F64) return multiplyRows<double>(host, n, job);
            return multiplyRows<std::int32_t>(host, n, job);
        };
        plan.steps = {std::move(step)};
        plan.reference = productOf(type, n);
        plan.timed = Timed::Steps;
        return plan;
    }
};

class ByCublas final : public DescribedAlgorithm {
public:
    ByCublas()
        : DescribedAlgorithm(
              {.id = "matmul.cublas",
               .title = "cuBLAS, the line to beat",
               .family = std::string(kFamily),
               .document = "none; NVIDIA's library",
               .summary =
                   "One call of NVIDIA's library. On a GPU it shows how far the textbook kernels are from what the "
                   "hardware can do.",
               .explanation =
                   "cuBLAS is NVIDIA's library for linear algebra, tuned for each GPU by those who built it. One call "
                   "multiplies two matrices. It has many kernels inside and takes the one that suits the sizes and the "
                   "GPU; they use tiles on several levels, registers and, for some types, units that multiply small "
                   "matrices as a whole.\n\n"
                   "Measure it beside the kernels of this family: it is the line to beat, and nobody beats it with "
                   "thirty "
                   "lines. Its kernels are not published, so the emulator cannot run them; without a GPU the product "
                   "is "
                   "computed by a loop of ours on the CPU, and there is nothing to step through and nothing to count."},
              {orderParameter(kLargestByCublas, 256), typeParameter({"f32", "f64"})}) {}

private:
    std::string verdictOf(const Choice&) const override { return "Right for every n."; }
    Result<Plan> planOf(const Choice& choice) const override {
        const ElementType type = choice.type();
        Plan plan;
        plan.buffers = matrices(type, choice.number("n"));
        plan.steps = {UploadStep{kA}, UploadStep{kB}, LibraryStep{LibraryStep::Call::Gemm, {kA}, {kB}, {kC}},
                      DownloadStep{kC}};
        plan.reference = productOf(type, choice.number("n"));
        return plan;
    }
};

}  // namespace

Algorithms multiplicationsWithoutKernels() {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<Sequential>());
    algorithms.push_back(std::make_unique<ByCublas>());
    return algorithms;
}

}  // namespace lanescope
