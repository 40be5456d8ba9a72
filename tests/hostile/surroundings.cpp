// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/surroundings.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
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

void demand(bool had) {
    if (!had) ::_exit(kCannotBeHad);
}

void connect(int number, Surroundings::Stream stream, std::FILE* file) {
    switch (stream) {
        case Surroundings::Stream::Read: demand(::dup2(::fileno(file), number) == number); return;
        case Surroundings::Stream::Full: demand(::dup2(::open("/dev/full", O_WRONLY), number) == number); return;
        case Surroundings::Stream::Closed: ::close(number); return;
        case Surroundings::Stream::Unread: {
            int ends[2];
            demand(::pipe(ends) == 0 && ::dup2(ends[1], number) == number);
            ::close(ends[0]);
            ::close(ends[1]);
            return;
        }
    }
}

void limit(__rlimit_resource resource, const std::optional<rlim_t>& most) {
    const rlimit both{most.value_or(0), most.value_or(0)};
    if (most) demand(::setrlimit(resource, &both) == 0);
}

/// Of one page, which is taken. It goes with the process that sees it.
void mountFullDisk(const std::string& folder) {
    if (::unshare(CLONE_NEWNS) != 0) demand(::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0);
    demand(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0);
    demand(::mount("none", folder.c_str(), "tmpfs", 0, "size=4k,mode=777") == 0);
    const int filler = ::open((folder + "/filler").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const std::string page(4096, 'x');
    demand(::write(filler, page.data(), page.size()) == 4096);
    demand(::chdir(folder.c_str()) == 0);
}

[[noreturn]] void become(const Surroundings& surroundings, const std::string& program, std::vector<char*> argv,
                         std::FILE* in, std::FILE* out, std::FILE* err) {
    ::setpgid(0, 0);
    for (const auto& [name, value] : surroundings.environment)
        value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    if (!surroundings.fullDisk.empty()) mountFullDisk(surroundings.fullDisk);
    demand(::dup2(::fileno(in), STDIN_FILENO) == STDIN_FILENO);
    if (surroundings.inputClosed) ::close(STDIN_FILENO);
    connect(STDERR_FILENO, surroundings.err, err);
    connect(STDOUT_FILENO, surroundings.out, out);
    // As a shell starts a program, whatever the test's own parent has made of it.
    for (const int each : {SIGPIPE, SIGXFSZ}) ::signal(each, SIG_DFL);
    limit(RLIMIT_FSIZE, surroundings.fileSize);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, surroundings.memory);
    ::execv(program.c_str(), argv.data());
    ::_exit(kCannotBeHad);
}

}  // namespace

Ending runIn(const Surroundings& surroundings, const std::string& program, const std::vector<std::string>& arguments,
             double seconds) {
    const File in = temporaryFile(surroundings.input);
    const File out = temporaryFile();
    const File err = temporaryFile();
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("fork failed");
    if (child == 0) become(surroundings, program, argv, in.get(), out.get(), err.get());
    Ending ending;
    int status = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) {
            ending.late = true;
            ::kill(-child, SIGKILL);
            ::waitpid(child, &status, 0);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ::kill(-child, SIGKILL);  // what it may have left behind, the window's worker for one
    if (WIFEXITED(status)) ending.exitCode = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
    ending.out = contentOf(out.get());
    ending.err = contentOf(err.get());
    return ending;
}

}  // namespace lanescope
