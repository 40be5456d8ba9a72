// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/element_type.h"

#include <cstdint>
#include <cstring>

#include "core/base/half.h"

namespace lanescope {
namespace {

template <typename T>
double load(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
}

}  // namespace

double elementAsDouble(ElementType type, const std::byte* bytes) {
    switch (type) {
        case ElementType::F32: return load<float>(bytes);
        case ElementType::F64: return load<double>(bytes);
        case ElementType::I32: return load<std::int32_t>(bytes);
        case ElementType::I8: return load<std::int8_t>(bytes);
        case ElementType::U8: return load<std::uint8_t>(bytes);
        case ElementType::I16: return load<std::int16_t>(bytes);
        case ElementType::U16: return load<std::uint16_t>(bytes);
        case ElementType::U32: return load<std::uint32_t>(bytes);
        case ElementType::I64: return load<std::int64_t>(bytes);
        case ElementType::U64: return load<std::uint64_t>(bytes);
        case ElementType::F16: {
            std::uint16_t half = 0;
            std::memcpy(&half, bytes, sizeof half);
            return doubleOfHalf(half);
        }
    }
    return 0;
}

}  // namespace lanescope
