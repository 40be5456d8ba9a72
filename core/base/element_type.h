// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

/// Type of a buffer's or shared array's elements.
enum class ElementType { F32, F64, I32 };

[[nodiscard]] constexpr std::size_t sizeOf(ElementType type) { return type == ElementType::F64 ? 8 : 4; }

/// The name in parameters and JSON: "f32", "f64", "i32".
[[nodiscard]] constexpr std::string_view nameOf(ElementType type) {
    switch (type) {
        case ElementType::F32: return "f32";
        case ElementType::F64: return "f64";
        case ElementType::I32: return "i32";
    }
    return "";
}

/// The name in CUDA C++: "float", "double", "int".
[[nodiscard]] constexpr std::string_view cudaNameOf(ElementType type) {
    switch (type) {
        case ElementType::F32: return "float";
        case ElementType::F64: return "double";
        case ElementType::I32: return "int";
    }
    return "";
}

[[nodiscard]] constexpr std::optional<ElementType> elementTypeFromName(std::string_view name) {
    for (ElementType type : {ElementType::F32, ElementType::F64, ElementType::I32})
        if (nameOf(type) == name) return type;
    return std::nullopt;
}

/// The element at `bytes` (suitably sized, any alignment) as a double; exact for all three types.
[[nodiscard]] double elementAsDouble(ElementType type, const std::byte* bytes);

}  // namespace lanescope
