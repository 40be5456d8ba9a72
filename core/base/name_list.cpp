// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_list.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/words.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNames = 12;
constexpr std::size_t kLongestName = 200;
constexpr std::size_t kComparedBytes = 64;

/// Letters to insert, delete or replace to make one word of the other (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

/// How many letters apart they are. Names that share less than half of their letters are all equally far: nobody who
/// wrote one meant the other, and the path of a file is not nearer to one name because of where the file lies.
std::size_t unlikeness(std::string_view wanted, std::string_view name) {
    wanted = wanted.substr(0, kComparedBytes);
    name = name.substr(0, kComparedBytes);
    const std::size_t longer = std::max(wanted.size(), name.size());
    const std::size_t apart = editDistance(wanted, name);
    return 2 * apart <= longer ? apart : std::numeric_limits<std::size_t>::max();
}

std::string grouped(std::size_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

}  // namespace

std::string clipped(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) return std::string(text);
    const auto isInside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
    while (bytes > 0 && isInside(text[bytes])) --bytes;
    return std::string(text.substr(0, bytes)) + " …";
}

std::string nameList(std::span<const std::string_view> names, std::string_view wanted) {
    const std::size_t told = std::min(names.size(), kMostNames);
    std::vector<std::pair<std::size_t, std::size_t>> order;  // unlikeness, place
    for (std::size_t i = 0; i < names.size(); ++i)
        order.emplace_back(told == names.size() || wanted.empty() ? 0 : unlikeness(wanted, names[i]), i);
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(told));
    std::string list;
    for (std::size_t k = 0; k < told; ++k) list += (k == 0 ? "" : ", ") + clipped(names[order[k].second], kLongestName);
    if (names.size() == told) return list;
    return inWords(Message("list.and_more"_id, {{"list", list}, {"more", grouped(names.size() - told)}}));
}

}  // namespace lanescope
