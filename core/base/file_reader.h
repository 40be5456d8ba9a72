// SPDX-License-Identifier: GPL-3.0-or-later
// Reading files that come from outside: piece by piece, never more than is allowed, and nothing that has no end or that
// would be waited for. /proc and /sys are regular files, too, whose size is said to be 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/descriptor.h"
#include "core/base/result.h"

namespace lanescope {

/// Bytes that come piece by piece.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// The next bytes, which stay until the next call; none at the end, and from then on.
    [[nodiscard]] virtual Result<std::string_view> next() = 0;
};

/// A text as one piece; the text must outlive it.
class TextSource final : public ByteSource {
public:
    explicit TextSource(std::string_view text) : m_text(text) {}
    [[nodiscard]] Result<std::string_view> next() override;

private:
    std::string_view m_text;
};

class FileReader final : public ByteSource {
public:
    enum class Kind {
        Regular,        ///< what is no regular file is refused without being opened
        RegularOrPipe,  ///< a pipe is waited for
    };
    /// Errors: CannotOpen.
    [[nodiscard]] static Result<FileReader> open(const std::string& path, Kind kind = Kind::Regular);

    /// Error: CannotOpen.
    [[nodiscard]] Result<std::string_view> next() override;
    /// What the file system says of the size; 0 of pipes and /proc.
    [[nodiscard]] std::uint64_t size() const { return m_size; }

private:
    FileReader(std::string path, Descriptor descriptor)
        : m_path(std::move(path)), m_descriptor(std::move(descriptor)) {}

    std::string m_path;
    Descriptor m_descriptor;
    std::uint64_t m_size = 0;
    std::vector<char> m_piece;
};

/// No text or document from outside is longer, unless its reader says so.
inline constexpr std::uint64_t kLargestText = std::uint64_t{256} << 20;

/// Whole file as text. Error: CannotOpen, also if it is longer.
[[nodiscard]] Result<std::string> readFile(const std::string& path, std::uint64_t most = kLargestText);
/// The same of a pipe, too: <(command) of a shell.
[[nodiscard]] Result<std::string> readFileOrPipe(const std::string& path, std::uint64_t most = kLargestText);

}  // namespace lanescope
