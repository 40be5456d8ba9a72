// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/vector/vector.h"

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/plan_parts.h"

namespace lanescope {
namespace {

constexpr std::int64_t kLongest = 1 << 26;  // 512 MiB of doubles; document 004 goes to 2^22

enum : BufferId { kA = 0, kB = 1, kC = 2 };

class VectorSum final : public DescribedAlgorithm {
public:
    explicit VectorSum(SharedKernelFile kernels)
        : DescribedAlgorithm(
              {"vector.add", "family.vectors"_id},
              {variantParameter(),
               // Four blocks; of the last one's first warp 8 threads have an element, and 24 have none.
               shownAs(numberParameter("n", Role::Size, "parameter.n.length"_id, 1, kLongest, 1000), "200"),
               shownAs(numberParameter("block", Role::Threads, "parameter.block.threads"_id, 1, 1024, 128), "64"),
               shownAs(typeParameter({"f64", "f32", "i32"}), "f32")}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.as_published"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const ElementType type = choice.type();
        const std::uint32_t n = choice.number("n");
        const std::uint32_t block = choice.number("block");
        Result<std::shared_ptr<const Kernel>> kernel = m_kernels->kernel(instanceName("vectorAdd", {cudaNameOf(type)}));
        if (!kernel) return fail(kernel.error());
        const auto vector = [&](std::string name, InitialContent initial) {
            return Buffer{
                .name = std::move(name), .type = type, .rows = 1, .columns = n, .initial = std::move(initial)};
        };
        return oneLaunch({vector("a", {InitialContent::Kind::SmallIntegers, 1}),
                          vector("b", {InitialContent::Kind::SmallIntegers, 2}), vector("c", {})},
                         {.kernel = *kernel,
                          .grid = {ceilDivide(n, block), 1, 1},
                          .block = {block, 1, 1},
                          .arguments = {BufferId{kA}, BufferId{kB}, BufferId{kC}, static_cast<std::int32_t>(n)}},
                         elementwise(kC, [type](const HostBuffers& inputs, std::uint64_t, std::uint64_t i) {
                             return HostNumbers(type, inputs[kA])[i] + HostNumbers(type, inputs[kB])[i];
                         }));
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms vectorOperations(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<VectorSum>(kernels));
    return algorithms;
}

}  // namespace lanescope
