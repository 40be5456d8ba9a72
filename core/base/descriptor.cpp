// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/descriptor.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace lanescope {

int Descriptor::close() {
    if (m_number < 0) return 0;
    // Linux has closed it also where it says EINTR.
    const int closed = ::close(std::exchange(m_number, -1));
    return closed == 0 || errno == EINTR ? 0 : errno;
}

int writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (written == 0) {
            return EIO;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {  // somebody who shares it has made it so
            pollfd ready{descriptor, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

std::string systemReason(int error) { return std::generic_category().message(error); }

}  // namespace lanescope
