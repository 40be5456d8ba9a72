// SPDX-License-Identifier: GPL-3.0-or-later
// What stands between all that the program prints and the terminal: titles, names of PTX files and what kernels print
// come from elsewhere, and may hold characters that would be commands to it.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

#include "core/base/printable.h"

namespace lanescope::cli {

/// Passes on to another buffer what was made printable (core/base/printable.h), which JSON survives as it is. Not
/// buffered itself: what is written is in the other buffer.
class TerminalBuffer final : public std::streambuf {
public:
    /// Takes the place of the stream's buffer as long as it lives.
    explicit TerminalBuffer(std::ostream& stream);
    ~TerminalBuffer() override;
    TerminalBuffer(const TerminalBuffer&) = delete;
    TerminalBuffer& operator=(const TerminalBuffer&) = delete;

protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

private:
    bool pass(const std::string& text);

    std::ostream& m_stream;
    std::streambuf* m_behind;
    Printable m_filter;
};

}  // namespace lanescope::cli
