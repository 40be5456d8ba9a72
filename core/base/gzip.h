// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are compressed by gzip: a recording in JSON becomes a tenth of its size.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/file_reader.h"
#include "core/base/result.h"

namespace lanescope {

[[nodiscard]] std::string gzip(std::string_view text);
/// Unpacks what gzip has packed, piece by piece, so that nobody has to hold the whole; bytes that it has not packed
/// pass as they are. `packed` must outlive it; `file` is who is named in an error.
class Unpacker final : public ByteSource {
public:
    Unpacker(ByteSource& packed, std::string file);
    ~Unpacker() override;

    /// Errors: MalformedFile (the data are cut off or damaged), and those of `packed`.
    [[nodiscard]] Result<std::string_view> next() override;

private:
    struct Stream;
    [[nodiscard]] Result<std::string_view> unpack();
    [[nodiscard]] tl::unexpected<Error> damaged(const std::string& reason) const;

    ByteSource& m_packed;
    std::string m_file;
    std::unique_ptr<Stream> m_stream;  ///< none: nothing was read yet, or it is not packed
    bool m_begun = false;
};

/// writeFile(), packed if the name ends in ".gz". Error: CannotWrite.
[[nodiscard]] Result<void> writePackedFile(const std::string& path, std::string_view text);

}  // namespace lanescope
