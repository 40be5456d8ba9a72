// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

/// Type of a buffer's or shared array's elements, or of a kernel's argument.
enum class ElementType { F32, F64, I32, I8, U8, I16, U16, U32, I64, U64, F16 };

inline constexpr std::array kElementTypes{ElementType::I8,  ElementType::U8,  ElementType::I16, ElementType::U16,
                                          ElementType::I32, ElementType::U32, ElementType::I64, ElementType::U64,
                                          ElementType::F16, ElementType::F32, ElementType::F64};

[[nodiscard]] constexpr std::size_t sizeOf(ElementType type) {
    switch (type) {
        case ElementType::I8:
        case ElementType::U8: return 1;
        case ElementType::I16:
        case ElementType::U16:
        case ElementType::F16: return 2;
        case ElementType::I64:
        case ElementType::U64:
        case ElementType::F64: return 8;
        default: return 4;
    }
}

[[nodiscard]] constexpr bool isFloat(ElementType type) {
    return type == ElementType::F16 || type == ElementType::F32 || type == ElementType::F64;
}
/// An integer type with negative numbers.
[[nodiscard]] constexpr bool isSigned(ElementType type) {
    return type == ElementType::I8 || type == ElementType::I16 || type == ElementType::I32 || type == ElementType::I64;
}

/// The name in parameters, on the command line and in JSON: "f32", "u8".
[[nodiscard]] constexpr std::string_view nameOf(ElementType type) {
    switch (type) {
        case ElementType::F32: return "f32";
        case ElementType::F64: return "f64";
        case ElementType::I32: return "i32";
        case ElementType::I8: return "i8";
        case ElementType::U8: return "u8";
        case ElementType::I16: return "i16";
        case ElementType::U16: return "u16";
        case ElementType::U32: return "u32";
        case ElementType::I64: return "i64";
        case ElementType::U64: return "u64";
        case ElementType::F16: return "f16";
    }
    return "";
}

/// The name in CUDA C++: "float", "unsigned char".
[[nodiscard]] constexpr std::string_view cudaNameOf(ElementType type) {
    switch (type) {
        case ElementType::F32: return "float";
        case ElementType::F64: return "double";
        case ElementType::I32: return "int";
        case ElementType::I8: return "signed char";
        case ElementType::U8: return "unsigned char";
        case ElementType::I16: return "short";
        case ElementType::U16: return "unsigned short";
        case ElementType::U32: return "unsigned int";
        case ElementType::I64: return "long long";
        case ElementType::U64: return "unsigned long long";
        case ElementType::F16: return "__half";
    }
    return "";
}

[[nodiscard]] constexpr std::optional<ElementType> elementTypeFromName(std::string_view name) {
    for (ElementType type : kElementTypes)
        if (nameOf(type) == name) return type;
    return std::nullopt;
}

/// The element at `bytes` (suitably sized, any alignment) as a double; exact but for 64-bit integers beyond 2^53.
[[nodiscard]] double elementAsDouble(ElementType type, const std::byte* bytes);

}  // namespace lanescope
