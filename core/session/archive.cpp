// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/archive.h"

#include <zip.h>

#include <algorithm>
#include <array>
#include <new>
#include <set>
#include <utility>

#include "core/base/number_format.h"
#include "core/base/words.h"

namespace lanescope::session {
namespace {

constexpr zip_uint16_t kMidnight = 0;
constexpr zip_uint16_t kFirstDay = (1U << 5U) | 1U;  // 1980-01-01: no date, so that the same gives the same bytes
constexpr zip_uint32_t kLevel = 6;                   // of deflate; 0 would be 9, which is half as fast for 2 %

void check(bool succeeded) {
    // In memory nothing else can go wrong.
    if (!succeeded) throw std::bad_alloc();
}

void add(zip_t* archive, const ArchivePart& part) {
    zip_source_t* const text = zip_source_buffer(archive, part.text.data(), part.text.size(), 0);
    check(text != nullptr);
    const zip_int64_t index = zip_file_add(archive, part.name.c_str(), text, ZIP_FL_ENC_UTF_8);
    if (index < 0) zip_source_free(text);
    check(index >= 0);
    const auto at = static_cast<zip_uint64_t>(index);
    check(zip_set_file_compression(archive, at, part.packed ? ZIP_CM_DEFLATE : ZIP_CM_STORE, kLevel) == 0);
    check(zip_file_set_dostime(archive, at, kMidnight, kFirstDay, 0) == 0);
}

std::string contentOf(zip_source_t* source) {
    zip_stat_t status{};
    check(zip_source_stat(source, &status) == 0 && (status.valid & ZIP_STAT_SIZE) != 0);
    std::string bytes(status.size, '\0');
    check(zip_source_open(source) == 0);
    const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
    zip_source_close(source);
    check(read >= 0 && static_cast<std::size_t>(read) == bytes.size());
    return bytes;
}

}  // namespace

tl::unexpected<Error> malformed(const std::string& file, const std::string& place, const std::string& reason) {
    return fail(ErrorCode::MalformedFile, {{"file", file}, {"place", place}, {"reason", reason}});
}

std::string zipped(const std::vector<ArchivePart>& parts) {
    zip_source_t* const bytes = zip_source_buffer_create(nullptr, 0, 0, nullptr);
    check(bytes != nullptr);
    const std::unique_ptr<zip_source_t, decltype(&zip_source_free)> kept(bytes, zip_source_free);
    zip_source_keep(bytes);  // once for us, once for the archive
    zip_t* const archive = zip_open_from_source(bytes, ZIP_TRUNCATE, nullptr);
    if (archive == nullptr) zip_source_free(bytes);
    check(archive != nullptr);
    std::unique_ptr<zip_t, decltype(&zip_discard)> open(archive, zip_discard);
    for (const ArchivePart& part : parts) add(archive, part);
    check(zip_close(archive) == 0);
    (void)open.release();
    return contentOf(bytes);
}

void Archive::Discard::operator()(zip* archive) const { zip_discard(archive); }

Result<Archive> Archive::open(std::string_view bytes, const std::string& file) {
    const auto refuse = [&file](const std::string& reason) {
        return malformed(file, textOf("session.whole"_id), reason);
    };
    constexpr std::string_view kFirst = "PK";
    if (!bytes.starts_with(kFirst)) return refuse(textOf("session.no_session"_id));
    zip_error_t error;
    zip_error_init(&error);
    const std::unique_ptr<zip_error_t, decltype(&zip_error_fini)> ended(&error, zip_error_fini);
    zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    check(source != nullptr);
    zip_t* const opened = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
    if (opened == nullptr) zip_source_free(source);
    if (opened == nullptr) return refuse(textOf("session.damaged"_id));
    Archive archive(std::unique_ptr<zip, Discard>(opened), file);
    const zip_int64_t parts = zip_get_num_entries(opened, 0);
    if (parts < 0 || static_cast<std::size_t>(parts) > kMostParts)
        return refuse(inWords(Message("session.many_parts"_id, {{"most", kMostParts}})));
    std::set<std::string_view> seen;
    archive.m_names.reserve(static_cast<std::size_t>(parts));
    for (zip_int64_t i = 0; i < parts; ++i) {
        const char* const name = zip_get_name(opened, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
        if (name == nullptr) return refuse(textOf("session.damaged"_id));
        archive.m_names.emplace_back(name);
        if (!seen.insert(archive.m_names.back()).second) return malformed(file, name, textOf("session.twice"_id));
    }
    return archive;
}

bool Archive::has(std::string_view name) const { return std::ranges::find(m_names, name) != m_names.end(); }

class Archive::Source final : public ByteSource {
public:
    Source(zip_file_t* open, std::string file, std::string part, std::shared_ptr<std::uint64_t> left)
        : m_open(open, zip_fclose), m_file(std::move(file)), m_part(std::move(part)), m_left(std::move(left)) {}

    Result<std::string_view> next() override {
        const zip_int64_t read = zip_fread(m_open.get(), m_piece.data(), m_piece.size());
        if (read < 0) return malformed(m_file, m_part, textOf("session.damaged"_id));
        const auto count = static_cast<std::uint64_t>(read);
        if (count > *m_left)
            return malformed(m_file, m_part,
                             inWords(Message("session.too_long"_id,
                                             {{"most", numbers::memory(static_cast<double>(kMostUnpacked))}})));
        *m_left -= count;
        return std::string_view(m_piece.data(), count);
    }

private:
    std::unique_ptr<zip_file_t, decltype(&zip_fclose)> m_open;
    std::string m_file;
    std::string m_part;
    std::shared_ptr<std::uint64_t> m_left;
    std::array<char, 64 * 1024> m_piece{};
};

Result<std::unique_ptr<ByteSource>> Archive::source(std::string_view name) const {
    const std::string part(name);
    const auto found = std::ranges::find(m_names, name);
    if (found == m_names.end()) return malformed(m_file, part, textOf("session.missing"_id));
    const auto index = static_cast<zip_uint64_t>(found - m_names.begin());
    zip_stat_t status{};
    constexpr zip_uint64_t kAsked = ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(m_zip.get(), index, 0, &status) != 0 || (status.valid & kAsked) != kAsked)
        return malformed(m_file, part, textOf("session.damaged"_id));
    const bool ours = status.comp_method == ZIP_CM_STORE || status.comp_method == ZIP_CM_DEFLATE;
    if (!ours || status.encryption_method != ZIP_EM_NONE)
        return malformed(m_file, part, textOf("session.packed_otherwise"_id));
    zip_file_t* const open = zip_fopen_index(m_zip.get(), index, 0);
    if (open == nullptr) return malformed(m_file, part, textOf("session.damaged"_id));
    return std::make_unique<Source>(open, m_file, part, m_left);
}

Result<std::string> Archive::text(std::string_view name, std::uint64_t most) const {
    const Result<std::unique_ptr<ByteSource>> bytes = source(name);
    if (!bytes) return fail(bytes.error());
    std::string whole;
    for (;;) {
        const Result<std::string_view> piece = (*bytes)->next();
        if (!piece) return fail(piece.error());
        if (piece->empty()) return whole;
        if (whole.size() + piece->size() > most)
            return malformed(
                m_file, std::string(name),
                inWords(Message("session.too_long"_id, {{"most", numbers::memory(static_cast<double>(most))}})));
        whole += *piece;
    }
}

}  // namespace lanescope::session
