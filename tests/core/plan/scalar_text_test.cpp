// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/scalar_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "core/base/half.h"

namespace lanescope {
namespace {

/// Its text, read again, has the same bits; but every NaN is "nan".
void expectRoundTrip(ElementType type, std::uint64_t bits) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
    const std::string text = textOf(type, bytes);
    const auto again = scalarFromText(type, text);
    ASSERT_TRUE(again) << nameOf(type) << ' ' << std::hex << bits << ": " << text << ": " << again.error();
    if (text != "nan") {
        EXPECT_EQ(again->bits, bits) << nameOf(type) << ": " << text;
    }
}

TEST(ScalarText, EveryHalfIsReadAgainAsItWas) {
    for (std::uint64_t bits = 0; bits < 65536; ++bits) expectRoundTrip(ElementType::F16, bits);
}

TEST(ScalarText, NumbersOfAnyTypeAreReadAgainAsTheyWere) {
    std::mt19937_64 random(1);
    for (const ElementType type : kElementTypes) {
        const std::uint64_t mask = ~0ULL >> (64 - sizeOf(type) * 8);
        for (const std::uint64_t edge : std::initializer_list<std::uint64_t>{0, 1, mask, mask >> 1, (mask >> 1) + 1})
            expectRoundTrip(type, edge);
        for (int i = 0; i < 20'000; ++i) expectRoundTrip(type, random() & mask);
    }
}

TEST(ScalarText, IsAsShortAsItCanBe) {
    const auto text = [](ElementType type, auto value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(value));
        return textOf(type, reinterpret_cast<const std::byte*>(&bits));
    };
    EXPECT_EQ(text(ElementType::F32, 0.1F), "0.1");
    EXPECT_EQ(text(ElementType::F64, 0.1), "0.1");
    EXPECT_EQ(text(ElementType::F64, 0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(text(ElementType::F16, halfOf(0.1)), "0.1");
    EXPECT_EQ(text(ElementType::F32, -0.0F), "-0");
    EXPECT_EQ(text(ElementType::F64, -HUGE_VAL), "-inf");
    EXPECT_EQ(text(ElementType::U64, ~0ULL), "18446744073709551615");
    EXPECT_EQ(text(ElementType::I8, std::int8_t{-128}), "-128");
}

}  // namespace
}  // namespace lanescope
