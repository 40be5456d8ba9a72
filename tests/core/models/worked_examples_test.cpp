// SPDX-License-Identifier: GPL-3.0-or-later
// The 71 numbers that document 004 prints on the way through its worked examples (sections 5.3, 9.1, 9.2 and 9.3), with
// the text's own reading of the model: the defaults, but for the launch overhead, which no example adds, and GB = 2^30
// bytes. Each number comes out of the model: of an estimate's terms, of what it derived, or of what went in.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/models/model.h"
#include "tests/core/models/document_tables.h"

namespace lanescope {
namespace {

constexpr double kBinaryGigabyte = 1073741824;
constexpr double kClock = 1.15e9;  ///< Hz, of a C2070

LaunchProfile doubles(std::uint64_t blocks, std::uint64_t threads) {
    LaunchProfile p;
    p.type = ElementType::F64;
    p.blocks = blocks;
    p.threadsPerBlock = threads;
    return p;
}

ModelOptions asTold() { return {.given = {{"launch_overhead", 0}, {"BW_DD", 80e9}}, .gigabyte = kBinaryGigabyte}; }

Estimate estimated(const ModelInput& input, const ModelOptions& options = asTold(), std::string_view id = "thesis") {
    const auto estimate = (*makeModel(id, options))->estimate(input, preset("c2070"));
    EXPECT_TRUE(estimate) << describe(estimate.error());
    return estimate.value_or(Estimate());
}
Estimate estimated(const LaunchProfile& launch, const ModelOptions& options = asTold()) {
    return estimated(ModelInput{{launch}}, options);
}

/// A term's seconds.
double term(const Estimate& estimate, const std::string& name) {
    for (const EstimateTerm& candidate : termsByName(estimate))
        if (candidate.name == name) return candidate.seconds;
    ADD_FAILURE() << "no term " << name;
    return 0;
}

/// A number that went in or was derived.
double value(const Estimate& estimate, const std::string& symbol) {
    for (const EstimateInput& input : estimate.inputs)
        if (input.symbol == symbol) return input.value;
    ADD_FAILURE() << "nothing called " << symbol;
    return 0;
}

/// C(K): the cycles of the kernels.
double kernelCycles(const Estimate& estimate) { return estimate.kernelSeconds * kClock; }
/// C_T: those of a thread.
double threadCycles(const Estimate& estimate) { return kernelCycles(estimate) / value(estimate, "rounds"); }

struct Number {
    const char* name;
    double computed;
    const char* printed;
    bool cutOff = false;  ///< printed with digits cut off, or as the sum of rounded numbers
};

std::size_t expectPrinted(const std::vector<Number>& numbers) {
    for (const Number& number : numbers)
        EXPECT_TRUE(isPrinted(number.computed, number.printed, number.cutOff)) << number.name;
    return numbers.size();
}

TEST(WorkedExample, Section53) {
    LaunchProfile launch = doubles(4, 128);
    launch.computeInstructions = 10;
    launch.globalLoads = 20;
    const Estimate sum = estimated(launch);
    const Estimate max = estimated(ModelInput{{launch}}, asTold(), "thesis-max");
    // The text multiplies the 80 KB by the rate instead of dividing by it.
    ModelOptions multiplied = asTold();
    multiplied.given["BW_HD"] = 1e18 / 4e9;
    multiplied.given["BW_DH"] = 1e18 / 3.6e9;
    multiplied.gigabyte = 1e9;
    const ModelInput program{{launch}, copies(80e3, 80e3)};
    const Estimate sumCopied = estimated(program, multiplied);
    const double rounds = value(sum, "rounds");
    EXPECT_EQ(expectPrinted({
                  {"Ccomp", value(sum, "C_comp"), "480"},
                  {"cache_factor", value(sum, "cache_factor"), "10"},
                  {"Cgmem", term(sum, "global memory") * kClock / rounds, "1200"},
                  {"Ccache", term(sum, "cached memory") * kClock / rounds, "72"},
                  {"Cmem", value(sum, "C_mem"), "1272"},
                  {"Cmax", threadCycles(max), "1272"},
                  {"Csum", threadCycles(sum), "1752"},
                  {"Cmax(K)", kernelCycles(max), "5088"},
                  {"Csum(K)", kernelCycles(sum), "7008"},
                  {"Tmax(K), ns", max.kernelSeconds * 1e9, "4424,34", true},
                  {"Tsum(K), ns", sum.kernelSeconds * 1e9, "6093,91"},
                  {"T(HD), s", term(sumCopied, "copy to device"), "0,00032"},
                  {"T(DH), s", term(sumCopied, "copy from device"), "0,000288"},
                  {"Tmax, us", estimated(program, multiplied, "thesis-max").seconds * 1e6, "612,424"},
                  {"Tsum, us", sumCopied.seconds * 1e6, "614,094"},
              }),
              15U);
}

TEST(WorkedExample, Section91Reduction) {
    const double n = 100000000;
    LaunchProfile first = doubles(1, 512);
    first.computeInstructions = std::ceil(n / 512) + 1;
    first.globalLoads = std::ceil(3 * n / 512);  // the text writes 3 · ⌈n / 512⌉, which would be one more
    LaunchProfile last = doubles(1, 512);
    last.computeInstructions = 9;
    last.globalLoads = 27;
    ModelOptions whole = asTold();
    whole.wholeCycles = true;
    const Estimate sums = estimated(first, whole);
    const Estimate tree = estimated(last, whole);
    const Estimate program = estimated(ModelInput{{first, last}, copies(8 * n, 8)}, whole);
    EXPECT_EQ(expectPrinted({
                  {"comp_insts", value(sums, "comp_insts"), "195314"},
                  {"Ccomp", value(sums, "C_comp"), "9375072"},
                  {"mem_insts", value(sums, "mem_insts"), "585938"},
                  {"Cmem", value(sums, "C_mem"), "37265657"},
                  {"Csum", threadCycles(sums), "46640729"},
                  {"Csum(K)", kernelCycles(sums), "186562916"},
                  {"T(K), s", sums.kernelSeconds, "0,162"},
                  {"final Cmem", value(tree, "C_mem"), "1718"},
                  {"final Csum", threadCycles(tree), "2150"},
                  {"final Csum(K)", kernelCycles(tree), "8600"},
                  {"final T(K), us", tree.kernelSeconds * 1e6, "7,478"},
                  {"T(HD), s", term(program, "copy to device"), "0,186"},
                  {"T(DH), ns", term(program, "copy from device") * 1e9, "2"},
                  {"T, s", program.seconds, "0,348", true},
              }),
              14U);
}

TEST(WorkedExample, Section92Rows) {
    LaunchProfile launch = doubles(6, 192);
    launch.computeInstructions = 2000;
    launch.globalLoads = 4000;
    launch.globalStores = 1;
    const Estimate estimate = estimated(ModelInput{{launch}, copies(8 * (2000 * 1000 + 2000), 8 * 1000)});
    EXPECT_EQ(expectPrinted({
                  {"Cmem", value(estimate, "C_mem"), "255000"},
                  {"Csum", threadCycles(estimate), "351000"},
                  {"Csum(K)", kernelCycles(estimate), "3159000"},
                  {"T(K), s", estimate.kernelSeconds, "0,002747"},
                  {"T(HD), s", term(estimate, "copy to device"), "0,00373"},
                  {"T(DH), us", term(estimate, "copy from device") * 1e6, "2,070"},
                  {"T, s", estimate.seconds, "0,006478"},
              }),
              7U);
}

TEST(WorkedExample, Section92BlocksOfRows) {
    LaunchProfile launch = doubles(7, 192);
    launch.type = ElementType::F32;
    launch.computeInstructions = 8000;
    launch.globalLoads = 16000;
    launch.globalStores = 4;  // the text writes 600 · 1 for them, but 543200 has 600 · 4
    const Estimate estimate = estimated(ModelInput{{launch}, copies(4 * (2000 * 5000 + 2000), 4 * 5000)});
    EXPECT_EQ(expectPrinted({
                  {"Ccomp", value(estimate, "C_comp"), "192000"},
                  {"cache_factor", value(estimate, "cache_factor"), "20"},
                  {"Cmem", value(estimate, "C_mem"), "543200"},
                  {"Csum", threadCycles(estimate), "735200"},
                  {"Csum(K)", kernelCycles(estimate), "7719600"},
                  {"T(K), s", estimate.kernelSeconds, "0,006713"},
                  {"T(HD), s", term(estimate, "copy to device"), "0,009315"},
                  {"T(DH), us", term(estimate, "copy from device") * 1e6, "5"},
                  {"T, s", estimate.seconds, "0,016033"},
              }),
              9U);
}

TEST(WorkedExample, Section92Columns) {
    LaunchProfile launch = doubles(1, 192);
    launch.type = ElementType::I32;
    launch.atomics = 2000;
    const Estimate estimate = estimated(ModelInput{{launch}, copies(4 * (2000 * 2000 + 2000), 4 * 2000)});
    EXPECT_EQ(expectPrinted({
                  {"C(K)", kernelCycles(estimate), "13428000"},
                  {"T(K), s", estimate.kernelSeconds, "0,01168"},
                  {"T(HD), s", term(estimate, "copy to device"), "0,003727"},
                  {"T(DH), us", term(estimate, "copy from device") * 1e6, "2"},
                  {"T, s", estimate.seconds, "0,01541"},
              }),
              5U);
}

// ---- section 9.3: parts of the Cholesky factorisation; no access is cached, and global and shared memory are apart

LaunchProfile tile() {
    LaunchProfile part = doubles(4, 1024);
    part.cacheable = 0;
    return part;
}
LaunchProfile withGlobal(LaunchProfile part, double loads, double stores) {
    part.globalLoads = loads;
    part.globalStores = stores;
    return part;
}
LaunchProfile withShared(LaunchProfile part, double compute, double accesses) {
    part.computeInstructions = compute;
    part.sharedAccesses = accesses;
    return part;
}
std::vector<CopyProfile> onDevice(std::uint64_t bytes) { return {{CopyProfile::Direction::OnDevice, false, bytes}}; }

TEST(WorkedExample, Section93Cholesky) {
    constexpr std::uint64_t kBlock = 64 * 64 * 8;
    const LaunchProfile transposeGlobal = withGlobal(tile(), 1, 1);
    const LaunchProfile transposeShared = withShared(tile(), 0, 2);
    const LaunchProfile productGlobal = withGlobal(tile(), 2, 1);
    const LaunchProfile productShared = withShared(tile(), 32, 2 + 32 * 2 + 1);  // one tile, although there are two
    LaunchProfile subtraction = withGlobal(doubles(22, 192), 2, 1);
    subtraction.cacheable = 0;
    subtraction.computeInstructions = 1;
    const std::vector<LaunchProfile> update{transposeGlobal, transposeShared, productGlobal, productShared,
                                            subtraction};
    LaunchProfile divide = withGlobal(tile(), 6, 0);
    divide.computeInstructions = 3;
    LaunchProfile divisions = divide;
    divisions.times = 64;

    const auto milliseconds = [](const Estimate& estimate) { return estimate.seconds * 1e3; };
    const auto copied = [&](std::uint64_t bytes) { return estimated(ModelInput{{}, onDevice(bytes)}).seconds * 1e6; };
    EXPECT_EQ(
        expectPrinted({
            {"transpose global Csum(K)", kernelCycles(estimated(transposeGlobal)), "38400"},
            {"transpose global, ms", milliseconds(estimated(transposeGlobal)), "0,0334"},
            {"transpose shared Csum(K)", kernelCycles(estimated(transposeShared)), "256"},
            {"transpose shared, us", milliseconds(estimated(transposeShared)) * 1e3, "0,223"},
            {"product global Csum(K)", kernelCycles(estimated(productGlobal)), "57600"},
            {"product global, ms", milliseconds(estimated(productGlobal)), "0,0501"},
            {"product shared Csum(K)", kernelCycles(estimated(productShared)), "57728"},
            {"product shared, ms", milliseconds(estimated(productShared)), "0,0502"},
            {"subtraction Csum(K)", kernelCycles(estimated(subtraction)), "60984"},
            {"subtraction, ms", milliseconds(estimated(subtraction)), "0,053"},
            {"DSYRK kernels, ms", milliseconds(estimated(ModelInput{update})), "0,1869"},
            {"DSYRK copy in, us", copied(2 * kBlock), "0,763"},
            {"DSYRK copy out, us", copied(kBlock / 2), "0,191"},
            {"DSYRK, ms", milliseconds(estimated(ModelInput{update, onDevice(2 * kBlock + kBlock / 2)})), "0,1879"},
            {"DGEMM copy in, us", copied(3 * kBlock), "1,144"},
            {"DGEMM copy out, us", copied(kBlock), "0,381"},
            {"DGEMM, ms", milliseconds(estimated(ModelInput{update, onDevice(4 * kBlock)})), "0,1884", true},
            {"DTRSM iteration Csum(K)", kernelCycles(estimated(divide)), "119808"},
            {"DTRSM iteration, ms", milliseconds(estimated(divide)), "0,1042"},
            {"DTRSM 64 iterations, ms", milliseconds(estimated(divisions)), "6,6676"},
            {"DTRSM, ms", milliseconds(estimated(ModelInput{{divisions}, onDevice(3 * kBlock)})), "6,6687"},
        }),
        21U);
}

// ---- section 5.2.3: branches that part a warp

// A thread's way of 32 additions of 24 cycles each; N ways follow each other, and other warps do not matter.
TEST(DivergenceTable, IsTheSumOfTheWays) {
    const auto ways = printedColumn("divergence estimate (5.2.3, unnumbered)", "Divergencias");
    const auto printed = printedColumn("divergence estimate (5.2.3, unnumbered)", "Estimación");
    ASSERT_EQ(printed.size(), 11U);
    for (std::size_t i = 0; i < printed.size(); ++i) {
        LaunchProfile launch = doubles(1, 32);
        launch.type = ElementType::F32;
        launch.computeInstructions = 32 * asNumber(ways[i].printed);
        launch.serialised = launch.computeInstructions - 32;
        const Estimate estimate = estimated(launch);
        EXPECT_TRUE(isPrinted(threadCycles(estimate), printed[i].printed)) << "row " << i;
        const double parted = asNumber(ways[i].printed) - 1;
        EXPECT_NEAR(term(estimate, "divergent branches") / term(estimate, "compute"), parted, 1e-12);
    }
}

}  // namespace
}  // namespace lanescope
