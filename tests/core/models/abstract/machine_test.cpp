// SPDX-License-Identifier: GPL-3.0-or-later
// What all abstract machines have in common, and that one more needs nothing but itself.
#include "core/models/abstract/machine.h"

#include <gtest/gtest.h>

#include <set>

#include "core/base/words.h"

namespace lanescope {
namespace {

/// Counts launches, and does not allow more than one thread.
class OneProcessor final : public AbstractMachine {
public:
    OneProcessor()
        : AbstractMachine({.id = "one",
                           .title = "One processor",
                           .source = "a test",
                           .needs = "nothing",
                           .assumes = "Nothing.",
                           .range = "Tests."},
                          "launches") {}

    Result<void> add(LaunchAccesses& launch, const JobContext& job) override {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        ++m_launches;
        m_one = m_one && launch.grid.count() * launch.block.count() == 1;
        return {};
    }
    void addUnseen() override { m_complete = false; }

    MachineAnswer answer(const Plan& /*plan*/, const GpuSpec* gpu) const override {
        MachineAnswer answer = emptyAnswer();
        answer.terms = {{"launches", m_launches, "launches"}};
        answer.line = {"machine.pram.gist"_id, {{"steps", m_launches}}};
        const Legality legal = m_complete ? Legality::Legal : Legality::NotSeenWhole;
        answer.verdicts = {{"sequential", m_one ? legal : Legality::Illegal, {}, 0}};
        if (gpu != nullptr) answer.gpuProblem = Error{ErrorCode::ModelOutOfRange, {{"model", "one"}, {"reason", "no"}}};
        return answer;
    }

private:
    std::uint64_t m_launches = 0;
    bool m_one = true;
    bool m_complete = true;
};

LaunchAccesses emptyLaunch(Dim3 block) {
    LaunchAccesses launch;
    launch.grid = {1, 1, 1};
    launch.block = block;
    return launch;
}

TEST(AbstractMachines, AreListedInTheOrderInWhichTheyAreShown) {
    std::string ids;
    for (const auto& machine : abstractMachines()) {
        const ModelDescription& description = machine->description();
        ids += std::string(description.id) + " ";
        EXPECT_FALSE(machine->answers().empty() || description.title.empty() || description.needs.empty() ||
                     description.source.empty() || description.assumes.empty() || description.range.empty())
            << description.id;
    }
    EXPECT_EQ(ids, "pram qrqw bsp logp ");
}

TEST(AbstractMachines, AnswerUnderTheirOwnNamesAndSayEachTermOnce) {
    Plan plan;
    for (const auto& machine : abstractMachines()) {
        LaunchAccesses launch = emptyLaunch({1, 1, 1});
        launch.phases = {{.steps = 2, .mostOperations = 2, .operations = 2}};
        launch.warpSteps = {{2}};
        launch.blocks = launch.blocksSeen = 1;
        ASSERT_TRUE(machine->add(launch, {}));
        const MachineAnswer answer = machine->answer(plan, nullptr);
        EXPECT_EQ(answer.machine, machine->description().id);
        EXPECT_EQ(answer.title, machine->description().title);
        EXPECT_FALSE(answer.onGpu || answer.gpuProblem) << "nobody has asked";
        std::set<std::string_view> names;
        for (const MachineTerm& term : answer.terms) {
            EXPECT_TRUE(names.insert(term.id).second) << term.id;
            EXPECT_FALSE(term.unit.empty()) << term.id;
        }
        for (const MachineReading& reading : answer.readings) EXPECT_TRUE(names.insert(reading.id).second);
        for (const MachineSentence* sentence : {&answer.line, &answer.gist, &answer.rest}) {
            const std::string words = sentence->with([](const MachineNumber&) { return std::string("7"); });
            EXPECT_EQ(words.find_first_of("{?"), std::string::npos) << words;
            if (sentence->id.empty()) continue;
            EXPECT_EQ(placeholdersOf(textOf(sentence->id)).size(), sentence->numbers.size()) << sentence->id;
        }
    }
}

TEST(AbstractMachines, OneMoreIsListedAndAskedLikeTheOthers) {
    std::vector<std::unique_ptr<AbstractMachine>> machines = abstractMachines();
    machines.push_back(std::make_unique<OneProcessor>());
    LaunchAccesses launch = emptyLaunch({1, 1, 1});
    for (const auto& machine : machines) ASSERT_TRUE(machine->add(launch, {}));
    EXPECT_EQ(machines.back()->description().title, "One processor");
    const Plan plan;
    MachineAnswer answer = machines.back()->answer(plan, nullptr);
    EXPECT_EQ(answer.machine, "one");
    EXPECT_EQ(answer.valueOf("launches"), MachineNumber(std::uint64_t{1}));
    EXPECT_FALSE(answer.valueOf("steps"));
    EXPECT_EQ(answer.verdicts.front().legality, Legality::Legal);
    machines.back()->addUnseen();
    EXPECT_EQ(machines.back()->answer(plan, nullptr).verdicts.front().legality, Legality::NotSeenWhole);
    launch = emptyLaunch({2, 1, 1});
    ASSERT_TRUE(machines.back()->add(launch, {}));
    const GpuSpec gpu;
    answer = machines.back()->answer(plan, &gpu);
    EXPECT_EQ(answer.verdicts.front().legality, Legality::Illegal);
    ASSERT_TRUE(answer.gpuProblem);
}

TEST(MachineSentence, HasItsNumbersInTheirPlaces) {
    const MachineSentence sentence{
        "machine.logp.gpu_sentence"_id,
        {{"pipelined", std::uint64_t{3}}, {"cycles", 1.5}, {"overhead", 1.5}, {"latency", 1.5}}};
    const std::string words = sentence.with([](const MachineNumber& value) {
        return std::holds_alternative<double>(value) ? std::string("1.5") : std::string("3");
    });
    EXPECT_EQ(words, "L = 1.5, o = 1.5 cycles: 1.5 cycles if the host waits for each, 3 if for none.");
    EXPECT_EQ(MachineSentence{}.with([](const MachineNumber&) { return std::string("x"); }), "");
}

}  // namespace
}  // namespace lanescope
