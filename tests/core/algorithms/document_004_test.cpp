// SPDX-License-Identifier: GPL-3.0-or-later
// Document 004's tables beside the algorithms that they are of: what it measured is found for the configuration that it
// measured, and its models give its numbers for our plans.
#include <cmath>
#include <optional>

#include "core/models/hand_counts.h"
#include "core/study/study.h"
#include "tests/core/algorithms/emulated.h"
#include "tests/core/models/document_tables.h"

namespace lanescope {
namespace {

const Published& shipped() {
    static const Published published = Published::load(std::string(LANESCOPE_SOURCE_DIR) + "/resources").value();
    return published;
}

/// All values of a metric for a choice that need not be complete.
std::vector<PublishedValue> valuesOf(std::string_view id, const Parameters& given, std::string_view metric) {
    const Algorithm& algorithm = **shippedCatalogue().find(id);
    std::vector<PublishedValue> values = shipped().find(algorithm, algorithm.complete(given).value());
    std::erase_if(values, [&](const PublishedValue& value) { return value.metric != metric; });
    return values;
}

TEST(Document004, MeasuredTheseTimes) {
    struct Cell {
        std::string_view algorithm;
        Parameters parameters;
        std::vector<double> milliseconds;  ///< on the C2070, then on the C1060
    };
    const std::vector<Cell> cells{
        {"vector.add", {{"n", "4194304"}, {"block", "128"}}, {0.962570}},
        {"matvec.rows", {{"n", "4000"}, {"m", "2000"}, {"block", "512"}, {"type", "f32"}}, {7.774731}},
        {"matvec.rows", {{"n", "1000"}, {"m", "2000"}, {"block", "192"}, {"type", "f64"}}, {3.122608}},
        {"matvec.row-blocks", {{"n", "4000"}, {"m", "2000"}, {"block", "96"}}, {6.193514}},
        {"matvec.row-blocks", {{"n", "500"}, {"m", "2000"}, {"block", "192"}}, {9.334363}},
        {"matvec.columns", {{"n", "4000"}, {"m", "2000"}, {"block", "512"}, {"type", "i32"}}, {14.280110, 681.8846}},
        {"matvec.columns", {{"n", "4000"}, {"m", "2000"}, {"block", "1024"}, {"type", "i32"}}, {21.083190}},
        {"matvec.columns", {{"n", "100"}, {"m", "2000"}, {"block", "192"}, {"type", "i32"}}, {1.261219, 56.48224}},
        {"reduce.two-phase", {{"n", "500000"}, {"block", "512"}, {"memory", "global"}}, {0.802527}},
        {"reduce.two-phase", {{"n", "100000000"}, {"block", "512"}, {"memory", "shared"}}, {137.7516}},
        {"micro.launch", {{"arguments", "6"}, {"blocks", "64"}}, {0.002893, 0.004042}},
        {"micro.divergence", {{"n", "8192"}, {"block", "128"}}, {0.007763, 0.008448}},
        {"micro.merged", {{"variant", "published"}, {"n", "8192"}, {"block", "128"}}, {0.004698, 0.005690}},
        {"micro.atomics", {{"n", "512"}}, {0.010518, 0.171152}},
        {"micro.atomics", {{"n", "1024"}}, {0.018058}},
        {"micro.atomics", {{"n", "512"}, {"method", "register"}}, {0.003254}},
        {"micro.atomics", {{"n", "512"}, {"method", "global"}}, {0.039997}},
    };
    for (const Cell& cell : cells) {
        SCOPED_TRACE(std::string(cell.algorithm) + " " + toString(cell.parameters));
        const std::vector<PublishedValue> times = valuesOf(cell.algorithm, cell.parameters, "time");
        ASSERT_EQ(times.size(), cell.milliseconds.size());
        for (std::size_t i = 0; i < times.size(); ++i) {
            EXPECT_DOUBLE_EQ(times[i].value, cell.milliseconds[i] * 1e-3);
            EXPECT_EQ(times[i].gpu, i == 0 ? "NVIDIA Tesla C2070" : "NVIDIA Tesla C1060");
            EXPECT_TRUE(times[i].document.starts_with("004 ")) << times[i].document;
        }
    }
    EXPECT_TRUE(valuesOf("vector.add", {{"n", "1000"}}, "time").empty());
    EXPECT_TRUE(valuesOf("micro.atomics", {{"operation", "exch"}, {"n", "512"}}, "time").empty());
}

TEST(Document004, MeasuredTheseOtherNumbers) {
    const auto copied = valuesOf("matvec.rows", {{"n", "100"}, {"m", "2000"}, {"block", "192"}, {"type", "f64"}},
                                 "milliseconds_with_copies");
    ASSERT_EQ(copied.size(), 1U);
    EXPECT_EQ(copied[0].printed, "2,678189");
    EXPECT_EQ(copied[0].value, 2.678189);
    const auto bandwidth = valuesOf("micro.copy", {{"memory", "pinned"}}, "megabytes_per_second_to_host");
    ASSERT_EQ(bandwidth.size(), 2U);
    EXPECT_EQ(bandwidth[0].value, 6222.3);
    EXPECT_EQ(bandwidth[1].value, 3118.7);
    const auto cycles = valuesOf("micro.divergence-ways", {{"warps", "32"}, {"ways", "2"}}, "cycles");
    ASSERT_EQ(cycles.size(), 1U);
    EXPECT_EQ(cycles[0].value, 3370);
    EXPECT_NE(cycles[0].note.find("1536"), std::string::npos) << cycles[0].note;
}

TEST(Document004, IsTakenWithWhatIsKnownOfIt) {
    const Parameters last{{"n", "20000"}, {"m", "2000"}, {"block", "192"}, {"type", "i32"}};
    EXPECT_NE(valuesOf("matvec.columns", last, "time").at(0).note.find("misprint"), std::string::npos);
    EXPECT_EQ(valuesOf("matvec.columns", last, "time").at(1).note, "");
    EXPECT_NE(valuesOf("micro.atomics", {{"n", "610"}}, "time").at(0).note.find("640"), std::string::npos);
    EXPECT_NE(valuesOf("reduce.two-phase", {{"n", "500000"}, {"block", "512"}}, "time").at(0).note.find("never end"),
              std::string::npos);
    const auto merged = valuesOf("micro.merged", {{"n", "8192"}, {"block", "128"}}, "time");
    EXPECT_EQ(merged.at(0).note, "Measured with the kernel as published, which is not right.");
}

// ---- its models, from our plans

/// How its last tables read its own model (tests/core/models/tables_test.cpp says more).
ModelOptions asInTheTables(bool wholeCycles) {
    ModelOptions options;
    options.given = {{"latency_gmem", 600}, {"cache_factor", 16}, {"latency_cache", 0}, {"launch_overhead", 0}};
    options.wholeCycles = wholeCycles;
    return options;
}

void expectColumn(const std::string& table, const std::string& column, std::string_view model,
                  const ModelOptions& options, std::string_view id, const Parameters& others) {
    SCOPED_TRACE(table + ", " + column);
    const auto formula = makeModel(model, options);
    ASSERT_TRUE(formula);
    const std::vector<PrintedCell> cells = printedColumn(table, column);
    ASSERT_GE(cells.size(), 7U);
    for (const PrintedCell& cell : cells) {
        if (table == "Cuadro B.11" && cell.key == 100) continue;  // this row is an older model's
        Parameters parameters = others;
        parameters.add("n", std::to_string(std::llround(cell.key)));
        const auto input = documentCounts(planFor(id, parameters).value());
        ASSERT_TRUE(input) << describe(input.error());
        const auto estimate = (*formula)->estimate(*input, preset("c2070"));
        ASSERT_TRUE(estimate) << describe(estimate.error());
        EXPECT_TRUE(isPrinted(estimate->kernelSeconds * 1e3, cell.printed)) << "row " << cell.key;
    }
}

TEST(ModelsOf004, GiveItsNumbersForThePlansOfTheCatalogue) {
    const Parameters rows{{"m", "2000"}, {"block", "192"}, {"type", "f64"}};
    expectColumn("Cuadro B.1", "Mukherjee (SUM)", "mukherjee-sum", {}, "vector.add", {{"block", "128"}});
    expectColumn("Cuadro B.7", "Mukherjee (SUM)", "mukherjee-sum", {}, "matvec.rows", rows);
    expectColumn("Cuadro B.7", "Mukherjee (caché)", "mukherjee-sum-cache", {}, "matvec.rows", rows);
    expectColumn("Cuadro B.9", "Mukherjee (SUM)", "mukherjee-sum", {}, "matvec.row-blocks",
                 {{"m", "2000"}, {"block", "192"}, {"type", "f32"}});
    expectColumn("Cuadro B.11", "Modelo (nocopy)", "thesis", asInTheTables(false), "matvec.rows", rows);
    for (const std::string memory : {"global", "shared"})
        expectColumn("Cuadro B.16", "Modelo mem. " + memory, "thesis", asInTheTables(true), "reduce.two-phase",
                     {{"memory", memory}, {"block", "512"}, {"type", "f64"}});
}

// Section 9.3: 38400 cycles for global memory and 256 for shared memory, for four tiles of 32 × 32.
TEST(ModelsOf004, PriceATransposeAsItsWorkedExample) {
    const auto input = documentCounts(planFor("transpose.tiled", {{"width", "64"}, {"height", "64"}}).value());
    ASSERT_TRUE(input) << describe(input.error());
    const auto estimate = (*makeModel("thesis", asInTheTables(false)))->estimate(*input, preset("c2070"));
    ASSERT_TRUE(estimate) << describe(estimate.error());
    EXPECT_NEAR(estimate->kernelSeconds * 1.15e9, 38400 + 256, 1e-6);
}

// Section 9.2: C(K) = 2000 · (17 · 192 + 3450) = 13428000 cycles for 2000 rows and blocks of 192 threads.
TEST(ModelsOf004, PriceColumnsAsTheirWorkedExample) {
    const Plan plan =
        planFor("matvec.columns", {{"n", "2000"}, {"m", "2000"}, {"block", "192"}, {"type", "i32"}}).value();
    const auto input = documentCounts(plan);
    ASSERT_TRUE(input) << describe(input.error());
    const auto estimate = (*makeModel("thesis", asInTheTables(false)))->estimate(*input, preset("c2070"));
    ASSERT_TRUE(estimate) << describe(estimate.error());
    EXPECT_NEAR(estimate->kernelSeconds * 1.15e9, 13428000, 1e-3);
}

// What the document did not count is not made up.
TEST(ModelsOf004, KnowOnlyThePublishedKernelsOfTheFactorisation) {
    const Parameters parameters{{"n", "64"}, {"block", "32"}, {"tile", "32"}};
    EXPECT_FALSE(documentCounts(planFor("cholesky.structured-own", parameters).value()));
}

// ---- table 9.1: the factorisation of matrices of 512 to 2560 rows in blocks of 64

/// What its column of table 9.1 counts, in our plan, and prices, by the thesis' model with the text's reading: GB =
/// 2^30 bytes, no launch overhead, 80 GB/s on the device, a product of one tile where there are two.
class Table91 {
public:
    explicit Table91(std::uint64_t n) : m_n(n) {
        const Plan plan = planFor("cholesky.structured-own", {{"variant", "published"},
                                                              {"n", std::to_string(n)},
                                                              {"block", "64"},
                                                              {"tile", "32"},
                                                              {"profile", "thesis"}})
                              .value();
        m_counts = documentCounts(plan).value();
        std::optional<BufferId> left;  ///< of the first multiplication, which is a dsyrk: both factors are one
        for (const Launch* launch : plan.launches()) {
            if (!launch->kernel->entry.starts_with("multiply")) continue;
            const auto factor = std::get<BufferId>(launch->arguments.at(1));
            if (!left) left = factor;
            ++(factor == *left ? syrk : gemm);
        }
        trsm = timesOf("solvePublished") / 64;
        for (const Step& step : plan.steps) {
            const auto* copy = std::get_if<CopyStep>(&step);
            if (copy != nullptr && copy->direction == CopyStep::Direction::ToHost) ++fetches;
            if (std::holds_alternative<HostStep>(step) && std::get<HostStep>(step).library) ++potrf;
        }
    }

    std::uint64_t syrk = 0, gemm = 0, trsm = 0, potrf = 0, fetches = 0;

    /// `calls` updates, which copy so many bytes on the device each.
    [[nodiscard]] ModelInput updates(std::uint64_t calls, std::uint64_t bytes) const {
        ModelInput input;
        for (LaunchProfile launch : m_counts.launches) {
            if (launch.kernel == "solvePublished") continue;
            launch.times = calls;
            if (launch.kernel.starts_with("multiply")) {  // one tile
                launch.computeInstructions = 32;
                launch.globalLoads = 2;
                launch.sharedAccesses = 67;
            }
            input.launches.push_back(launch);
        }
        input.copies = {{CopyProfile::Direction::OnDevice, false, calls * bytes}};
        return input;
    }
    [[nodiscard]] ModelInput divisions() const {
        ModelInput input;
        for (const LaunchProfile& launch : m_counts.launches)
            if (launch.kernel == "solvePublished") input.launches.push_back(launch);
        input.copies = {{CopyProfile::Direction::OnDevice, false, trsm * 3 * kBlock}};
        return input;
    }
    /// The last row's sum: one dpotrf and one copy of its block, where there are n / 64 of each.
    [[nodiscard]] ModelInput all() const {
        ModelInput input = updates(syrk, 2 * kBlock + kBlock / 2);
        for (const ModelInput& part : {updates(gemm, 4 * kBlock), divisions()}) {
            input.launches.insert(input.launches.end(), part.launches.begin(), part.launches.end());
            input.copies.insert(input.copies.end(), part.copies.begin(), part.copies.end());
        }
        input.copies.push_back({CopyProfile::Direction::FromDevice, false, m_n * (m_n + 1) / 2 * 8});
        input.copies.push_back({CopyProfile::Direction::ToDevice, false, kBlock});
        input.host = {{"dpotrf", 0, 0.048316e-3}};
        return input;
    }

    [[nodiscard]] static Estimate priced(const ModelInput& input) {
        const ModelOptions options{.given = {{"launch_overhead", 0}, {"BW_DD", 80e9}}, .gigabyte = 1073741824};
        return (*makeModel("thesis", options))->estimate(input, preset("c2070")).value();
    }
    /// What one part of the program takes, in ms.
    [[nodiscard]] static double partOf(const Estimate& estimate, const std::string& part) {
        for (const EstimateTerm& term : termsByPart(estimate))
            if (term.name == part) return term.seconds * 1e3;
        ADD_FAILURE() << "no part " << part;
        return 0;
    }

    static constexpr std::uint64_t kBlock = 64 * 64 * 8;

private:
    [[nodiscard]] std::uint64_t timesOf(const std::string& kernel) const {
        std::uint64_t times = 0;
        for (const LaunchProfile& launch : m_counts.launches)
            if (launch.kernel == kernel) times += launch.times;
        return times;
    }

    std::uint64_t m_n;
    ModelInput m_counts;
};

TEST(Table91, IsThatOfOurPlan) {
    for (const std::string column : {"512", "1024", "1280", "1536", "1920", "2560"}) {
        SCOPED_TRACE(column);
        const Table91 table(std::stoull(column));
        const auto row = [&](const std::string& name) { return printedCell("Cuadro 9.1", name, column); };
        const auto expectCount = [&](const std::string& name, std::uint64_t count) {
            EXPECT_TRUE(isPrinted(static_cast<double>(count), row(name))) << name;
        };
        expectCount("Nº ejecuciones DSYRK", table.syrk);
        expectCount("Nº ejecuciones DGEMM", table.gemm);
        expectCount("Nº ejecuciones DTRSM", table.trsm);
        expectCount("Nº ejecuciones DPOTRF", table.potrf);
        expectCount("Nº copias tras DSYRK", table.fetches);
        expectCount("Nº copias tras DPOTRF", table.potrf);

        constexpr std::uint64_t kBlock = Table91::kBlock;
        const Estimate all = Table91::priced(table.all());
        const auto expectTime = [&](const std::string& name, double milliseconds) {
            EXPECT_TRUE(isPrinted(milliseconds, row(name), true)) << name;
        };
        expectTime("Tiempo DSYRK", Table91::priced(table.updates(table.syrk, 2 * kBlock + kBlock / 2)).seconds * 1e3);
        expectTime("Tiempo DGEMM", Table91::priced(table.updates(table.gemm, 4 * kBlock)).seconds * 1e3);
        expectTime("Tiempo DTRSM", Table91::priced(table.divisions()).seconds * 1e3);
        expectTime("Tiempo DPOTRF (exper.)", Table91::partOf(all, "host dpotrf"));
        expectTime("Tiempo copias DSYRK", Table91::partOf(all, "copy from device"));
        expectTime("Tiempo copias DPOTRF", Table91::partOf(all, "copy to device"));
        expectTime("Tiempo total consumido", all.seconds * 1e3);
        // Table B.18 prints the same totals.
        const auto compared = printedColumn("Cuadro B.18", "Modelo");
        for (const PrintedCell& cell : compared)
            if (cell.key == std::stod(column)) {
                EXPECT_TRUE(isPrinted(all.seconds * 1e3, cell.printed, true));
            }
    }
}

// ---- what it counts by hand, and what is executed

std::uint64_t lanesOf(const simt::LaunchReport& launch, simt::AccessKind kind) {
    std::uint64_t lanes = 0;
    for (const simt::SiteCounts& site : launch.sites)
        if (site.access == kind) lanes += site.passed;
    return lanes;
}

/// Accesses to memory of all threads together, by hand.
double countedByHand(const Plan& plan) {
    double accesses = 0;
    const ModelInput input = documentCounts(plan).value();
    for (const LaunchProfile& launch : input.launches)
        accesses +=
            (launch.globalLoads + launch.globalStores) * static_cast<double>(launch.blocks * launch.threadsPerBlock);
    return accesses;
}

// Sizes that fill all blocks: the counts are those of a thread that has work.
TEST(HandCounts, AreWhatIsExecuted) {
    for (const auto& [id, given] : std::vector<std::pair<std::string, Parameters>>{
             {"vector.add", {{"n", "1024"}}},
             {"transpose.tiled", {{"width", "64"}, {"height", "96"}}},
             {"matvec.rows", {{"n", "96"}, {"m", "50"}, {"block", "96"}}},
             {"matvec.row-blocks", {{"n", "128"}, {"m", "50"}, {"block", "32"}, {"rows-per-thread", "4"}}}}) {
        const Emulation run = emulated(id, given);
        const simt::LaunchCounts& counts = run.launches.at(0).counts;
        constexpr double kWarp = 32;
        EXPECT_EQ(static_cast<double>(counts.globalLoad.requests + counts.globalStore.requests) * kWarp,
                  countedByHand(run.plan))
            << id;
    }
}

// Section 9.1 counts three accesses for each value. The compiler keeps a thread's sum in a register from one addition
// to the next, so two are executed: the value's load and the sum's store. In shared memory it is one of global memory,
// as in the table.
TEST(HandCounts, OfTheReductionAreOneTooManyForEachValueInGlobalMemory) {
    const auto perValue = [](const std::string& memory) {
        const Emulation run = emulated("reduce.two-phase", {{"n", "51200"}, {"block", "512"}, {"memory", memory}});
        const simt::LaunchCounts& counts = run.launches.at(0).counts;
        constexpr double kWarp = 32;
        return static_cast<double>(counts.globalLoad.requests + counts.globalStore.requests) * kWarp / 51200;
    };
    EXPECT_NEAR(perValue("global"), 2, 0.1);
    EXPECT_NEAR(perValue("shared"), 1, 0.1);
}

// One atomic addition for each element of A (section 7.3).
TEST(HandCounts, OfColumnsAreAtomicAdditions) {
    const Emulation run = emulated("matvec.columns", {{"n", "100"}, {"m", "50"}});
    EXPECT_EQ(lanesOf(run.launches.at(0), simt::AccessKind::Atomic), 100U * 50U);
}

}  // namespace
}  // namespace lanescope
