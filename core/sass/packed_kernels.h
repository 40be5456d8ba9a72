// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of one architecture as few bytes: each instruction that occurs stands once, in columns, and kernels are lists
// of them. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

/// All but architecture, kernel and resources, which stand elsewhere.
[[nodiscard]] std::string packKernels(const std::vector<const Listing*>& kernels);

/// What packKernels() has made, whose kernels are unpacked one by one.
class PackedKernels {
public:
    /// Nothing if it is none. Looks at the shape of the whole, not into the kernels.
    [[nodiscard]] static std::optional<PackedKernels> open(std::string bytes);

    [[nodiscard]] std::size_t size() const { return m_kernels.size(); }
    /// Nothing where its bytes are wrong. `name` is the kernel's, which functions and targets refer to.
    [[nodiscard]] std::optional<Listing> kernel(std::size_t index, const std::string& name) const;

private:
    /// An instruction but for its control code and its targets.
    struct Row {
        std::size_t textBegin = 0, textSize = 0;
        Encoding encoding;
    };
    struct Place {
        std::size_t begin = 0, size = 0;  ///< in m_bytes
    };
    [[nodiscard]] std::string_view at(const Place& place) const {
        return std::string_view(m_bytes).substr(place.begin, place.size);
    }

    std::string m_bytes;
    std::vector<Row> m_rows;
    std::vector<Place> m_kernels;
};

}  // namespace lanescope::sass
