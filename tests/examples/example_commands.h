// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of examples/README.md, which are what the tests run.
#pragma once

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "core/plan/launch_spec.h"

namespace lanescope {

struct ExampleCommand {
    std::string name;  ///< of the files: "saxpy"
    LaunchSpec spec;   ///< files are named from the top of the source tree
    friend std::ostream& operator<<(std::ostream& out, const ExampleCommand& command) { return out << command.name; }
};

/// The top of the source tree: $LANESCOPE_SOURCE (for a machine that has only a copy of what the tests read), else
/// where the build was made from.
[[nodiscard]] std::string sourceFolder();

/// One for each row of the table of kernels.
[[nodiscard]] std::vector<ExampleCommand> exampleCommands();

/// The plan of a command; `variant` is "" or ".debug". The working folder must be the top of the source tree.
[[nodiscard]] Result<Plan> planOf(const ExampleCommand& command, const std::string& variant);

/// The buffers of a plan before and after its run, by the arguments' indices.
class ExampleRun {
public:
    /// `fused`: the compiler was free to join a product and a sum (not with -G).
    ExampleRun(const Plan& plan, HostBuffers after, bool fused);
    /// a × b + c as the kernel has it.
    [[nodiscard]] float multiplyAdd(float a, float b, float c) const { return m_fused ? std::fma(a, b, c) : a * b + c; }
    template <typename T>
    [[nodiscard]] std::vector<T> before(std::size_t argument) const {
        return as<T>(initialBytes(m_plan.buffers.at(bufferOf(argument))));
    }
    template <typename T>
    [[nodiscard]] std::vector<T> after(std::size_t argument) const {
        return as<T>(m_after.at(bufferOf(argument)));
    }

private:
    [[nodiscard]] BufferId bufferOf(std::size_t argument) const;
    template <typename T>
    static std::vector<T> as(const std::vector<std::byte>& bytes) {
        const auto* first = reinterpret_cast<const T*>(bytes.data());
        return {first, first + bytes.size() / sizeof(T)};
    }
    const Plan& m_plan;
    HostBuffers m_after;
    bool m_fused;
};

/// What an example's result must be.
struct ExampleReference {
    std::string name;
    void (*check)(const ExampleRun&);
    /// How far the floats of two machines may be apart, relative to the greatest of the buffer: 0 where PTX defines
    /// every operation and the order of all, so that results are equal bit for bit.
    double bound = 0;
};
[[nodiscard]] const std::vector<ExampleReference>& exampleReferences();

}  // namespace lanescope
