// SPDX-License-Identifier: GPL-3.0-or-later
// $LANESCOPE_FREEZE=1 writes the kept file of the present version anew; those of older versions are never written
// again.
#include "core/session/session_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "tests/core/session/whole_session.h"
#include "tests/support/temporary_folder.h"

namespace lanescope::session {
namespace {

using ::testing::ElementsAre;

void expectSame(const Session& read, const Session& session) {
    EXPECT_EQ(read.program, session.program);
    EXPECT_EQ(read.saved, session.saved);
    EXPECT_EQ(read.choices, session.choices);
    EXPECT_EQ(read.at, session.at);
    EXPECT_EQ(read.view, session.view);
    EXPECT_EQ(read.baseline, session.baseline);
    EXPECT_EQ(toJson(read.measured), toJson(session.measured));
    EXPECT_EQ(read.story, session.story);
    EXPECT_EQ(read.bookmark, session.bookmark);
    ASSERT_EQ(read.gpu.has_value(), session.gpu.has_value());
    if (read.gpu) {
        EXPECT_EQ(toJson(*read.gpu), toJson(*session.gpu));
    }
    EXPECT_EQ(read.kernels, session.kernels);
}

std::string keptFile(int version) {
    return LANESCOPE_SOURCE_DIR "/tests/core/session/kept/version_" + std::to_string(version) + ".lanescope";
}

TEST(SessionFile, KeepsAllThatASessionHolds) {
    const Session session = wholeSession();
    const Result<Session> read = sessionFrom(toBytes(session), "s.lanescope");
    ASSERT_TRUE(read) << describe(read.error());
    expectSame(*read, session);
    EXPECT_EQ(read->now()->machine, "sm_90");
}

TEST(SessionFile, OfNothingIsASessionToo) {
    const Result<Session> read = sessionFrom(toBytes({}), "s.lanescope");
    ASSERT_TRUE(read) << describe(read.error());
    expectSame(*read, {});
    EXPECT_EQ(read->now(), nullptr);
}

// What a figure carries must not make it another one each time.
TEST(SessionFile, OfTheSameSessionIsTheSameBytes) {
    const std::string bytes = toBytes(wholeSession());
    EXPECT_EQ(bytes, toBytes(wholeSession()));
    const Result<Session> read = sessionFrom(bytes, "s.lanescope");
    ASSERT_TRUE(read);
    EXPECT_EQ(toBytes(*read), bytes);
}

// A desktop looks there: packaging/org.lanescope.Lanescope.mime.xml.
TEST(SessionFile, IsKnownByItsFirstBytes) {
    EXPECT_EQ(toBytes(wholeSession()).substr(30, 8 + kMimeType.size()), "mimetype" + std::string(kMimeType));
}

TEST(SessionFile, OfEveryVersionOpens) {
    if (std::getenv("LANESCOPE_FREEZE") != nullptr) {
        ASSERT_TRUE(writeFile(keptFile(Session::kVersion), toBytes(wholeSession())));
    }
    for (int version = 1; version <= Session::kVersion; ++version) {
        SCOPED_TRACE(version);
        const Result<Session> read = sessionInFile(keptFile(version));
        ASSERT_TRUE(read) << describe(read.error());
        Session then = wholeSession();
        if (version < 2) then.view.looks.clear();
        expectSame(*read, then);
    }
}

TEST(SessionFile, AChoiceKeepsWhatItWasHeldAgainst) {
    Session session = wholeSession();
    Choice pinned = session.choices.at(1);
    pinned.configuration.beside.clear();
    session.choices.at(0).baseline = {pinned};
    const Result<Session> read = sessionFrom(toBytes(session), "s.lanescope");
    ASSERT_TRUE(read) << describe(read.error());
    expectSame(*read, session);
}

TEST(SessionFile, ThatIsNotThereOrNoFileHasASentence) {
    const TemporaryFolder folder;
    for (const std::string& path : {folder.path("none.lanescope"), folder.path()}) {
        const Result<Session> read = sessionInFile(path);
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().code, ErrorCode::CannotOpen);
    }
}

TEST(SessionKernels, ThatAreOthersThanTheyWereAreNamed) {
    const std::vector<KernelText> then = wholeSession().kernels;
    std::vector<KernelText> now = then;
    EXPECT_TRUE(changedKernels(then, now).empty());
    now[0].ptx += "// recompiled\n";
    now.erase(now.begin() + 1);
    EXPECT_THAT(changedKernels(then, now), ElementsAre("matmul.ptx"));
}

}  // namespace
}  // namespace lanescope::session
