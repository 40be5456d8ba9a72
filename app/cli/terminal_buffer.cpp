// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal_buffer.h"

namespace lanescope::cli {

TerminalBuffer::TerminalBuffer(std::ostream& stream) : m_stream(stream), m_behind(stream.rdbuf(this)) {}

TerminalBuffer::~TerminalBuffer() {
    std::string rest;
    m_filter.end(rest);
    if (!pass(rest)) m_stream.setstate(std::ios::badbit);
    const std::ios::iostate state = m_stream.rdstate();  // which rdbuf() would clear
    m_stream.rdbuf(m_behind);
    m_stream.setstate(state);
}

TerminalBuffer::int_type TerminalBuffer::overflow(int_type c) {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize TerminalBuffer::xsputn(const char* text, std::streamsize size) {
    std::string shown;
    m_filter.add({text, static_cast<std::size_t>(size)}, shown);
    return pass(shown) ? size : 0;
}

int TerminalBuffer::sync() { return m_behind->pubsync(); }

bool TerminalBuffer::pass(const std::string& text) {
    const auto size = static_cast<std::streamsize>(text.size());
    return m_behind->sputn(text.data(), size) == size;
}

}  // namespace lanescope::cli
