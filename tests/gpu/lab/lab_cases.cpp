// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/lab/lab_cases.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "tests/examples/example_commands.h"

namespace lanescope {
namespace {

constexpr int kDifferencesTold = 6;

std::uint64_t bitsAt(const std::vector<std::byte>& bytes, std::size_t index, std::size_t size) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + index * size, size);
    return bits;
}

std::vector<std::uint64_t> sortedBits(const std::vector<std::byte>& bytes, std::size_t size) {
    std::vector<std::uint64_t> all;
    for (std::size_t i = 0; i < bytes.size() / size; ++i) all.push_back(bitsAt(bytes, i, size));
    std::ranges::sort(all);
    return all;
}

double greatestOf(const Buffer& buffer, const std::vector<std::byte>& bytes) {
    double greatest = 0;
    for (std::size_t i = 0; i < buffer.elements(); ++i) {
        const double value = std::abs(elementAsDouble(buffer.type, bytes.data() + i * sizeOf(buffer.type)));
        if (std::isfinite(value)) greatest = std::max(greatest, value);
    }
    return greatest;
}

/// The elements that are further apart than they may be.
std::string differencesIn(const Buffer& buffer, const std::vector<std::byte>& emulated,
                          const std::vector<std::byte>& measured, double bound) {
    const std::size_t size = sizeOf(buffer.type);
    const double allowed = isFloat(buffer.type) ? bound * greatestOf(buffer, measured) : 0;
    std::ostringstream told;
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < buffer.elements(); ++i) {
        const std::uint64_t mine = bitsAt(emulated, i, size);
        const std::uint64_t theirs = bitsAt(measured, i, size);
        const double a = elementAsDouble(buffer.type, emulated.data() + i * size);
        const double b = elementAsDouble(buffer.type, measured.data() + i * size);
        if (mine == theirs || (allowed > 0 && std::abs(a - b) <= allowed)) continue;
        if (++count <= kDifferencesTold)
            told << "  " << buffer.name << "[" << i << "]: emulated " << a << " (0x" << std::hex << mine << "), GPU "
                 << b << " (0x" << theirs << std::dec << ")\n";
    }
    if (count > kDifferencesTold) told << "  … " << count << " of " << buffer.elements() << " differ\n";
    return told.str();
}

}  // namespace

std::vector<LabCase> labCases() {
    std::filesystem::current_path(sourceFolder());
    std::vector<LabCase> cases;
    for (const ExampleCommand& command : exampleCommands())
        for (const std::string variant : {"", ".debug"}) {
            const auto reference = std::ranges::find(exampleReferences(), command.name, &ExampleReference::name);
            cases.push_back({command.name + (variant.empty() ? "" : "_debug"), planOf(command, variant),
                             reference == exampleReferences().end() ? 0 : reference->bound});
        }
    return cases;
}

std::string differences(const LabCase& labCase, const HostBuffers& emulated, const HostBuffers& measured) {
    std::string told;
    for (BufferId id = 0; id < labCase.plan->buffers.size(); ++id) {
        const Buffer& buffer = labCase.plan->buffers[id];
        if (labCase.bound >= 0)
            told += differencesIn(buffer, emulated[id], measured[id], labCase.bound);
        else if (sortedBits(emulated[id], sizeOf(buffer.type)) != sortedBits(measured[id], sizeOf(buffer.type)))
            told += "  " + buffer.name + " does not hold the same elements\n";
    }
    return told;
}

}  // namespace lanescope
