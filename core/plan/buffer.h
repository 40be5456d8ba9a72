// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of a Plan: what they are called, how they are shaped, where they lie and what they hold at first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/element_type.h"

namespace lanescope {

/// Names a buffer of a Plan: its index in Plan::buffers.
using BufferId = std::size_t;

/// What a buffer holds before the first step. Every kind gives the same bytes on every machine.
struct InitialContent {
    enum class Kind {
        Uninitialised,
        Zeros,
        /// Pseudo-random whole numbers 1…9 from `seed`, so that a product of any order below 2^24/81 is exact in f32,
        /// f64 and i32 and in any order of summation.
        SmallIntegers,
        /// Element i is i mod 1000; in the 8-bit types that modulo 256.
        Ramp,
        /// Every element has the low bits of `constant`.
        Constant,
        /// Element i is made of the i-th output (from 0) of SplitMix64 with state `seed`: integers take its low bits
        /// (even over the type), f64 its upper 53 bits × 2^-53, f32 its upper 24 × 2^-24, f16 its upper 11 × 2^-11
        /// (all in [0, 1)).
        Random,
        /// `given`, which is as long as the buffer.
        Given,
        /// Element (row, column) is `formula` of them, rounded to the type (integers: towards zero, must fit).
        Formula
    };
    Kind kind = Kind::Uninitialised;
    std::uint64_t seed = 0;
    std::uint64_t constant = 0;
    std::shared_ptr<const std::vector<std::byte>> given{};
    std::function<double(std::uint64_t row, std::uint64_t column)> formula{};
};

/// A named matrix, row-major, so that an address can be shown as A[3][17].
struct Buffer {
    enum class Place : std::uint8_t {
        Both,   ///< an array of the host and one of the device, of the same name; steps copy between them
        Host,   ///< never on the device
        Device  ///< never on the host
    };
    std::string name;
    ElementType type = ElementType::F32;
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    /// What the host's array holds; the device's is uninitialised, as cudaMalloc leaves it. An array of the host
    /// without initial content holds zeros. None for Place::Device.
    InitialContent initial;
    Place place = Place::Both;

    [[nodiscard]] std::uint64_t elements() const { return rows * columns; }
    [[nodiscard]] std::uint64_t bytes() const { return elements() * sizeOf(type); }
};

/// The initial bytes of a buffer; empty for Uninitialised.
[[nodiscard]] std::vector<std::byte> initialBytes(const Buffer& buffer);

}  // namespace lanescope
