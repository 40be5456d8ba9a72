// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/gzip.h"

#include <zlib.h>

#include <new>

#include "core/base/file_reader.h"
#include "core/base/resources.h"

namespace lanescope {
namespace {

constexpr int kGzip = 15 + 16;  // zlib: the largest window, and gzip's header
constexpr std::size_t kPiece = std::size_t{1} << 18;
constexpr std::size_t kLargest = std::size_t{1} << 30;  // of what comes out

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

Result<std::string> gunzip(std::string_view packed, const std::string& file) {
    const std::size_t size = packed.size();
    z_stream stream{};
    if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
    std::string text;
    std::string piece(kPiece, '\0');
    int status = Z_OK;
    while (status == Z_OK && text.size() <= kLargest) {
        feed(stream, packed);
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        status = inflate(&stream, Z_NO_FLUSH);
        text.append(piece, 0, piece.size() - stream.avail_out);
    }
    const std::size_t read = size - packed.size() - stream.avail_in;
    inflateEnd(&stream);
    if (text.size() > kLargest)
        return fail(ErrorCode::TooLarge,
                    {{"what", file}, {"needed", "more than 1 GiB unpacked"}, {"available", "1 GiB"}});
    const bool more = status == Z_STREAM_END && read < size;
    if (status == Z_STREAM_END && !more) return text;
    return fail(ErrorCode::MalformedFile, {{"file", file},
                                           {"place", "byte " + std::to_string(read) + " of " + std::to_string(size)},
                                           {"reason", more                    ? "something follows the compressed data"
                                                      : status == Z_BUF_ERROR ? "the compressed data end too early"
                                                                              : "the compressed data are damaged"}});
}

Result<std::string> readPackedFile(const std::string& path) {
    Result<std::string> bytes = readFile(path);
    if (!bytes || !isPacked(*bytes)) return bytes;
    return gunzip(*bytes, path);
}

Result<void> writePackedFile(const std::string& path, std::string_view text) {
    return path.ends_with(".gz") ? writeFile(path, gzip(text)) : writeFile(path, text);
}

}  // namespace lanescope
