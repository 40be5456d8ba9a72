// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standard_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <streambuf>

#include "core/base/descriptor.h"
#include "core/base/error.h"
#include "core/base/words.h"

namespace lanescope {
namespace {

class OutputBuffer final : public std::streambuf {
public:
    OutputBuffer() {
        // A terminal shows at once what is printed: nothing is held back for it.
        if (::isatty(STDOUT_FILENO) == 0) setp(m_held.data(), m_held.data() + m_held.size());
    }
    /// 0, or the errno of the first write that failed.
    [[nodiscard]] int finish() {
        // Some file systems say only when a file is closed that they have no room for it.
        if (sync() == 0) m_error = Descriptor(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)).close();
        return m_error;
    }

protected:
    int sync() override {
        const std::size_t held = static_cast<std::size_t>(pptr() - pbase());
        setp(pbase(), epptr());
        return send({pbase(), held}) ? 0 : -1;
    }
    int_type overflow(int_type c) override {
        if (sync() != 0) return traits_type::eof();
        if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
        const char one = traits_type::to_char_type(c);
        return xsputn(&one, 1) == 1 ? c : traits_type::eof();
    }
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        if (size < epptr() - pptr()) {
            std::memcpy(pptr(), text, static_cast<std::size_t>(size));
            pbump(static_cast<int>(size));
            return size;
        }
        return sync() == 0 && send({text, static_cast<std::size_t>(size)}) ? size : 0;
    }

private:
    bool send(std::string_view bytes) {
        if (m_error == 0) m_error = writeAll(STDOUT_FILENO, bytes);
        return m_error == 0;
    }

    std::array<char, 1 << 16> m_held{};
    int m_error = 0;
};

/// Until the very end: who prints while the program ends must find it.
OutputBuffer& outputBuffer() {
    static OutputBuffer& buffer = *new OutputBuffer;
    return buffer;
}

}  // namespace

void takeOverStandardStreams() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(number, F_GETFD) < 0)  // the lowest number that is free is this one
            (void)::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    std::cout.rdbuf(&outputBuffer());
}

int exitCodeAfterOutput(int code) {
    const int error = outputBuffer().finish();
    if (error == 0) return code;
    if (error == EPIPE) return kExitUnread;
    const std::string reason = error == EBADF ? textOf("reason.closed"_id) : systemReason(error);
    std::cerr << program_invocation_short_name << ": "
              << describe(
                     {ErrorCode::OutputFailed, {{"where", textOf("reason.standard_output"_id)}, {"reason", reason}}})
              << '\n';
    return kExitNotWritten;
}

}  // namespace lanescope
