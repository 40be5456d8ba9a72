// SPDX-License-Identifier: GPL-3.0-or-later
// Every case of the PTX library as machine code in the emulator, where there is a toolkit. A case leaves what it must,
// or it is refused and stands in refused_cases.txt with the instruction; none may do anything else.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "core/base/words.h"
#include "core/simt/emulator.h"
#include "tests/core/sass/case_codes.h"
#include "tests/core/simt/case_library.h"

namespace lanescope {
namespace {

std::vector<std::string> architectures() {
    std::istringstream all(LANESCOPE_ARCHITECTURES);
    return {std::istream_iterator<std::string>(all), {}};
}

/// Lines "ARCHITECTURE GROUP/ENTRY INSTRUCTION"; # begins a comment.
std::map<std::string, std::string> knownRefusals() {
    std::map<std::string, std::string> known;
    std::ifstream file(LANESCOPE_SOURCE_DIR "/tests/core/sass/refused_cases.txt");
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string architecture, entry, instruction;
        words >> architecture >> entry >> instruction;
        if (!architecture.empty() && architecture.front() != '#') known[architecture + " " + entry] = instruction;
    }
    return known;
}

/// "LDGSTS.E" of "@P0 LDGSTS.E [R2], …"
std::string mnemonicIn(std::string text) {
    if (text.starts_with('@')) text.erase(0, text.find(' ') + 1);
    return text.substr(0, text.find(' '));
}

class MachineCases : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(MachineCases, GiveWhatThePtxIsaCallsFor) {
    const auto toolkit = sass::findToolkit();
    if (!toolkit) GTEST_SKIP() << describe(toolkit.error());
    static const std::map<std::string, std::string> known = knownRefusals();
    const auto& [group, architecture] = GetParam();
    const sass::test::CaseCodes codes = sass::test::caseCodes(*toolkit, caseFolder(), group, architecture);
    int passed = 0, refused = 0;
    for (Case one : loadCases(caseFolder(), group)) {
        if (codes.notThere.contains(one.entry)) continue;
        const std::string id = architecture + " " + group + "/" + one.entry;
        ASSERT_TRUE(codes.modules.contains(one.entry)) << id;
        one.module = codes.modules.at(one.entry);
        const auto listed = known.find(id);
        if (const auto& unsupported = one.module->entries[0].unsupported) {
            ++refused;
            const std::string mnemonic = mnemonicIn(unsupported->arguments.at("instruction"));
            EXPECT_TRUE(listed != known.end() && listed->second == mnemonic)
                << id << " " << mnemonic << "   " << unsupported->arguments.at("instruction");
            continue;
        }
        EXPECT_TRUE(listed == known.end()) << id << " is not refused any more";
        simt::Emulator emulator;
        EXPECT_EQ(runCase(one, emulator), "") << id;
        ++passed;
    }
    std::cout << architecture << ": " << passed << " run, " << refused << " refused, " << codes.notThere.size()
              << " not of this architecture\n";
}

INSTANTIATE_TEST_SUITE_P(Library, MachineCases,
                         testing::Combine(testing::ValuesIn(caseGroups()), testing::ValuesIn(architectures())),
                         [](const auto& p) { return std::get<0>(p.param) + "_" + std::get<1>(p.param); });

}  // namespace
}  // namespace lanescope
