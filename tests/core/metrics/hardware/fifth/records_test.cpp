// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of records.cu compute what they say.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "tests/core/metrics/hardware/emulated_launch.h"

namespace lanescope {
namespace {

using namespace emulated;

TEST(FifthRecords, Revenue) {
    const Emulated run("recordRevenue");
    const Ints day = run.before<int>(0), quantity = run.before<int>(3);
    const Doubles price = run.before<double>(1), discount = run.before<double>(2);
    Doubles revenue(10);
    for (std::size_t i = 0; i < day.size(); ++i)
        if (day[i] >= 200 && day[i] < 800 && discount[i] >= 0.05 && discount[i] <= 0.07 && quantity[i] < 24)
            revenue[i / 128 % 10] += price[i] * discount[i];
    EXPECT_GT(revenue[0], 0);
    expectNear(run.after<double>(4), revenue, 1e-8);
}

TEST(FifthRecords, Groups) {
    const Emulated run("recordGroups");
    const Ints sales = run.before<int>(0);
    Ints count(25), sum(25), greatest(25);
    for (std::size_t i = 0; i < sales.size(); i += 2) {
        const auto shop = static_cast<std::size_t>(sales[i]);
        ++count[shop];
        sum[shop] += sales[i + 1];
        greatest[shop] = std::max(greatest[shop], sales[i + 1]);
    }
    EXPECT_EQ(run.after<int>(1), count);
    EXPECT_EQ(run.after<int>(2), sum);
    EXPECT_EQ(run.after<int>(3), greatest);
}

TEST(FifthRecords, Lookup) {
    const Emulated run("recordLookup");
    Ints values;
    for (const int key : run.before<int>(1)) values.push_back(key % 7 == 0 ? key * key % 1000 : -1);
    EXPECT_NE(std::ranges::count(values, -1), 0);
    EXPECT_EQ(run.after<int>(2), values);
}

TEST(FifthRecords, Interpolate) {
    const Emulated run("recordInterpolate");
    const Ints sorted = run.before<int>(0);
    Ints place;
    for (const int key : run.before<int>(1)) {
        const auto found = std::ranges::lower_bound(sorted, key);
        place.push_back(found != sorted.end() && *found == key ? static_cast<int>(found - sorted.begin()) : -1);
    }
    EXPECT_GT(std::ranges::count_if(place, [](int p) { return p >= 0; }), 100);
    EXPECT_EQ(run.after<int>(2), place);
}

TEST(FifthRecords, NumbersFromText) {
    const Emulated run("recordParse");
    const std::vector<char> text = run.before<char>(0);
    Ints numbers;
    for (std::size_t i = 0; i < 2000; ++i) numbers.push_back(std::stoi(std::string(&text[8 * i], 8)));
    EXPECT_LT(*std::ranges::min_element(numbers), -1000);
    EXPECT_EQ(run.after<int>(1), numbers);
}

TEST(FifthRecords, NumbersToText) {
    const Emulated run("recordHex");
    std::string text;
    for (const unsigned number : run.before<unsigned>(0)) {
        std::array<char, 9> field{};
        std::snprintf(field.data(), field.size(), "%08x", number);
        text += field.data();
    }
    const std::vector<char> written = run.after<char>(1);
    EXPECT_EQ(std::string(written.begin(), written.end()), text);
}

TEST(FifthRecords, Dates) {
    const Emulated run("recordDates");
    Ints dates;
    for (const int day : run.before<int>(0)) {
        const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
        dates.push_back(static_cast<int>(date.year()) * 10000 +
                        static_cast<int>(static_cast<unsigned>(date.month())) * 100 +
                        static_cast<int>(static_cast<unsigned>(date.day())));
    }
    EXPECT_EQ(run.after<int>(1), dates);
}

TEST(FifthRecords, Savings) {
    const Emulated run("recordSavings");
    const Doubles start = run.before<double>(0);
    const Ints years = run.before<int>(1);
    Doubles end;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const double grown = std::pow(1.03, years[i]);
        end.push_back(start[i] * grown + 120 * (grown - 1) / 0.03);
    }
    expectNear(run.after<double>(2), end, 1e-6);
}

TEST(FifthRecords, Loan) {
    const Emulated run("recordLoan");
    const Floats loan = run.before<float>(0), payment = run.before<float>(1), interest = run.after<float>(3);
    const Ints months = run.after<int>(2);
    EXPECT_NE(std::ranges::count(months, 600), 0);
    EXPECT_LT(*std::ranges::min_element(months), 30);
    for (std::size_t i = 0; i < loan.size(); ++i) {
        double rest = loan[i], paid = 0;
        int month = 0;
        for (; rest > 0 && month < 600; ++month) {
            paid += rest * 0.004;
            rest += rest * 0.004 - payment[i];
        }
        // The last payment may be one of a fraction of a cent.
        if (month == months[i]) {
            ASSERT_NEAR(interest[i], paid, 1e-3 * paid) << i;
        } else {
            ASSERT_NEAR(month, months[i], 1) << i;
        }
    }
}

TEST(FifthRecords, Luhn) {
    const Emulated run("recordLuhn");
    const Bytes cards = run.before<unsigned char>(0);
    Bytes valid;
    for (std::size_t card = 0; card < cards.size(); card += 16) {
        int sum = 0;
        for (std::size_t k = 0; k < 16; ++k) {
            const int twice = 2 * cards[card + k];
            sum += k % 2 == 1 ? cards[card + k] : twice / 10 + twice % 10;
        }
        valid.push_back(sum % 10 == 0 ? 1 : 2);
    }
    EXPECT_NE(std::ranges::count(valid, 1), 0);
    EXPECT_EQ(run.after<unsigned char>(1), valid);
}

TEST(FifthRecords, Morton) {
    const Emulated run("recordMorton");
    const Words x = run.before<unsigned>(0), y = run.before<unsigned>(1);
    std::vector<std::uint64_t> codes(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        for (unsigned bit = 0; bit < 32; ++bit) {
            codes[i] |= static_cast<std::uint64_t>(x[i] >> bit & 1U) << 2 * bit;
            codes[i] |= static_cast<std::uint64_t>(y[i] >> bit & 1U) << (2 * bit + 1);
        }
    EXPECT_EQ(run.after<std::uint64_t>(2), codes);
}

TEST(FifthRecords, Cipher) {
    const Emulated run("recordCipher");
    Words text = run.before<unsigned>(0);
    const Words key = run.before<unsigned>(1);
    for (std::size_t i = 0; i < text.size(); ++i) text[i] ^= key[i % 7];
    EXPECT_EQ(run.after<unsigned>(0), text);
}

TEST(FifthRecords, Palindromes) {
    const Emulated run("recordPalindromes");
    const std::vector<char> text = run.before<char>(0);
    const Ints where = run.before<int>(1);
    ASSERT_LE(where.back(), 7200);
    Ints same;
    for (std::size_t w = 0; w < 600; ++w) {
        const std::string word(text.begin() + where[w], text.begin() + where[w + 1]);
        same.push_back(word == std::string(word.rbegin(), word.rend()) ? 1 : 0);
    }
    EXPECT_GT(std::reduce(same.begin(), same.end()), 100);
    EXPECT_EQ(run.after<int>(2), same);
}

TEST(FifthRecords, TopTwo) {
    const Emulated run("recordTopTwo");
    const Ints values = run.before<int>(0);
    std::vector<Ints> ofBlock(5);
    for (std::size_t i = 0; i < values.size(); ++i) ofBlock[i / 256 % 5].push_back(values[i]);
    Ints tops;
    for (Ints& block : ofBlock) {
        std::ranges::sort(block, std::ranges::greater());
        tops.insert(tops.end(), {block[0], block[1]});
    }
    EXPECT_EQ(run.after<int>(1), tops);
}

TEST(FifthRecords, Deltas) {
    const Emulated run("recordDeltas");
    const std::vector<std::int16_t> delta = run.before<std::int16_t>(0);
    std::vector<std::int64_t> base = run.before<std::int64_t>(1), values;
    EXPECT_GT(base[0], 1'000'000'000);
    for (std::size_t i = 0; i < delta.size(); ++i) values.push_back(base[i / 32] += delta[i]);
    EXPECT_EQ(run.after<std::int64_t>(2), values);
}

}  // namespace
}  // namespace lanescope
