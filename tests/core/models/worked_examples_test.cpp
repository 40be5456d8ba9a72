// SPDX-License-Identifier: GPL-3.0-or-later
// The examples that document 004 works out in its text, with the text's own reading of the model (the default options
// but for the launch overhead, which no example adds, and GB = 2^30 bytes).
#include <cstdint>

#include "core/models/model.h"
#include "tests/core/models/document_tables.h"

namespace lanescope {
namespace {

LaunchProfile doubles(std::uint64_t blocks, std::uint64_t threads) {
    LaunchProfile p;
    p.type = ElementType::F64;
    p.blocks = blocks;
    p.threadsPerBlock = threads;
    return p;
}

Estimate estimated(const ModelInput& input, ModelOptions options = {}, std::string_view id = "thesis") {
    options.given = {{"launch_overhead", 0}};
    options.gigabyte = 1073741824;
    const auto model = makeModel(id, options);
    const auto estimate = (*model)->estimate(input, preset("c2070"));
    EXPECT_TRUE(estimate) << describe(estimate.error());
    return estimate.value_or(Estimate());
}

Estimate estimated(const LaunchProfile& launch, const ModelOptions& options = {}) {
    return estimated(ModelInput{{launch}}, options);
}

double term(const Estimate& estimate, const std::string& name) {
    for (const EstimateTerm& candidate : estimate.terms)
        if (candidate.name == name) return candidate.seconds;
    return 0;
}

/// Cycles of the kernel, C(K), at the C2070's 1.15 GHz.
double cycles(double seconds) { return seconds * 1.15e9; }

TEST(WorkedExample, Section53) {
    LaunchProfile launch = doubles(4, 128);
    launch.computeInstructions = 10;
    launch.globalLoads = 20;
    const Estimate sum = estimated(launch);
    // 4 blocks of 128 threads: C(K) = 4 · C(T).
    EXPECT_NEAR(cycles(term(sum, "compute")) / 4, 480, 1e-6);
    EXPECT_NEAR(cycles(term(sum, "global memory")) / 4, 1200, 1e-6);
    EXPECT_NEAR(cycles(term(sum, "cached memory")) / 4, 72, 1e-6);
    EXPECT_NEAR(cycles(sum.kernelSeconds), 7008, 1e-6);
    EXPECT_TRUE(isPrinted(sum.kernelSeconds * 1e9, "6093,91"));

    const Estimate max = estimated(ModelInput{{launch}}, {}, "thesis-max");
    EXPECT_NEAR(cycles(max.kernelSeconds), 5088, 1e-6);
    EXPECT_TRUE(isPrinted(max.kernelSeconds * 1e9, "4424,34", true));
}

TEST(WorkedExample, Section91Reduction) {
    LaunchProfile first = doubles(1, 512);
    first.computeInstructions = 195314;
    first.globalLoads = 585938;
    LaunchProfile last = doubles(1, 512);
    last.computeInstructions = 9;
    last.globalLoads = 27;
    ModelOptions whole;
    whole.wholeCycles = true;
    EXPECT_NEAR(cycles(estimated(first, whole).kernelSeconds), 186562916, 0.01);
    EXPECT_TRUE(isPrinted(estimated(first, whole).kernelSeconds, "0,162"));
    EXPECT_NEAR(cycles(estimated(last, whole).kernelSeconds), 8600, 1e-6);
    EXPECT_TRUE(isPrinted(estimated(last, whole).kernelSeconds * 1e6, "7,478"));
    const Estimate program = estimated(ModelInput{{first, last}, copies(8e8, 8)}, whole);
    EXPECT_TRUE(isPrinted(term(program, "copy to device"), "0,186"));
    EXPECT_TRUE(isPrinted(term(program, "copy from device") * 1e9, "2"));
    EXPECT_TRUE(isPrinted(program.seconds, "0,348", true));  // printed as the sum of rounded numbers
}

TEST(WorkedExample, Section92Rows) {
    LaunchProfile launch = doubles(6, 192);
    launch.computeInstructions = 2000;
    launch.globalLoads = 4000;
    launch.globalStores = 1;
    const Estimate estimate = estimated(ModelInput{{launch}, copies(8 * (2000 * 1000 + 2000), 8 * 1000)});
    EXPECT_NEAR(cycles(estimate.kernelSeconds), 3159000, 1e-3);
    EXPECT_TRUE(isPrinted(estimate.kernelSeconds, "0,002747"));
    EXPECT_TRUE(isPrinted(term(estimate, "copy to device"), "0,00373"));
    EXPECT_TRUE(isPrinted(term(estimate, "copy from device") * 1e6, "2,070"));
    EXPECT_TRUE(isPrinted(estimate.seconds, "0,006478"));
}

TEST(WorkedExample, Section92BlocksOfRows) {
    LaunchProfile launch = doubles(7, 192);
    launch.type = ElementType::F32;
    launch.computeInstructions = 8000;
    launch.globalLoads = 16000;
    launch.globalStores = 4;
    const Estimate estimate = estimated(ModelInput{{launch}, copies(4 * (2000 * 5000 + 2000), 4 * 5000)});
    EXPECT_NEAR(cycles(estimate.kernelSeconds), 7719600, 1e-3);
    EXPECT_TRUE(isPrinted(estimate.kernelSeconds, "0,006713"));
    EXPECT_TRUE(isPrinted(term(estimate, "copy to device"), "0,009315"));
    EXPECT_TRUE(isPrinted(estimate.seconds, "0,016033"));
}

// Parts of DSYRK and DTRSM; no access is cached, and global and shared memory are priced apart.
TEST(WorkedExample, Section93Cholesky) {
    LaunchProfile part = doubles(4, 1024);
    part.cacheable = 0;

    LaunchProfile transposeGlobal = part;
    transposeGlobal.globalLoads = transposeGlobal.globalStores = 1;
    EXPECT_TRUE(isPrinted(estimated(transposeGlobal).kernelSeconds * 1e3, "0,0334"));
    LaunchProfile transposeShared = part;
    transposeShared.sharedAccesses = 2;
    EXPECT_TRUE(isPrinted(estimated(transposeShared).kernelSeconds * 1e6, "0,223"));

    LaunchProfile productGlobal = part;
    productGlobal.globalLoads = 2;
    productGlobal.globalStores = 1;
    EXPECT_TRUE(isPrinted(estimated(productGlobal).kernelSeconds * 1e3, "0,0501"));
    LaunchProfile productShared = part;
    productShared.computeInstructions = 32;
    productShared.sharedAccesses = 2 + 32 * 2 + 1;
    EXPECT_NEAR(cycles(estimated(productShared).kernelSeconds), 57728, 1e-6);
    EXPECT_TRUE(isPrinted(estimated(productShared).kernelSeconds * 1e3, "0,0502"));

    LaunchProfile subtraction = doubles(22, 192);
    subtraction.cacheable = 0;
    subtraction.computeInstructions = 1;
    subtraction.globalLoads = 2;
    subtraction.globalStores = 1;
    EXPECT_NEAR(cycles(estimated(subtraction).kernelSeconds), 60984, 1e-6);

    const double dsyrk =
        estimated(ModelInput{{transposeGlobal, transposeShared, productGlobal, productShared, subtraction}})
            .kernelSeconds;
    EXPECT_TRUE(isPrinted(dsyrk * 1e3, "0,1869"));

    LaunchProfile dtrsm = part;
    dtrsm.computeInstructions = 3;
    dtrsm.globalLoads = 6;
    EXPECT_NEAR(cycles(estimated(dtrsm).kernelSeconds), 119808, 1e-6);
    EXPECT_TRUE(isPrinted(estimated(dtrsm).kernelSeconds * 64e3, "6,6676"));
}

}  // namespace
}  // namespace lanescope
