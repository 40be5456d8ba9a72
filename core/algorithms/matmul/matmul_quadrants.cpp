// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul/matmul_quadrants.h"

#include <array>

#include "core/algorithms/matmul/matmul_product.h"
#include "core/algorithms/parameter_specs.h"

namespace lanescope {
namespace {
using namespace matmul;
using Direction = CopyStep::Direction;

constexpr std::int64_t kLargestSide = 32;

ParameterSpec blockParameter(std::int64_t defaultValue) {
    return numberParameter("block", Role::BlockSide, "parameter.block.side"_id, 1, kLargestSide, defaultValue);
}

/// The whole matrices stay on the host.
std::vector<Buffer> hostMatrices(ElementType type, std::uint64_t n) {
    std::vector<Buffer> buffers = matrices(type, n);
    for (Buffer& buffer : buffers) buffer.place = Buffer::Place::Host;
    return buffers;
}

/// Quadrant (down, right) of a matrix of the host; where n is odd the second ones are smaller.
Part quadrantOf(BufferId matrix, std::uint64_t n, bool down, bool right) {
    const std::uint64_t half = ceilDivide(static_cast<std::uint32_t>(n), 2);
    return {matrix, down ? half : 0, right ? half : 0, down ? n - half : half, right ? n - half : half};
}
Part cornerOf(BufferId buffer, const Part& quadrant) { return {buffer, 0, 0, quadrant.rows, quadrant.columns}; }

std::string entryOf(const std::string& kernel, ElementType type) {
    return kernel + "<" + std::string(cudaNameOf(type)) + ">";
}

Argument number(std::uint64_t value) { return static_cast<std::int32_t>(value); }

/// In the order of the document's parameters.
constexpr std::array<const char*, 4> kQuadrants{"ll", "lr", "ul", "ur"};
bool isDown(std::size_t quadrant) { return quadrant < 2; }
bool isRight(std::size_t quadrant) { return quadrant % 2 == 1; }

class OneLaunch final : public DescribedAlgorithm {
public:
    explicit OneLaunch(SharedKernelFile kernels)
        : DescribedAlgorithm({"matmul.quadrants", kFamily}, {variantParameter(), orderParameter(kLargestN, 32),
                                                             blockParameter(8), typeParameter({"i32", "f32", "f64"})}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.matmul.quadrants.corrected"_id)};
        if (choice.number("n") / 2 % choice.number("block") == 0)
            return {VerdictKind::RightHere, Message("verdict.matmul.quadrants.published_whole"_id)};
        return {VerdictKind::RightByLuck, Message("verdict.matmul.quadrants.published"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint32_t n = choice.number("n");
        const ElementType type = choice.type();
        const bool published = choice.published();
        if (published && n % 2 != 0)
            return illegal(choice, "n", Message("refused.odd"_id, {{"nearest", Join::Or, nearestMultiples(n, 2)}}));
        const auto kernel = m_kernels->kernel(entryOf(published ? "quadrantsPublished" : "quadrants", type));
        if (!kernel) return fail(kernel.error());

        const std::uint32_t half = ceilDivide(n, 2);
        Plan plan;
        plan.buffers = hostMatrices(type, n);
        Launch launch{.kernel = *kernel,
                      .grid = {ceilDivide(half, choice.number("block")), ceilDivide(half, choice.number("block")), 1},
                      .block = {choice.number("block"), choice.number("block"), 1}};
        std::vector<Step> fetching;
        for (const char* matrix : {"A", "B", "C", "T"}) {
            if (*matrix == 'T' && !published) continue;
            for (std::size_t q = 0; q < kQuadrants.size(); ++q) {
                const BufferId buffer = plan.buffers.size();
                plan.buffers.push_back(
                    {std::string(matrix) + kQuadrants[q], type, half, half, {}, Buffer::Place::Device});
                launch.arguments.emplace_back(buffer);
                if (*matrix == 'T') continue;
                const Part whole = quadrantOf(static_cast<BufferId>(*matrix - 'A'), n, isDown(q), isRight(q));
                if (whole.rows == 0 || whole.columns == 0) continue;  // of a matrix of one element
                if (*matrix == 'C')
                    fetching.emplace_back(CopyStep{Direction::ToHost, cornerOf(buffer, whole), whole});
                else
                    bring(plan, whole, buffer);
            }
        }
        // Quadrants that nothing was copied into, and rows and columns that are padded, are zero.
        if (n % 2 != 0)
            for (BufferId buffer = 3; buffer < 11; ++buffer) plan.steps.insert(plan.steps.begin(), FillStep{buffer});
        launch.arguments.push_back(number(half));
        plan.steps.emplace_back(LaunchStep{std::move(launch)});
        plan.steps.insert(plan.steps.end(), fetching.begin(), fetching.end());
        plan.reference = productOf(type, n);
        return plan;
    }

    static void bring(Plan& plan, const Part& whole, BufferId buffer) {
        plan.steps.emplace_back(CopyStep{Direction::ToDevice, whole, cornerOf(buffer, whole)});
    }

    SharedKernelFile m_kernels;
};

class EightLaunches final : public DescribedAlgorithm {
public:
    explicit EightLaunches(SharedKernelFile kernels)
        : DescribedAlgorithm({"matmul.quadrants-8-launches", kFamily},
                             {orderParameter(kLargestN, 32), blockParameter(8), typeParameter({"i32", "f32", "f64"})}),
          m_kernels(std::move(kernels)) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.matmul.quadrants-8-launches"_id)};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint32_t n = choice.number("n");
        const ElementType type = choice.type();
        const auto kernel = m_kernels->kernel(entryOf("accumulate", type));
        if (!kernel) return fail(kernel.error());
        const std::uint32_t half = ceilDivide(n, 2);
        Plan plan;
        plan.buffers = hostMatrices(type, n);
        for (const char* name : {"quadrant of A", "quadrant of B", "quadrant of C"})
            plan.buffers.push_back({name, type, half, half, {}, Buffer::Place::Device});
        constexpr BufferId kOfA = 3, kOfB = 4, kOfC = 5;
        for (const bool down : {false, true})
            for (const bool right : {false, true}) {
                const Part c = quadrantOf(kC, n, down, right);
                if (c.rows == 0 || c.columns == 0) continue;
                plan.steps.emplace_back(FillStep{kOfC});
                for (const bool second : {false, true}) {
                    const Part a = quadrantOf(kA, n, down, second);
                    const Part b = quadrantOf(kB, n, second, right);
                    if (a.columns == 0) continue;
                    plan.steps.emplace_back(CopyStep{Direction::ToDevice, a, cornerOf(kOfA, a)});
                    plan.steps.emplace_back(CopyStep{Direction::ToDevice, b, cornerOf(kOfB, b)});
                    const std::uint32_t block = choice.number("block");
                    plan.steps.emplace_back(
                        LaunchStep{Launch{.kernel = *kernel,
                                          .grid = {ceilDivide(static_cast<std::uint32_t>(c.columns), block),
                                                   ceilDivide(static_cast<std::uint32_t>(c.rows), block), 1},
                                          .block = {block, block, 1},
                                          .arguments = {BufferId{kOfC}, BufferId{kOfA}, BufferId{kOfB}, number(c.rows),
                                                        number(a.columns), number(c.columns), number(half)}}});
                }
                plan.steps.emplace_back(CopyStep{Direction::ToHost, cornerOf(kOfC, c), c});
            }
        plan.reference = productOf(type, n);
        return plan;
    }

    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms quadrantMultiplications(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<OneLaunch>(kernels));
    algorithms.push_back(std::make_unique<EightLaunches>(kernels));
    return algorithms;
}

}  // namespace lanescope
