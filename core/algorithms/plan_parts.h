// SPDX-License-Identifier: GPL-3.0-or-later
// What plans of several families are put together from. Private to this room.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

namespace lanescope {

/// "reduce6<64, Sum, float>", as nvcc's names are demangled; just the name without arguments.
[[nodiscard]] std::string instanceName(std::string_view name, std::initializer_list<std::string_view> arguments);

/// Copies all buffers with initial content to the device, launches, and copies the reference's buffer back.
[[nodiscard]] Plan oneLaunch(std::vector<Buffer> buffers, Launch launch, Reference reference);

/// A reference that is computed element by element. `operations` is what one element costs.
[[nodiscard]] Reference elementwise(
    BufferId buffer, std::function<double(const HostBuffers& inputs, std::uint64_t row, std::uint64_t column)> element,
    std::uint64_t operations = 1);

/// The numbers of a buffer on the host.
class HostNumbers {
public:
    HostNumbers(ElementType type, const std::vector<std::byte>& bytes) : m_type(type), m_bytes(bytes) {}
    [[nodiscard]] std::uint64_t size() const { return m_bytes.size() / sizeOf(m_type); }
    double operator[](std::uint64_t index) const {
        return elementAsDouble(m_type, m_bytes.data() + index * sizeOf(m_type));
    }

private:
    ElementType m_type;
    const std::vector<std::byte>& m_bytes;
};

}  // namespace lanescope
