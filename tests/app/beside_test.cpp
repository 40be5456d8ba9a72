// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a run: which values it has, what it is called, and that its run is of what is chosen.
#include "app/state/beside.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "app/state/workbench.h"
#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> loaded = openLibrary({LibraryPart::Catalogue}).value();
    return loaded;
}

const Algorithm& algorithm(const char* id) { return **library()->catalogue().find(id); }

QStringList idsOf(const std::vector<BesideChoice>& choices) {
    QStringList ids;
    for (const BesideChoice& choice : choices) {
        ids += QString::fromUtf8(choice.algorithm->id().data(), static_cast<qsizetype>(choice.algorithm->id().size()));
        if (!choice.own.empty()) ids.back() += QLatin1Char(' ') + QString::fromStdString(toString(choice.own));
    }
    return ids;
}

TEST(ValuesBeside, FollowTheFirstInWhatHasTheSameNameAndRole) {
    const Parameters first = algorithm("reduce.0").complete({{"n", "192"}, {"block", "64"}, {"type", "i32"}}).value();
    const Parameters beside = valuesBeside({&algorithm("reduce.1"), {{"n", "64"}}}, algorithm("reduce.0"), first);
    EXPECT_EQ(beside.value("n"), "64") << "its own";
    EXPECT_EQ(beside.value("type"), "i32") << "the first one's";
    const Parameters six = valuesBeside({&algorithm("reduce.6"), {}}, algorithm("reduce.0"), first);
    EXPECT_EQ(six.value("blocks"), algorithm("reduce.6").shown().value("blocks")) << "the first has none";
    const Parameters odd = algorithm("reduce.0").complete({{"block", "96"}}).value();
    EXPECT_EQ(valuesBeside({&algorithm("reduce.4"), {}}, algorithm("reduce.0"), odd).value("block"), "128")
        << "96 is not legal for it";
}

TEST(ValuesBeside, DoNotTakeABlockOfAMatrixForThreads) {
    const Algorithm& cholesky = algorithm("cholesky.tiles");
    const Parameters first = cholesky.complete({{"block", "64"}}).value();
    EXPECT_EQ(valuesBeside({&algorithm("matmul.tiled"), {}}, cholesky, first).value("block"), "16");
}

TEST(ValuesBeside, AreThoseThatBesideWithWasAskedFor) {
    const Algorithm& first = algorithm("reduce.0");
    const Algorithm& other = algorithm("reduce.2");
    const Parameters wanted = other.complete({{"n", "500"}, {"type", "i32"}}).value();
    const BesideChoice choice = besideWith(other, wanted, first, first.shown());
    EXPECT_EQ(valuesBeside(choice, first, first.shown()), wanted);
    EXPECT_EQ(choice.own.value("type"), "i32");
    EXPECT_EQ(choice.own.find("variant"), nullptr) << "it follows in what is the same";
}

TEST(PartnersOf, AreTheOtherVariantAndTheOtherOfTwo) {
    const QStringList partners =
        idsOf(partnersOf(library()->catalogue(), algorithm("transpose.tiled"), algorithm("transpose.tiled").shown()));
    EXPECT_EQ(partners, (QStringList{QStringLiteral("transpose.tiled variant=published"),
                                     QStringLiteral("transpose.tiled padded=yes")}));
}

TEST(PartnersOf, AreTheNextOfTheFamily) {
    const Algorithm& zero = algorithm("reduce.0");
    const QStringList partners = idsOf(partnersOf(library()->catalogue(), zero, zero.shown()));
    const qsizetype one = partners.indexOf(QStringLiteral("reduce.1"));
    EXPECT_GT(one, 0);
    EXPECT_EQ(partners.value(one + 1), QStringLiteral("reduce.2"));
    EXPECT_TRUE(partners.contains(QStringLiteral("reduce.cub")));
    for (const QString& id : partners) EXPECT_TRUE(id.startsWith(QLatin1String("reduce."))) << qPrintable(id);
}

TEST(PartnersOf, ComputeTheSame) {
    const Algorithm& divergence = algorithm("micro.divergence");
    const QStringList partners = idsOf(partnersOf(library()->catalogue(), divergence, divergence.shown()));
    EXPECT_TRUE(partners.contains(QStringLiteral("micro.merged")));
    EXPECT_FALSE(partners.contains(QStringLiteral("micro.atomics")));
    const Algorithm& bb = algorithm("triangle.bb");
    for (const char* map : {"triangle.ltm", "triangle.rb", "triangle.rec", "triangle.utm", "triangle.h"})
        EXPECT_TRUE(idsOf(partnersOf(library()->catalogue(), bb, bb.shown())).contains(QLatin1String(map))) << map;
}

TEST(NamesOf, SayWhatTellsThemApart) {
    const auto named = [](const char* id, const Parameters& but) {
        Parameters parameters = algorithm(id).shown();
        for (const auto& [name, value] : but) parameters.set(name, value);
        return NamedConfiguration{&algorithm(id), parameters};
    };
    const auto names = [](const std::vector<NamedConfiguration>& all) {
        QStringList list;
        for (const QString& name : namesOf(all)) list += name;
        return list.join(QStringLiteral(" | "));
    };
    EXPECT_EQ(names({named("reduce.0", {})}), QStringLiteral("reduce.0"));
    EXPECT_EQ(names({named("reduce.0", {}), named("reduce.1", {})}), QStringLiteral("reduce.0 | reduce.1"));
    EXPECT_EQ(names({named("transpose.tiled", {}), named("transpose.tiled", {{"padded", "yes"}})}),
              QStringLiteral("padded no | padded yes"));
    EXPECT_EQ(names({named("matmul.tiled", {}), named("matmul.tiled", {{"variant", "published"}})}),
              QStringLiteral("corrected | published"));
    EXPECT_EQ(names({named("reduce.0", {}), named("reduce.0", {{"n", "32"}}), named("reduce.1", {})}),
              QStringLiteral("reduce.0, n 64 | reduce.0, n 32 | reduce.1"));
}

TEST(SameNumber, CountsBlocksInBothGrids) {
    EXPECT_EQ(sameNumber({7, 1, 0}, {8, 8, 1}, {6, 6, 1}), (Dim3{3, 2, 0}));
    EXPECT_EQ(sameNumber({7, 7, 0}, {8, 8, 1}, {4, 9, 1}), (Dim3{3, 8, 0})) << "the last, where there are fewer";
    EXPECT_EQ(sameNumber({1, 2, 0}, {8, 8, 1}, {8, 8, 1}), (Dim3{1, 2, 0}));
}

struct Sides : ::testing::Test {
    Sides() : workbench(library()) {}
    void choose(const char* id) {
        workbench.chooseAlgorithm(QLatin1StringView(id));
        settle();
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return !workbench.jobs().isBusy(); }));
    }
    [[nodiscard]] QStringList names() const {
        QStringList list;
        for (const StageSide& side : workbench.sides()) list += side.name;
        return list;
    }
    double counted(std::size_t side, const char* metric) {
        return countersOf(*workbench.sides().at(side).run, 0).at(metric);
    }
    Workbench workbench;
};

TEST_F(Sides, AnotherRunStandsBesideTheFirst) {
    choose("transpose.tiled");
    ASSERT_EQ(workbench.sides().size(), 1U);
    workbench.addBeside({workbench.algorithm(), {{"padded", "yes"}}});
    settle();
    ASSERT_EQ(workbench.sides().size(), 2U);
    ASSERT_EQ(workbench.blocks().size(), 2U);
    EXPECT_EQ(names(), (QStringList{QStringLiteral("padded no"), QStringLiteral("padded yes")}));
    EXPECT_EQ(counted(0, "shared_load_conflicts"), 8928);
    EXPECT_EQ(counted(1, "shared_load_conflicts"), 0);
    EXPECT_EQ(workbench.blocks()[1]->trace().block(), (Dim3{0, 0, 0}));
}

TEST_F(Sides, FollowWhatIsChosenOfTheFirst) {
    choose("reduce.0");
    workbench.addBeside({&algorithm("reduce.1"), {}});
    workbench.choose({{"n", "256"}});
    settle();
    ASSERT_EQ(workbench.sides().size(), 2U);
    EXPECT_EQ(workbench.sides()[1].run->plan.parameters.value("n"), "256");
    workbench.chooseBlock({2, 0, 0});
    settle();
    ASSERT_EQ(workbench.blocks().size(), 2U);
    EXPECT_EQ(workbench.blocks()[1]->trace().block(), (Dim3{2, 0, 0}));
}

TEST_F(Sides, AreNotRunAgainForAnotherBlock) {
    choose("reduce.0");
    workbench.choose({{"n", "256"}});
    workbench.addBeside({&algorithm("reduce.1"), {}});
    settle();
    const auto run = workbench.sides().at(1).run;
    workbench.chooseBlock({1, 0, 0});
    settle();
    EXPECT_EQ(workbench.sides().at(1).run, run);
}

TEST_F(Sides, OnlyWhatIsChosenLastArrives) {
    choose("reduce.0");
    workbench.addBeside({&algorithm("reduce.1"), {}});
    for (const char* n : {"80", "96", "112", "128"}) workbench.choose({{"n", n}});
    settle();
    ASSERT_EQ(workbench.sides().size(), 2U);
    for (const StageSide& side : workbench.sides()) EXPECT_EQ(side.run->plan.parameters.value("n"), "128");
}

TEST_F(Sides, StayWithThePictureUntilTheNewOneIsThere) {
    choose("reduce.0");
    workbench.addBeside({&algorithm("reduce.1"), {}});
    settle();
    const auto before = workbench.sides().at(0).run;
    workbench.choose({{"n", "128"}});
    EXPECT_TRUE(workbench.isOutdated());
    ASSERT_EQ(workbench.sides().size(), 2U);
    EXPECT_EQ(workbench.sides()[0].run, before);
    EXPECT_EQ(workbench.sides()[1].run->plan.parameters.value("n"), "64");
    settle();
    EXPECT_FALSE(workbench.isOutdated());
}

TEST_F(Sides, ChangePlacesWithTheFirst) {
    choose("transpose.tiled");
    workbench.addBeside({workbench.algorithm(), {{"padded", "yes"}}});
    settle();
    workbench.choose({{"padded", "yes"}});
    settle();
    EXPECT_EQ(names(), (QStringList{QStringLiteral("padded yes"), QStringLiteral("padded no")}));
    choose("reduce.0");
    workbench.addBeside({&algorithm("reduce.1"), {}});
    settle();
    choose("reduce.1");
    EXPECT_EQ(names(), (QStringList{QStringLiteral("reduce.1"), QStringLiteral("reduce.0")}));
}

TEST_F(Sides, BelongToTheirAlgorithm) {
    choose("transpose.tiled");
    workbench.addBeside({workbench.algorithm(), {{"padded", "yes"}}});
    settle();
    choose("micro.divergence");
    EXPECT_EQ(names(), QStringList{QStringLiteral("micro.divergence")});
    choose("transpose.tiled");
    EXPECT_EQ(names(), (QStringList{QStringLiteral("padded no"), QStringLiteral("padded yes")}));
}

TEST_F(Sides, AreUndoneAndDoneAgain) {
    choose("transpose.tiled");
    workbench.addBeside({workbench.algorithm(), {{"padded", "yes"}}});
    settle();
    workbench.undo();
    settle();
    EXPECT_EQ(workbench.sides().size(), 1U);
    workbench.redo();
    settle();
    EXPECT_EQ(workbench.sides().size(), 2U);
}

TEST_F(Sides, SayWhyOneIsNotThere) {
    choose("matmul.tiled");
    workbench.setBeside({{workbench.algorithm(), {{"block", "16"}}}, {&algorithm("matmul.sequential"), {}}});
    settle();
    EXPECT_EQ(workbench.sides().size(), 1U);
    ASSERT_EQ(workbench.besideSides().size(), 2U);
    for (const Beside::Side& side : workbench.besideSides()) EXPECT_FALSE(side.missing.isEmpty());
}

TEST_F(Sides, AreAtMostFive) {
    choose("triangle.bb");
    std::vector<BesideChoice> all;
    for (const char* id : {"triangle.ltm", "triangle.rb", "triangle.rec", "triangle.utm", "triangle.h", "triangle.bb"})
        all.push_back({&algorithm(id), {}});
    workbench.setBeside(all);
    settle();
    EXPECT_EQ(workbench.beside().size(), kMostBeside);
    EXPECT_EQ(workbench.sides().size(), 6U);
    EXPECT_EQ(workbench.blocks().size(), 6U);
}

}  // namespace
}  // namespace lanescope
