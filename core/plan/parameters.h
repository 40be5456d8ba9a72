// SPDX-License-Identifier: GPL-3.0-or-later
// A configuration in words: what was chosen of an algorithm, or what a document or a recording fixes of one.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

/// Name → value ("n" → "64"), in the order in which they were given; Algorithm::complete() gives the algorithm's own
/// order. What a name means is the algorithm's to say: ask it for a role (Algorithm::nameOf), and for a name only where
/// the algorithm is known.
class Parameters {
public:
    using value_type = std::pair<std::string, std::string>;  ///< name, value
    using const_iterator = std::vector<value_type>::const_iterator;
    using iterator = const_iterator;

    Parameters() = default;
    Parameters(std::initializer_list<value_type> given) : m_all(given) {}

    [[nodiscard]] const_iterator begin() const { return m_all.begin(); }
    [[nodiscard]] const_iterator end() const { return m_all.end(); }
    [[nodiscard]] std::size_t size() const { return m_all.size(); }
    [[nodiscard]] bool empty() const { return m_all.empty(); }

    /// nullptr if there is none of that name. Of a name that was given twice, here and below, it is the first.
    [[nodiscard]] const std::string* find(std::string_view name) const;
    /// Empty if there is none of that name.
    [[nodiscard]] std::string value(std::string_view name) const;
    /// Nothing if there is none of that name, or if its value is no whole number (as wholeNumberFromText() reads one).
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view name) const;

    /// At the end, whether or not the name is there already: complete() refuses what was given twice, so that it must
    /// not be lost before.
    void add(std::string name, std::string value);
    /// Where the name stands; at the end if it is not there.
    void set(std::string_view name, std::string value);

    [[nodiscard]] Parameters without(std::string_view name) const;
    /// In the order of the names, for what must not depend on the order in which they were given.
    [[nodiscard]] Parameters sorted() const;

    /// Has each of these the same value in `other`, but for the names in `but`? In whatever order; `other` may have
    /// more.
    [[nodiscard]] bool isPartOf(const Parameters& other, std::initializer_list<std::string_view> but = {}) const;
    /// Do both name the same values, but for the names in `but`? In whatever order.
    [[nodiscard]] bool sameAs(const Parameters& other, std::initializer_list<std::string_view> but = {}) const;
    /// The same values in the same order.
    friend bool operator==(const Parameters&, const Parameters&) = default;

private:
    std::vector<value_type> m_all;
};

/// "n=64 block=16 type=f32 variant=corrected"
[[nodiscard]] std::string toString(const Parameters& parameters);

}  // namespace lanescope
