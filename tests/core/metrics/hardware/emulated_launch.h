// SPDX-License-Identifier: GPL-3.0-or-later
// One launch of launches.h, emulated, with its buffers before and after: what the rounds' tests look at.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/plan/executor.h"
#include "core/simt/emulator.h"
#include "tests/core/metrics/hardware/launches.h"

namespace lanescope::emulated {

using Ints = std::vector<int>;
using Words = std::vector<unsigned>;
using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Bytes = std::vector<unsigned char>;

/// All launches, read once.
inline const std::vector<HardwareCase>& allCases() {
    static const std::vector<HardwareCase> cases = [] {
        auto made = hardwareCases(LANESCOPE_SOURCE_DIR);
        if (!made) ADD_FAILURE() << describe(made.error());
        return made ? std::move(*made) : std::vector<HardwareCase>{};
    }();
    return cases;
}

/// Buffers are numbered in the order of the arguments.
class Emulated {
public:
    explicit Emulated(const std::string& name) {
        const auto found = std::ranges::find(allCases(), name, &HardwareCase::name);
        if (found == allCases().end()) {
            ADD_FAILURE() << "no launch " << name;
            return;
        }
        plan = found->plan;
        for (BufferId id = 0; id < plan.buffers.size(); ++id) plan.steps.emplace_back(DownloadStep{id});
        simt::Emulator emulator;
        auto ran = runPlan(plan, emulator, {});
        if (ran)
            m_after = std::move(*ran);
        else
            ADD_FAILURE() << name << ": " << describe(ran.error());
    }
    template <typename T>
    [[nodiscard]] std::vector<T> before(BufferId id) const {
        return as<T>(initialBytes(plan.buffers.at(id)));
    }
    template <typename T>
    [[nodiscard]] std::vector<T> after(BufferId id) const {
        return as<T>(m_after.at(id));
    }
    Plan plan;

private:
    template <typename T>
    static std::vector<T> as(const std::vector<std::byte>& bytes) {
        const auto* first = reinterpret_cast<const T*>(bytes.data());
        return {first, first + bytes.size() / sizeof(T)};
    }
    HostBuffers m_after;
};

template <typename T>
void expectNear(const std::vector<T>& values, const std::vector<T>& expected, double bound) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_NEAR(values[i], expected[i], bound) << "element " << i;
}

}  // namespace lanescope::emulated
