// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/gzip.h"

#include <zlib.h>

#include <new>
#include <utility>

#include "core/base/file_writer.h"
#include "core/base/number_format.h"
#include "core/base/resources.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

constexpr int kGzip = 15 + 16;  // zlib: the largest window, and gzip's header
constexpr std::size_t kPiece = std::size_t{1} << 18;

bool isPacked(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

void feed(z_stream& stream, std::string_view& input) {
    if (stream.avail_in > 0 || input.empty()) return;
    const std::string_view piece = input.substr(0, kPiece);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    stream.avail_in = static_cast<uInt>(piece.size());
    input.remove_prefix(piece.size());
}

}  // namespace

std::string gzip(std::string_view text) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string packed;
    std::string piece(kPiece, '\0');
    for (int status = Z_OK; status != Z_STREAM_END;) {
        feed(stream, text);
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        status = deflate(&stream, text.empty() ? Z_FINISH : Z_NO_FLUSH);
        packed.append(piece, 0, piece.size() - stream.avail_out);
    }
    deflateEnd(&stream);
    return packed;
}

struct Unpacker::Stream {
    Stream() {
        if (inflateInit2(&zlib, kGzip) != Z_OK) throw std::bad_alloc();
    }
    ~Stream() { inflateEnd(&zlib); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    z_stream zlib{};
    std::string_view input;
    std::string piece = std::string(kPiece, '\0');
    std::uint64_t given = 0;  ///< packed bytes so far
    bool ended = false;
};

Unpacker::Unpacker(ByteSource& packed, std::string file) : m_packed(packed), m_file(std::move(file)) {}

Unpacker::~Unpacker() = default;

tl::unexpected<Error> Unpacker::damaged(const std::string& reason) const {
    const std::uint64_t read = m_stream->given - m_stream->input.size() - m_stream->zlib.avail_in;
    return fail(ErrorCode::MalformedFile,
                {{"file", m_file}, {"place", "byte " + std::to_string(read)}, {"reason", reason}});
}

Result<std::string_view> Unpacker::next() {
    if (m_begun) return m_stream ? unpack() : m_packed.next();
    m_begun = true;
    Result<std::string_view> first = m_packed.next();
    if (!first || !isPacked(*first)) return first;
    m_stream = std::make_unique<Stream>();
    m_stream->input = *first;
    m_stream->given = first->size();
    return unpack();
}

Result<std::string_view> Unpacker::unpack() {
    Stream& stream = *m_stream;
    for (;;) {
        if (stream.input.empty() && stream.zlib.avail_in == 0) {
            const Result<std::string_view> more = m_packed.next();
            if (!more) return more;
            if (more->empty() && stream.ended) return std::string_view();
            if (more->empty()) return damaged(textOf("reason.ends_early"_id));
            stream.input = *more;
            stream.given += more->size();
            if (stream.given > kLargestText)
                return damaged(inWords(
                    Message("reason.too_long"_id, {{"most", numbers::memory(static_cast<double>(kLargestText))}})));
        }
        if (stream.ended) return damaged(textOf("reason.something_follows"_id));
        feed(stream.zlib, stream.input);
        stream.zlib.next_out = reinterpret_cast<Bytef*>(stream.piece.data());
        stream.zlib.avail_out = static_cast<uInt>(stream.piece.size());
        const int status = inflate(&stream.zlib, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
            return damaged(textOf("reason.damaged"_id));
        stream.ended = status == Z_STREAM_END;
        if (const std::size_t made = stream.piece.size() - stream.zlib.avail_out; made > 0)
            return std::string_view(stream.piece).substr(0, made);
    }
}

Result<void> writePackedFile(const std::string& path, std::string_view text) {
    return path.ends_with(".gz") ? writeFile(path, gzip(text)) : writeFile(path, text);
}

}  // namespace lanescope
