// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/initial_content.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/base/half.h"
#include "core/plan/plan.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

/// SplitMix64's output function: scrambles a counter so well that its outputs pass for random numbers
/// (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Element `index` of the sequence `seed`, 1…9. Each element is had without those before it.
std::uint64_t smallInteger(std::uint64_t seed, std::uint64_t index) {
    const std::uint64_t high = mixed(((seed << 40) + index + 1) * kGolden) >> 32;
    return 1 + (high * 9 >> 32);
}

/// The bits of a whole number below 2048 in a type; integers that are too narrow keep its low bits.
std::uint64_t bitsOfNumber(ElementType type, std::uint64_t number) {
    switch (type) {
        case ElementType::F16: return halfOf(static_cast<double>(number));
        case ElementType::F32: return Scalar(static_cast<float>(number)).bits;
        case ElementType::F64: return Scalar(static_cast<double>(number)).bits;
        default: return number;
    }
}

std::uint64_t bitsOfRandom(ElementType type, std::uint64_t random) {
    switch (type) {
        case ElementType::F16: return halfOf(static_cast<double>(random >> 53) * 0x1p-11);
        case ElementType::F32: return Scalar(static_cast<float>(random >> 40) * 0x1p-24F).bits;
        case ElementType::F64: return Scalar(static_cast<double>(random >> 11) * 0x1p-53).bits;
        default: return random;
    }
}

/// A number rounded to the type.
std::uint64_t bitsOfValue(ElementType type, double value) {
    switch (type) {
        case ElementType::F16: return halfOf(value);
        case ElementType::F32: return Scalar(static_cast<float>(value)).bits;
        case ElementType::F64: return Scalar(value).bits;
        case ElementType::U64: return static_cast<std::uint64_t>(value);
        default: return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    }
}

template <typename ElementBits>
void fill(std::span<std::byte> bytes, std::size_t size, std::uint64_t first, ElementBits bitsOf) {
    for (std::uint64_t i = 0; i < bytes.size() / size; ++i) {
        const std::uint64_t bits = bitsOf(first + i);  // little-endian, as the GPU
        std::memcpy(bytes.data() + i * size, &bits, size);
    }
}

}  // namespace

void putInitialBytes(const Buffer& buffer, std::uint64_t first, std::span<std::byte> to) {
    using Kind = InitialContent::Kind;
    const InitialContent& initial = buffer.initial;
    const ElementType type = buffer.type;
    const std::size_t size = sizeOf(type);
    const auto put = [&](auto bitsOf) { fill(to, size, first, bitsOf); };
    switch (initial.kind) {
        case Kind::Uninitialised:
        case Kind::Zeros: std::ranges::fill(to, std::byte{0}); break;
        case Kind::Given:
            assert(initial.given && initial.given->size() == buffer.bytes());
            std::memcpy(to.data(), initial.given->data() + first * size, to.size());
            break;
        case Kind::SmallIntegers:
            put([&](std::uint64_t i) { return bitsOfNumber(type, smallInteger(initial.seed, i)); });
            break;
        case Kind::Ramp: put([&](std::uint64_t i) { return bitsOfNumber(type, i % 1000); }); break;
        case Kind::Formula:
            put([&](std::uint64_t i) {
                return bitsOfValue(type, initial.formula(i / buffer.columns, i % buffer.columns));
            });
            break;
        case Kind::Constant: put([&](std::uint64_t) { return initial.constant; }); break;
        case Kind::Random:
            put([&](std::uint64_t i) { return bitsOfRandom(type, mixed(initial.seed + (i + 1) * kGolden)); });
            break;
    }
}

std::vector<std::byte> initialBytes(const Buffer& buffer) {
    using Kind = InitialContent::Kind;
    if (buffer.initial.kind == Kind::Uninitialised) return {};
    if (buffer.initial.kind == Kind::Given) {
        assert(buffer.initial.given && buffer.initial.given->size() == buffer.bytes());
        return *buffer.initial.given;
    }
    std::vector<std::byte> bytes(buffer.bytes());
    putInitialBytes(buffer, 0, bytes);
    return bytes;
}

}  // namespace lanescope
