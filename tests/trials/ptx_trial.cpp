// SPDX-License-Identifier: GPL-3.0-or-later
// Runs kernels through the real lanescope-cli, each in a process of its own with limits of time and memory, and prints
// what they came to, by kind.
//   ptx_trial --mutants COUNT [--seed N]   mutated kernels of resources/ptx and examples/ptx
//   ptx_trial FILE…                        every kernel of these PTX files, as it is
// It fails if anything went beyond the contract: a crash, a hang, JSON that is none, an exit code for another outcome,
// "a bug in Lanescope". Such inputs are kept in the folder trial_findings.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "core/base/file_reader.h"
#include "core/base/resources.h"
#include "core/ptx/parser.h"
#include "tests/fuzz/ptx_mutations.h"
#include "tests/trials/judge.h"
#include "tests/trials/trial_launch.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kSeconds = 10;
constexpr unsigned kMebibytes = 4096;

/// Counts by kind, and by what was said within it.
class Table {
public:
    void add(const Verdict& verdict, const std::string& who) {
        ++m_kinds[verdict.kind];
        if (!verdict.where.empty()) ++m_details[verdict.kind + ": " + verdict.where];
        if (verdict.findings > 0) ++m_details["errors found by the check"];
        if (!verdict.bad) return;
        m_bad = true;
        std::cout << verdict.kind << ": " << who << ": " << verdict.words << '\n';
    }
    void print() const {
        for (const auto& [kind, count] : m_kinds) std::cout << count << '\t' << kind << '\n';
        for (const auto& [detail, count] : m_details) std::cout << "    " << count << '\t' << detail << '\n';
    }
    [[nodiscard]] bool bad() const { return m_bad; }

private:
    std::map<std::string, std::size_t> m_kinds;
    std::map<std::string, std::size_t> m_details;
    bool m_bad = false;
};

struct Source {
    std::string name;
    ptx::Module module;
};

std::vector<Source> sourcesOf(const std::vector<std::string>& files) {
    std::vector<Source> sources;
    for (const std::string& file : files) {
        Result<std::string> text = readFile(file);
        Result<ptx::Module> module = text ? ptx::parse(std::move(*text), file) : fail(text.error());
        if (module)
            sources.push_back({file, std::move(*module)});
        else
            std::cout << "refused: " << describe(module.error()) << '\n';
    }
    return sources;
}

std::vector<std::string> ownFiles() {
    std::vector<std::string> files;
    for (const char* folder : {"/resources/ptx", "/examples/ptx"})
        for (const auto& file : fs::directory_iterator(std::string(LANESCOPE_SOURCE_DIR) + folder))
            if (file.path().extension() == ".ptx") files.push_back(file.path());
    std::ranges::sort(files);  // the same everywhere
    return files;
}

std::vector<std::string> withChecks(std::vector<std::string> words) {
    words.insert(words.end(), {"--check", "quick", "--step-budget", "2000000"});
    return words;
}

/// The module's text with some lines of the entry's mutated.
std::string mutant(const Source& source, const program::Entry& entry, Random& random) {
    const std::string& text = source.module.text;
    const std::size_t begin = source.module.lineStarts.at(entry.firstLine - 1);
    const std::size_t end =
        entry.lastLine < source.module.lineStarts.size() ? source.module.lineStarts[entry.lastLine] : text.size();
    std::vector<std::string> lines = linesOf(std::string_view(text).substr(begin, end - begin));
    for (std::size_t turns = 1 + pick(random, 3); turns > 0 && !lines.empty(); --turns) mutateLines(lines, random);
    std::string changed = text.substr(0, begin);
    for (const std::string& line : lines) changed += line;
    return changed + text.substr(end);
}

void tryMutant(const std::vector<Source>& sources, unsigned long seed, Table& table) {
    Random random(static_cast<Random::result_type>(seed * 7919 + 1));
    random.discard(8);
    const Source& source = sources[pick(random, sources.size())];
    const program::Entry& entry = source.module.entries.at(pick(random, source.module.entries.size()));
    const std::string file = (fs::temp_directory_path() / ("mutant-" + std::to_string(seed) + ".ptx")).string();
    std::ofstream(file, std::ios::binary) << mutant(source, entry, random);
    const auto words = withChecks(trialLaunch(file, entry, {}));
    const Verdict verdict = judge(runLimited(LANESCOPE_CLI, words, kSeconds, kMebibytes));
    std::string who = "mutant " + std::to_string(seed);
    if (verdict.bad) {
        fs::create_directories("trial_findings");
        fs::copy_file(file, fs::path("trial_findings") / fs::path(file).filename(),
                      fs::copy_options::overwrite_existing);
        for (const std::string& word : words) who += ' ' + word;
    }
    fs::remove(file);
    table.add(verdict, who);
}

void tryAll(const std::vector<Source>& sources, Table& table) {
    for (const Source& source : sources) {
        for (const program::Entry& entry : source.module.entries) {
            const auto words = withChecks(trialLaunch(source.name, entry, {}));
            const Verdict verdict = judge(runLimited(LANESCOPE_CLI, words, kSeconds, kMebibytes));
            const std::string who = source.name + " " + entry.demangled;
            table.add(verdict, who);
            if (verdict.bad) continue;
            std::cout << verdict.kind << '\t' << who << '\t' << verdict.words << '\n';
        }
    }
}

int run(const std::vector<std::string>& words) {
    const auto after = [&](const char* option) {
        const auto found = std::ranges::find(words, option);
        return found == words.end() || found + 1 == words.end() ? 0 : std::strtoul((found + 1)->c_str(), nullptr, 10);
    };
    const unsigned long mutants = after("--mutants");
    const unsigned long seed = after("--seed");
    Table table;
    if (mutants == 0) {
        tryAll(sourcesOf(words), table);
    } else {
        const std::vector<Source> sources = sourcesOf(ownFiles());
        for (unsigned long i = 0; i < mutants; ++i) tryMutant(sources, seed + i, table);
    }
    table.print();
    return table.bad() ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace
}  // namespace lanescope

int main(int argc, char** argv) { return lanescope::run({argv + 1, argv + argc}); }
