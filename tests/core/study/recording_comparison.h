// SPDX-License-Identifier: GPL-3.0-or-later
// What an NVIDIA H200 counted (resources/recordings/h200-matmul.json) against what the emulator counts for the same
// plans: global loads and stores, shared stores and floating-point operations must agree exactly, configuration by
// configuration. Differences in shared loads and instructions are listed with their cause.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "core/algorithms/algorithm.h"
#include "core/base/resources.h"
#include "core/metrics/counters.h"
#include "core/study/emulation.h"
#include "core/study/study.h"

namespace lanescope {

inline constexpr std::array kAlgorithms{"matmul.single-block", "matmul.global",         "matmul.tiled",
                                        "matmul.rect2",        "matmul.rect2-prefetch", "matmul.rect4-prefetch"};
inline const auto kAlgorithmName = [](const testing::TestParamInfo<const char*>& info) {
    std::string name(info.param);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '.' || c == '-'; }, '_');
    return name;
};

inline constexpr std::array kExact{
    "global_load_requests",  "global_load_sectors",     "global_load_bytes",  "global_load_efficiency",
    "global_store_requests", "global_store_sectors",    "global_store_bytes", "global_store_efficiency",
    "shared_store_requests", "shared_store_wavefronts", "fp_operations"};

inline const Study& recording() {
    static const Study study = [] {
        const std::string file = LANESCOPE_SOURCE_DIR "/resources/recordings/h200-matmul.json";
        const auto text = readFile(file);
        auto read = text ? studyFromJson(*text, file) : Result<Study>(fail(text.error()));
        if (!read) ADD_FAILURE() << describe(read.error());
        return read ? std::move(*read) : Study{};
    }();
    return study;
}

inline const Catalogue& catalogue() {
    static const auto loaded = Catalogue::load(LANESCOPE_SOURCE_DIR "/resources");
    return *loaded;
}

inline std::uint64_t orderOf(const StudyEntry& entry) { return std::stoull(valueOf(entry.parameters, "n")); }

/// May blocks stand for others? Only where rows and blocks start at the same place within a sector, or within one.
inline bool blocksAreAlike(const StudyEntry& entry) {
    constexpr std::uint64_t kSector = 32;
    const std::uint64_t bytes = valueOf(entry.parameters, "type") == "f64" ? 8 : 4;
    const std::uint64_t blockBytes = std::stoull(valueOf(entry.parameters, "block")) * bytes;
    return orderOf(entry) * bytes % kSector == 0 && (blockBytes % kSector == 0 || kSector % blockBytes == 0) &&
           entry.algorithm != "matmul.single-block";
}

/// Large grids of unlike blocks would take hours to emulate in full.
inline bool isComparable(const StudyEntry& entry) {
    constexpr std::uint64_t kAffordable = 512;
    return orderOf(entry) <= kAffordable || blocksAreAlike(entry) || entry.algorithm == "matmul.single-block";
}

/// The one kernel whose loads ptxas changes: method 2 as document 003 printed it. There an element of B depends on
/// k + i only, so with four outer iterations unrolled 8 + 3 loads of B serve where the PTX has 32. Gives the global
/// load requests that remain of those in the PTX.
inline std::optional<double> requestsLeftByPtxas(const StudyEntry& entry, double inPtx) {
    if (entry.algorithm != "matmul.global" || valueOf(entry.parameters, "variant") != "published" ||
        valueOf(entry.parameters, "block") != "8")
        return std::nullopt;
    const std::uint64_t outer = orderOf(entry) / 8;
    const std::uint64_t rest = outer % 4;  // done two at a time, 16 + 9 loads, then one
    const std::uint64_t left = outer / 4 * (32 + 11) + rest / 2 * (16 + 9) + rest % 2 * 16;
    return inPtx / static_cast<double>(16 * outer) * static_cast<double>(left);
}

/// Emulated counters of an entry's only launch.
inline Counters emulated(const StudyEntry& entry) {
    const auto algorithm = catalogue().find(entry.algorithm);
    auto plan = (*algorithm)->plan((*algorithm)->complete(entry.parameters).value());
    EmulationOptions options;
    constexpr std::uint64_t kInFull = 256;
    if (orderOf(entry) > kInFull && blocksAreAlike(entry)) options.maxBlocks = 16;
    const auto emulation = emulate(std::move(plan.value()), options, JobContext{});
    EXPECT_TRUE(emulation) << (emulation ? "" : describe(emulation.error()));
    return emulation ? countersOf(emulation->launches.at(0).counts) : Counters{};
}

/// Ratio of emulated to counted, by algorithm, variant, block and type.
using Ratios = std::map<std::string, std::set<std::string>>;

class Comparison {
public:
    void compare(const StudyEntry& entry) {
        const Counters& hardware = entry.measurement->counters.at(0);
        const Counters ours = emulated(entry);
        const std::string name = entry.algorithm + " " + toString(entry.parameters);
        bool equal = true;
        if (const auto left = requestsLeftByPtxas(entry, ours.at("global_load_requests"))) {
            EXPECT_EQ(hardware.at("global_load_requests"), *left) << name;
            ++m_explained;
            return;
        }
        for (const char* id : kExact) {
            const bool same = hardware.contains(id) == ours.contains(id) &&
                              (!ours.contains(id) || std::abs(hardware.at(id) - ours.at(id)) <= 1e-9 * ours.at(id));
            EXPECT_TRUE(same) << name << ": " << id << " is " << valueIn(ours, id) << " emulated, "
                              << valueIn(hardware, id) << " on the H200";
            equal = equal && same;
        }
        (equal ? m_equal : m_different)++;
        const std::string kind = valueOf(entry.parameters, "variant") + " block=" + valueOf(entry.parameters, "block") +
                                 " type=" + valueOf(entry.parameters, "type");
        noteRatio(m_shared, kind, "shared_load_requests", ours, hardware);
        noteRatio(m_instructions, kind, "warp_instructions", ours, hardware);
    }

    void print(const std::string& algorithm) const {
        std::cout << algorithm << ": global loads and stores, shared stores and operations of " << m_equal + m_different
                  << " configurations compared: " << m_equal << " equal, " << m_different << " different\n";
        if (m_explained > 0)
            std::cout << "  " << m_explained
                      << " more (published, block 8) load less than the PTX says, by just the loads "
                      << "of B that ptxas shares between unrolled iterations\n";
        if (m_skipped > 0)
            std::cout << "  " << m_skipped
                      << " more are not compared: their blocks lie differently in sectors and are too "
                      << "many to emulate all\n";
        printRatios(
            "shared load requests, emulated / H200 (ptxas joins neighbouring loads of a row of the shared array "
            "into one of up to 16 bytes)",
            m_shared);
        printRatios(
            "warp instructions, emulated / H200 (PTX against the machine instructions that ptxas makes of it: "
            "address arithmetic, unrolling and joined loads differ)",
            m_instructions);
    }
    void skip() { ++m_skipped; }
    [[nodiscard]] int equal() const { return m_equal; }

private:
    static std::string valueIn(const Counters& counters, const char* id) {
        const auto found = counters.find(id);
        return found == counters.end() ? "absent" : std::to_string(found->second);
    }

    static void noteRatio(Ratios& ratios, const std::string& kind, const char* id, const Counters& ours,
                          const Counters& hardware) {
        const double counted = hardware.contains(id) ? hardware.at(id) : 0;
        const double here = ours.contains(id) ? ours.at(id) : 0;
        if (counted == here) return;
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.2f", here / counted);
        ratios[kind].insert(text.data());
    }

    static void printRatios(const char* what, const Ratios& ratios) {
        if (ratios.empty()) return;
        std::cout << "  " << what << ":\n";
        for (const auto& [kind, values] : ratios)
            std::cout << "    " << kind << ": " << *values.begin()
                      << (values.size() > 1 ? " to " + *values.rbegin() : std::string()) << '\n';
    }

    int m_equal = 0;
    int m_different = 0;
    int m_explained = 0;
    int m_skipped = 0;
    Ratios m_shared;
    Ratios m_instructions;
};

/// Compares all configurations of an algorithm with lowest ≤ n ≤ highest that have counters.
inline void compareAll(const std::string& algorithm, std::uint64_t lowest, std::uint64_t highest, int atLeast) {
    Comparison comparison;
    for (const StudyEntry& entry : recording().entries) {
        if (entry.algorithm != algorithm || orderOf(entry) < lowest || orderOf(entry) > highest) continue;
        if (!entry.measurement || entry.measurement->counters.empty()) continue;
        if (isComparable(entry))
            comparison.compare(entry);
        else
            comparison.skip();
    }
    comparison.print(algorithm);
    EXPECT_GE(comparison.equal(), atLeast) << "the recording has lost configurations";
}

}  // namespace lanescope
