// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever works with any algorithm asks for roles: each parameter of the catalogue has the one that it plays.
#include <algorithm>
#include <map>
#include <set>

#include "core/base/element_type.h"
#include "core/base/number_text.h"
#include "tests/core/algorithms/shipped_catalogue.h"

namespace lanescope {
namespace {

using Role = ParameterRole;

bool isWhole(const ParameterSpec& spec) {
    return std::ranges::all_of(spec.values,
                               [](const std::string& value) { return wholeNumberFromText(value).has_value(); });
}

TEST(Roles, AreHadOnce) {
    for (const auto& algorithm : shippedCatalogue().algorithms()) {
        std::map<Role, int> times;
        for (const ParameterSpec& spec : algorithm->parameters()) ++times[spec.role];
        for (const auto& [role, count] : times)
            EXPECT_TRUE(count == 1 || role == Role::Size || role == Role::Other)
                << algorithm->id() << ", role " << static_cast<int>(role);
        EXPECT_LE(times[Role::BlockSide] + times[Role::Threads] + times[Role::Warps], 1) << algorithm->id();
    }
}

TEST(Roles, AllButWhatIsLaunchedForItsOwnSakeHaveASize) {
    const std::set<std::string_view> without{"micro.launch", "micro.divergence-ways"};
    for (const auto& algorithm : shippedCatalogue().algorithms())
        EXPECT_EQ(algorithm->specOf(Role::Size) == nullptr, without.contains(algorithm->id())) << algorithm->id();
}

TEST(Roles, GoWithTheValues) {
    for (const auto& algorithm : shippedCatalogue().algorithms())
        for (const ParameterSpec& spec : algorithm->parameters()) {
            SCOPED_TRACE(std::string(algorithm->id()) + ' ' + spec.name);
            switch (spec.role) {
                case Role::Size:
                case Role::BlockSide:
                case Role::Threads:
                case Role::Warps:
                case Role::Blocks:
                case Role::MatrixBlock: EXPECT_TRUE(isWhole(spec)); break;
                case Role::Variant:
                    EXPECT_EQ(spec.values, (std::vector<std::string>{"published", "corrected"}));
                    EXPECT_EQ(spec.defaultValue, kCorrected);
                    break;
                case Role::Type:
                    for (const std::string& value : spec.values) EXPECT_TRUE(elementTypeFromName(value)) << value;
                    break;
                case Role::Operation:
                case Role::Memory: EXPECT_GT(spec.values.size(), 1U); break;
                case Role::Other: break;
            }
        }
}

/// What one launch of the plan has, of all launches: is it true of any?
template <typename Is>
bool anyLaunch(const Plan& plan, Is is) {
    return std::ranges::any_of(plan.launches(), [&](const Launch* launch) { return is(*launch); });
}

// A name tells nothing; what the plan does, does.
TEST(Roles, AreWhatThePlanMakesOfThem) {
    std::map<Role, int> seen;
    for (const auto& algorithm : shippedCatalogue().algorithms()) {
        for (const ParameterSpec& spec : algorithm->parameters()) {
            const std::vector<std::string> values =
                spec.values.empty() ? std::vector<std::string>{"2", "4", "32"} : spec.values;
            for (const std::string& value : values) {
                const Result<Plan> plan = algorithm->plan({{spec.name, value}});
                if (!plan) continue;
                SCOPED_TRACE(std::string(algorithm->id()) + ' ' + toString(plan->parameters));
                const std::uint64_t number = plan->parameters.number(spec.name).value_or(0);
                switch (spec.role) {
                    case Role::BlockSide:
                        EXPECT_TRUE(anyLaunch(*plan, [&](const Launch& launch) {
                            return launch.block.x == number || launch.block.count() == number * number;
                        }));
                        break;
                    case Role::Threads:
                        EXPECT_TRUE(anyLaunch(*plan, [&](const Launch& l) { return l.block.count() == number; }));
                        break;
                    case Role::Warps:
                        EXPECT_TRUE(anyLaunch(*plan, [&](const Launch& l) { return l.block.count() == 32 * number; }));
                        break;
                    case Role::Blocks:
                        EXPECT_TRUE(anyLaunch(*plan, [&](const Launch& l) { return l.grid.count() == number; }));
                        break;
                    case Role::Type: EXPECT_EQ(nameOf(plan->buffers.at(plan->reference.buffer).type), value); break;
                    default: continue;
                }
                ++seen[spec.role];
            }
        }
    }
    for (const Role role : {Role::BlockSide, Role::Threads, Role::Warps, Role::Blocks, Role::Type})
        EXPECT_GE(seen[role], 2) << static_cast<int>(role);
}

TEST(Roles, AreAskedFor) {
    const Algorithm& tiled = **shippedCatalogue().find("matmul.tiled");
    EXPECT_EQ(tiled.nameOf(Role::Variant), "variant");
    EXPECT_EQ(tiled.nameOf(Role::BlockSide), "block");
    EXPECT_EQ(tiled.nameOf(Role::Threads), "");
    EXPECT_EQ(tiled.specOf(Role::Threads), nullptr);
    EXPECT_EQ(tiled.blockSpec(), tiled.specOf(Role::BlockSide));
    EXPECT_EQ(tiled.valueOf(Role::Size, {{"n", "96"}}), "96");
    EXPECT_EQ(tiled.valueOf(Role::Size, {}), "") << "it is left open";
    EXPECT_EQ(tiled.valueOf(Role::Warps, {{"warps", "2"}}), "") << "it has none";
    const Algorithm& transpose = **shippedCatalogue().find("transpose.tiled");
    EXPECT_EQ(transpose.nameOf(Role::Size), "width") << "the first of two";
    EXPECT_EQ(transpose.blockSpec()->name, "tile");
    // A block of the matrix is no block of threads.
    const Algorithm& own = **shippedCatalogue().find("cholesky.structured-own");
    EXPECT_EQ(own.nameOf(Role::MatrixBlock), "block");
    EXPECT_EQ(own.blockSpec()->name, "tile");
    EXPECT_EQ((**shippedCatalogue().find("micro.divergence-ways")).blockSpec()->name, "warps");
    EXPECT_EQ((**shippedCatalogue().find("cholesky.tiles")).blockSpec(), nullptr);
}

}  // namespace
}  // namespace lanescope
