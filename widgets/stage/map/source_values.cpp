// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/source_values.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace lanescope {
namespace {

using NumberType = SourceValue::Type;

double asReal(const SourceValue& value) {
    if (value.isReal()) return value.real;
    return value.type == NumberType::U64 ? static_cast<double>(static_cast<std::uint64_t>(value.whole))
                                         : static_cast<double>(value.whole);
}

NumberType common(NumberType a, NumberType b) {
    for (const NumberType type : {NumberType::F64, NumberType::F32, NumberType::U64, NumberType::I64, NumberType::U32})
        if (a == type || b == type) return type;
    return NumberType::I32;
}

std::optional<SourceValue> onReals(const std::string& sign, double a, double b, NumberType type) {
    if (sign == "+") return realValue(a + b, type);
    if (sign == "-") return realValue(a - b, type);
    if (sign == "*") return realValue(a * b, type);
    if (sign == "/") return realValue(a / b, type);
    if (sign == "<") return wholeValue(a < b);
    if (sign == ">") return wholeValue(a > b);
    if (sign == "<=") return wholeValue(a <= b);
    if (sign == ">=") return wholeValue(a >= b);
    if (sign == "==") return wholeValue(a == b);
    if (sign == "!=") return wholeValue(a != b);
    return std::nullopt;
}

template <typename Number>
std::optional<SourceValue> onWholes(const std::string& sign, Number a, Number b, NumberType type) {
    using Unsigned = std::make_unsigned_t<Number>;
    const auto x = static_cast<Unsigned>(a), y = static_cast<Unsigned>(b);
    const auto give = [type](Unsigned number) { return wholeValue(static_cast<std::int64_t>(number), type); };
    if (sign == "+") return give(x + y);
    if (sign == "-") return give(x - y);
    if (sign == "*") return give(x * y);
    if (sign == "&") return give(x & y);
    if (sign == "|") return give(x | y);
    if (sign == "^") return give(x ^ y);
    if (sign == "/" || sign == "%") {
        const bool overflows = std::numeric_limits<Number>::is_signed && b == static_cast<Number>(-1);
        if (b == 0 || overflows) return std::nullopt;
        return give(static_cast<Unsigned>(sign == "/" ? a / b : a % b));
    }
    if (sign == "<") return wholeValue(a < b);
    if (sign == ">") return wholeValue(a > b);
    if (sign == "<=") return wholeValue(a <= b);
    if (sign == ">=") return wholeValue(a >= b);
    if (sign == "==") return wholeValue(a == b);
    if (sign == "!=") return wholeValue(a != b);
    return std::nullopt;
}

std::optional<SourceValue> shifted(const std::string& sign, const SourceValue& a, std::int64_t by) {
    const bool wide = a.type == NumberType::I64 || a.type == NumberType::U64;
    if (a.isReal() || by < 0 || by >= (wide ? 64 : 32)) return std::nullopt;
    if (sign == "<<") return wholeValue(static_cast<std::int64_t>(static_cast<std::uint64_t>(a.whole) << by), a.type);
    if (a.type == NumberType::U64)
        return wholeValue(static_cast<std::int64_t>(static_cast<std::uint64_t>(a.whole) >> by), a.type);
    return wholeValue(a.whole >> by, a.type);
}

}  // namespace

std::string SourceValue::text() const {
    if (!isReal())
        return type == NumberType::U64 ? std::to_string(static_cast<std::uint64_t>(whole)) : std::to_string(whole);
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, real, std::chars_format::general, 5);
    return {text, end.ptr};
}

SourceValue wholeValue(std::int64_t number, NumberType type) {
    if (type == NumberType::I32) number = static_cast<std::int32_t>(number);
    if (type == NumberType::U32) number = static_cast<std::uint32_t>(number);
    return {type, number, 0};
}

SourceValue realValue(double number, NumberType type) {
    return {type, 0, type == NumberType::F32 ? static_cast<double>(static_cast<float>(number)) : number};
}

SourceValue converted(const SourceValue& value, NumberType type) {
    if (type == NumberType::F32 || type == NumberType::F64) return realValue(asReal(value), type);
    if (!value.isReal()) return wholeValue(value.whole, type);
    constexpr double kLimit = 9e18;
    return wholeValue(static_cast<std::int64_t>(std::clamp(value.real, -kLimit, kLimit)), type);
}

std::optional<SourceValue> numberOf(const std::string& text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const bool real = !hex && text.find_first_of(".eEfF") != std::string::npos;
    if (real) {
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc()) return std::nullopt;
        const bool single = end != text.data() + text.size() && (*end == 'f' || *end == 'F');
        return realValue(number, single ? NumberType::F32 : NumberType::F64);
    }
    std::uint64_t number = 0;
    const char* begin = text.data() + (hex ? 2 : 0);
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number, hex ? 16 : 10);
    if (error != std::errc()) return std::nullopt;
    const std::string rest(end, text.data() + text.size());
    const bool isUnsigned = rest.find_first_of("uU") != std::string::npos;
    const bool isLong = rest.find_first_of("lL") != std::string::npos || number > 0xffffffffU;
    const NumberType type = isLong ? (isUnsigned ? NumberType::U64 : NumberType::I64)
                                   : (isUnsigned || (hex && number > 0x7fffffffU) ? NumberType::U32 : NumberType::I32);
    return wholeValue(static_cast<std::int64_t>(number), type);
}

std::optional<SourceValue> applied(const std::string& sign, const SourceValue& a, const SourceValue& b) {
    if (sign == "&&") return wholeValue(a.isTrue() && b.isTrue());
    if (sign == "||") return wholeValue(a.isTrue() || b.isTrue());
    if (sign == "<<" || sign == ">>") return shifted(sign, a, b.whole);
    const NumberType type = common(a.type, b.type);
    if (type == NumberType::F32 || type == NumberType::F64) return onReals(sign, asReal(a), asReal(b), type);
    const SourceValue x = converted(a, type), y = converted(b, type);
    switch (type) {
        case NumberType::U32:
            return onWholes(sign, static_cast<std::uint32_t>(x.whole), static_cast<std::uint32_t>(y.whole), type);
        case NumberType::U64:
            return onWholes(sign, static_cast<std::uint64_t>(x.whole), static_cast<std::uint64_t>(y.whole), type);
        case NumberType::I64: return onWholes(sign, x.whole, y.whole, type);
        default: return onWholes(sign, static_cast<std::int32_t>(x.whole), static_cast<std::int32_t>(y.whole), type);
    }
}

std::optional<SourceValue> called(const std::string& function, const std::vector<SourceValue>& arguments) {
    const auto is = [&](const char* name, std::size_t count) { return function == name && arguments.size() == count; };
    const auto first = [&] { return asReal(arguments.front()); };
    if (is("__clz", 1)) return wholeValue(std::countl_zero(static_cast<std::uint32_t>(arguments[0].whole)));
    if (is("__popc", 1)) return wholeValue(std::popcount(static_cast<std::uint32_t>(arguments[0].whole)));
    if (is("__float_as_int", 1)) return wholeValue(std::bit_cast<std::int32_t>(static_cast<float>(first())));
    if (is("__int_as_float", 1))
        return realValue(std::bit_cast<float>(static_cast<std::int32_t>(arguments[0].whole)), NumberType::F32);
    if (is("sqrtf", 1)) return realValue(std::sqrt(static_cast<float>(first())), NumberType::F32);
    if (is("rsqrtf", 1)) return realValue(1 / std::sqrt(first()), NumberType::F32);
    if (is("sqrt", 1)) return realValue(std::sqrt(first()), NumberType::F64);
    if (is("floor", 1)) return realValue(std::floor(first()), NumberType::F64);
    if (is("floorf", 1)) return realValue(std::floor(first()), NumberType::F32);
    if (is("pow", 2)) return realValue(std::pow(first(), asReal(arguments[1])), NumberType::F64);
    if (is("fmaf", 3))
        return realValue(std::fma(static_cast<float>(first()), static_cast<float>(asReal(arguments[1])),
                                  static_cast<float>(asReal(arguments[2]))),
                         NumberType::F32);
    if (is("min", 2) || is("max", 2)) {
        const auto less = applied("<", arguments[0], arguments[1]);
        const bool takeFirst = less && less->isTrue() == (function == "min");
        return converted(arguments[takeFirst ? 0 : 1], common(arguments[0].type, arguments[1].type));
    }
    return std::nullopt;
}

}  // namespace lanescope
