// SPDX-License-Identifier: GPL-3.0-or-later
// Files as the system has them: descriptors, and its reasons as words.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace lanescope {

/// An open file descriptor of ours, which is closed at the end; -1 = none.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Descriptor() { (void)close(); }

    [[nodiscard]] int get() const { return m_number; }
    explicit operator bool() const { return m_number >= 0; }
    /// Some file systems say only now that something was not written. 0, or errno.
    [[nodiscard]] int close();

private:
    int m_number = -1;
};

/// All of the bytes, whatever signals and short writes come between. 0, or the errno of what stopped it.
[[nodiscard]] int writeAll(int descriptor, std::string_view bytes);

/// What an errno means: "No space left on device".
[[nodiscard]] std::string systemReason(int error);

}  // namespace lanescope
