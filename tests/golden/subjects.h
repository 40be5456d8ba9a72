// SPDX-License-Identifier: GPL-3.0-or-later
// What lanescope-cli is asked, as the text files of this folder have it.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace lanescope::golden {

/// Commands that are asked one after the other, and whose answers are frozen in one file.
struct Subject {
    std::string name;                   ///< "list", "emulate/matmul.tiled"
    std::vector<std::string> commands;  ///< words behind the program's name
    friend std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.name; }
};

/// For each algorithm of configurations.txt and each verb that is about an algorithm. Each configuration is asked for
/// in another way, so that words and JSON, both schedules, several GPUs and what limits a run are among the answers.
[[nodiscard]] std::vector<Subject> subjectsOfTheCatalogue();

/// For each file of commands/ and of slow/.
[[nodiscard]] std::vector<Subject> subjectsOfCommands();
[[nodiscard]] std::vector<Subject> slowSubjects();

/// For the names of parametrised tests: "emulate_matmul_tiled".
[[nodiscard]] std::string testNameOf(const Subject& subject);

/// A failed test, if the answers are not what is frozen of the subject.
void expectAsFrozen(const Subject& subject);

}  // namespace lanescope::golden
