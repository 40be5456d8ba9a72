// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace lanescope {
namespace {

/// SplitMix64's output function: scrambles a counter so well that its outputs pass for random numbers
/// (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
std::uint64_t scrambled(std::uint64_t counter) {
    std::uint64_t z = counter * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Element `index` of the sequence `seed`, 1…9. Each element is had without those before it.
std::uint32_t smallInteger(std::uint32_t seed, std::uint64_t index) {
    const std::uint64_t high = scrambled((std::uint64_t{seed} << 40) + index + 1) >> 32;
    return static_cast<std::uint32_t>(1 + (high * 9 >> 32));
}

template <typename T>
void fillSmallIntegers(std::vector<std::byte>& bytes, std::uint32_t seed) {
    const std::uint64_t elements = bytes.size() / sizeof(T);
    for (std::uint64_t i = 0; i < elements; ++i) {
        const T value = static_cast<T>(smallInteger(seed, i));
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
}

}  // namespace

const ptx::Entry& Kernel::ptxEntry() const {
    const ptx::Entry* found = module == nullptr ? nullptr : module->find(entry);
    assert(found != nullptr && "a plan's kernels are in their modules");
    return *found;
}

std::string toString(const Parameters& parameters) {
    std::string text;
    for (const auto& [name, value] : parameters) {
        if (!text.empty()) text += ' ';
        text += name + '=' + value;
    }
    return text;
}

std::string valueOf(const Parameters& parameters, const std::string& name) {
    const auto found = std::ranges::find(parameters, name, &Parameters::value_type::first);
    return found == parameters.end() ? std::string() : found->second;
}

std::vector<std::byte> initialBytes(const Buffer& buffer) {
    if (buffer.initial.kind == InitialContent::Kind::Uninitialised) return {};
    std::vector<std::byte> bytes(buffer.bytes());
    if (buffer.initial.kind == InitialContent::Kind::SmallIntegers) switch (buffer.type) {
            case ElementType::F32: fillSmallIntegers<float>(bytes, buffer.initial.seed); break;
            case ElementType::F64: fillSmallIntegers<double>(bytes, buffer.initial.seed); break;
            case ElementType::I32: fillSmallIntegers<std::int32_t>(bytes, buffer.initial.seed); break;
        }
    return bytes;
}

}  // namespace lanescope
