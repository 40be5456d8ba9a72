// SPDX-License-Identifier: GPL-3.0-or-later
// A Plan is a whole GPU program as data. An Executor runs it: the emulator (core/simt) or a CUDA device (gpu).
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/element_type.h"
#include "core/base/result.h"
#include "core/ptx/module.h"

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
        Given
    };
    Kind kind = Kind::Uninitialised;
    std::uint64_t seed = 0;
    std::uint64_t constant = 0;
    std::shared_ptr<const std::vector<std::byte>> given{};
};

/// A named matrix in device memory, row-major, so that an address can be shown as A[3][17].
struct Buffer {
    std::string name;
    ElementType type = ElementType::F32;
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    InitialContent initial;

    [[nodiscard]] std::uint64_t elements() const { return rows * columns; }
    [[nodiscard]] std::uint64_t bytes() const { return elements() * sizeOf(type); }
};

/// Shape of a __shared__ array, so that a shared address can be shown as As[3][17].
struct SharedArray {
    std::string name;  ///< the C++ variable: ptx::SharedVariable::shortName
    ElementType type = ElementType::F32;
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
};

/// One __global__ function: its PTX, its CUDA source, and the shapes of its shared arrays.
struct Kernel {
    std::shared_ptr<const ptx::Module> module;
    std::string entry;                          ///< demangled name, as ptx::Module::find takes it
    std::string sourceName;                     ///< "matmul.cu"
    std::shared_ptr<const std::string> source;  ///< its whole text
    std::vector<SharedArray> shared;

    /// The parsed entry; the plan's maker has made sure that it exists.
    [[nodiscard]] const ptx::Entry& ptxEntry() const;
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

/// A kernel argument: a buffer's device address, a number, or a struct's bytes as they lie in memory.
using Argument = std::variant<BufferId, Scalar, std::vector<std::byte>>;

/// Kernel + where and with what it runs. Argument i is the entry's parameter i.
struct Launch {
    std::shared_ptr<const Kernel> kernel;
    Dim3 grid;
    Dim3 block;
    std::uint32_t dynamicSharedBytes = 0;
    std::vector<Argument> arguments;
};

struct UploadStep {  ///< host to device, whole buffer
    BufferId buffer;
};
struct DownloadStep {  ///< device to host, whole buffer
    BufferId buffer;
};
struct LaunchStep {
    Launch launch;
};
using Step = std::variant<UploadStep, LaunchStep, DownloadStep>;

/// Contents of all buffers on the host, by BufferId. A buffer that no step uploads or downloads may be empty.
using HostBuffers = std::vector<std::vector<std::byte>>;

/// What the result must be. `expected` gives the elements of one column of `buffer` in the rows asked for, from the
/// inputs, in double precision (exact for SmallIntegers). A whole column at a time, so that it need be gathered only
/// once. `tolerance` is relative; 0 = equal.
struct Reference {
    BufferId buffer = 0;
    std::function<std::vector<double>(const HostBuffers& inputs, std::uint64_t column,
                                      std::span<const std::uint64_t> rows)>
        expected;
    double tolerance = 0;
    std::uint64_t operations = 1;  ///< what one element costs: steps of an inner product
};

/// A configuration in words: parameter name → value ("n" → "64"), in the algorithm's order.
using Parameters = std::vector<std::pair<std::string, std::string>>;

struct Plan {
    std::string algorithm;  ///< id, "matmul.tiled"
    Parameters parameters;  ///< complete: defaults filled in
    std::vector<Buffer> buffers;
    std::vector<Step> steps;
    Reference reference;
};

/// "n=64 block=16 type=f32 variant=corrected"
[[nodiscard]] std::string toString(const Parameters& parameters);
/// Value of a parameter; empty if there is none of that name.
[[nodiscard]] std::string valueOf(const Parameters& parameters, const std::string& name);

/// The initial bytes of a buffer; empty for Uninitialised.
[[nodiscard]] std::vector<std::byte> initialBytes(const Buffer& buffer);

}  // namespace lanescope
