// SPDX-License-Identifier: GPL-3.0-or-later
// Picker, form and badge, used by mouse and key as a user would, over the real catalogue.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <cmath>

#include "core/base/resources.h"
#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/size_box.h"

namespace lanescope {
namespace {

const Catalogue& catalogue() {
    static const Catalogue loaded = Catalogue::load(resourceFolder().value()).value();
    return loaded;
}

const Algorithm& tiled() { return **catalogue().find("matmul.tiled"); }

TEST(AlgorithmPicker, AClickChooses) {
    AlgorithmPicker picker;
    picker.resize(300, 500);
    picker.setAlgorithms(catalogue().algorithms());
    picker.show();
    const QSignalSpy chosen(&picker, &AlgorithmPicker::chosen);
    // Families are closed until one is opened; the first one with a click.
    QTreeWidgetItem* family = picker.tree()->topLevelItem(0);
    if (!family->isExpanded())
        QTest::mouseClick(picker.tree()->viewport(), Qt::LeftButton, {},
                          picker.tree()->visualItemRect(family).center());
    EXPECT_EQ(chosen.count(), 0) << "a family is no choice";
    QTreeWidgetItem* item = family->child(2);
    const QRect rect = picker.tree()->visualItemRect(item);
    ASSERT_FALSE(rect.isEmpty());
    QTest::mouseClick(picker.tree()->viewport(), Qt::LeftButton, {}, rect.center());
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toString(), picker.current());
}

TEST(AlgorithmPicker, SearchFindsByDocumentAndEnterChooses) {
    AlgorithmPicker picker;
    picker.setAlgorithms(catalogue().algorithms());
    picker.show();
    QTest::keyClicks(picker.search(), QStringLiteral("listing 8.14"));
    QTest::keyClick(picker.search(), Qt::Key_Return);
    EXPECT_EQ(picker.current(), QStringLiteral("matmul.tiled"));
    const QTreeWidgetItem* family = picker.tree()->topLevelItem(0);
    for (int i = 0; i < family->childCount(); ++i)
        EXPECT_EQ(family->child(i)->isHidden(), !family->child(i)->isSelected()) << i;
}

TEST(AlgorithmPicker, DownLeadsFromTheSearchIntoTheList) {
    AlgorithmPicker picker;
    picker.setAlgorithms(catalogue().algorithms());
    picker.show();
    picker.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&picker));
    picker.search()->setFocus();
    QTest::keyClick(picker.search(), Qt::Key_Down);
    EXPECT_TRUE(picker.tree()->hasFocus());
}

struct Form : ::testing::Test {
    Form() {
        form.setAlgorithm(&tiled(), tiled().complete({}).value());
        form.show();
    }
    ConfigurationForm form;
};

TEST_F(Form, HasAFieldForEveryParameterWithItsName) {
    for (const ParameterSpec& spec : tiled().parameters()) {
        ASSERT_NE(form.field(spec.name), nullptr) << spec.name;
        EXPECT_EQ(form.field(spec.name)->accessibleName().toStdString(), spec.title);
    }
    EXPECT_EQ(form.parameters(), tiled().complete({}).value());
}

TEST_F(Form, TypingASizeEmitsItWhenItIsFinished) {
    const QSignalSpy edited(&form, &ConfigurationForm::edited);
    auto* n = qobject_cast<SizeBox*>(form.field("n"));
    ASSERT_NE(n, nullptr);
    n->selectAll();
    QTest::keyClicks(n, QStringLiteral("96"));
    EXPECT_EQ(edited.count(), 0);
    QTest::keyClick(n, Qt::Key_Return);
    ASSERT_EQ(edited.count(), 1);
    EXPECT_EQ(edited.front().front().value<Parameters>().value("n"), "96");
}

TEST_F(Form, ArrowsGoToPowersOfTwo) {
    auto* n = qobject_cast<SizeBox*>(form.field("n"));
    QTest::keyClick(n, Qt::Key_Up);
    EXPECT_EQ(n->value(), 128);
    n->setValue(100);
    QTest::keyClick(n, Qt::Key_Down);
    EXPECT_EQ(n->value(), 64);
}

TEST_F(Form, SaysAProblemBesideItsFieldInWords) {
    form.showProblem(Error(ErrorCode::IllegalValue, {{"parameter", "n"}, {"value", "0"}, {"legal", "1 … 16384"}}));
    EXPECT_TRUE(form.problemText("n").contains(QStringLiteral("16384")));
    EXPECT_TRUE(form.problemText("block").isEmpty());
    form.showProblem(Error(ErrorCode::TooLarge, {{"what", "The plan"}, {"needed", "9"}, {"available", "1"}}));
    EXPECT_TRUE(form.problemText("n").isEmpty());
    EXPECT_FALSE(form.problemText("").isEmpty());
    form.showProblem(std::nullopt);
    EXPECT_TRUE(form.problemText("").isEmpty());
}

TEST_F(Form, OffersTheBlocksOfTheGridAndHidesAChoiceOfOne) {
    form.setGrid({4, 2, 1}, {1, 1, 0});
    const QSignalSpy chosen(&form, &ConfigurationForm::blockChosen);
    QSpinBox* x = nullptr;
    for (auto* box : form.findChildren<QSpinBox*>())
        if (box->accessibleName().contains(QStringLiteral("x"))) x = box;
    ASSERT_NE(x, nullptr);
    EXPECT_EQ(x->maximum(), 3);
    QTest::keyClick(x, Qt::Key_Up);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().value<Dim3>(), (Dim3{2, 1, 0}));
    form.setGrid({1, 1, 1}, {0, 0, 0});
    EXPECT_FALSE(x->isVisible());
}

TEST_F(Form, AThirdDimensionAndSeveralLaunchesHaveBoxesOfTheirOwn) {
    const auto named = [&](const char* name) {
        for (auto* box : form.findChildren<QSpinBox*>())
            if (box->accessibleName() == QLatin1StringView(name)) return box;
        return static_cast<QSpinBox*>(nullptr);
    };
    form.setGrid({4, 2, 1}, {0, 0, 0});
    form.setLaunches(1, 0);
    EXPECT_FALSE(named("Watched block, z")->isVisible());
    EXPECT_FALSE(named("Watched launch")->isVisible());
    form.setGrid({4, 2, 3}, {0, 0, 1});
    form.setLaunches(5, 1);
    EXPECT_TRUE(named("Watched block, z")->isVisible());
    EXPECT_EQ(named("Watched launch")->text(), QStringLiteral("2 of 5"));
    const QSignalSpy block(&form, &ConfigurationForm::blockChosen);
    const QSignalSpy launch(&form, &ConfigurationForm::launchChosen);
    QTest::keyClick(named("Watched block, z"), Qt::Key_Up);
    QTest::keyClick(named("Watched launch"), Qt::Key_Up);
    ASSERT_EQ(block.count(), 1);
    EXPECT_EQ(block.front().front().value<Dim3>(), (Dim3{0, 0, 2}));
    ASSERT_EQ(launch.count(), 1);
    EXPECT_EQ(launch.front().front().toInt(), 2);
}

CheckResult wrongResult() {
    CheckResult check;
    check.verdict = CheckResult::Verdict::Wrong;
    check.buffer = "C";
    check.rows = check.columns = 64;
    check.checked = 4096;
    check.wrong = 1234;
    check.first = {{0, 0, 88, 97}, {0, 1, std::nan(""), 99}};
    return check;
}

TEST(CorrectnessBadge, SaysWhatIsWrongAndWhere) {
    CorrectnessBadge badge;
    badge.show();
    const QSignalSpy toggled(&badge, &CorrectnessBadge::differencesToggled);
    badge.setResult(wrongResult(), false);
    EXPECT_TRUE(badge.text().contains(QStringLiteral("234")));
    EXPECT_TRUE(badge.details().contains(QStringLiteral("C[0][0] = 88, should be 97")));
    EXPECT_TRUE(badge.details().contains(QStringLiteral("C[0][1] = never written")));
    ASSERT_GE(toggled.count(), 1);
    EXPECT_TRUE(toggled.last().front().toBool());
    QTest::mouseClick(badge.button(), Qt::LeftButton);
    EXPECT_FALSE(toggled.last().front().toBool());
}

TEST(CorrectnessBadge, TakesLinesRatherThanRoomFromItsNeighbours) {
    CorrectnessBadge badge;
    badge.setResult(wrongResult(), false);
    const QFontMetrics metrics = badge.button()->fontMetrics();
    badge.resize(metrics.horizontalAdvance(badge.text()) * 2 / 3, 300);
    badge.show();
    QCoreApplication::processEvents();
    EXPECT_LT(badge.minimumSizeHint().width(), badge.width());
    const QStringList lines = badge.button()->text().split(QLatin1Char('\n'));
    EXPECT_GT(lines.size(), 1);
    EXPECT_EQ(lines.join(QLatin1Char(' ')), badge.text());
    for (const QString& line : lines) EXPECT_LT(metrics.horizontalAdvance(line), badge.button()->width());
    EXPECT_GE(badge.button()->height(), lines.size() * metrics.height());
}

TEST(CorrectnessBadge, SaysWhyASampleIsNotChecked) {
    CheckResult check;
    EXPECT_TRUE(badgeText(check, true).contains(QStringLiteral("sampled")));
    EXPECT_FALSE(badgeDetails(check, true).isEmpty());
    check.verdict = CheckResult::Verdict::Correct;
    EXPECT_EQ(badgeText(check, false), QStringLiteral("✓ correct"));
}

}  // namespace
}  // namespace lanescope
