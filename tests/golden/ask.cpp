// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/ask.h"

#include <iterator>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

#include "tests/golden/transcript.h"
#include "tests/support/temporary_folder.h"

namespace lanescope::golden {
namespace {

constexpr std::string_view kSource = "<source>";

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

/// What of this machine and of this minute is in an answer becomes words that are the same everywhere.
std::string withoutPlaceAndTime(std::string answer, const std::string& words, const std::string& home) {
    answer = replaced(std::move(answer), home, "<home>");
    answer = replaced(std::move(answer), LANESCOPE_BINARY_DIR, "<build>");  // which may lie within the source
    answer = replaced(std::move(answer), LANESCOPE_SOURCE_DIR, kSource);
    answer = replaced(std::move(answer), "dpotrf (LAPACK is not installed; a loop of ours)", "dpotrf of LAPACK");
    static const std::regex kAskedToday(R"((cuDevice.* on an Fake GPU, )[0-9-]+)");
    static const std::regex kSeconds(R"re(("seconds": )[^,\n]+)re");
    static const std::regex kEmulatedIn("(emulated in ).+");
    if (words.starts_with("gpus")) answer = std::regex_replace(answer, kAskedToday, "$1<today>");
    if (!words.starts_with("emulate ")) return answer;  // the seconds of an estimate are what was asked for
    answer = std::regex_replace(answer, kSeconds, "$1<wall time>");
    return std::regex_replace(answer, kEmulatedIn, "$1<wall time>");
}

}  // namespace

std::map<std::string, std::string> neutralEnvironment(const std::string& home) {
    std::map<std::string, std::string> environment{{"LC_ALL", "C.UTF-8"},  {"LANGUAGE", ""},
                                                   {"TZ", "UTC"},          {"FAKE_CUDA", ""},
                                                   {"LANESCOPE_GPUS", ""}, {"LANESCOPE_RESOURCES", ""}};
    environment["LD_LIBRARY_PATH"] = LANESCOPE_BINARY_DIR "/tests/gpu/fake";
    for (const char* const place :
         {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        environment[place] = home;
    return environment;
}

std::string answerTo(const std::string& words) {
    const TemporaryFolder home;
    std::istringstream parted(replaced(words, kSource, LANESCOPE_SOURCE_DIR));
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(parted), {}};
    ProgramResult answer =
        runProgram(LANESCOPE_BINARY_DIR "/bin/lanescope-cli", arguments, neutralEnvironment(home.path()));
    answer.out = withoutPlaceAndTime(std::move(answer.out), words, home.path());
    answer.err = withoutPlaceAndTime(std::move(answer.err), words, home.path());
    return transcriptOf("lanescope-cli " + words, answer);
}

}  // namespace lanescope::golden
