// SPDX-License-Identifier: GPL-3.0-or-later
// record, on a library that stands in for the driver.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/study/study_file.h"
#include "tests/app/cli/fake_gpu.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::Not;

Study studyIn(const std::string& file) {
    const auto study = studyInFile(file);
    if (study) return *study;
    ADD_FAILURE() << describe(study.error());
    return {};
}

TEST(RecordVerb, MakesAStudyAndKeepsWhatIsThere) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const std::string what = " matmul.tiled variant=corrected n=32,33 block=8,16 type=f32 --no-counters --json";
    const ProgramResult first = cliOn(fakeGpu(), "record " + file + what);
    ASSERT_EQ(first.exitCode, 0) << first.err;
    EXPECT_EQ(nlohmann::json::parse(first.out)["measured"], 4);
    const auto study = studyFromJson(contentOf(file), file);
    ASSERT_TRUE(study) << describe(study.error());
    EXPECT_EQ(study->entries.size(), 4U);
    EXPECT_EQ(study->title, "Recorded on an Fake GPU");
    EXPECT_NE(study->find("matmul.tiled", {{"variant", "corrected"}, {"n", "33"}, {"block", "8"}, {"type", "f32"}}),
              nullptr);

    const ProgramResult second = cliOn(fakeGpu(), "record " + file + what);
    EXPECT_EQ(nlohmann::json::parse(second.out)["measured"], 0);
    EXPECT_EQ(nlohmann::json::parse(second.out)["kept"], 4);
    const ProgramResult third = cliOn(fakeGpu(), "record " + file + what + " --again");
    EXPECT_EQ(nlohmann::json::parse(third.out)["measured"], 4);
}

TEST(RecordVerb, WhatTheCpuDoesAloneIsRecordedWithoutAGpu) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const ProgramResult outcome =
        cliOn(fakeGpu("none"), "record " + file + " matmul.sequential cholesky.sequential n=16,32 --samples 3 --json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["failed"].size(), 0U) << outcome.out;
    const Study study = studyIn(file);
    ASSERT_GE(study.entries.size(), 4U);
    for (const StudyEntry& entry : study.entries) {
        EXPECT_EQ(entry.measurement->provenance.gpu, "");
        EXPECT_THAT(entry.measurement->countersMissing, HasSubstr("the CPU"));
    }
    EXPECT_EQ(study.title, "Recorded on an " + study.entries[0].measurement->provenance.host);
}

// Said before anything is measured, and exit code 3 lets a script tell.
TEST(RecordVerb, WithoutAGpuASetThatNeedsOneIsRefused) {
    const TemporaryFolder scratch;
    const ProgramResult outcome = cliOn(
        fakeGpu("none"), "record " + scratch.path("study.json") + " matmul.sequential matmul.tiled n=32 --no-counters");
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("No CUDA GPU can be used"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("time 1/")));
    EXPECT_EQ(
        cliOn(fakeGpu("none"), "record " + scratch.path("s.json") + " matmul.sequential n=16 --counters").exitCode, 3)
        << "counters are demanded";
}

TEST(RecordVerb, LeavesOutWhatDoesNotGoTogether) {
    const TemporaryFolder scratch;
    const ProgramResult outcome =
        cliOn(fakeGpu(), "record " + scratch.path("s.json") +
                             " matmul.tiled variant=published n=32,33 block=16 type=f32 --no-counters --json");
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["measured"], 1);
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["not_legal"], 1) << "33 is no multiple of 16";
}

TEST(RecordVerb, ABrokenFileIsRefusedAndLeftAlone) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("broken.json");
    std::ofstream(file) << "{\"format\":\"lanescope-study\",\"version\":1,\"title\":\"";
    const ProgramResult outcome = cliOn(fakeGpu(), "record " + file + " matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("broken.json"));
    EXPECT_THAT(contentOf(file), HasSubstr("\"title\":\"")) << "nothing was written over";
    EXPECT_FALSE(std::filesystem::exists(file + ".journal"));
}

TEST(RecordVerb, AFolderThatIsNotThereIsFoundBeforeMeasuring) {
    const ProgramResult outcome = cliOn(fakeGpu("hang"), "record /no/such/folder/study.json matmul.tiled n=32");
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("/no/such/folder/study.json"));
}

TEST(RecordVerb, CtrlCKeepsWhatWasMeasured) {
    const TemporaryFolder scratch;
    const std::string log = scratch.path("log");
    const std::string file = scratch.path("study.json");
    // Asked to end while the second of four configurations is being measured.
    const std::string script =
        std::string(LANESCOPE_CLI) + " record " + file +
        " matmul.tiled n=32 variant=corrected type=f32 block=4,8,16,32 --samples 100 --no-counters"
        " 2>" +
        log + " & until grep -q 'time 2/4' " + log + "; do sleep 0.02; done; kill -TERM $!; wait $!";
    const ProgramResult outcome = runProgram("/bin/sh", {"-c", script}, fakeGpu());
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(contentOf(log), HasSubstr("Stopped."));
    const auto study = studyFromJson(contentOf(file), file);
    ASSERT_TRUE(study) << describe(study.error());
    EXPECT_GE(study->entries.size(), 1U);
    EXPECT_LT(study->entries.size(), 4U);
}

/// Four configurations of tiles in one packed file, with `more` on the command line.
std::string recordFour(const std::string& file, const std::string& more = {}) {
    return "record " + file + " matmul.tiled n=32 variant=corrected type=f32 block=4,8,16,32 --no-counters" + more;
}

TEST(RecordVerb, PacksAFileWhoseNameSaysSo) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json.gz");
    ASSERT_EQ(cliOn(fakeGpu(), recordFour(file)).exitCode, 0);
    EXPECT_EQ(contentOf(file).substr(0, 2), "\x1f\x8b");
    EXPECT_EQ(studyIn(file).entries.size(), 4U);
    EXPECT_FALSE(std::filesystem::exists(file + ".journal"));
}

TEST(RecordVerb, GoesOnWhereItWasKilled) {
    const TemporaryFolder scratch;
    const std::string log = scratch.path("log");
    const std::string file = scratch.path("study.json");
    const std::string script = "exec 2>" + log + "; " + LANESCOPE_CLI + " " + recordFour(file, " --samples 60") +
                               " & until grep -q 'time 3/4' " + log + "; do sleep 0.02; done; kill -KILL $!; wait $!";
    EXPECT_EQ(runProgram("/bin/sh", {"-c", script}, fakeGpu()).exitCode, 128 + SIGKILL);
    EXPECT_FALSE(std::filesystem::exists(file)) << "the file itself is written at the end";

    const ProgramResult again = cliOn(fakeGpu(), recordFour(file, " --samples 60 --json"));
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(nlohmann::json::parse(again.out)["kept"], 2) << "what was measured before the kill";
    EXPECT_EQ(nlohmann::json::parse(again.out)["measured"], 2);
    EXPECT_EQ(studyIn(file).entries.size(), 4U);
}

TEST(RecordVerb, WhatKillsTheProgramTwiceIsNotTriedAgain) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const std::string key = "matmul.tiled block=8 n=32 type=f32 variant=corrected";
    const std::string begin = "{\"begin\":\"" + key + "\"}\n";
    scratch.write("study.json.journal", begin + begin + "{\"begin\":\"cut o");
    const ProgramResult outcome = cliOn(fakeGpu(), recordFour(file, " --json"));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    const auto summary = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(summary["measured"], 3);
    ASSERT_EQ(summary["failed"].size(), 1U);
    EXPECT_THAT(summary["failed"][0].get<std::string>(), HasSubstr(key + ": it has ended the program 2 times"));
}

TEST(RecordVerb, ABrokenJournalIsNamedAndLeftAlone) {
    const TemporaryFolder scratch;
    scratch.write("study.json.journal", "nonsense\n");
    const ProgramResult outcome = cliOn(fakeGpu(), recordFour(scratch.path("study.json")));
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("study.json.journal is not what it should be, at line 1"));
    EXPECT_EQ(contentOf(scratch.path("study.json.journal")), "nonsense\n");
}

/// The lock that a recording into `file` has while it lasts. Held by this process, which surely stands all the while.
class RecordingLock {
public:
    explicit RecordingLock(const std::string& file)
        : m_journal(::open((file + ".journal").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
        EXPECT_EQ(::flock(m_journal, LOCK_EX | LOCK_NB), 0);
    }
    ~RecordingLock() { ::close(m_journal); }
    RecordingLock(const RecordingLock&) = delete;
    RecordingLock& operator=(const RecordingLock&) = delete;

private:
    int m_journal;
};

// Named by a symbolic link: what counts is the file that is written.
TEST(RecordVerb, OnlyOneRecordsIntoAFile) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const std::string link = scratch.path("link.json");
    std::filesystem::create_symlink("study.json", link);
    {
        const RecordingLock first(file);
        const ProgramResult second = cliOn(fakeGpu(), recordFour(link));
        EXPECT_EQ(second.exitCode, 1);
        // The kernel's list of locks may change while it is read; then nobody can say whose it is.
        const std::string inUse = link + " is being written by another program: ";
        EXPECT_THAT(second.err, testing::AnyOf(HasSubstr(inUse + "process " + std::to_string(::getpid()) + " "),
                                               HasSubstr(inUse + "another process ")));
        EXPECT_THAT(second.err, Not(HasSubstr("time 1/4"))) << "it ends at once";
        EXPECT_TRUE(std::filesystem::exists(file + ".journal")) << "it is not its own to clear away";
    }
    EXPECT_EQ(cliOn(fakeGpu(), recordFour(link)).exitCode, 0) << "a lock ends with who held it";
    EXPECT_EQ(studyIn(file).entries.size(), 4U);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_FALSE(std::filesystem::exists(file + ".journal"));
}

/// Configurations whose measurement the journal holds in a whole line.
std::size_t journalled(const std::string& journal) {
    std::istringstream lines(contentOf(journal));
    std::size_t done = 0;
    for (std::string line; std::getline(lines, line);)
        if (nlohmann::json::parse(line).contains("done")) ++done;
    return done;
}

// The journal cannot grow beyond this limit, as on a disk that fills up.
TEST(RecordVerb, AJournalThatCannotBeWrittenEndsTheRecordingAtOnceAndTheSameCommandGoesOn) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const std::string command = LANESCOPE_CLI + (" " + recordFour(file));
    ASSERT_EQ(cliOn(fakeGpu(), "record " + scratch.path("one.json") +
                                   " matmul.tiled n=32 variant=corrected type=f32 block=4 --no-counters")
                  .exitCode,
              0);
    const std::size_t one = contentOf(scratch.path("one.json")).size();
    // Blocks of 512 bytes: room for two lines and a part of the third.
    const std::string limited = "ulimit -f " + std::to_string(one * 5 / 2 / 512) + "; exec " + command;
    const ProgramResult full = runProgram("/bin/sh", {"-c", limited}, fakeGpu());
    EXPECT_EQ(full.exitCode, 1) << full.err;
    const std::size_t safe = journalled(file + ".journal");
    EXPECT_GE(safe, 1U);
    ASSERT_LT(safe, 4U);
    EXPECT_THAT(full.err,
                HasSubstr("The recording stopped, " + file + ".journal cannot be written: File too large. " +
                          std::to_string(safe) + (safe == 1 ? " result is" : " results are") + " safe in " + file +
                          ".journal, and " + file + " is as it was; the same command goes on from there."));
    EXPECT_THAT(full.err, Not(HasSubstr("time " + std::to_string(safe + 2) + "/4"))) << "it stops at the first failure";
    EXPECT_FALSE(std::filesystem::exists(file));

    const ProgramResult again = cliOn(fakeGpu(), recordFour(file, " --json"));
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_EQ(nlohmann::json::parse(again.out)["kept"], safe);
    EXPECT_EQ(nlohmann::json::parse(again.out)["measured"], 4 - safe);
    EXPECT_EQ(studyIn(file).entries.size(), 4U);
}

// What the journal has room for, and the file has not: it is longer than each of the journals was.
TEST(RecordVerb, AFileThatCannotBeWrittenIsAsItWasAndTheJournalHoldsTheRest) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const std::string one = " matmul.tiled n=32 variant=corrected type=f32 --no-counters block=";
    ASSERT_EQ(cliOn(fakeGpu(), "record " + file + one + "4,8,16").exitCode, 0);
    const std::string before = contentOf(file);
    const std::string limited =
        "ulimit -f " + std::to_string(before.size() / 512) + "; exec " + LANESCOPE_CLI + " record " + file + one + "32";
    const ProgramResult full = runProgram("/bin/sh", {"-c", limited}, fakeGpu());
    EXPECT_EQ(full.exitCode, 1) << full.err;
    EXPECT_THAT(full.err, HasSubstr("The recording stopped, " + file +
                                    " cannot be written: File too large. 1 result is safe in " + file + ".journal"));
    EXPECT_EQ(contentOf(file), before);
    EXPECT_EQ(cliOn(fakeGpu(), "record " + file + one + "32").exitCode, 0);
    EXPECT_EQ(studyIn(file).entries.size(), 4U);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 1);
}

TEST(RecordVerb, AJournalThatIsNoPlainFileIsRefused) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    scratch.write("precious", "precious");
    std::filesystem::create_symlink("precious", file + ".journal");
    const ProgramResult outcome = cliOn(fakeGpu(), recordFour(file));
    EXPECT_EQ(outcome.exitCode, 1);
    EXPECT_THAT(outcome.err, HasSubstr("study.json.journal: it is a symbolic link"));
    EXPECT_EQ(contentOf(scratch.path("precious")), "precious");
    EXPECT_FALSE(std::filesystem::exists(file));
}

// Every process of this stand-in loses the GPU to its first kernel.
TEST(RecordVerb, AFaultThatCostsTheGpuCostsOneConfigurationAndANewProcessGoesOn) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const ProgramResult outcome = cliOn(fakeGpu("lost"), recordFour(file, " --json"));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    for (const char* each : {"time 1/4", "time 2/4", "time 3/4", "time 4/4"}) EXPECT_THAT(outcome.err, HasSubstr(each));
    EXPECT_THAT(outcome.err, HasSubstr("another one goes on"));
    const auto summary = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(summary["failed"].size(), 4U);
    EXPECT_THAT(summary["failed"][0].get<std::string>(), HasSubstr("an illegal memory access was encountered"));
}

// There were two, and no program reads that.
TEST(RecordVerb, WhatStopsItIsInTheOneJsonDocument) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    const ProgramResult outcome = cliOn(fakeGpu("lost"), recordFour(file, " --again --json"));
    EXPECT_EQ(outcome.exitCode, 5) << outcome.err;
    const auto summary = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(summary.is_object()) << outcome.out;
    EXPECT_EQ(summary["measured"], 0);
    EXPECT_EQ(summary["failed"].size(), 1U);
    EXPECT_EQ(summary["error"]["code"], "kernel_fault");
    EXPECT_THAT(summary["error"]["message"].get<std::string>(), HasSubstr("an illegal memory access was encountered"));
    EXPECT_FALSE(nlohmann::json::parse(cliOn(fakeGpu(), recordFour(file, " --json")).out).contains("error"));
}

// The stand-in's CUPTI refuses; without it there is another reason. Both may be gone the next time.
TEST(RecordVerb, CountersThatCouldNotBeReadAreTriedAgain) {
    const TemporaryFolder scratch;
    const std::string command = "record " + scratch.path("s.json") + " vector.add variant=corrected n=32 type=f32";
    for (int i = 0; i < 2; ++i) {
        const ProgramResult outcome = cliOn(fakeGpu(), command);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("counters 1/1")) << i;
    }
}

TEST(RecordVerb, RunsADeclaredSetAndKeepsToItsLimits) {
    const TemporaryFolder scratch;
    // The stand-in's events say 1 ms for everything.
    scratch.write("set.json", R"({"format":"lanescope-recording-set","version":1,"title":"Of tests","about":"",
        "limits":{"samples":4,"time_limit":0.1},
        "rules":[{"algorithms":["matmul.tiled"],"parameters":{"n":[32,64,96]},"limits":{"largest_time":0.0005}},
                 {"algorithms":["vector.add"],"parameters":{"n":[32,64]},"limits":{"largest_counted":0.0005}},
                 {"algorithms":["reduce.1"],"parameters":{"n":[100000]},"limits":{"counted_launches":1}}],
        "left_out":[{"algorithm":"reduce.two-phase","parameters":{"variant":"published"},"why":"no end"}]})");
    const std::string file = scratch.path("study.json");
    const std::string command = "record " + file + " --set " + scratch.path("set.json") + " --json";
    const auto list = nlohmann::json::parse(cliOn(fakeGpu("none"), command + " --list").out);
    EXPECT_EQ(list["configurations"], 6);
    EXPECT_EQ(list["left_out"][0]["why"], "no end");
    EXPECT_FALSE(std::filesystem::exists(file));

    const ProgramResult outcome = cliOn(fakeGpu(), command);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["measured"], 4);
    EXPECT_EQ(nlohmann::json::parse(outcome.out)["too_long"], 2) << "n = 64 and 96 would take no less than n = 32";
    const Study study = studyIn(file);
    EXPECT_EQ(study.title, "Of tests");
    ASSERT_EQ(study.entries.size(), 4U);
    EXPECT_LE(study.entries[0].measurement->seconds.size(), 4U);
    EXPECT_THAT(study.entries[1].measurement->countersMissing, HasSubstr("of what takes up to 500 µs"));
    EXPECT_THAT(study.entries[3].measurement->countersMissing, HasSubstr("of plans of up to 1 launches"));
}

// Deep ones ended the program, and others were told in the words of the library that parses.
TEST(RecordVerb, ADamagedJournalIsToldWithAWayOnAndLeftAlone) {
    const TemporaryFolder scratch;
    const std::string file = scratch.path("study.json");
    for (const std::string& line : {std::string(1'000'000, '['), std::string("{\"begin\":}")}) {
        scratch.write("study.json.journal", "{\"begin\":\"a\"}\n" + line + "\n");
        const ProgramResult outcome = cliOn(fakeGpu(), recordFour(file));
        EXPECT_EQ(outcome.exitCode, 1);
        EXPECT_THAT(outcome.err, HasSubstr(file + ".journal is not what it should be, at line 2, "));
        EXPECT_THAT(outcome.err, HasSubstr("move it away to begin anew"));
        EXPECT_THAT(outcome.err, Not(HasSubstr("exception")));
        EXPECT_THAT(contentOf(file + ".journal"), HasSubstr(line));
    }
}

}  // namespace
}  // namespace lanescope
