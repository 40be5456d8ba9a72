// SPDX-License-Identifier: GPL-3.0-or-later
// The program renders a story, as somebody on a command line has it do that.
#pragma once

#include <gtest/gtest.h>

#include <QRegularExpression>
#include <QStandardPaths>
#include <QString>
#include <map>
#include <string>
#include <vector>

#include "core/base/file_reader.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {

struct Rendering : ::testing::Test {
    /// Pages, or sections, in their order: a thread lit and something drawn; a question and its answer; a range.
    static constexpr const char* kStory = R"json({
  "format": "lanescope-story", "version": 1, "title": "Three pictures", "about": "What is tested.",
  "bookmarks": [
    {"caption": "Of what is moved {global_load_efficiency} is used, in tiles of {block} × {block}.",
     "algorithm": "matmul.tiled", "parameters": {"n": "32", "block": "8"}, "view": "tiles", "position": {"share": 0.5},
     "spotlight": {"kind": "thread", "warp": 1, "lane": 3}, "zoom": {"factor": 1.5, "x": 0.6, "y": 0.4},
     "marks": [{"kind": "pen", "points": [[0.1, 0.1], [0.3, 0.2]]}, {"kind": "box", "points": [[0.5, 0.5], [0.7, 0.7]]}],
     "note": "Say it slowly."},
    {"caption": "Every second lane sits it out.", "algorithm": "reduce.0", "parameters": {"n": "64", "block": "64"},
     "view": "warps", "position": {"share": 0.6},
     "question": {"kind": "slider", "text": "How many blocks are there?", "answer": "run.blocks", "from": 1, "to": 64,
                  "step": 1, "logarithmic": true}},
    {"caption": "Then they are used.", "algorithm": "matmul.tiled", "parameters": {"n": "32", "block": "8"},
     "view": "tiles", "position": {"share": 0.4}, "until": {"share": 0.6},
     "question": {"kind": "choice", "text": "Which is more?", "right": "largest",
                  "options": [{"text": "Loads <of global> memory", "number": "global_load_requests"},
                              {"text": "One", "number": "1"}]}}
  ]
})json";

    Rendering() { folder.write("story.json", kStory); }

    /// `to` within the folder.
    ProgramResult render(const std::string& to, const std::vector<std::string>& more = {},
                         const std::map<std::string, std::string>& environment = {},
                         const std::string& story = "story.json") const {
        std::vector<std::string> arguments{"--render", folder.path(story), "--to", folder.path() + "/" + to};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runProgram(LANESCOPE_PROGRAM, arguments, environment);
    }
    /// Written, and read again.
    std::string rendered(const std::string& to, const std::vector<std::string>& more = {}) const {
        const ProgramResult result = render(to, more);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.out, folder.path() + "/" + to + "\n");
        return content(to);
    }
    [[nodiscard]] std::string content(const std::string& name) const {
        const Result<std::string> read = readFile(folder.path(name), std::uint64_t{1} << 30);
        EXPECT_TRUE(read) << name;
        return read.value_or(std::string());
    }
    [[nodiscard]] std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
            names.push_back(std::filesystem::relative(entry.path(), folder.path()).string());
        std::ranges::sort(names);
        return names;
    }
    static std::string programOf(const std::string& tool) {
        return QStandardPaths::findExecutable(QString::fromStdString(tool)).toStdString();
    }
    /// What a tool of poppler prints of a file of ours.
    [[nodiscard]] std::string printed(const std::string& tool, const std::vector<std::string>& before,
                                      const std::string& name, const std::vector<std::string>& behind = {}) const {
        std::vector<std::string> arguments = before;
        arguments.push_back(folder.path(name));
        arguments.insert(arguments.end(), behind.begin(), behind.end());
        const ProgramResult result = runProgram(programOf(tool), arguments);
        EXPECT_EQ(result.exitCode, 0) << tool << " (poppler-utils): " << result.err;
        return result.out;
    }
    /// Words on one line, with plain spaces.
    static std::string words(const std::string& text) {
        return QString::fromStdString(text).replace(QChar(0x202f), QLatin1Char(' ')).simplified().toStdString();
    }
    /// Without the times that a PDF has.
    static std::string withoutTimes(const std::string& pdf) {
        static const QRegularExpression kDate(
            QStringLiteral("\\(D:[0-9]{14}[^)]*\\)|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.Z+-]+"));
        return QString::fromLatin1(QByteArray::fromStdString(pdf))
            .replace(kDate, QStringLiteral("(when)"))
            .toStdString();
    }

    TemporaryFolder folder;
};

}  // namespace lanescope
