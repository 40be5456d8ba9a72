// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_program.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <thread>

namespace lanescope {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Files rather than pipes, so that no amount of output can block the child.
File temporaryFile(const std::string& content = {}) {
    File file(std::tmpfile(), &std::fclose);
    if (!file || std::fwrite(content.data(), 1, content.size(), file.get()) != content.size())
        throw std::runtime_error("no temporary file");
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

/// What waitpid() says of its end.
int statusOf(pid_t child, const std::optional<double>& seconds, bool& late) {
    int status = 0;
    if (!seconds) {
        ::waitpid(child, &status, 0);
        return status;
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(*seconds);
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) {
            late = true;
            ::kill(-child, SIGKILL);
            ::waitpid(child, &status, 0);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ::kill(-child, SIGKILL);  // what it may have left behind, the window's worker for one
    return status;
}

}  // namespace

ProgramResult runProgram(const std::string& program, const std::vector<std::string>& arguments, const Child& child) {
    const File in = temporaryFile(child.input);
    const File out = temporaryFile();
    const File err = temporaryFile();
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    const pid_t id = ::fork();
    if (id < 0) throw std::runtime_error("fork failed");
    if (id == 0) {
        if (child.seconds) ::setpgid(0, 0);
        ::dup2(::fileno(in.get()), STDIN_FILENO);
        ::dup2(::fileno(out.get()), STDOUT_FILENO);
        ::dup2(::fileno(err.get()), STDERR_FILENO);
        if (child.prepare) child.prepare();
        ::execv(program.c_str(), argv.data());
        ::_exit(127);
    }
    ProgramResult result;
    const int status = statusOf(id, child.seconds, result.late);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + result.signal;
    result.out = contentOf(out.get());
    result.err = contentOf(err.get());
    return result;
}

ProgramResult runProgram(const std::string& program, const std::vector<std::string>& arguments,
                         const std::map<std::string, std::string>& environment, const std::string& input) {
    return runProgram(program, arguments, Child{input, [&environment] {
                                                    for (const auto& [name, value] : environment)
                                                        ::setenv(name.c_str(), value.c_str(), 1);
                                                }});
}

}  // namespace lanescope
