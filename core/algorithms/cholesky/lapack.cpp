// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/cholesky/lapack.h"

#include <dlfcn.h>

#include <array>
#include <cmath>

namespace lanescope {
namespace {

/// Fortran's: everything by its address, and the length of each text at the end.
using Dpotrf = void (*)(const char* triangle, const int* n, double* a, const int* pitch, int* info, std::size_t);

Dpotrf findDpotrf() {
    constexpr std::array kNames{"liblapack.so.3", "libopenblas.so.0", "liblapack.so"};
    for (const char* name : kNames)
        if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
            if (void* const function = dlsym(library, "dpotrf_")) return reinterpret_cast<Dpotrf>(function);
    return nullptr;
}

Dpotrf lapacks() {
    static const Dpotrf found = findDpotrf();
    return found;
}

}  // namespace

Result<bool> columnwiseCholesky(double* block, std::uint64_t n, std::uint64_t pitch, const JobContext& job) {
    for (std::uint64_t k = 0; k < n; ++k) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        double& pivot = block[k * pitch + k];
        if (!(pivot > 0)) return false;
        pivot = std::sqrt(pivot);
        for (std::uint64_t i = k + 1; i < n; ++i) block[i * pitch + k] /= pivot;
        for (std::uint64_t i = k + 1; i < n; ++i) {
            const double factor = block[i * pitch + k];
            for (std::uint64_t j = k + 1; j <= i; ++j) block[i * pitch + j] -= factor * block[j * pitch + k];
        }
    }
    return true;
}

bool dpotrf(double* block, std::uint64_t n, std::uint64_t pitch) {
    if (lapacks() == nullptr) return columnwiseCholesky(block, n, pitch).value_or(false);
    // Fortran reads columns where we have rows, so that our lower triangle is its upper one.
    const int order = static_cast<int>(n);
    const int leading = static_cast<int>(pitch);
    int info = 0;
    lapacks()("U", &order, block, &leading, &info, 1);
    return info == 0;
}

std::string_view dpotrfName() {
    return lapacks() != nullptr ? "dpotrf of LAPACK" : "dpotrf (LAPACK is not installed; a loop of ours)";
}

}  // namespace lanescope
