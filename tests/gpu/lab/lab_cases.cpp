// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/lab/lab_cases.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <sstream>

#include "tests/examples/example_commands.h"

namespace lanescope {
namespace {

constexpr int kDifferencesTold = 6;

/// -G writes mul and add without a rounding, which ptxas may join into one fma (PTX ISA, "mul" and "add"), and does: a
/// rounding less. In the loop of mandelbrot that grows beyond all bounds, so its steps are not compared.
double loosened(const std::string& name, double bound) {
    constexpr double kContracted = 1e-6;
    if (name == "mandelbrot") return std::numeric_limits<double>::infinity();
    return bound < 0 ? bound : std::max(bound, kContracted);
}

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
    if (std::isinf(bound)) return {};
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
            const double bound = reference == exampleReferences().end() ? 0 : reference->bound;
            if (variant.empty())
                cases.push_back({command.name, planOf(command, variant), bound});
            else
                cases.push_back({command.name + "_debug", planOf(command, variant), loosened(command.name, bound)});
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
