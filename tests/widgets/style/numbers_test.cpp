// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/numbers.h"

#include <gtest/gtest.h>

#include <QFontMetrics>

namespace lanescope {
namespace {

std::string plain(QString text) { return text.replace(QChar(0x202F), QLatin1Char(' ')).toStdString(); }

TEST(Numbers, CountsAreGroupedByThree) {
    EXPECT_EQ(plain(countText(0)), "0");
    EXPECT_EQ(plain(countText(std::uint64_t{1} << 53)), "9 007 199 254 740 992");
    EXPECT_EQ(plain(countText(999)), "999");
    EXPECT_EQ(plain(countText(4567)), "4 567");
    EXPECT_EQ(plain(countText(1234567)), "1 234 567");
    EXPECT_EQ(plain(countText(1234.5)), "1 234.50");
    EXPECT_EQ(plain(countText(-1234)),
              "\xe2\x88\x92"
              "1 234");
}

// Sentences with counts are wrapped; a count that goes on in the next line reads as two.
TEST(Numbers, CountsAreNotBrokenWhereSentencesAre) {
    const QFontMetrics metrics{QFont()};
    const QRect narrow(0, 0, metrics.horizontalAdvance(countText(1234567)) / 2, 10'000);
    const auto height = [&](const QString& text) {
        return metrics.boundingRect(narrow, Qt::TextWordWrap, text).height();
    };
    EXPECT_EQ(height(countText(1234567)), metrics.height());
    ASSERT_GT(height(QStringLiteral("1 234 567")), metrics.height()) << "others are broken in so little room";
}

TEST(Numbers, TimesTakeTheFittingPrefix) {
    EXPECT_EQ(plain(timeText(0)), "0 s");
    EXPECT_EQ(plain(timeText(12.34e-6)), "12.3 µs");
    EXPECT_EQ(plain(timeText(999.9e-6)), "1.00 ms");
    EXPECT_EQ(plain(timeText(2.5e-10)), "0.25 ns");
    EXPECT_EQ(plain(timeText(1e-7)), "100 ns") << "which is a little less in binary";
    EXPECT_EQ(plain(timeText(99.96)), "100 s");
    EXPECT_EQ(plain(timeText(99.94)), "99.9 s");
    EXPECT_EQ(plain(timeText(9.996)), "10.0 s");
    EXPECT_EQ(plain(timeText(9.994)), "9.99 s");
    EXPECT_EQ(plain(timeText(250)), "250 s");
    EXPECT_EQ(plain(timeText(86400)), "86 400 s");
    EXPECT_EQ(plain(timeText(-1.19e-6)),
              "\xe2\x88\x92"
              "1.19 µs");
}

TEST(Numbers, DifferencesSayTheirSign) {
    EXPECT_EQ(plain(differenceText(100, 100)), "=");
    EXPECT_EQ(plain(differenceText(112.5, 100)), "+12.5 %");
    EXPECT_EQ(plain(differenceText(50, 100)),
              "\xe2\x88\x92"
              "50.0 %");
    EXPECT_EQ(plain(differenceText(5, 0)), "?");
    EXPECT_EQ(plain(differenceText(12838, 100)), "+12 738 %");
    EXPECT_EQ(plain(differenceText(109.996, 100)), "+10.0 %");
    EXPECT_EQ(plain(differenceText(1099.96, 100)), "+1 000 %");
}

TEST(Numbers, UnitsDecideTheForm) {
    EXPECT_EQ(plain(valueText(56.25, QStringLiteral("%"))), "56.25 %");
    EXPECT_EQ(plain(valueText(2048, QStringLiteral("B"))), "2 048 B");
    EXPECT_EQ(plain(valueText(13.95e9, QStringLiteral("B/s"))), "13.9 GB/s");
    EXPECT_EQ(plain(valueText(2.5e6, QStringLiteral("B/s"))), "2.50 MB/s");
    EXPECT_EQ(plain(valueText(4.814e12, QStringLiteral("B/s"))), "4 814 GB/s");
    EXPECT_EQ(plain(valueText(3e-3, QStringLiteral("s"))), "3.00 ms");
}

TEST(Numbers, TheShortFormKeepsFourDigits) {
    EXPECT_EQ(plain(shortValueText(1073741824, {})), "1.074 G");
    EXPECT_EQ(plain(shortValueText(131072, QStringLiteral("B"))), "131.1 kB");
    EXPECT_EQ(plain(shortValueText(999960, {})), "1.000 M");
    EXPECT_EQ(plain(shortValueText(99999, {})), "99 999");
    EXPECT_EQ(plain(shortValueText(100, QStringLiteral("%"))), "100 %");
    EXPECT_EQ(plain(shortValueText(56.25, QStringLiteral("%"))), "56.25 %");
    EXPECT_EQ(plain(shortValueText(2e-6, QStringLiteral("s"))), "2.00 µs");
}

}  // namespace
}  // namespace lanescope
