// SPDX-License-Identifier: GPL-3.0-or-later
// Text from outside (titles, names in PTX, what a kernel printed) as it may be shown: without the characters that steer
// a terminal or turn the order of the text around.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// UTF-8 that comes in pieces. Line feeds and tabs stay; other control characters (also the C1 ones, U+0080 to U+009F,
/// and DEL) and those that change the direction of text become "\u001b" and the like, and what is not UTF-8 becomes
/// U+FFFD. JSON stays the JSON that it was: within its strings "\u001b" is how these characters are written.
class Printable {
public:
    /// Adds `text` to `out`; the beginning of a character at its end waits for the next piece.
    void add(std::string_view text, std::string& out);
    /// Nothing more comes.
    void end(std::string& out);

private:
    std::string m_begun;  ///< of a character whose other bytes have not come
};

/// All of a text.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace lanescope
