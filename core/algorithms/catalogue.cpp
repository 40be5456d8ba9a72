// SPDX-License-Identifier: GPL-3.0-or-later
// The plain list of all algorithms.
#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/algorithms/cholesky.h"
#include "core/algorithms/matmul.h"
#include "core/algorithms/matmul_one_block.h"
#include "core/algorithms/matmul_quadrants.h"
#include "core/algorithms/matmul_without_kernels.h"
#include "core/algorithms/matvec.h"
#include "core/algorithms/micro.h"
#include "core/algorithms/reduce.h"
#include "core/algorithms/transpose.h"
#include "core/algorithms/triangle.h"
#include "core/algorithms/vector.h"

namespace lanescope {
namespace {

/// A file of kernels and what makes algorithms of it.
struct Family {
    std::string_view kernels;  ///< name of its .cu and .ptx
    Algorithms (*algorithms)(const SharedKernelFile& kernels);
};

// One line each.
// clang-format off
constexpr std::array kFamilies{
    Family{"matmul", matrixMultiplications},
    Family{"matmul_one_block", oneBlockMultiplications},
    Family{"matmul_quadrants", quadrantMultiplications},
    Family{"triangle", triangleMaps},
    Family{"reduce", reductions},
    Family{"reduce_cub", cubReductions},
    Family{"vector", vectorOperations},
    Family{"matvec", matrixVectorProducts},
    Family{"transpose", transpositions},
    Family{"micro", microBenchmarks},
    Family{"cholesky", choleskyFactorisations},
};
// clang-format on

/// Letters to insert, delete or replace to make one word of the other (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

Result<Catalogue> Catalogue::load(const std::string& resources) {
    Catalogue catalogue;
    for (const Family& family : kFamilies) {
        Result<KernelFile> kernels = KernelFile::load(resources, std::string(family.kernels));
        if (!kernels) return fail(kernels.error());
        Algorithms algorithms = family.algorithms(std::make_shared<const KernelFile>(std::move(*kernels)));
        std::ranges::move(algorithms, std::back_inserter(catalogue.m_algorithms));
    }
    std::ranges::move(multiplicationsWithoutKernels(), std::back_inserter(catalogue.m_algorithms));
    return catalogue;
}

Result<const Algorithm*> Catalogue::find(std::string_view id) const {
    const auto found = std::ranges::find(m_algorithms, id, [](const auto& algorithm) { return algorithm->id(); });
    if (found != m_algorithms.end()) return found->get();

    std::vector<std::string_view> known;
    for (const auto& algorithm : m_algorithms) known.push_back(algorithm->id());
    std::ranges::stable_sort(known, {}, [&](std::string_view other) { return editDistance(id, other); });
    constexpr std::size_t kNearest = 6;
    std::string list;
    for (std::size_t i = 0; i < std::min(kNearest, known.size()); ++i)
        list += (i == 0 ? "" : ", ") + std::string(known[i]);
    return fail(ErrorCode::UnknownAlgorithm, {{"algorithm", std::string(id)}, {"known", list}});
}

}  // namespace lanescope
