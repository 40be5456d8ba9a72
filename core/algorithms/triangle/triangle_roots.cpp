// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle_roots.h"

#include <bit>
#include <cmath>

#include "core/algorithms/triangle/triangle_maps.h"

namespace lanescope::triangle {
namespace {

/// nvcc makes one fma of it, but doubling is exact, so that it is rounded in the same places.
float radicand(std::uint32_t lambda) { return 0.25F + 2.0F * static_cast<float>(lambda); }

std::int64_t bySqrt(std::uint32_t lambda) { return static_cast<std::int64_t>(std::sqrt(radicand(lambda)) - 0.5F); }

/// x · (1/√x) - 0.4999
std::int64_t fromInverse(float x, float inverseRoot) {
    return static_cast<std::int64_t>(std::fma(x, inverseRoot, -0.4999F));
}

std::int64_t byNewton(std::uint32_t lambda) {
    const float x = radicand(lambda);
    auto y = std::bit_cast<float>(0x5f3759df - (std::bit_cast<std::int32_t>(x) >> 1));
    for (int step = 0; step < 3; ++step) y *= std::fma(-0.5F * x * y, y, 1.5F);
    return fromInverse(x, y);
}

std::int64_t byRsqrt(std::uint32_t lambda) {
    const float x = radicand(lambda);
    return fromInverse(x, static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))));
}

std::int64_t byDouble(std::uint32_t lambda) {
    return static_cast<std::int64_t>(std::sqrt(0.25 + 2.0 * static_cast<double>(lambda)) - 0.5);
}

std::int64_t corrected(std::uint32_t lambda) {
    const std::int64_t row = bySqrt(lambda);
    const auto i = static_cast<std::uint64_t>(row);
    if (triangular(i) > lambda) return row - 1;
    return triangular(i + 1) <= lambda ? row + 1 : row;
}

}  // namespace

std::int64_t computedRow(Root root, std::uint32_t lambda) {
    switch (root) {
        case Root::Sqrt: return bySqrt(lambda);
        case Root::Newton: return byNewton(lambda);
        case Root::Rsqrt: return byRsqrt(lambda);
        case Root::Double: return byDouble(lambda);
        case Root::Corrected: return corrected(lambda);
    }
    return 0;
}

RootReach reachOf(Root root) {
    switch (root) {
        case Root::Sqrt: return {10'619'135, 11'927'829};  // the first is T(4608) - 1
        case Root::Newton: return {1'166'628, 14'278'455};
        case Root::Rsqrt: return {4'940'795, 12'690'063};
        case Root::Double:
        case Root::Corrected: return {};
    }
    return {};
}

RootReach reachOnH200(Root root) {
    if (root == Root::Rsqrt) return {1'935'528, 12'063'568};
    return reachOf(root);  // found again there, number by number
}

}  // namespace lanescope::triangle
