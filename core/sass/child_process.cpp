// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "core/base/descriptor.h"
#include "core/base/words.h"

extern char** environ;

namespace lanescope::sass {
namespace {

constexpr int kPatienceMs = 50;  ///< between two looks at whether anybody still wants it

struct Pipe {
    Descriptor readEnd, writeEnd;
};

std::optional<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// What to do between fork and exec.
class Actions {
public:
    Actions(const Pipe& out, const Pipe& err) {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&m_actions, out.writeEnd.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, err.writeEnd.get(), STDERR_FILENO);
    }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
    ~Actions() { posix_spawn_file_actions_destroy(&m_actions); }
    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions{};
};

tl::unexpected<Error> cannotRun(const std::string& program, const std::string& reason) {
    return fail(ErrorCode::NoLibrary, {{"library", program}, {"reason", reason}});
}

int waitFor(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Takes what has come; false at the end.
bool take(const Descriptor& from, std::string& text) {
    std::array<char, 1 << 16> piece{};
    const ssize_t got = ::read(from.get(), piece.data(), piece.size());
    if (got < 0) return errno == EINTR;
    text.append(piece.data(), static_cast<std::size_t>(got));
    return got > 0;
}

}  // namespace

Result<Finished> runToEnd(const std::vector<std::string>& words, std::uint64_t most, const JobContext& job) {
    std::optional<Pipe> out = makePipe(), err = makePipe();
    if (!out || !err) return cannotRun(words[0], systemReason(errno));
    const Actions actions(*out, *err);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = -1;
    if (const int problem = ::posix_spawn(&child, words[0].c_str(), actions.get(), nullptr, arguments.data(), environ))
        return cannotRun(words[0], systemReason(problem));
    (void)out->writeEnd.close();
    (void)err->writeEnd.close();
    Finished finished;
    std::array<pollfd, 2> wait{pollfd{out->readEnd.get(), POLLIN, 0}, pollfd{err->readEnd.get(), POLLIN, 0}};
    const auto kill = [child] {
        ::kill(child, SIGKILL);
        waitFor(child);
    };
    while (wait[0].fd >= 0 || wait[1].fd >= 0) {
        if (job.stopRequested()) {
            kill();
            return fail(ErrorCode::Cancelled);
        }
        (void)::poll(wait.data(), wait.size(), kPatienceMs);
        if ((wait[0].revents != 0) && !take(out->readEnd, finished.output)) wait[0].fd = -1;
        if ((wait[1].revents != 0) && !take(err->readEnd, finished.errors)) wait[1].fd = -1;
        for (pollfd& one : wait)
            if (one.fd < 0) one.revents = 0;
        if (finished.output.size() > most || finished.errors.size() > most) {
            kill();
            return cannotRun(words[0], textOf("sass.too_much"_id));
        }
    }
    finished.status = waitFor(child);
    return finished;
}

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code problem;
    std::filesystem::path parent = std::filesystem::temp_directory_path(problem);
    if (problem) parent = "/tmp";
    std::string path = (parent / "lanescope-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr)
        return fail(ErrorCode::CannotWrite, {{"file", path}, {"reason", systemReason(errno)}});
    return TemporaryFolder(std::move(path));
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!m_path.empty()) std::filesystem::remove_all(m_path, ignored);
}

}  // namespace lanescope::sass
