// SPDX-License-Identifier: GPL-3.0-or-later
// A zip archive in memory. It comes from outside: what it says of sizes and names is not believed. Nothing of it ever
// becomes a name of a file, and no more is unpacked than is allowed. Private to this room.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/file_reader.h"
#include "core/base/result.h"

struct zip;

namespace lanescope::session {

struct ArchivePart {
    std::string name{};
    std::string text{};
    bool packed = true;  ///< else as it is, so that who looks into the first bytes finds it there
};

/// The same parts give the same bytes. Throws std::bad_alloc.
[[nodiscard]] std::string zipped(const std::vector<ArchivePart>& parts);

class Archive {
public:
    /// Of all parts together, unpacked.
    static constexpr std::uint64_t kMostUnpacked = std::uint64_t{256} << 20;
    static constexpr std::size_t kMostParts = 256;

    /// `bytes` must outlive it; `file` is who is named in errors. Errors: MalformedFile (no zip, cut off, damaged, too
    /// many parts, two of one name).
    [[nodiscard]] static Result<Archive> open(std::string_view bytes, const std::string& file);

    /// As they stand in the archive.
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
    [[nodiscard]] bool has(std::string_view name) const;
    /// Of a part, piece by piece; valid as long as this is. Errors, here and from the source: MalformedFile (there is
    /// none, it is damaged, encrypted or packed in a way that we do not read, more than kMostUnpacked in all).
    [[nodiscard]] Result<std::unique_ptr<ByteSource>> source(std::string_view name) const;
    /// The same as a whole, of at most so many bytes.
    [[nodiscard]] Result<std::string> text(std::string_view name, std::uint64_t most) const;

private:
    class Source;
    struct Discard {
        void operator()(zip* archive) const;
    };
    Archive(std::unique_ptr<zip, Discard> zip, std::string file) : m_zip(std::move(zip)), m_file(std::move(file)) {}

    std::unique_ptr<zip, Discard> m_zip;
    std::string m_file;
    std::vector<std::string> m_names{};
    std::shared_ptr<std::uint64_t> m_left = std::make_shared<std::uint64_t>(kMostUnpacked);
};

/// MalformedFile at a place of the file.
[[nodiscard]] tl::unexpected<Error> malformed(const std::string& file, const std::string& place,
                                              const std::string& reason);

}  // namespace lanescope::session
