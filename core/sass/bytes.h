// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and texts one after the other in bytes, and their reader, which believes nothing. Private to this room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::sass {

class ByteWriter {
public:
    /// Seven bits a byte, the lowest first.
    void number(std::uint64_t value);
    /// Small numbers of either sign are short.
    void signedNumber(std::int64_t value);
    /// Its length and itself.
    void text(std::string_view text);
    /// Four bytes, the lowest first.
    void word(std::uint32_t value);
    void raw(std::string_view bytes) { m_bytes += bytes; }

    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// From the first thing on that is not there, all that is read is 0 or empty, and good() is false.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_bytes(bytes) {}

    std::uint64_t number();
    /// A number that has to be at most `most`.
    std::uint64_t number(std::uint64_t most);
    /// As number(), of 32 bits.
    std::uint32_t small() { return static_cast<std::uint32_t>(number(0xffffffffU)); }
    std::int64_t signedNumber();
    std::string_view text();
    std::uint32_t word();
    std::string_view raw(std::uint64_t size);
    /// The count of what follows, each of which takes a byte at least.
    std::uint64_t count() { return number(m_bytes.size()); }

    [[nodiscard]] bool good() const { return m_good; }
    [[nodiscard]] bool atEnd() const { return m_good && m_bytes.empty(); }
    void fail();

private:
    std::string_view m_bytes;
    bool m_good = true;
};

}  // namespace lanescope::sass
