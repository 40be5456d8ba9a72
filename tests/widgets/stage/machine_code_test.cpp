// SPDX-License-Identifier: GPL-3.0-or-later
// Machine code on the stage: each row is an instruction of the listing, each link one of its line table, and whichever
// form runs, the others follow it.
#include <gtest/gtest.h>

#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "core/sass/comparison.h"
#include "tests/support/machine_staged.h"
#include "widgets/stage/code/code_view.h"

namespace lanescope {
namespace {

using test::MachineStaged;
using test::Staged;

code::MachineForm formOf(const std::shared_ptr<const Kernel>& kernel, const std::string& architecture = "sm_90") {
    const program::Module& ptx = *kernel->module;
    Result<sass::MachineCode> code = test::machineCodes().code({ptx.name, ptx.text, kernel->code().name, architecture});
    EXPECT_TRUE(code) << (code ? "" : describe(code.error()));
    if (!code) return {};
    return {kernel,
            architecture,
            std::make_shared<const sass::Listing>(std::move(code->listing)),
            QString::fromStdString("ptxas " + code->ptxas),
            {}};
}

const test::Choice kAdd{"vector.add", {{"n", "900"}, {"block", "128"}, {"type", "f32"}}};
const test::Choice kTiled{"matmul.tiled", {{"n", "64"}, {"block", "16"}}};

TEST(MachineCodePane, RowsAreTheListingsInstructionsAndLinksItsLineTable) {
    for (const test::Choice& choice : {kAdd, kTiled, test::Choice{"reduce.0", {{"n", "64"}, {"block", "64"}}}})
        for (const std::string architecture : {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}) {
            SCOPED_TRACE(choice.algorithm + " " + architecture);
            Staged staged({choice});
            const auto view = staged.view<CodeStage>();
            const code::MachineForm form = formOf(view->watchedKernel(), architecture);
            view->resize(1440, 840);
            view->setPtxOpen(true);
            view->setMachineOpen(true);
            view->setMachine(form);
            const auto& panes = view->picture().panes;
            ASSERT_EQ(panes.size(), 3U);
            const code::Listing& machine = *panes[2].listing;
            const code::Listing& ptx = *panes[1].listing;
            const std::size_t length = sass::lengthWithoutPadding(*form.listing);
            ASSERT_EQ(panes[2].rows.size(), length);
            std::size_t joined = 0;
            for (std::size_t row = 0; row < length; ++row) {
                const sass::Instruction& instruction = form.listing->instructions[row];
                ASSERT_EQ(panes[2].rows[row], (code::Row{static_cast<std::uint32_t>(row + 1), 0}));
                EXPECT_EQ(machine.text[row].text.toStdString(), instruction.text);
                EXPECT_EQ(code::addressText(instruction).toUInt(nullptr, 16), 16 * row);
                const std::uint32_t first = form.kernel->code().firstLine;
                if (instruction.ptxLine < first || instruction.ptxLine - first >= ptx.text.size()) continue;
                ++joined;
                EXPECT_EQ(machine.ptxLine[row], instruction.ptxLine - first + 1);
                if (const std::uint32_t key = ptx.key[machine.ptxLine[row] - 1]; key > 0) {
                    EXPECT_EQ(machine.key[row], key);
                }
            }
            EXPECT_GT(joined, length / 2);
            for (const code::Link& link : code::linksOf(ptx, panes[1].rows, machine, panes[2].rows))
                EXPECT_EQ(link.left.key, link.right.key);
        }
}

TEST(MachineCodePane, ItIsAskedForWhenItIsWantedAndNotBefore) {
    Staged staged({kAdd});
    CodeStage view(staged.frame(), nullptr);
    QSignalSpy wanted(&view, &CodeStage::machineWanted);
    view.setSides(staged.sides);
    view.resize(1440, 840);
    EXPECT_EQ(wanted.count(), 0);
    view.setMachineOpen(true);
    EXPECT_EQ(wanted.count(), 1);
    ASSERT_EQ(view.picture().panes.size(), 1U) << "nothing is known of it yet";
    code::MachineForm form{view.watchedKernel(), "sm_90", nullptr, {}, {}};
    view.setMachine(form);
    ASSERT_EQ(view.picture().panes.size(), 2U);
    EXPECT_TRUE(view.picture().panes[1].rows.empty());
    EXPECT_TRUE(view.picture().panes[1].sentence.contains(QStringLiteral("read")));
    form.missing = QStringLiteral("ptxas is not on this machine.");
    view.setMachine(form);
    EXPECT_EQ(view.picture().panes[1].sentence, form.missing);
    view.setMachine(formOf(view.watchedKernel()));
    EXPECT_EQ(view.picture().panes[1].rows.size(), 20U);
}

TEST(MachineCodePane, WhatIsPointedAtIsShownInAllPlacesThatItBecame) {
    Staged staged({kTiled});
    const auto view = staged.view<CodeStage>();
    view->resize(1440, 840);
    view->setPtxOpen(true);
    view->setMachineOpen(true);
    view->setMachine(formOf(view->watchedKernel()));
    const auto& panes = view->picture().panes;
    const code::Listing& machine = *panes[2].listing;
    // From the PTX line that most instructions are made of, to these.
    std::vector<std::size_t> places(panes[1].listing->text.size() + 1, 0);
    for (const std::uint32_t line : machine.ptxLine) ++places[line];
    places[0] = 0;
    const auto most = static_cast<std::uint32_t>(std::ranges::max_element(places) - places.begin());
    ASSERT_GT(places[most], 1U);
    Focus focus;
    focus.ptxLine = panes[1].listing->kernel->code().firstLine + most - 1;
    staged.selection.setHovered(focus);
    EXPECT_EQ(panes[1].relatedLines, std::vector<std::uint32_t>{most});
    EXPECT_EQ(panes[2].relatedLines.size(), places[most]);
    for (const std::uint32_t line : panes[2].relatedLines) EXPECT_EQ(machine.ptxLine[line - 1], most);
    // And back, by the mouse on one of them; nothing moves.
    const code::CodeGeometry before = view->geometryFor(view->size());
    std::size_t row = 0;
    while (before.panes[2].row(row).bottom() > before.panes[2].body.bottom() || machine.ptxLine[row] == 0) ++row;
    const QPointF point = before.panes[2].row(row).center();
    QMouseEvent move(QEvent::MouseMove, point, view->mapToGlobal(point), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(view.get(), &move);
    EXPECT_EQ(panes[1].relatedLines, std::vector<std::uint32_t>{machine.ptxLine[row]});
    if (machine.key[row] > 0) {
        EXPECT_EQ(panes[0].related, std::vector<std::uint32_t>{machine.key[row]});
    }
    const code::CodeGeometry after = view->geometryFor(view->size());
    for (std::size_t pane = 0; pane < 3; ++pane) EXPECT_EQ(after.panes[pane].tops, before.panes[pane].tops);
}

TEST(MachineCodePane, OfPtxThatRunsItShowsWhatWasMadeOfIt) {
    Staged staged({kTiled});
    const auto view = staged.view<CodeStage>();
    view->setPtxOpen(true);
    view->setMachineOpen(true);
    view->resize(1440, 840);
    view->setMachine(formOf(view->watchedKernel()));
    for (std::uint64_t position = 1; position < staged.playback.size(); position += 97) {
        staged.playback.seek(position);
        const auto& panes = view->picture().panes;
        ASSERT_EQ(panes[1].present.size(), 1U);
        for (const code::PresentMark& mark : panes[2].present) {
            EXPECT_EQ(panes[2].listing->ptxLine[mark.line - 1], panes[1].present[0].line);
            EXPECT_FALSE(mark.exact);
        }
        EXPECT_TRUE(panes[2].values.empty()) << "machine code does not run";
    }
}

TEST(MachineCodePane, OfMachineCodeThatRunsTheOthersFollow) {
    MachineStaged staged(kTiled);
    const auto view = staged.view<CodeStage>();
    view->setPtxOpen(true);
    view->setMachineOpen(true);
    view->resize(1440, 840);
    view->setMachine(formOf(staged.ptx));
    const auto& panes = view->picture().panes;
    ASSERT_EQ(panes.size(), 3U);
    const BlockTrace& trace = staged.blocks[0]->trace();
    std::uint64_t sum = 0;
    for (const std::uint64_t value : view->scene().runs(*panes[2].listing, 0)) sum += value;
    EXPECT_EQ(sum, trace.size()) << "each event is an instruction of the listing";
    for (std::uint64_t position = 1; position < trace.size(); position += 61) {
        staged.playback.seek(position);
        const std::uint32_t instruction = trace.instruction(position - 1);
        ASSERT_EQ(panes[2].present.size(), 1U);
        EXPECT_EQ(panes[2].present[0].line, instruction + 1);
        EXPECT_TRUE(panes[2].present[0].exact);
        if (const std::uint32_t line = panes[2].listing->ptxLine[instruction]; line > 0) {
            ASSERT_EQ(panes[1].present.size(), 1U);
            EXPECT_EQ(panes[1].present[0].line, line);
            EXPECT_FALSE(panes[1].present[0].exact);
        }
        const Why why = view->why();
        EXPECT_TRUE(why.detail.contains(QStringLiteral("Machine code, sm_90"))) << why.detail.toStdString();
        EXPECT_TRUE(why.detail.contains(panes[2].listing->text[instruction].text));
        EXPECT_LE(why.sentence.size(), 130);
    }
}

TEST(MachineCodePane, KeyboardAndWords) {
    MachineStaged staged(kAdd);
    const auto view = staged.view<CodeStage>();
    view->setMachineOpen(true);
    view->resize(1440, 840);
    view->setMachine(formOf(staged.ptx));
    for (const QToolButton* button : view->findChildren<QToolButton*>())
        EXPECT_FALSE(button->accessibleName().isEmpty() && button->text().isEmpty());
    view->show();
    view->setFocus();
    QSignalSpy described(view.get(), &CodeStage::described);
    QTest::keyClick(view.get(), Qt::Key_Home);
    QTest::keyClick(view.get(), Qt::Key_Right);
    for (int i = 0; i < 30; ++i) QTest::keyClick(view.get(), Qt::Key_Up);
    for (int i = 0; i < 17; ++i) QTest::keyClick(view.get(), Qt::Key_Down);
    const QString words = described.back().front().toString();
    EXPECT_TRUE(words.contains(QStringLiteral("0110 FADD R9, R4, R3: R9 becomes R4 + R3"))) << words.toStdString();
    EXPECT_TRUE(words.contains(QStringLiteral("It waits for 00d0 LDG, 00f0 LDG."))) << words.toStdString();
    EXPECT_EQ(view->accessibleDescription(), words);
    QTest::keyClick(view.get(), Qt::Key_Return);
    EXPECT_EQ(staged.blocks[0]->trace().instruction(staged.playback.position() - 1), 17U);
}

TEST(MachineCodePane, Pictures) {
    {
        Staged staged({kAdd});
        const auto view = staged.view<CodeStage>();
        view->resize(1440, 840);
        view->grab();
        view->setScope(code::Scope::Launch);
        view->setPtxOpen(true);
        view->setMachineOpen(true);
        view->setMachine(formOf(view->watchedKernel()));
        staged.playback.seek(staged.playback.size() / 2);
        test::keepAllLooks(staged, *view, QStringLiteral("machine_add_ptx"));
    }
    for (const test::Choice& choice : {kAdd, kTiled}) {
        MachineStaged staged(choice);
        const auto view = staged.view<CodeStage>();
        view->resize(1440, 840);
        view->grab();
        const QString name = QStringLiteral("machine_") + QString::fromStdString(choice.algorithm);
        view->setMachineOpen(true);
        view->setMachine(formOf(staged.ptx));
        staged.playback.seek(staged.playback.size() / 2);
        test::keepAllLooks(staged, *view, name + QStringLiteral("_two"));
        view->setPtxOpen(true);
        test::keepAllLooks(staged, *view, name);
        staged.theme.setMode(Theme::Mode::Light);
        view->setArchitectures({"sm_90"}, "sm_90");
        view->resize(1440, 840);
        test::keep(view->grab().toImage(), name + QStringLiteral("_widget"));
        staged.theme.setCompact(true);
        view->resize(928, 504);
        test::keep(view->grab().toImage(), name + QStringLiteral("_widget_720"));
        EXPECT_EQ(view->picture().panes.size(), 2U) << "three have no room";
        staged.theme.setCompact(false);
    }
}

}  // namespace
}  // namespace lanescope
