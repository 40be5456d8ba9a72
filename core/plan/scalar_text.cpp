// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/scalar_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "core/base/half.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

tl::unexpected<std::string> outOfRange(ElementType type, const std::string& range) {
    return tl::unexpected(inWords(Message("plan.number.out_of_range"_id, {{"type", nameOf(type)}, {"range", range}})));
}

tl::expected<Scalar, std::string> integerFromText(ElementType type, std::string_view text) {
    const bool negative = text.starts_with('-');
    std::string_view digits = negative ? text.substr(1) : text;
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    if (hexadecimal) digits.remove_prefix(2);
    std::uint64_t magnitude = 0;
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, hexadecimal ? 16 : 10);
    if (problem == std::errc::invalid_argument || end != digits.data() + digits.size())
        return tl::unexpected(inWords(Message("plan.number.no_whole"_id, {{"text", text}})));

    const unsigned bits = static_cast<unsigned>(sizeOf(type) * 8);
    const std::uint64_t greatest = ~0ULL >> (64 - bits + (isSigned(type) ? 1 : 0));
    const std::uint64_t least = isSigned(type) ? greatest + 1 : 0;  // as a magnitude
    if (problem == std::errc::result_out_of_range || magnitude > (negative ? least : greatest))
        return outOfRange(type, (isSigned(type) ? "-" : "") + std::to_string(least) + " … " + std::to_string(greatest));
    return Scalar(type, (negative ? 0 - magnitude : magnitude) & (~0ULL >> (64 - bits)));
}

template <typename Float>
tl::expected<Float, std::string> floatFromText(ElementType type, std::string_view text, const char* range) {
    Float value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem == std::errc::invalid_argument || end != text.data() + text.size())
        return tl::unexpected(inWords(Message("plan.number.no_number"_id, {{"text", text}})));
    if (problem == std::errc::result_out_of_range) return outOfRange(type, range);
    return value;
}

/// In the fewest digits; `format` is what std::to_chars takes beyond the value.
template <typename Number, typename... Format>
std::string shortest(Number value, Format... format) {
    std::array<char, 40> digits{};
    const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), value, format...);
    return problem == std::errc() ? std::string(digits.data(), end) : std::string();
}

std::string halfText(std::uint16_t bits) {
    constexpr int kEnough = 5;  // digits that tell any two halves apart
    const double value = doubleOfHalf(bits);
    for (int digits = 1; digits < kEnough; ++digits) {
        const std::string text = shortest(value, std::chars_format::general, digits);
        double again = 0;
        std::from_chars(text.data(), text.data() + text.size(), again);
        if (halfOf(again) == bits) return text;
    }
    return shortest(value, std::chars_format::general, kEnough);
}

template <typename Number>
Number valueAt(const std::byte* bytes) {
    Number value{};
    std::memcpy(&value, bytes, sizeof(value));
    return value;
}

}  // namespace

tl::expected<Scalar, std::string> scalarFromText(ElementType type, std::string_view text) {
    constexpr const char* kRange16 = "±6e-8 … ±65504";
    constexpr const char* kRange32 = "±1.4e-45 … ±3.4e38";
    constexpr const char* kRange64 = "±4.9e-324 … ±1.8e308";
    if (!isFloat(type)) return integerFromText(type, text);
    if (type == ElementType::F32)
        return floatFromText<float>(type, text, kRange32).map([](float value) { return Scalar(value); });
    const auto value = floatFromText<double>(type, text, type == ElementType::F16 ? kRange16 : kRange64);
    if (!value) return tl::unexpected(value.error());
    if (type == ElementType::F64) return Scalar(*value);
    const std::uint16_t half = halfOf(*value);
    const double rounded = doubleOfHalf(half);
    if ((std::isinf(rounded) && !std::isinf(*value)) || (rounded == 0 && *value != 0))
        return outOfRange(type, kRange16);
    return Scalar(type, half);
}

std::string textOf(ElementType type, const std::byte* bytes) {
    if (isFloat(type) && std::isnan(elementAsDouble(type, bytes))) return "nan";
    switch (type) {
        case ElementType::I8: return shortest(int{valueAt<std::int8_t>(bytes)});
        case ElementType::U8: return shortest(unsigned{valueAt<std::uint8_t>(bytes)});
        case ElementType::I16: return shortest(valueAt<std::int16_t>(bytes));
        case ElementType::U16: return shortest(valueAt<std::uint16_t>(bytes));
        case ElementType::I32: return shortest(valueAt<std::int32_t>(bytes));
        case ElementType::U32: return shortest(valueAt<std::uint32_t>(bytes));
        case ElementType::I64: return shortest(valueAt<std::int64_t>(bytes));
        case ElementType::U64: return shortest(valueAt<std::uint64_t>(bytes));
        case ElementType::F16: return halfText(valueAt<std::uint16_t>(bytes));
        case ElementType::F32: return shortest(valueAt<float>(bytes));
        case ElementType::F64: return shortest(valueAt<double>(bytes));
    }
    return {};
}

}  // namespace lanescope
