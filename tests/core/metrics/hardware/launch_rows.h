// SPDX-License-Identifier: GPL-3.0-or-later
// Launches as rows of a table. Internal to the list of launches.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/element_type.h"
#include "core/plan/launch.h"

namespace lanescope::rows {

inline constexpr std::uint64_t k64 = 1 << 16;
inline constexpr std::int32_t i64 = 1 << 16;

struct Data {
    ElementType type;
    std::uint64_t count;
    std::uint32_t seed;                                ///< 0 = zeros, else whole numbers 1 … 9
    double (*element)(std::uint64_t index) = nullptr;  ///< if given, what the elements are
};
inline Data f32(std::uint64_t count, std::uint32_t seed = 1) { return {ElementType::F32, count, seed}; }
inline Data i32(std::uint64_t count, std::uint32_t seed = 2) { return {ElementType::I32, count, seed}; }
inline Data f64(std::uint64_t count, std::uint32_t seed = 3) { return {ElementType::F64, count, seed}; }

using Given = std::variant<Data, std::int32_t, float, double, Scalar>;

struct Row {
    const char* file;
    const char* kernel;
    const char* variant;
    Dim3 grid;
    Dim3 block;
    std::uint32_t dynamicShared;
    std::vector<Given> arguments;
};

inline Dim3 line(std::uint32_t x) { return {x, 1, 1}; }

/// Of the kernels in more/.
std::vector<Row> rowsOfMore();
/// Of the kernels in third/.
std::vector<Row> rowsOfThird();
/// Of the kernels in fourth/.
std::vector<Row> rowsOfFourth();
/// Of the kernels in fifth/.
std::vector<Row> rowsOfFifth();

}  // namespace lanescope::rows
