// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/element_type.h"

#include <cstdint>
#include <cstring>

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
    }
    return 0;
}

}  // namespace lanescope
