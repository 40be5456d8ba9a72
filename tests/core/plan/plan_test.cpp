// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace lanescope {
namespace {

Buffer numbers(ElementType type, std::uint64_t rows, std::uint64_t columns, std::uint32_t seed) {
    return {"A", type, rows, columns, {InitialContent::Kind::SmallIntegers, seed}};
}

std::vector<double> elementsOf(const Buffer& buffer) {
    const std::vector<std::byte> bytes = initialBytes(buffer);
    std::vector<double> values;
    for (std::size_t i = 0; i < bytes.size(); i += sizeOf(buffer.type))
        values.push_back(elementAsDouble(buffer.type, bytes.data() + i));
    return values;
}

TEST(InitialBytes, SmallIntegersAreOneToNineInEveryType) {
    const std::vector<double> values = elementsOf(numbers(ElementType::F32, 100, 100, 1));
    ASSERT_EQ(values.size(), 10000U);
    EXPECT_EQ(std::set<double>(values.begin(), values.end()), (std::set<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(elementsOf(numbers(ElementType::F64, 100, 100, 1)), values);
    EXPECT_EQ(elementsOf(numbers(ElementType::I32, 100, 100, 1)), values);
}

TEST(InitialBytes, SmallIntegersAreSpreadEvenly) {
    std::array<int, 10> seen{};
    for (const double value : elementsOf(numbers(ElementType::I32, 300, 300, 7))) ++seen[static_cast<int>(value)];
    for (int value = 1; value <= 9; ++value) EXPECT_NEAR(seen[value], 10000, 400) << value;
}

TEST(InitialBytes, DependOnTheSeedOnly) {
    EXPECT_EQ(elementsOf(numbers(ElementType::I32, 8, 8, 1)), elementsOf(numbers(ElementType::I32, 8, 8, 1)));
    EXPECT_NE(elementsOf(numbers(ElementType::I32, 8, 8, 1)), elementsOf(numbers(ElementType::I32, 8, 8, 2)));
}

// Recordings and screenshots were made with these very numbers.
TEST(InitialBytes, NeverChange) {
    EXPECT_EQ(elementsOf(numbers(ElementType::I32, 1, 8, 1)), (std::vector<double>{1, 1, 3, 7, 3, 8, 7, 3}));
    EXPECT_EQ(elementsOf(numbers(ElementType::I32, 1, 8, 2)), (std::vector<double>{1, 8, 2, 2, 4, 1, 7, 4}));
}

TEST(InitialBytes, ZerosAndNothing) {
    Buffer buffer = numbers(ElementType::F64, 2, 3, 0);
    buffer.initial.kind = InitialContent::Kind::Zeros;
    EXPECT_EQ(elementsOf(buffer), std::vector<double>(6, 0.0));
    buffer.initial.kind = InitialContent::Kind::Uninitialised;
    EXPECT_TRUE(initialBytes(buffer).empty());
}

}  // namespace
}  // namespace lanescope
