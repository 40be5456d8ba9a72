// SPDX-License-Identifier: GPL-3.0-or-later
// The window where something is missing. It is driven by its tour, which writes what it shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/hostile/surroundings.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using Stream = Surroundings::Stream;
using Environment = std::map<std::string, std::optional<std::string>>;

constexpr double kSeconds = 300;

/// Homes below a plain file can be neither made nor written, not by root either.
Environment withoutHomes(const TemporaryFolder& folder) {
    folder.write("plain", "");
    const std::string none = folder.path("plain") + "/home";
    return {{"QT_QPA_PLATFORM", "offscreen"}, {"HOME", none},           {"XDG_CONFIG_HOME", none},
            {"XDG_DATA_HOME", none},          {"XDG_CACHE_HOME", none}, {"XDG_RUNTIME_DIR", none}};
}

TEST(HostileWindow, HelpThatCannotBePrintedIsAnExitCode) {
    for (const char* option : {"--help", "--version"}) {
        EXPECT_EQ(runIn({}, LANESCOPE_WINDOW, {option}, kSeconds).exitCode, 0);
        const ProgramResult full = runIn({.out = Stream::Full}, LANESCOPE_WINDOW, {option}, kSeconds);
        EXPECT_EQ(full.exitCode, 8);
        EXPECT_THAT(full.err, HasSubstr("No space left on device"));
        EXPECT_EQ(runIn({.out = Stream::Closed}, LANESCOPE_WINDOW, {option}, kSeconds).exitCode, 8);
        EXPECT_EQ(runIn({.out = Stream::Unread}, LANESCOPE_WINDOW, {option}, kSeconds).exitCode, 141);
    }
}

TEST(HostileWindow, WithoutHomesItOpensAndSaysWhatItCannotWrite) {
    const TemporaryFolder folder;
    const Environment homes = withoutHomes(folder);
    const std::string below = folder.path("plain") + "/pictures";
    const ProgramResult nowhere = runIn({.environment = homes}, LANESCOPE_WINDOW, {"--tour", below}, kSeconds);
    EXPECT_EQ(nowhere.exitCode, 1) << nowhere.signal << nowhere.err;
    EXPECT_THAT(nowhere.out, HasSubstr(below + " cannot be made"));

    const ProgramResult full = runIn({.out = Stream::Unread, .fileSize = 0, .environment = homes}, LANESCOPE_WINDOW,
                                     {"--tour", folder.path("pictures")}, kSeconds);
    EXPECT_FALSE(full.late);
    EXPECT_EQ(full.signal, 0);
    EXPECT_NE(full.exitCode, 0);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path("pictures")));
}

TEST(HostileWindow, WithoutHomesEverythingIsShown) {
    const TemporaryFolder folder;
    const ProgramResult ending =
        runIn({.environment = withoutHomes(folder)}, LANESCOPE_WINDOW, {"--tour", folder.path("pictures")}, kSeconds);
    EXPECT_EQ(ending.exitCode, 0) << ending.out << ending.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path("pictures/10-dark-lecture.png")));
}

TEST(HostileWindow, ADiskThatIsFullEndsTheTourAtItsFirstPicture) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path("disk"));
    const ProgramResult ending = runIn({.fullDisk = folder.path("disk"), .environment = withoutHomes(folder)},
                                       LANESCOPE_WINDOW, {"--tour", folder.path("disk/pictures")}, kSeconds);
    if (ending.exitCode == kCannotBeHad) GTEST_SKIP() << "nothing can be mounted here";
    EXPECT_EQ(ending.exitCode, 1) << ending.signal << ending.err;
    EXPECT_THAT(ending.out, HasSubstr("The tour failed: Cannot write " + folder.path("disk/pictures/1-opening.png") +
                                      ": No space left on device."));
}

}  // namespace
}  // namespace lanescope
