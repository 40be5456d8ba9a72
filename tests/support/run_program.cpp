// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace lanescope {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Files rather than pipes, so that no amount of output can block the child.
File temporaryFile(const std::string& content = {}) {
    File file(std::tmpfile(), &std::fclose);
    if (!file) throw std::runtime_error("no temporary file");
    std::fwrite(content.data(), 1, content.size(), file.get());
    std::rewind(file.get());
    return file;
}

std::string contentOf(std::FILE* file) {
    std::rewind(file);
    std::string content;
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) content.append(buffer, n);
    return content;
}

}  // namespace

ProgramResult runProgram(const std::string& program, const std::vector<std::string>& arguments,
                         const std::map<std::string, std::string>& environment, const std::string& input) {
    const File in = temporaryFile(input);
    const File out = temporaryFile();
    const File err = temporaryFile();
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) {
        ::dup2(::fileno(in.get()), 0);
        ::dup2(::fileno(out.get()), 1);
        ::dup2(::fileno(err.get()), 2);
        for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
        ::execv(program.c_str(), argv.data());
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contentOf(out.get()),
            contentOf(err.get())};
}

}  // namespace lanescope
