// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as CUDA's code computes them: wrapped and rounded to their types. Private to the map view.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct SourceValue {
    enum class Type : std::uint8_t { I32, U32, I64, U64, F32, F64 };
    Type type = Type::I32;
    std::int64_t whole = 0;
    double real = 0;  ///< of F32 and F64

    [[nodiscard]] bool isReal() const { return type == Type::F32 || type == Type::F64; }
    [[nodiscard]] bool isTrue() const { return isReal() ? real != 0 : whole != 0; }
    [[nodiscard]] std::string text() const;
};

[[nodiscard]] SourceValue wholeValue(std::int64_t number, SourceValue::Type type = SourceValue::Type::I32);
[[nodiscard]] SourceValue realValue(double number, SourceValue::Type type);
[[nodiscard]] SourceValue converted(const SourceValue& value, SourceValue::Type type);
/// "12", "0x1f", "8u", "0.25f"; none if it is no number.
[[nodiscard]] std::optional<SourceValue> numberOf(const std::string& text);
/// Of "+", "<<", "<=", "&&" and so on; none where it is not defined: a division by 0.
[[nodiscard]] std::optional<SourceValue> applied(const std::string& sign, const SourceValue& a, const SourceValue& b);
/// CUDA's own functions that indices are made with; none for others.
[[nodiscard]] std::optional<SourceValue> called(const std::string& function, const std::vector<SourceValue>& arguments);

}  // namespace lanescope
