// SPDX-License-Identifier: GPL-3.0-or-later
// Chips, their popups and their row, used by mouse and key as a user would.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <array>

#include "core/base/resources.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/chip_popup.h"
#include "widgets/panels/chip_strip.h"
#include "widgets/panels/choice_list.h"
#include "widgets/panels/parameter_field.h"
#include "widgets/panels/size_box.h"

namespace lanescope {
namespace {

const Algorithm& tiled() {
    static const Catalogue loaded = Catalogue::load(resourceFolder().value()).value();
    return **loaded.find("matmul.tiled");
}

const ParameterSpec& specOf(const char* name) {
    const auto specs = tiled().parameters();
    return *std::ranges::find(specs, name, &ParameterSpec::name);
}

struct AChip : ::testing::Test {
    AChip() {
        auto* popup = new ChipPopup(theme, &chip);
        list = new ChoiceList(QStringLiteral("Sides"));
        popup->setContent(list, list);
        chip.setPopup(popup);
        chip.setChoice(QStringLiteral("block"), {QStringLiteral("16")});
        chip.resize(chip.sizeHint());
        chip.show();
    }
    Theme theme;
    Chip chip{theme, Chip::Frame::Framed, QStringLiteral("Block side"), nullptr};
    ChoiceList* list;
};

TEST_F(AChip, SaysWhatItIsAndWhatIsChosen) {
    EXPECT_EQ(chip.accessibleName(), QStringLiteral("Block side: 16"));
    chip.setChoice(QStringLiteral("padded"), {QStringLiteral("no"), QStringLiteral("yes")});
    EXPECT_EQ(chip.accessibleName(), QStringLiteral("Block side: no | yes"));
    EXPECT_EQ(chip.text(), QStringLiteral("padded no | yes"));
}

TEST_F(AChip, IsOpenedByKeysAndByAClick) {
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space, Qt::Key_Down}) {
        QTest::keyClick(&chip, key);
        EXPECT_TRUE(chip.popup()->isVisible()) << key;
        QTest::keyClick(list, Qt::Key_Escape);
        EXPECT_FALSE(chip.popup()->isVisible()) << key;
    }
    QTest::mouseClick(&chip, Qt::LeftButton);
    EXPECT_TRUE(chip.popup()->isVisible());
}

TEST_F(AChip, SaysWhatIsWrongAndHasRoomForTheSign) {
    const int before = chip.sizeHint().width();
    chip.setProblem(QStringLiteral("16 does not go with it."));
    EXPECT_GT(chip.sizeHint().width(), before);
    EXPECT_TRUE(chip.accessibleDescription().contains(QStringLiteral("does not go with it")));
    EXPECT_TRUE(chip.toolTip().contains(QStringLiteral("does not go with it")));
}

TEST_F(AChip, KeepsItsWidthForWhatItMaySay) {
    chip.setWidestValues({QStringLiteral("1024"), QStringLiteral("8")});
    chip.setChoice(QStringLiteral("block"), {QStringLiteral("8")});
    const int narrow = chip.sizeHint().width();
    chip.setChoice(QStringLiteral("block"), {QStringLiteral("1024")});
    EXPECT_EQ(chip.sizeHint().width(), narrow);
}

struct AList : ::testing::Test {
    AList() {
        list.setRows({{QStringLiteral("a"), QStringLiteral("A"), true, false},
                      {QStringLiteral("b"), QStringLiteral("B"), true, false},
                      {QStringLiteral("c"), QStringLiteral("C"), true, true}},
                     QStringLiteral("a"));
        list.resize(list.sizeHint());
        list.show();
    }
    ChoiceList list{QStringLiteral("Letters")};
};

TEST_F(AList, EnterChoosesAndSpacePutsBeside) {
    const QSignalSpy chosen(&list, &ChoiceList::keyChosen);
    const QSignalSpy beside(&list, &ChoiceList::besideToggled);
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Space);
    ASSERT_EQ(beside.count(), 1);
    EXPECT_EQ(beside.front(), (QVariantList{QStringLiteral("b"), true}));
    EXPECT_EQ(chosen.count(), 0);
    QTest::keyClick(&list, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toString(), QStringLiteral("b"));
}

TEST_F(AList, AClickOnTheBoxPutsBesideAndElsewhereChooses) {
    const QSignalSpy chosen(&list, &ChoiceList::keyChosen);
    const QSignalSpy beside(&list, &ChoiceList::besideToggled);
    const auto centre = [&](int row, int column) { return list.visualRect(list.model()->index(row, column)).center(); };
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, centre(2, 1));
    ASSERT_EQ(beside.count(), 1);
    EXPECT_EQ(beside.front(), (QVariantList{QStringLiteral("c"), false}));
    EXPECT_EQ(chosen.count(), 0);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, centre(1, 0));
    EXPECT_EQ(chosen.count(), 1);
}

TEST_F(AList, WhatIsChosenCannotStandBesideItself) {
    EXPECT_FALSE(list.topLevelItem(0)->data(1, Qt::CheckStateRole).isValid());
    EXPECT_TRUE(list.topLevelItem(1)->data(1, Qt::CheckStateRole).isValid());
}

struct Field : ::testing::Test {
    Theme theme;
};

TEST_F(Field, OfARangeTakesAnyNumberAndSaysWhatIsWrongWithIt) {
    ParameterField field(theme, specOf("n"), nullptr);
    field.setState({"64", {}, {}});
    field.show();
    std::vector<std::string> edited;
    QObject::connect(&field, &ParameterField::edited,
                     [&](const std::string&, const std::string& value) { edited.push_back(value); });
    const QSignalSpy done(&field, &ParameterField::done);
    field.box()->selectAll();
    QTest::keyClicks(field.box(), QStringLiteral("0"));
    EXPECT_TRUE(edited.empty()) << "it counts when it is finished";
    QObject::connect(&field, &ParameterField::edited,
                     [&] { field.setProblem(QStringLiteral("n = 0 is not possible.")); });
    QTest::keyClick(field.box(), Qt::Key_Return);
    EXPECT_EQ(edited, std::vector<std::string>{"0"});
    EXPECT_EQ(done.count(), 0) << "it stays open with what is wrong";
    EXPECT_TRUE(field.problem().contains(QStringLiteral("n = 0")));
    EXPECT_EQ(field.box()->value(), 0) << "nothing that was typed is lost";
    field.setProblem({});
    QTest::keyClick(field.box(), Qt::Key_Return);
    EXPECT_EQ(done.count(), 1);
}

TEST_F(Field, ASliderGoesThroughTypicalValues) {
    ParameterField field(theme, specOf("n"), nullptr);
    field.setState({"64", {}, {"100"}});
    field.show();
    std::string edited;
    QObject::connect(&field, &ParameterField::edited,
                     [&](const std::string&, const std::string& value) { edited = value; });
    field.slider()->setFocus();
    QTest::keyClick(field.slider(), Qt::Key_Right);
    EXPECT_EQ(edited, "100") << "what stands beside it is one of them";
}

TEST_F(Field, OfAListOffersWhatGoesWithTheRest) {
    ParameterField field(theme, specOf("block"), nullptr);
    field.setState({"16", {"8", "16"}, {"8"}});
    EXPECT_EQ(field.box(), nullptr);
    ASSERT_EQ(field.list()->topLevelItemCount(), 2);
    EXPECT_EQ(field.list()->topLevelItem(0)->checkState(1), Qt::Checked);
    field.setState({"32", {"8", "16"}, {}});
    EXPECT_EQ(field.list()->topLevelItemCount(), 3) << "what is chosen stays in sight";
}

TEST(TypicalValues, AreAllOfAShortRangeElsePowersOfTwo) {
    ParameterSpec levels;
    levels.maximum = 15;
    EXPECT_EQ(typicalValues(levels, {}).size(), 16U);
    ParameterSpec n;
    n.minimum = 1;
    n.maximum = 16384;
    const auto values = typicalValues(n, {"100", "99999"});
    EXPECT_NE(std::ranges::find(values, "100"), values.end());
    EXPECT_EQ(std::ranges::find(values, "99999"), values.end()) << "not legal";
    EXPECT_EQ(values.back(), "4096");
}

struct Strip : ::testing::Test {
    Strip() {
        for (std::size_t i = 0; i < chips.size(); ++i) {
            chips[i] = new Chip(theme, Chip::Frame::Framed, QStringLiteral("Chip"), nullptr);
            chips[i]->setChoice(QStringLiteral("chip"), {QString::number(i)});
            strip.add(chips[i], ChipStrip::Place::Left, static_cast<int>(i) * 10);
        }
        told->setChoice({}, {QStringLiteral("✓ correct")});
        strip.add(told, ChipStrip::Place::Right, ChipStrip::kAlways);
        more->setChoice({}, {QStringLiteral("more")});
        strip.setMore(more);
        strip.show();
    }
    Theme theme;
    ChipStrip strip{theme, nullptr};
    std::array<Chip*, 5> chips{};
    Chip* told = new Chip(theme, Chip::Frame::Plain, QStringLiteral("Told"), nullptr);
    Chip* more = new Chip(theme, Chip::Frame::Framed, QStringLiteral("More"), nullptr);
};

TEST_F(Strip, LeavesOutTheLeastImportantFirstAndCutsNothing) {
    std::size_t before = 0;
    for (int width = strip.sizeHint().width(); width >= strip.minimumSizeHint().width(); width -= 10) {
        strip.resize(width, 48);
        QCoreApplication::processEvents();
        const std::size_t out = strip.leftOut().size();
        EXPECT_GE(out, before) << width;
        before = out;
        for (std::size_t i = 0; i < chips.size(); ++i) EXPECT_EQ(chips[i]->isVisible(), i >= out) << width << ' ' << i;
        EXPECT_EQ(more->isVisible(), out > 0) << width;
        int right = 0;
        for (const Chip* chip : {chips[0], chips[1], chips[2], chips[3], chips[4], more, told}) {
            if (!chip->isVisible()) continue;
            EXPECT_GT(chip->x(), right) << width;
            EXPECT_GE(chip->width(), chip->sizeHint().width()) << width;
            right = chip->geometry().right();
        }
        EXPECT_LT(right, width);
    }
    EXPECT_EQ(before, chips.size());
}

TEST_F(Strip, WhatIsAtTheRightStaysWhereItIs) {
    strip.resize(900, 48);
    const QRect before = told->geometry();
    chips[4]->setChoice(QStringLiteral("chip"), {QStringLiteral("16384")});
    strip.setWanted(chips[1], false);
    QCoreApplication::processEvents();
    EXPECT_EQ(told->geometry(), before);
    EXPECT_FALSE(chips[1]->isVisible());
    EXPECT_TRUE(strip.leftOut().empty()) << "what is not wanted is not left out";
}

}  // namespace
}  // namespace lanescope
