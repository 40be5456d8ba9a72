// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_writer.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/base/descriptor.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;
using FileStatus = struct ::stat;

tl::unexpected<Error> refuse(const std::string& path, const std::string& reason) {
    return fail(ErrorCode::CannotWrite, {{"file", path}, {"reason", reason}});
}

/// Nothing if a plain file is there.
std::string whatElse(const FileStatus& there) {
    switch (there.st_mode & S_IFMT) {
        case S_IFREG: return {};
        case S_IFDIR: return textOf("reason.folder"_id);
        case S_IFCHR:
        case S_IFBLK: return textOf("reason.device"_id);
        case S_IFIFO: return textOf("reason.fifo"_id);
        case S_IFSOCK: return textOf("reason.socket"_id);
        default: return textOf("reason.no_plain_file"_id);
    }
}

bool areSame(const FileStatus& a, const FileStatus& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// Then what is printed would go on into a file that has no name any more.
bool isPrintedTo(const FileStatus& there) {
    for (const int output : {STDOUT_FILENO, STDERR_FILENO})
        if (FileStatus ours{}; ::fstat(output, &ours) == 0 && areSame(ours, there)) return true;
    return false;
}

/// What is to be written, looked at once; all else goes by way of its folder's descriptor.
struct Target {
    fs::path path;  ///< no symbolic link
    std::optional<FileStatus> there;
    Descriptor folder;
    [[nodiscard]] std::string name() const { return path.filename().string(); }
};

/// Where the links of the last part of a path lead. The system has followed them before, and so found any circle.
fs::path followed(fs::path path) {
    constexpr int kMostLinks = 40;  // the system's own limit: somebody may be changing them
    for (int links = 0; links < kMostLinks; ++links) {
        std::error_code none;
        const fs::path to = fs::read_symlink(path, none);
        if (none) break;
        path = path.parent_path() / to;  // to alone if that is absolute
    }
    return path;
}

Result<Target> targetOf(const std::string& path) {
    // A name that ends at a NUL byte for the system would be another file's.
    if (path.empty() || path.find('\0') != std::string::npos) return refuse(path, textOf("reason.no_file_name"_id));
    Target target;
    FileStatus there{};
    if (::stat(path.c_str(), &there) == 0) {
        if (const std::string other = whatElse(there); !other.empty()) return refuse(path, other);
        target.there = there;
    } else if (errno != ENOENT) {
        return refuse(path, systemReason(errno));
    }
    target.path = followed(path);
    if (target.name().empty()) return refuse(path, textOf("reason.no_file_name"_id));
    // Links of /proc/self/fd lead to files whose names may be gone.
    FileStatus named{};
    const bool isThere = ::lstat(target.path.c_str(), &named) == 0;
    if (isThere != target.there.has_value() || (isThere && !areSame(named, *target.there)))
        return refuse(path, textOf("reason.nameless_target"_id));
    const fs::path folder = target.path.has_parent_path() ? target.path.parent_path() : ".";
    target.folder = Descriptor(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!target.folder)
        return refuse(path, inWords(Message("reason.its_folder"_id,
                                            {{"folder", folder.string()}, {"reason", systemReason(errno)}})));
    return target;
}

/// Is what is there ours to replace? Asked of its mode too: root may write everything, and should not.
Result<void> checkReplaceable(const std::string& path, const Target& target) {
    if (!target.there) return {};
    if (isPrintedTo(*target.there)) return refuse(path, textOf("reason.printed_to"_id));
    if ((target.there->st_mode & S_IWUSR) == 0) return refuse(path, textOf("reason.read_only"_id));
    if (::faccessat(target.folder.get(), target.name().c_str(), W_OK, AT_EACCESS) != 0)
        return refuse(path, systemReason(errno));
    return {};
}

/// A file beside the target under a name that nobody can have guessed; gone at the end unless it has taken its place.
class NewFile {
public:
    explicit NewFile(const Target& target) : m_target(target) {
        // What replaces a file is nobody else's business before it has that file's mode; a new one is as the umask
        // says.
        const mode_t mode = target.there ? S_IRUSR | S_IWUSR : 0666;
        std::array<unsigned char, 16> random{};
        if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) {
            m_error = EIO;
            return;
        }
        m_name = ".lanescope-";  // and not of the target's name, which may be as long as a name can be
        for (const unsigned char byte : random)
            m_name += {"0123456789abcdef"[byte >> 4U], "0123456789abcdef"[byte & 15U]};
        m_file = Descriptor(
            ::openat(target.folder.get(), m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
        m_inFolder = static_cast<bool>(m_file);
        if (!m_file) m_error = errno;
    }
    ~NewFile() {
        if (m_inFolder) ::unlinkat(m_target.folder.get(), m_name.c_str(), 0);
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    /// Of making it: 0, or errno.
    [[nodiscard]] int error() const { return m_error; }

    /// 0, or errno; then the target is as it was.
    [[nodiscard]] int replaceTarget(std::string_view content) {
        if (m_target.there && !takeRights()) return errno;
        if (const int error = writeAll(m_file.get(), content); error != 0) return error;
        if (::fsync(m_file.get()) != 0 && errno != EINVAL) return errno;  // EINVAL: this file system cannot
        if (const int error = m_file.close(); error != 0) return error;
        const int folder = m_target.folder.get();
        if (::renameat(folder, m_name.c_str(), folder, m_target.name().c_str()) != 0) return errno;
        m_inFolder = false;
        // Until this the old content may come back after a power failure, as a whole. A folder that cannot be read
        // cannot be synced, and that is no failure.
        const Descriptor readable(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (readable) (void)::fsync(readable.get());
        return 0;
    }

private:
    /// Those of the target. A group that cannot be kept leaves its successor no more than all others have.
    bool takeRights() {
        const FileStatus& there = *m_target.there;
        mode_t mode = there.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
        constexpr auto kSame = static_cast<uid_t>(-1);
        const bool grouped =
            ::fchown(m_file.get(), there.st_uid, there.st_gid) == 0 || ::fchown(m_file.get(), kSame, there.st_gid) == 0;
        if (!grouped) mode = (mode & ~static_cast<mode_t>(S_IRWXG)) | (mode & S_IRWXO) << 3U;
        if (::fchmod(m_file.get(), mode) != 0) return false;
        // With a list the mode's bits of the group are only what the list may give at most.
        constexpr const char* kList = "system.posix_acl_access";
        std::array<char, 4096> list{};
        const ssize_t size = ::lgetxattr(m_target.path.c_str(), kList, list.data(), list.size());
        if (size < 0) return errno == ENODATA || errno == ENOTSUP;
        return ::fsetxattr(m_file.get(), kList, list.data(), static_cast<std::size_t>(size), 0) == 0;
    }

    const Target& m_target;
    std::string m_name;
    Descriptor m_file;
    int m_error = 0;
    bool m_inFolder = false;
};

Result<Target> replaceableTarget(const std::string& path) {
    Result<Target> target = targetOf(path);
    if (target)
        if (const auto able = checkReplaceable(path, *target); !able) return fail(able.error());
    return target;
}

tl::unexpected<Error> refuseFolder(const std::string& path, int error) {
    return refuse(path, inWords(Message("reason.no_new_file"_id, {{"reason", systemReason(error)}})));
}

}  // namespace

Result<std::string> writtenFile(const std::string& path) {
    const Result<Target> target = targetOf(path);
    if (!target) return fail(target.error());
    return target->path.string();
}

Result<void> checkWritable(const std::string& path) {
    const Result<Target> target = replaceableTarget(path);
    if (!target) return fail(target.error());
    const NewFile file(*target);
    return file.error() == 0 ? Result<void>() : refuseFolder(path, file.error());
}

Result<void> writeFile(const std::string& path, std::string_view content) {
    const Result<Target> target = replaceableTarget(path);
    if (!target) return fail(target.error());
    NewFile file(*target);
    if (file.error() != 0) return refuseFolder(path, file.error());
    if (const int error = file.replaceTarget(content); error != 0) return refuse(path, systemReason(error));
    return {};
}

}  // namespace lanescope
