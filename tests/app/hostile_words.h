// SPDX-License-Identifier: GPL-3.0-or-later
// Words that somebody who means harm, or a program that is broken, may send as a name or a reason. For the fake worker,
// which says them, and for the tests, which look at what becomes of them.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace lanescope {

/// Names for hostileWords().
inline constexpr std::array kHostileWords{"image",    "zero",      "style", "link", "table", "tags",
                                          "megabyte", "words",     "lines", "nul",  "bidi",  "controls",
                                          "mnemonic", "arguments", "marks", "emoji"};

/// `file` is one that nobody may open.
inline std::string hostileWords(std::string_view name, const std::string& file) {
    const auto times = [](std::string_view piece, std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += piece;
        return all;
    };
    if (name == "image") return "GPU <img src='" + file + "'> <b>bold</b>";
    if (name == "zero") return "<img src=\"file:///dev/zero\"><IMG SRC=/dev/zero>";
    if (name == "style")
        return "<p style=\"background-image:url('" + file + "')\">x</p><body background='" + file +
               "'><link rel=stylesheet href='" + file + "'>";
    if (name == "link") return "<a href=\"file://" + file + "\">Click here</a>";
    if (name == "table")
        return "<table width=1000000000 height=1000000000 border=100000><tr><td colspan=1000000000>x</td></tr></table>";
    if (name == "tags") return times("<ul><li>", 20'000);
    if (name == "megabyte") return times("W", std::size_t{1} << 20);
    if (name == "words") return times("wide words ", 100'000);
    if (name == "lines") return times("line\n", 100'000);
    if (name == "nul") return std::string("before\0behind", 13);
    if (name == "bidi")
        return "\xe2\x80\xae"
               "desrever\xe2\x80\xac \xe2\x81\xa6 \xd8\x9c \xe2\x80\x8f";
    if (name == "controls")
        return "\x01\x02\x07\x08\r\v\f\x1b[2J\x7f\xc2\x85\xc2\x9b"
               "31m\xe2\x80\xa8\xe2\x80\xa9";
    if (name == "mnemonic") return "A&B &&C &";
    if (name == "arguments") return "%1 %2 %L1 %n {reason} {gpu} %99 %s %d";
    if (name == "marks") return "Z" + times("\xcc\xb4\xcc\x96\xcc\x81", 30'000);
    if (name == "emoji") return times("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xac", 20'000);
    return std::string(name);
}

}  // namespace lanescope
