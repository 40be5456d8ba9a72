// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/bytes.h"

namespace lanescope::sass {
namespace {

constexpr unsigned kGroup = 7, kBits = 64, kByte = 8;
constexpr std::uint64_t kMore = 0x80;

}  // namespace

void ByteWriter::number(std::uint64_t value) {
    for (; value >= kMore; value >>= kGroup) m_bytes += static_cast<char>(value | kMore);
    m_bytes += static_cast<char>(value);
}

void ByteWriter::signedNumber(std::int64_t value) {
    number(static_cast<std::uint64_t>(value) << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0));
}

void ByteWriter::text(std::string_view text) {
    number(text.size());
    m_bytes += text;
}

void ByteWriter::word(std::uint32_t value) {
    for (unsigned at = 0; at < 32; at += kByte) m_bytes += static_cast<char>(value >> at);
}

void ByteReader::fail() {
    m_good = false;
    m_bytes = {};
}

std::uint64_t ByteReader::number() {
    std::uint64_t value = 0;
    for (unsigned at = 0; at < kBits; at += kGroup) {
        if (m_bytes.empty()) break;
        const auto byte = static_cast<unsigned char>(m_bytes.front());
        m_bytes.remove_prefix(1);
        value |= static_cast<std::uint64_t>(byte & ~kMore) << at;
        if ((byte & kMore) == 0) return value;
    }
    fail();
    return 0;
}

std::uint64_t ByteReader::number(std::uint64_t most) {
    const std::uint64_t value = number();
    if (value <= most) return value;
    fail();
    return 0;
}

std::int64_t ByteReader::signedNumber() {
    const std::uint64_t value = number();
    return static_cast<std::int64_t>(value >> 1 ^ (0 - (value & 1)));
}

std::string_view ByteReader::text() { return raw(number()); }

std::uint32_t ByteReader::word() {
    const std::string_view bytes = raw(4);
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << kByte * i;
    return value;
}

std::string_view ByteReader::raw(std::uint64_t size) {
    if (size > m_bytes.size()) {
        fail();
        return {};
    }
    const std::string_view bytes = m_bytes.substr(0, size);
    m_bytes.remove_prefix(size);
    return bytes;
}

}  // namespace lanescope::sass
