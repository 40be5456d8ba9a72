// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/surroundings.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdlib>

namespace lanescope {
namespace {

void demand(bool had) {
    if (!had) ::_exit(kCannotBeHad);
}

void connect(int number, Surroundings::Stream stream) {
    switch (stream) {
        case Surroundings::Stream::Read: return;
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

void prepare(const Surroundings& surroundings) {
    for (const auto& [name, value] : surroundings.environment)
        value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    if (!surroundings.fullDisk.empty()) mountFullDisk(surroundings.fullDisk);
    if (surroundings.inputClosed) ::close(STDIN_FILENO);
    connect(STDERR_FILENO, surroundings.err);
    connect(STDOUT_FILENO, surroundings.out);
    // As a shell starts a program, whatever the test's own parent has made of it.
    for (const int each : {SIGPIPE, SIGXFSZ}) ::signal(each, SIG_DFL);
    limit(RLIMIT_FSIZE, surroundings.fileSize);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, surroundings.memory);
}

}  // namespace

ProgramResult runIn(const Surroundings& surroundings, const std::string& program,
                    const std::vector<std::string>& arguments, double seconds) {
    return runProgram(program, arguments, {surroundings.input, [&] { prepare(surroundings); }, seconds});
}

}  // namespace lanescope
