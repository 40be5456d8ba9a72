// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;

tl::unexpected<Error> cannotOpen(const std::string& path, const std::string& reason) {
    return fail(ErrorCode::CannotOpen, {{"file", path}, {"reason", reason}});
}

/// Why it is not read; empty if it is.
std::string objection(const struct stat& status, FileReader::Kind kind) {
    if (S_ISDIR(status.st_mode)) return textOf("reason.folder"_id);
    if (S_ISREG(status.st_mode)) return {};
    if (!S_ISFIFO(status.st_mode)) return textOf("reason.no_regular_file"_id);
    return kind == FileReader::Kind::Regular ? textOf("reason.pipe"_id) : std::string();
}

Result<std::string> readWhole(const std::string& path, FileReader::Kind kind, std::uint64_t most) {
    Result<FileReader> file = FileReader::open(path, kind);
    if (!file) return fail(file.error());
    const auto tooLong = [&] {
        return cannotOpen(
            path, inWords(Message("reason.too_long"_id, {{"most", numbers::memory(static_cast<double>(most))}})));
    };
    if (file->size() > most) return tooLong();
    std::string content;
    content.reserve(file->size());
    for (;;) {
        const Result<std::string_view> piece = file->next();
        if (!piece) return fail(piece.error());
        if (piece->empty()) return content;
        if (piece->size() > most - content.size()) return tooLong();
        content += *piece;
    }
}

}  // namespace

Result<std::string_view> TextSource::next() { return std::exchange(m_text, {}); }

Result<FileReader> FileReader::open(const std::string& path, Kind kind) {
    struct stat status {};
    // Looked at before it is opened, as opening alone may block or do something to a device; and again after that, as
    // it may have become another file.
    if (::stat(path.c_str(), &status) != 0) {
        const int reason = errno;
        const bool link = ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
        const std::string said = std::strerror(reason);
        return cannotOpen(path, link ? inWords(Message("reason.link"_id, {{"reason", said}})) : said);
    }
    if (const std::string why = objection(status, kind); !why.empty()) return cannotOpen(path, why);
    FileReader file(path,
                    Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | (kind == Kind::Regular ? O_NONBLOCK : 0))));
    if (!file.m_descriptor || ::fstat(file.m_descriptor.get(), &status) != 0)
        return cannotOpen(path, std::strerror(errno));
    if (const std::string why = objection(status, kind); !why.empty()) return cannotOpen(path, why);
    if (S_ISREG(status.st_mode)) file.m_size = static_cast<std::uint64_t>(status.st_size);
    return file;
}

Result<std::string_view> FileReader::next() {
    m_piece.resize(kPiece);
    for (;;) {
        const ssize_t count = ::read(m_descriptor.get(), m_piece.data(), m_piece.size());
        if (count >= 0) return std::string_view(m_piece.data(), static_cast<std::size_t>(count));
        if (errno != EINTR) return cannotOpen(m_path, std::strerror(errno));
    }
}

Result<std::string> readFile(const std::string& path, std::uint64_t most) {
    return readWhole(path, FileReader::Kind::Regular, most);
}

Result<std::string> readFileOrPipe(const std::string& path, std::uint64_t most) {
    return readWhole(path, FileReader::Kind::RegularOrPipe, most);
}

}  // namespace lanescope
