// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/subjects.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/golden/ask.h"
#include "tests/golden/frozen.h"

namespace lanescope::golden {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = LANESCOPE_SOURCE_DIR "/tests/golden/";

/// All but remarks (#) and empty lines.
std::vector<std::string> linesOf(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + " cannot be read");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && !line.starts_with('#')) lines.push_back(line);
    return lines;
}

std::vector<Subject> subjectsIn(const std::string& folder) {
    std::vector<Subject> subjects;
    for (const auto& entry : fs::directory_iterator(kFolder + folder))
        subjects.push_back({entry.path().stem().string(), linesOf(entry.path().string())});
    std::ranges::sort(subjects, {}, &Subject::name);
    return subjects;
}

/// A verb, and how it is asked of an algorithm's first, second … configuration. Those behind are not asked for.
struct Verb {
    std::string name;
    std::vector<std::string> options;
};

const std::vector<Verb>& verbs() {
    static const std::vector<Verb> all{
        {"emulate",
         {"--max-blocks 64 --json", "--max-blocks 64 --json --policy independent", "--max-blocks 64 --json --gpu h200",
          "--max-blocks 64 --check races --gpu l4"}},
        // Words have the numbers that JSON has, in a tenth of the room.
        {"estimate",
         {"--model all --why --json --gpu h200", "--model all --why --counts predicted --gpu c2075",
          "--model all --gpu gtx560ti", "--model all --counts predicted --gpu a100"}},
        {"machine", {"--json", "--json --gpu h200", "--json --gpu h200 --steps 2000 --accesses 5000", "--gpu h200"}},
        {"occupancy", {"--json", "--gpu 8.6 --curve all"}},
    };
    return all;
}

}  // namespace

std::vector<Subject> subjectsOfTheCatalogue() {
    std::vector<Subject> subjects;
    const std::vector<std::string> configurations = linesOf(kFolder + "configurations.txt");
    for (const Verb& verb : verbs())
        for (const std::string& configuration : configurations) {
            const std::string name = verb.name + "/" + configuration.substr(0, configuration.find(' '));
            if (subjects.empty() || subjects.back().name != name) subjects.push_back({name, {}});
            std::vector<std::string>& commands = subjects.back().commands;
            if (commands.size() < verb.options.size())
                commands.push_back(verb.name + " " + configuration + " " + verb.options[commands.size()]);
        }
    return subjects;
}

std::vector<Subject> subjectsOfCommands() { return subjectsIn("commands"); }

std::vector<Subject> slowSubjects() { return subjectsIn("slow"); }

std::string testNameOf(const Subject& subject) {
    std::string name = subject.name;
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

void expectAsFrozen(const Subject& subject) {
    std::string answers;
    for (const std::string& command : subject.commands) answers += answerTo(command);
    EXPECT_TRUE(isAsFrozen(subject.name, answers));
}

}  // namespace lanescope::golden
