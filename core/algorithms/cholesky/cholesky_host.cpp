// SPDX-License-Identifier: GPL-3.0-or-later
// The factorisations on the CPU alone.
#include "core/algorithms/cholesky/cholesky_host.h"

#include "core/algorithms/cholesky/cholesky_kinds.h"
#include "core/algorithms/cholesky/lapack.h"
#include "core/algorithms/parameter_specs.h"
#include "core/plan/library_call.h"

namespace lanescope::cholesky {
namespace {

constexpr std::int64_t kLargestN = 2048;
/// LAPACK may sum in any order, but all is exact.
constexpr double kExact = 0;

Plan planOnHost(const std::shared_ptr<const ExactMatrix>& matrix, std::uint64_t n) {
    Plan plan;
    plan.buffers = {bufferOf(matrix, n, Buffer::Place::Host)};
    plan.reference = referenceOf(matrix, kExact);
    plan.timed = Timed::Steps;
    return plan;
}

class Sequential final : public DescribedAlgorithm {
public:
    Sequential() : DescribedAlgorithm(Identity{"cholesky.sequential", kFamily}, {orderParameter(kLargestN, 64)}) {}

private:
    Judgement verdictOf(const Choice&) const override {
        return {VerdictKind::Right, Message("verdict.cholesky.sequential"_id)};
    }
    Result<Plan> planOf(const Choice& choice) const override {
        const std::uint64_t n = choice.number("n");
        Plan plan = planOnHost(std::make_shared<const ExactMatrix>(n, n, Profile()), n);
        HostStep step{"Cholesky, column by column", false, {kMatrix}, {kMatrix}, {}, 0};
        step.operations = static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n) / 3;
        step.task = [n](HostBuffers& host, const JobContext& job) -> Result<void> {
            const auto done = columnwiseCholesky(reinterpret_cast<double*>(host[kMatrix].data()), n, n, job);
            if (!done) return fail(done.error());
            return {};
        };
        plan.steps = {std::move(step), clearAbove(n)};
        return plan;
    }
};

/// A call on blocks of the host's matrix.
Result<void> callOn(HostBuffers& host, const Buffer& matrix, const LibraryStep& step, const JobContext& job) {
    const Operand<const std::byte> operand{&matrix, host[kMatrix]};
    return callOnHost(step, operand, operand, {&matrix, host[kMatrix]}, job);
}

LibraryStep blockCall(LibraryStep::Call what, Part a, Part b, Part c) {
    LibraryStep step;
    step.call = what;
    step.a = a;
    step.b = b;
    step.c = c;
    return step;
}

class Blocked final : public DescribedAlgorithm {
public:
    Blocked()
        : DescribedAlgorithm(Identity{"cholesky.blocked", kFamily},
                             {variantParameter(), orderParameter(kLargestN, 64), blockParameter("16")}) {}

private:
    Judgement verdictOf(const Choice& choice) const override {
        if (!choice.published()) return {VerdictKind::Right, Message("verdict.cholesky.blocked.corrected"_id)};
        if (blocksOf(choice).count() == 1)
            return {VerdictKind::RightHere, Message("verdict.cholesky.blocked.published_one_block"_id)};
        return {VerdictKind::Wrong, Message("verdict.cholesky.blocked.published"_id, {{"row", choice.text("block")}})};
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Blocks blocks = blocksOf(choice);
        const bool published = choice.published();
        if (published && blocks.n % blocks.side != 0)
            return illegal(
                choice, "n",
                Message("refused.one_size"_id,
                        {{"step", blocks.side}, {"nearest", Join::Or, nearestMultiples(blocks.n, blocks.side)}}));
        Plan plan = planOnHost(std::make_shared<const ExactMatrix>(blocks.n, blocks.side, Profile()), blocks.n);
        const Buffer& matrix = plan.buffers[kMatrix];
        for (std::uint64_t k = 0; k < blocks.count(); ++k) {
            plan.steps.emplace_back(factorBlock(blocks, k));
            if (k + 1 == blocks.count()) break;
            plan.steps.emplace_back(solveBelow(blocks, k, matrix, published));
            plan.steps.emplace_back(updateRest(blocks, k, matrix, published));
        }
        plan.steps.emplace_back(clearAbove(blocks.n));
        return plan;
    }

    static double rowsBelow(const Blocks& blocks, std::uint64_t k) {
        return static_cast<double>(blocks.n - blocks.first(k) - blocks.size(k));
    }

    /// R(i, k) = R(i, k) R(k, k)⁻ᵀ
    static HostStep solveBelow(const Blocks& blocks, std::uint64_t k, const Buffer& matrix, bool published) {
        HostStep step{"solve below block " + std::to_string(k), false, {kMatrix}, {kMatrix}, {}, 0};
        const auto size = static_cast<double>(blocks.size(k)), below = rowsBelow(blocks, k);
        step.operations = below * size * size;
        step.task = [=](HostBuffers& host, const JobContext& job) -> Result<void> {
            for (std::uint64_t i = k + 1; i < blocks.count(); ++i) {
                LibraryStep solve = blockCall(LibraryStep::Call::Trsm, blocks.part(k, k), {}, blocks.part(i, k));
                solve.transposeA = !published;  // defect: not transposed
                if (auto done = callOn(host, matrix, solve, job); !done) return done;
            }
            return {};
        };
        return step;
    }

    /// R(i, j) = R(i, j) - R(i, k) R(j, k)ᵀ
    static HostStep updateRest(const Blocks& blocks, std::uint64_t k, const Buffer& matrix, bool published) {
        HostStep step{"update right of block " + std::to_string(k), false, {kMatrix}, {kMatrix}, {}, 0};
        const auto size = static_cast<double>(blocks.size(k)), below = rowsBelow(blocks, k);
        step.operations = below * (below + 1) * size;
        step.task = [=](HostBuffers& host, const JobContext& job) -> Result<void> {
            for (std::uint64_t j = k + 1; j < blocks.count(); ++j)
                for (std::uint64_t i = j; i < blocks.count(); ++i) {
                    const bool syrk = i == j && !published;
                    LibraryStep update = blockCall(syrk ? LibraryStep::Call::Syrk : LibraryStep::Call::Gemm,
                                                   blocks.part(i, k), blocks.part(j, k), blocks.part(i, j));
                    update.transposeB = !published;  // defect: not transposed
                    update.alpha = -1;
                    update.beta = 1;
                    if (auto done = callOn(host, matrix, update, job); !done) return done;
                }
            return {};
        };
        return step;
    }
};

}  // namespace

Algorithms hostFactorisations() {
    Algorithms algorithms;
    algorithms.push_back(std::make_unique<Sequential>());
    algorithms.push_back(std::make_unique<Blocked>());
    return algorithms;
}

}  // namespace lanescope::cholesky
