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
        : DescribedAlgorithm({"matmul.sequential", kFamily}, {shownAs(orderParameter(kLargestOnCpu, 100), "32"),
                                                              typeParameter({"i32", "f32", "f64"})}) {}

private:
    Judgement verdictOf(const Choice&) const override { return {VerdictKind::Right, Message("verdict.every_n"_id)}; }
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
        : DescribedAlgorithm({"matmul.cublas", kFamily},
                             {shownAs(orderParameter(kLargestByCublas, 256), "64"), typeParameter({"f32", "f64"})}) {}

private:
    Judgement verdictOf(const Choice&) const override { return {VerdictKind::Right, Message("verdict.every_n"_id)}; }
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
