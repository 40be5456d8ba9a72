// SPDX-License-Identifier: GPL-3.0-or-later
// Every option that is a number refuses what is none, or lies out of its range, and says so. Which options there are is
// asked of the program: its help says NUMBER and the range where core/base/number_text.h reads.
#include <regex>
#include <set>
#include <sstream>

#include "tests/app/cli/cli.h"

namespace lanescope {
namespace {

struct NumberOption {
    std::string verb;
    std::string name;
    std::string range;  ///< "from 1 to 1000"
    bool whole = false;
};

std::vector<std::string> verbs() {
    std::vector<std::string> found;
    std::istringstream lines(cli({"--help"}).out);
    std::string line;
    bool listed = false;
    while (std::getline(lines, line)) {
        if (listed && line.starts_with("  ") && line.size() > 2 && line[2] != ' ') {
            const std::string word = line.substr(2, line.find(' ', 2) - 2);
            found.push_back(word);
        }
        listed = listed || line.starts_with("Subcommands:");
    }
    return found;
}

std::vector<NumberOption> optionsOf(const std::string& verb) {
    static const std::regex kOption(R"((--[a-z0-9-]+) NUMBER \((a (whole )?number (from [^ )]+ to [^ )]+))\))");
    std::vector<NumberOption> found;
    const std::string help = cli({verb, "--help"}).out;
    for (std::sregex_iterator at(help.begin(), help.end(), kOption), end; at != end; ++at)
        found.push_back({verb, (*at)[1], (*at)[4], (*at)[3].matched});
    return found;
}

TEST(Numbers, EveryOptionOfEveryVerbRefusesWhatIsNone) {
    std::set<std::string> seen;
    for (const std::string& verb : verbs())
        for (const NumberOption& option : optionsOf(verb)) {
            seen.insert(option.verb + " " + option.name);
            std::vector<std::string> wrong{"nan", "-nan", "inf",  "-inf",  "-1",     "",    "100000000000000000000",
                                           " 1",  "1 ",   "0x10", "1e400", "+1",     "1,5", "[1]",
                                           "{}",  "[]",   "1\n",  "one",   "\x1b[2J"};
            if (option.whole) wrong.insert(wrong.end(), {"18446744073709551616", "1.5", "1e3", "-0"});
            for (const std::string& word : wrong) {
                // The number is looked at before what else is missing.
                const ProgramResult result = cli({verb, option.name, word});
                EXPECT_EQ(result.exitCode, 2) << verb << ' ' << option.name << " \"" << word << '"';
                EXPECT_EQ(result.out, "");
                const bool anOption = word.starts_with("-") && !std::isdigit(static_cast<unsigned char>(word[1]));
                EXPECT_NE(result.err.find(option.name), std::string::npos) << result.err;
                // "-inf" behind a space is an option to CLI11, which then misses the number.
                if (!anOption) {
                    EXPECT_NE(result.err.find(option.range), std::string::npos)
                        << verb << ' ' << option.name << " \"" << word << "\": " << result.err;
                }
            }
        }
    EXPECT_GT(seen.size(), 15U);
    for (const char* known : {"emulate --max-blocks", "errors --most", "measure --time-limit", "worker --patience"})
        EXPECT_TRUE(seen.contains(known)) << known;
}

TEST(Numbers, NoOptionIsConvertedByTheCommandLineLibrary) {
    for (const std::string& verb : verbs()) {
        const std::string help = cli({verb, "--help"}).out;
        for (const char* type : {"INT", "UINT", "FLOAT", "NONNEGATIVE", "POSITIVE"})
            EXPECT_FALSE(std::regex_search(help, std::regex("--[a-z0-9-]+,? " + std::string(type) + "\\b")))
                << verb << " has an option of type " << type << ": use addNumber (app/cli/number_option.h)\n"
                << help;
    }
}

TEST(Numbers, ParametersAreReadTheSameWay) {
    for (const char* wrong :
         {"-1", "", "18446744073709551616", "1e3", " 64", "64 ", "0x40", "nan", "+64", "-0", "6４"}) {
        const auto error = errorOf({"emulate", "vector.add", std::string("n=") + wrong}, 2);
        EXPECT_EQ(error["code"], "illegal_value") << wrong;
        EXPECT_NE(error["message"].get<std::string>().find("a whole number from 1 to "), std::string::npos) << error;
    }
    for (const char* wrong : {"nan", "inf", "", "1e400", "0x10", " 1"})
        EXPECT_EQ(
            errorOf({"estimate", "vector.add", "--gpu", "h200", "--set", std::string("clock_max=") + wrong}, 2)["code"],
            "illegal_value")
            << wrong;
}

TEST(Numbers, AnErrorIsTheSameObjectAsOfParameters) {
    const auto error = errorOf({"emulate", "vector.add", "--max-blocks", "-1"}, 2);
    EXPECT_EQ(error["code"], "illegal_value");
    EXPECT_EQ(error["arguments"]["parameter"], "--max-blocks");
    EXPECT_EQ(error["arguments"]["value"], "-1");
}

}  // namespace
}  // namespace lanescope
