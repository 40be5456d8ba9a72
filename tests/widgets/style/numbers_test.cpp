// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/numbers.h"

#include <gtest/gtest.h>

#include <QFontMetrics>

namespace lanescope {
namespace {

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

}  // namespace
}  // namespace lanescope
