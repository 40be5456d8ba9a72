// SPDX-License-Identifier: GPL-3.0-or-later
// The bar of choosing, over the real catalogue, used as a user would; a fake worker stands in for lanescope-cli. With
// LANESCOPE_PICTURES it leaves pictures of itself.
#include "app/zones/choice_bar.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include "app/zones/algorithm_popup.h"
#include "app/zones/measure_popup.h"
#include "app/zones/parameter_popup.h"
#include "app/zones/watch_popup.h"
#include "tests/app/wait_for.h"
#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/chip.h"
#include "widgets/panels/chip_strip.h"
#include "widgets/panels/choice_list.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/panels/correctness_badge.h"
#include "widgets/panels/size_box.h"

namespace lanescope {
namespace {

const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> loaded =
        openLibrary({LibraryPart::Catalogue, LibraryPart::Gpus}).value();
    return loaded;
}

struct Bar : ::testing::Test {
    Bar() : workbench(library()), worker(QStringLiteral(LANESCOPE_FAKE_WORKER)) {
        qputenv("FAKE_WORKER", "");
        bar = std::make_unique<ChoiceBar>(workbench, worker, theme);
        bar->resize(1920, 48);
        bar->show();
        choose("matmul.tiled");
    }
    ~Bar() override { theme.setMode(Theme::Mode::System); }
    void choose(const char* id) {
        workbench.chooseAlgorithm(QLatin1StringView(id));
        settle();
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return !workbench.jobs().isBusy() && !workbench.checks().isLooking(); }));
    }
    ParameterField* field(const char* parameter) {
        for (ParameterField* one : qobject_cast<ParameterPopup*>(bar->chipOf(parameter)->popup())->fields())
            if (one->spec().name == parameter) return one;
        return nullptr;
    }
    void type(const char* parameter, const QString& value) {
        bar->chipOf(parameter)->openPopup();
        SizeBox* box = field(parameter)->box();
        box->selectAll();
        QTest::keyClicks(box, value);
        QTest::keyClick(box, Qt::Key_Return);
    }
    std::vector<Chip*> shownChips() {
        std::vector<Chip*> chips;
        for (Chip* chip : bar->findChildren<Chip*>())
            if (chip->isVisible()) chips.push_back(chip);
        std::ranges::sort(chips, {}, [](const Chip* chip) { return chip->x(); });
        return chips;
    }
    Theme theme;
    Workbench workbench;
    WorkerClient worker;
    std::unique_ptr<ChoiceBar> bar;
};

TEST_F(Bar, HasAChipForEachChoice) {
    EXPECT_EQ(bar->algorithmChip()->text(), QStringLiteral("matmul.tiled"));
    EXPECT_EQ(bar->chipOf("variant")->text(), QStringLiteral("corrected"));
    EXPECT_EQ(bar->chipOf("n")->text(), QStringLiteral("n 64"));
    EXPECT_EQ(bar->chipOf("block")->text(), QStringLiteral("block 16"));
    EXPECT_EQ(bar->chipOf("type")->text(), QStringLiteral("f32"));
    EXPECT_EQ(bar->watchChip()->text(), QStringLiteral("watch block (0, 0)"));
    EXPECT_EQ(bar->schedulingChip()->text(), QStringLiteral("lanes in lockstep"));
    EXPECT_EQ(bar->gpuChip()->text(), QStringLiteral("H200"));
    EXPECT_EQ(bar->correctnessChip()->text(), QStringLiteral("✓ correct"));
    choose("transpose.tiled");
    EXPECT_EQ(bar->chipOf("width"), bar->chipOf("height"));
    EXPECT_EQ(bar->chipOf("width")->text(), QStringLiteral("96 × 96"));
    EXPECT_EQ(bar->chipOf("n"), nullptr);
}

TEST_F(Bar, AValueOfAListIsChosenByKeys) {
    bar->chipOf("block")->setFocus();
    QTest::keyClick(bar->chipOf("block"), Qt::Key_Down);
    ChoiceList* list = field("block")->list();
    EXPECT_EQ(list->currentItem()->text(0), QStringLiteral("16"));
    QTest::keyClick(list, Qt::Key_Up);
    QTest::keyClick(list, Qt::Key_Return);
    EXPECT_FALSE(bar->chipOf("block")->popup()->isVisible());
    EXPECT_EQ(workbench.parameters().value("block"), "8");
    EXPECT_EQ(bar->chipOf("block")->text(), QStringLiteral("block 8"));
    settle();
}

TEST_F(Bar, AnImpossibleValueIsSaidWhereItIsTypedAndLosesNothing) {
    const auto run = workbench.emulation();
    type("n", QStringLiteral("0"));
    EXPECT_TRUE(bar->chipOf("n")->popup()->isVisible()) << "what is wrong stays in sight";
    EXPECT_TRUE(field("n")->problem().contains(QStringLiteral("16384"))) << qPrintable(field("n")->problem());
    EXPECT_EQ(field("n")->box()->value(), 0);
    EXPECT_EQ(bar->chipOf("n")->text(), QStringLiteral("n 0"));
    EXPECT_FALSE(bar->chipOf("n")->problem().isEmpty());
    EXPECT_TRUE(bar->chipOf("block")->problem().isEmpty());
    EXPECT_EQ(workbench.emulation(), run);
    EXPECT_EQ(workbench.parameters().value("n"), "64");
    type("n", QStringLiteral("96"));
    EXPECT_FALSE(bar->chipOf("n")->popup()->isVisible());
    EXPECT_TRUE(bar->chipOf("n")->problem().isEmpty());
    EXPECT_EQ(bar->chipOf("n")->text(), QStringLiteral("n 96"));
    settle();
    EXPECT_EQ(workbench.emulation()->plan.parameters.value("n"), "96");
}

TEST_F(Bar, ValuesThatDoNotGoTogetherAreSaidByTheOneThatMustChange) {
    choose("cholesky.structured-own");
    bar->chipOf("variant")->openPopup();
    workbench.choose({{"variant", "published"}, {"n", "40"}, {"block", "8"}, {"tile", "16"}});
    EXPECT_FALSE(bar->chipOf("block")->problem().isEmpty());
    EXPECT_TRUE(bar->chipOf("tile")->problem().isEmpty());
}

TEST_F(Bar, AnotherValueStandsBeside) {
    choose("transpose.tiled");
    bar->chipOf("padded")->openPopup();
    ChoiceList* list = field("padded")->list();
    QTest::keyClick(list, list->currentItem()->text(0) == QStringLiteral("no") && list->currentIndex().row() == 0
                              ? Qt::Key_Down
                              : Qt::Key_Up);
    QTest::keyClick(list, Qt::Key_Space);
    settle();
    EXPECT_EQ(bar->chipOf("padded")->text(), QStringLiteral("padded no | yes"));
    EXPECT_EQ(workbench.sides().size(), 2U);
    EXPECT_TRUE(bar->chipOf("padded")->popup()->isVisible()) << "more may be put beside";
    QTest::keyClick(field("padded")->list(), Qt::Key_Space);
    settle();
    EXPECT_EQ(bar->chipOf("padded")->text(), QStringLiteral("padded no"));
    EXPECT_EQ(workbench.sides().size(), 1U);
}

TEST_F(Bar, OffersWhatIsNaturalToPutBesideAnAlgorithm) {
    choose("reduce.0");
    auto* popup = qobject_cast<AlgorithmPopup*>(bar->algorithmChip()->popup());
    bar->algorithmChip()->openPopup();
    QListWidgetItem* next = nullptr;
    for (int i = 0; i < popup->partners()->count(); ++i)
        if (popup->partners()->item(i)->text().startsWith(QStringLiteral("reduce.1")))
            next = popup->partners()->item(i);
    ASSERT_NE(next, nullptr);
    next->setCheckState(Qt::Checked);
    settle();
    EXPECT_EQ(bar->algorithmChip()->text(), QStringLiteral("reduce.0 | 1"));
    EXPECT_EQ(workbench.sides().size(), 2U);
    EXPECT_EQ(popup->partners()->item(0)->checkState(), Qt::Checked) << "what stands there comes first";
}

TEST_F(Bar, FindsAnAlgorithmByItsDocument) {
    bar->findAlgorithm();
    EXPECT_TRUE(bar->picker()->isVisible());
    QTest::keyClicks(bar->picker()->search(), QStringLiteral("listing 8.13"));
    QTest::keyClick(bar->picker()->search(), Qt::Key_Return);
    settle();
    EXPECT_EQ(workbench.algorithm()->id(), "transpose.tiled");
    EXPECT_FALSE(bar->picker()->isVisible());
}

TEST_F(Bar, ChoicesAreUndoneByTheirKeys) {
    EXPECT_FALSE(bar->undoAction()->isEnabled());
    type("n", QStringLiteral("96"));
    ASSERT_TRUE(bar->undoAction()->isEnabled());
    bar->undoAction()->trigger();
    EXPECT_EQ(bar->chipOf("n")->text(), QStringLiteral("n 64"));
    ASSERT_TRUE(bar->redoAction()->isEnabled());
    bar->redoAction()->trigger();
    EXPECT_EQ(bar->chipOf("n")->text(), QStringLiteral("n 96"));
    settle();
}

TEST_F(Bar, TheKeyboardReachesEveryChipAndOpensIt) {
    bar->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(bar.get()));
    const std::vector<Chip*> chips = shownChips();
    ASSERT_GE(chips.size(), 9U);
    chips.front()->setFocus();
    for (std::size_t at = 0; at < chips.size(); ++at) {
        for (int tabs = 0; tabs < 4 && !chips[at]->hasFocus(); ++tabs) QTest::keyClick(bar.get(), Qt::Key_Tab);
        ASSERT_TRUE(chips[at]->hasFocus()) << qPrintable(chips[at]->text());
        EXPECT_FALSE(chips[at]->accessibleName().isEmpty());
        if (!chips[at]->popup()) continue;
        QTest::keyClick(chips[at], Qt::Key_Return);
        ASSERT_TRUE(chips[at]->popup()->isVisible()) << qPrintable(chips[at]->text());
        QTest::keyClick(chips[at]->popup(), Qt::Key_Escape);
        ASSERT_FALSE(chips[at]->popup()->isVisible());
        chips[at]->setFocus();
    }
}

TEST_F(Bar, KeysOfChipsAreAllDifferent) {
    for (const auto& algorithm : library()->catalogue().algorithms()) {
        workbench.chooseAlgorithm(QString::fromStdString(std::string(algorithm->id())));
        QStringList keys;
        for (const Chip* chip : bar->findChildren<Chip*>())
            if (!chip->key().isEmpty() && bar->strip()->isWanted(chip)) keys += chip->key().toString();
        EXPECT_EQ(keys.removeDuplicates(), 0) << algorithm->id();
    }
    settle();
}

TEST_F(Bar, CutsNothingAtAnyWidthForAnyAlgorithm) {
    for (const auto& algorithm : library()->catalogue().algorithms()) {
        workbench.chooseAlgorithm(QString::fromStdString(std::string(algorithm->id())));
        for (const int width : {800, 1280, 1920}) {
            bar->resize(width, 48);
            QCoreApplication::processEvents();
            int right = 0;
            for (const Chip* chip : shownChips()) {
                EXPECT_GE(chip->x(), right) << algorithm->id() << ' ' << width << ' ' << qPrintable(chip->text());
                EXPECT_GE(chip->width(), chip->sizeHint().width())
                    << algorithm->id() << ' ' << qPrintable(chip->text());
                right = chip->geometry().right();
            }
            EXPECT_LT(right, width) << algorithm->id();
            for (const ParameterSpec& spec : algorithm->parameters())
                EXPECT_TRUE(bar->chipOf(spec.name)->isVisible() || bar->moreChip()->isVisible()) << spec.name;
        }
    }
    settle();
}

TEST_F(Bar, WhatHasNoRoomIsBehindMore) {
    bar->resize(560, 48);
    QCoreApplication::processEvents();
    ASSERT_TRUE(bar->moreChip()->isVisible());
    EXPECT_FALSE(bar->schedulingChip()->isVisible());
    bar->moreChip()->openPopup();
    EXPECT_TRUE(bar->form()->isVisible());
    for (const ParameterSpec& spec : workbench.algorithm()->parameters())
        EXPECT_TRUE(bar->form()->field(spec.name)->isVisible()) << spec.name;
    auto* n = qobject_cast<SizeBox*>(bar->form()->field("n"));
    n->selectAll();
    QTest::keyClicks(n, QStringLiteral("80"));
    QTest::keyClick(n, Qt::Key_Return);
    EXPECT_EQ(bar->chipOf("n")->text(), QStringLiteral("n 80"));
    settle();
}

TEST_F(Bar, TheWatchedBlockAndLaunchAreChosen) {
    auto* watch = qobject_cast<WatchPopup*>(bar->watchChip()->popup());
    bar->watchChip()->openPopup();
    QTest::keyClick(watch->x(), Qt::Key_Up);
    EXPECT_EQ(workbench.block(), (Dim3{1, 0, 0}));
    EXPECT_EQ(bar->watchChip()->text(), QStringLiteral("watch block (1, 0)"));
    EXPECT_FALSE(watch->launch()->isVisible()) << "there is one only";
    settle();
    watch->hide();
    choose("triangle.rec");
    bar->watchChip()->openPopup();
    EXPECT_TRUE(watch->launch()->isVisible());
    QTest::keyClick(watch->launch(), Qt::Key_Up);
    EXPECT_EQ(workbench.launch(), 1U);
    settle();
}

TEST_F(Bar, SchedulingAndGpuAreChosen) {
    bar->schedulingChip()->openPopup();
    auto* lanes = bar->schedulingChip()->findChild<ChoiceList*>();
    QTest::keyClick(lanes, Qt::Key_Down);
    QTest::keyClick(lanes, Qt::Key_Return);
    EXPECT_EQ(workbench.scheduling(), simt::Scheduling::IndependentThreads);
    EXPECT_EQ(bar->schedulingChip()->text(), QStringLiteral("lanes independent"));
    bar->gpuChip()->openPopup();
    auto* gpus = bar->gpuChip()->findChild<ChoiceList*>();
    EXPECT_EQ(gpus->topLevelItemCount(), static_cast<int>(library()->gpus().all().size()));
    const std::string before = workbench.gpu()->id;
    QTest::keyClick(gpus, gpus->currentIndex().row() > 0 ? Qt::Key_Up : Qt::Key_Down);
    QTest::keyClick(gpus, Qt::Key_Return);
    EXPECT_NE(workbench.gpu()->id, before);
    settle();
}

TEST_F(Bar, WhatRunsIsChosen) {
    EXPECT_EQ(bar->codeChip()->text(), QStringLiteral("runs PTX"));
    bar->codeChip()->openPopup();
    auto* codes = bar->codeChip()->findChild<ChoiceList*>();
    EXPECT_EQ(codes->topLevelItemCount(), 8) << "PTX, and seven architectures";
    QTest::keyClick(codes, Qt::Key_Down);
    QTest::keyClick(codes, Qt::Key_Return);
    EXPECT_EQ(workbench.machine(), "sm_75");
    EXPECT_EQ(bar->codeChip()->text(), QStringLiteral("runs sm_75"));
    EXPECT_EQ(bar->schedulingChip()->text(), QStringLiteral("lanes as the code says"));
    settle();
    workbench.undo();
    EXPECT_EQ(bar->codeChip()->text(), QStringLiteral("runs PTX"));
    settle();
}

TEST_F(Bar, SaysWhyMeasuringIsNotPossible) {
    WorkerClient none(QStringLiteral("/nowhere/lanescope-cli"));
    ChoiceBar other(workbench, none, theme);
    EXPECT_EQ(other.measureChip()->text(), QStringLiteral("Measure: looking for a GPU …"));
    EXPECT_FALSE(other.measureButton()->isEnabled());
    none.sayHello();
    ASSERT_TRUE(waitFor([&] { return none.machine().has_value(); }));
    EXPECT_EQ(other.measureChip()->text(), QStringLiteral("Measure: no GPU here"));
    EXPECT_FALSE(other.measureButton()->isEnabled());
    EXPECT_TRUE(other.measureChip()->accessibleDescription().contains(none.machine()->gpuMissing));
}

TEST_F(Bar, MeasuresWhatIsChosen) {
    worker.sayHello();
    ASSERT_TRUE(waitFor([&] { return worker.machine().has_value(); }));
    EXPECT_EQ(bar->measureChip()->text(), QStringLiteral("Measure …"));
    bar->measureChip()->openPopup();
    bar->allCountersBox()->click();
    EXPECT_EQ(bar->measureChoice().counterSet, MetricSet::Whole);
    QTest::mouseClick(bar->measureButton(), Qt::LeftButton);
    EXPECT_EQ(bar->measureChip()->text(), QStringLiteral("Measuring 1 …"));
    ASSERT_TRUE(waitFor([&] { return worker.queue().empty(); }));
    EXPECT_EQ(bar->measureChip()->text(), QStringLiteral("Measure …"));
}

TEST_F(Bar, AWrongResultIsToldAtOnce) {
    workbench.chooseAlgorithm(QStringLiteral("matmul.rect2"));
    workbench.choose({{"variant", "published"}});
    settle();
    EXPECT_EQ(bar->correctnessChip()->text(), QStringLiteral("✗ wrong"));
    EXPECT_TRUE(workbench.differencesShown());
    EXPECT_TRUE(bar->findingsButton()->isVisible()) << "a barrier is missing";
    const QSignalSpy wanted(bar.get(), &ChoiceBar::findingsWanted);
    QTest::mouseClick(bar->findingsButton(), Qt::LeftButton);
    EXPECT_EQ(wanted.count(), 1);
    bar->correctnessChip()->openPopup();
    EXPECT_TRUE(bar->badge()->isVisible());
    EXPECT_FALSE(bar->badge()->details().isEmpty());
}

// ---- pictures, to be looked at

/// The bar with the popup of one of its chips, on the ground of a window.
void keep(ChoiceBar& bar, Chip* open, const Theme& theme, const QString& name) {
    const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
    if (folder.isEmpty()) return;
    QImage image(bar.width(), open ? 640 : bar.height(), QImage::Format_RGB32);
    image.fill(theme.colour(Colour::Ground));
    QPainter painter(&image);
    if (open) open->openPopup(bar.moreChip());
    QCoreApplication::processEvents();
    bar.render(&painter);
    if (open) {
        const QPoint at = bar.mapFromGlobal(open->popup()->pos());
        painter.drawPixmap(at, open->popup()->grab());
        open->popup()->hide();
    }
    image.save(QStringLiteral("%1/%2.png").arg(folder, name));
}

TEST_F(Bar, Pictures) {
    struct Size {
        const char* name;
        int width;
        int height;
        bool compact;
    };
    bar->move(0, 0);
    auto* menu = new Chip(theme, Chip::Frame::Plain, QStringLiteral("Menu"), nullptr);
    menu->setChoice({}, {QStringLiteral("☰")});
    bar->addAtLeft(menu);
    auto* views = new Chip(theme, Chip::Frame::Framed, QStringLiteral("Views"), nullptr);
    bar->addInMiddle(views);
    auto* lecture = new Chip(theme, Chip::Frame::Plain, QStringLiteral("Lecture"), nullptr);
    lecture->setChoice({}, {QStringLiteral("Lecture F11")});
    bar->addAtRight(lecture);
    worker.sayHello();
    for (const Size& size : {Size{"1280", 1280, 40, true}, Size{"1920", 1920, 48, false}})
        for (const bool dark : {false, true}) {
            theme.setMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
            theme.setCompact(size.compact);
            views->setChoice({}, {size.compact ? QStringLiteral("Tiles")
                                               : QStringLiteral("Tiles   Warps   Memory   Map   Code   Block")});
            QCoreApplication::processEvents();
            bar->resize(size.width, size.height);
            const auto name = [&](const char* what) {
                return QStringLiteral("bar-%1-%2-%3")
                    .arg(QLatin1StringView(what), QLatin1StringView(size.name),
                         dark ? QStringLiteral("dark") : QStringLiteral("light"));
            };
            choose("matmul.tiled");
            keep(*bar, nullptr, theme, name("plain"));
            keep(*bar, bar->chipOf("n"), theme, name("n"));
            keep(*bar, bar->algorithmChip(), theme, name("algorithm"));
            keep(*bar, bar->moreChip(), theme, name("more"));
            keep(*bar, bar->measureChip(), theme, name("measure"));
            keep(*bar, bar->gpuChip(), theme, name("gpu"));
            keep(*bar, bar->watchChip(), theme, name("watch"));
            keep(*bar, bar->schedulingChip(), theme, name("lanes"));
            keep(*bar, bar->correctnessChip(), theme, name("correct"));
            type("n", QStringLiteral("0"));
            keep(*bar, bar->chipOf("n"), theme, name("problem"));
            choose("transpose.tiled");
            workbench.setBeside({{workbench.algorithm(), {{"padded", "yes"}}}});
            settle();
            keep(*bar, bar->chipOf("padded"), theme, name("padded"));
            keep(*bar, bar->chipOf("width"), theme, name("sizes"));
            choose("triangle.bb");
            keep(*bar, nullptr, theme, name("triangle"));
            workbench.setBeside(workbench.partners());
            settle();
            keep(*bar, bar->algorithmChip(), theme, name("triangles"));
            EXPECT_EQ(bar->height(), bar->minimumSizeHint().height());
        }
}

}  // namespace
}  // namespace lanescope
