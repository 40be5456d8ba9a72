// SPDX-License-Identifier: GPL-3.0-or-later
// That the comparison with the GPU would see a difference.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "tests/gpu/lab/lab_cases.h"

namespace lanescope {
namespace {

HostBuffers floats(const std::vector<float>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return {bytes};
}

LabCase caseWith(double bound) {
    Plan plan;
    plan.buffers = {{"arg0", ElementType::F32, 1, 3, {}}};
    return {"case", plan, bound};
}

TEST(LabDifferences, BitForBit) {
    EXPECT_EQ(differences(caseWith(0), floats({1, 2, 3}), floats({1, 2, 3})), "");
    EXPECT_EQ(differences(caseWith(0), floats({1, 2, 3}), floats({1, 2.0000002F, 3})),
              "  arg0[1]: emulated 2 (0x40000000), GPU 2 (0x40000001)\n");
    EXPECT_NE(differences(caseWith(0), floats({0, 2, 3}), floats({-0.0F, 2, 3})), "");
}

TEST(LabDifferences, WithinABound) {
    EXPECT_EQ(differences(caseWith(1e-6), floats({1, 2, 3}), floats({1, 2.0000002F, 3})), "");
    EXPECT_NE(differences(caseWith(1e-6), floats({1, 2, 3}), floats({1, 2.00001F, 3})), "");
    EXPECT_NE(differences(caseWith(1e-6), floats({1, NAN, 3}), floats({1, 2, 3})), "");
}

TEST(LabDifferences, InAnyOrder) {
    EXPECT_EQ(differences(caseWith(-1), floats({1, 2, 3}), floats({3, 1, 2})), "");
    EXPECT_NE(differences(caseWith(-1), floats({1, 2, 3}), floats({3, 1, 1})), "");
}

TEST(LabCases, HaveNamesOfTheirOwnAndPlans) {
    std::set<std::string> names;
    for (const LabCase& labCase : labCases()) {
        EXPECT_TRUE(names.insert(labCase.name).second) << labCase.name;
        EXPECT_TRUE(labCase.plan) << labCase.name << ": " << describe(labCase.plan.error());
    }
    EXPECT_GE(names.size(), 46U);
}

}  // namespace
}  // namespace lanescope
