// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel, and where and with what it is launched.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/dim3.h"
#include "core/plan/buffer.h"
#include "core/program/module.h"

namespace lanescope {

/// Shape of a __shared__ array, so that a shared address can be shown as As[3][17].
struct SharedArray {
    std::string name;  ///< the C++ variable: program::SharedVariable::shortName
    ElementType type = ElementType::F32;
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
};

/// One __global__ function: its code, its CUDA source, and the shapes of its shared arrays.
struct Kernel {
    std::shared_ptr<const program::Module> module;
    std::string entry;                          ///< demangled name, as program::Module::find takes it
    std::string sourceName;                     ///< "matmul.cu"
    std::shared_ptr<const std::string> source;  ///< its whole text
    std::vector<SharedArray> shared;

    /// What runs; the plan's maker has made sure that it exists.
    [[nodiscard]] const program::Entry& code() const;
};

/// A number as the bits of its type, in the low end of 64.
struct Scalar {
    ElementType type = ElementType::I32;
    std::uint64_t bits = 0;

    Scalar() = default;
    Scalar(ElementType t, std::uint64_t b) : type(t), bits(b) {}
    Scalar(std::int32_t value) : type(ElementType::I32), bits(static_cast<std::uint32_t>(value)) {}
    Scalar(float value) : type(ElementType::F32), bits(std::bit_cast<std::uint32_t>(value)) {}
    Scalar(double value) : type(ElementType::F64), bits(std::bit_cast<std::uint64_t>(value)) {}
    friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// A device address within a buffer, or the first behind it.
struct BufferPlace {
    BufferId buffer = 0;
    std::uint64_t bytes = 0;  ///< from the buffer's start
    friend bool operator==(const BufferPlace&, const BufferPlace&) = default;
};

/// A kernel argument: a buffer's device address, one within a buffer, a number, or a struct's bytes as they lie in
/// memory.
using Argument = std::variant<BufferId, BufferPlace, Scalar, std::vector<std::byte>>;

/// The place that a pointer argument points to; none if it is a number or a struct.
[[nodiscard]] inline std::optional<BufferPlace> placeOf(const Argument& argument) {
    if (const auto* buffer = std::get_if<BufferId>(&argument)) return BufferPlace{*buffer, 0};
    const auto* place = std::get_if<BufferPlace>(&argument);
    return place == nullptr ? std::nullopt : std::optional(*place);
}
[[nodiscard]] inline std::optional<BufferId> bufferOf(const Argument& argument) {
    const std::optional<BufferPlace> place = placeOf(argument);
    return place ? std::optional(place->buffer) : std::nullopt;
}

/// Bytes of shared memory that a block has on every GPU without being asked for, static arrays and dynamic ones
/// together (CUDA C++ programming guide, "shared memory" of every compute capability). The static ones never have more.
inline constexpr std::uint32_t kSharedWithoutOptIn = 48 << 10;

/// Kernel + where and with what it runs. Argument i is the entry's parameter i.
struct Launch {
    std::shared_ptr<const Kernel> kernel;
    Dim3 grid;
    Dim3 block;
    std::uint32_t dynamicSharedBytes = 0;
    std::vector<Argument> arguments{};
    std::uint32_t stream = 0;  ///< see Step
    /// Not 0: this launch is known not to end. The emulator stops it after so many warp instructions, with a fault; a
    /// GPU must not run it.
    std::uint64_t endlessAfter = 0;
};

}  // namespace lanescope
