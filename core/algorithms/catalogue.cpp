// SPDX-License-Identifier: GPL-3.0-or-later
// The plain list of all algorithms.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/algorithms/cholesky/cholesky.h"
#include "core/algorithms/matmul/matmul.h"
#include "core/algorithms/matmul/matmul_one_block.h"
#include "core/algorithms/matmul/matmul_quadrants.h"
#include "core/algorithms/matmul/matmul_without_kernels.h"
#include "core/algorithms/matvec/matvec.h"
#include "core/algorithms/micro/micro.h"
#include "core/algorithms/reduce/reduce.h"
#include "core/algorithms/transpose/transpose.h"
#include "core/algorithms/triangle/triangle.h"
#include "core/algorithms/vector/vector.h"
#include "core/base/name_list.h"

namespace lanescope {
namespace {

/// A file of kernels and what makes algorithms of it.
struct Family {
    std::string_view kernels;  ///< name of its .cu and .ptx
    Algorithms (*algorithms)(const SharedKernelFile& kernels);
    std::string_view more = {};  ///< name of another one with kernels of the same algorithms
};

// One line each.
// clang-format off
constexpr std::array kFamilies{
    Family{"matmul", matrixMultiplications, "matmul_rows"},
    Family{"matmul_one_block", oneBlockMultiplications},
    Family{"matmul_quadrants", quadrantMultiplications},
    Family{"triangle", triangleMaps},
    Family{"reduce", reductions},
    Family{"reduce_cub", cubReductions},
    Family{"vector", vectorOperations},
    Family{"matvec", matrixVectorProducts},
    Family{"transpose", transpositions, "transpose_rows"},
    Family{"micro", microBenchmarks},
    Family{"cholesky", choleskyFactorisations},
};
// clang-format on

}  // namespace

Result<Catalogue> Catalogue::load(const std::string& resources) {
    Catalogue catalogue;
    for (const Family& family : kFamilies) {
        Result<KernelFile> kernels = KernelFile::load(resources, std::string(family.kernels));
        if (!kernels) return fail(kernels.error());
        if (!family.more.empty()) {
            Result<KernelFile> more = KernelFile::load(resources, std::string(family.more));
            if (!more) return fail(more.error());
            kernels->goOnWith(std::move(*more));
        }
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
    return fail(ErrorCode::UnknownAlgorithm, {{"algorithm", std::string(id)}, {"known", nameList(known, id)}});
}

}  // namespace lanescope
