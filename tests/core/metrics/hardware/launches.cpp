// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/metrics/hardware/launches.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>

#include "core/algorithms/algorithm.h"
#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "tests/core/metrics/hardware/launch_rows.h"
#include "tests/examples/example_commands.h"

namespace lanescope {
namespace {

using namespace rows;

std::vector<Row> rowsOfWarps() {
    std::vector<Row> rows{
        {"shuffle", "shuffleReduce", "", line(256), line(256), 0, {f32(k64), f32(2048, 0)}},
        {"shuffle", "shuffleScan", "", line(256), line(256), 0, {i32(k64), i32(k64, 0)}},
        {"shuffle", "shuffleButterfly", "", line(256), line(256), 0, {f32(k64), f32(k64, 0)}},
        {"shuffle", "shuffleBlockSum", "", line(64), line(256), 0, {f32(k64), f32(64, 0), i64}},
        {"votes", "voteCount", "", line(256), line(256), 0, {i32(k64), i32(2048, 0), 4}},
        {"votes", "voteCompact", "", line(256), line(256), 0, {i32(k64), i32(k64, 0), i32(1, 0), 6}},
        {"votes", "voteAnyAll", "", line(256), line(256), 0, {i32(k64), i32(k64, 0)}},
        {"diverge", "divergeCollatz", "", line(79), line(256), 0, {i32(20000, 0), 20000}},
        {"diverge", "divergeMandelbrot", "", {8, 16, 1}, {16, 8, 1}, 0, {i32(128 * 128, 0), 128, 100}},
        {"diverge",
         "divergeRows",
         "",
         line(256),
         line(128),
         0,
         {i32(32768), f32(32768 * 16), f32(1024), f32(32768, 0)}},
        {"diverge", "divergeSwitch", "", line(256), line(256), 0, {i32(k64), f32(k64, 0)}},
        {"diverge", "divergeEarlyExit", "", line(200), line(256), 0, {i32(k64), i32(k64, 0), 51000}},
        {"diverge", "divergeFind", "", line(128), line(256), 0, {i32(30011), i32(32768, 0), 30011, 7}},
        {"diverge", "divergeEvenOdd", "", line(128), line(256), 0, {f32(32768, 0)}},
        {"arithmetic", "arithmeticDivide", "", line(128), line(256), 0, {i32(32768), i32(32768, 0), 77}},
        {"arithmetic", "arithmeticByConstants", "", line(128), line(256), 0, {i32(32768), i32(32768, 0)}},
        {"arithmetic", "arithmeticBits", "", line(128), line(256), 0, {i32(32768), i32(32768, 0)}},
        {"arithmetic", "arithmeticFast", "", line(128), line(256), 0, {f32(32768), f32(32768, 0)}},
        {"arithmetic", "arithmeticColours", "", line(100), line(256), 0, {i32(25500), i32(6400, 0), 25500}},
        {"double", "doubleAxpy", "", line(128), line(256), 0, {f64(32768), f64(32768, 4), 1.5, 32700}},
        {"double", "doublePolynomial", "", line(128), line(256), 0, {f64(32768), f64(32768, 0)}},
        {"double", "doubleDistance", "", line(128), line(256), 0, {f64(32768), f64(32768, 4), f64(32768, 0), 32700}},
        {"double", "doubleNormalise", "", line(128), line(256), 0, {f64(32768), f64(32768, 0), 7.0}},
    };
    return rows;
}

std::vector<Row> rowsOfMemory() {
    std::vector<Row> rows{
        {"transpose", "transposeCopy", "", {8, 8, 1}, {32, 8, 1}, 0, {f32(k64), f32(k64, 0), 256}},
        {"transpose", "transposeNaive", "", {8, 8, 1}, {32, 8, 1}, 0, {f32(k64), f32(k64, 0), 256}},
        {"transpose", "transposeTiled", "", {8, 8, 1}, {32, 8, 1}, 0, {f32(k64), f32(k64, 0), 256}},
        {"transpose", "transposePadded", "", {8, 8, 1}, {32, 8, 1}, 0, {f32(k64), f32(k64, 0), 256}},
        {"gather", "gatherRandom", "", line(256), line(256), 0, {f32(k64), i32(k64), f32(k64, 0), i64 - 1}},
        {"gather", "scatterRandom", "", line(256), line(256), 0, {f32(k64), f32(k64, 0), i64 - 1}},
        {"gather", "gatherChain", "", line(64), line(256), 0, {i32(16384), i32(16384, 0), 24, 16383}},
        {"wide", "wideFloat2", "", line(128), line(256), 0, {f32(k64), f32(k64, 0)}},
        {"wide", "wideFloat4", "", line(128), line(256), 0, {f32(2 * k64), f32(2 * k64, 0), 1.25F}},
        {"vector", "vectorSaxpy", "", line(256), line(256), 0, {f32(k64), f32(k64, 4), 2.0F, 65000}},
        {"vector", "vectorGridStride", "", line(48), line(256), 0, {f32(k64), f32(k64, 4), f32(k64, 0), 65000}},
        {"vector", "vectorDotAtomic", "", line(256), line(256), 0, {f32(k64), f32(k64, 4), f32(1, 0), 65000}},
        {"vector", "vectorDotShared", "", line(48), line(256), 0, {f32(k64), f32(k64, 4), f32(1, 0), 65000}},
        {"vector", "vectorNorm", "", line(256), line(256), 0, {f32(k64), f32(k64, 4), f32(k64, 0), 65000}},
        {"vector", "vectorReverse", "", line(128), line(256), 0, {f32(k64), 65001}},
        {"convolution", "convolutionLine", "", line(256), line(256), 0, {f32(k64), f32(k64, 0), i64}},
        {"convolution", "convolutionSquare", "", {16, 32, 1}, {16, 8, 1}, 0, {f32(k64), f32(k64, 0), 256, 256}},
        {"stencil", "stencilLine", "", line(256), line(256), 0, {f32(k64 + 6), f32(k64 + 6, 0)}},
        {"stencil", "stencilHeat", "", {8, 32, 1}, {32, 8, 1}, 0, {f32(k64), f32(k64, 0), 256, 256, 0.1F}},
        {"stencil", "stencilTile", "", {16, 16, 1}, {16, 16, 1}, 0, {f32(k64), f32(k64, 0), 256}},
        {"matvec", "matvecRows", "", line(4), line(64), 0, {f32(k64), f32(256, 4), f32(256, 0), 256}},
        {"matvec", "matvecRows", "250", line(4), line(64), 0, {f32(k64), f32(256, 4), f32(256, 0), 250}},
        {"matvec", "matvecColumns", "", line(4), line(64), 0, {f32(k64), f32(256, 4), f32(256, 0), 256}},
        {"matvec", "matvecWarp", "", line(32), line(256), 0, {f32(k64), f32(256, 4), f32(256, 0), 256}},
        {"matvec", "matvecShared", "", line(2), line(128), 0, {f32(k64), f32(256, 4), f32(256, 0), 256}},
        {"triangle", "triangleRowSums", "", line(4), line(64), 0, {f32(k64), f32(256, 0), 256}},
        {"triangle", "trianglePairs", "", {16, 16, 1}, {16, 16, 1}, 0, {f32(256), f32(k64, 0), 256}},
        {"triangle", "triangleSolve", "", line(1), line(128), 0, {f32(16384), f32(128, 4), 128}},
    };
    for (const int stride : {2, 8, 33})
        for (const char* kernel : {"gatherStrided", "scatterStrided"})
            rows.push_back({"gather",
                            kernel,
                            stride == 2   ? "2"
                            : stride == 8 ? "8"
                                          : "33",
                            line(256),
                            line(256),
                            0,
                            {f32(k64), f32(k64, 0), stride, i64 - 1}});
    for (const int stride : {1, 3})
        rows.push_back({"wide",
                        "wideDouble2",
                        stride == 1 ? "1" : "3",
                        line(128),
                        line(256),
                        0,
                        {f64(k64), f64(k64, 0), stride, 32767}});
    return rows;
}

std::vector<Row> rowsOfBlocks() {
    std::vector<Row> rows{
        {"histogram", "histogramGlobal", "many", line(256), line(256), 0, {i32(k64), i32(4096, 0), 65000, 4096}},
        {"histogram", "histogramGlobal", "few", line(256), line(256), 0, {i32(k64), i32(8, 0), 65000, 8}},
        {"histogram", "histogramShared", "", line(256), line(256), 0, {i32(k64), i32(256, 0), 65000}},
        {"histogram", "histogramFewBins", "", line(32), line(256), 0, {i32(k64), i32(16, 0), 65000}},
        {"histogram", "histogramPrivate", "", line(16), line(256), 0, {i32(16384), i32(256, 0), 16}},
        {"reduce", "reduce0", "", line(256), line(256), 1024, {f32(k64), f32(256, 0)}},
        {"reduce", "reduce1", "", line(256), line(256), 1024, {f32(k64), f32(256, 0)}},
        {"reduce", "reduce2", "", line(256), line(256), 1024, {f32(k64), f32(256, 0)}},
        {"reduce", "reduce3", "", line(128), line(256), 1024, {f32(k64), f32(128, 0)}},
        {"reduce", "reduce4", "", line(128), line(256), 1024, {f32(k64), f32(128, 0)}},
        {"reduce", "reduce5", "", line(128), line(256), 1024, {f32(k64), f32(128, 0)}},
        {"reduce", "reduce6", "", line(32), line(256), 1024, {f32(k64), f32(32, 0), i64}},
        {"scan", "scanHillisSteele", "", line(256), line(256), 0, {i32(k64), i32(k64, 0)}},
        {"scan", "scanBlelloch", "", line(128), line(256), 2048, {i32(k64), i32(k64, 0), 512}},
        {"scan", "scanInPlace", "", line(64), line(512), 0, {i32(32768)}},
        {"sort", "sortBitonicStep", "", line(256), line(256), 0, {i32(k64), 64, 256}},
        {"sort", "sortBitonicStep", "1", line(256), line(256), 0, {i32(k64), 1, 256}},
        {"sort", "sortBitonicShared", "", line(64), line(256), 0, {i32(16384)}},
        {"sort", "sortOddEven", "", line(64), line(64), 0, {i32(8192), 60}},
        {"banks", "bankColumn", "", line(64), line(32), 0, {f32(k64), f32(2048, 0)}},
        {"banks", "bankBytes", "", line(64), line(256), 0, {i32(4096), i32(4096, 0)}},
        {"atomics", "atomicSame", "", line(64), line(256), 0, {i32(1, 0)}},
        {"atomics", "atomicDistinct", "", line(64), line(256), 0, {i32(16384, 0)}},
        {"atomics", "atomicPairs", "", line(64), line(256), 0, {i32(8192, 0)}},
        {"atomics", "atomicReturned", "", line(64), line(256), 0, {i32(1, 0), i32(16384, 0)}},
        {"atomics", "atomicGuarded", "", line(64), line(256), 0, {i32(16384), i32(16, 0)}},
        {"atomics", "atomicOne", "", line(64), line(250), 0, {i32(1, 0)}},
        {"atomics", "atomicShared", "", line(64), line(256), 0, {i32(2048, 0)}},
        {"atomics", "atomicExchange", "", line(64), line(256), 0, {i32(4096, 0), i32(16384, 0)}},
    };
    const std::map<int, const char*> spread{{1, "1"}, {2, "2"}, {8, "8"}, {16, "16"}};
    for (const auto& [stride, name] : spread)
        rows.push_back({"atomics", "atomicSpread", name, line(64), line(256), 0, {f32(4096, 0), stride}});
    const std::map<int, const char*> strides{{0, "0"}, {1, "1"},   {2, "2"},   {3, "3"},   {4, "4"},
                                             {8, "8"}, {16, "16"}, {17, "17"}, {32, "32"}, {33, "33"}};
    for (const auto& [stride, name] : strides)
        rows.push_back({"banks", "bankStride", name, line(32), line(256), 0, {f32(8192, 0), stride}});
    for (const int stride : {1, 2, 3, 16})
        rows.push_back(
            {"banks", "bankDouble", strides.at(stride), line(32), line(256), 0, {f64(8192), f64(8192, 0), stride}});
    for (const int stride : {1, 2, 3}) {
        rows.push_back(
            {"wide", "wideShared2", strides.at(stride), line(64), line(256), 0, {f32(32768), f32(32768, 0), stride}});
        rows.push_back(
            {"wide", "wideShared4", strides.at(stride), line(64), line(256), 0, {f32(k64), f32(k64, 0), stride}});
    }
    return rows;
}

Plan planOf(const Row& row, std::shared_ptr<const program::Module> module) {
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::move(module);
    kernel->entry = row.kernel;
    kernel->sourceName = std::string(row.file) + ".cu";
    Launch launch{std::move(kernel), row.grid, row.block, row.dynamicShared, {}};
    Plan plan;
    plan.algorithm = row.kernel;
    for (const Given& given : row.arguments) {
        std::visit(
            [&](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Data>) {
                    using Kind = InitialContent::Kind;
                    const BufferId id = plan.buffers.size();
                    InitialContent content{value.seed == 0 ? Kind::Zeros : Kind::SmallIntegers, value.seed};
                    if (value.element != nullptr) {
                        content.kind = Kind::Formula;
                        content.formula = [element = value.element](std::uint64_t, std::uint64_t column) {
                            return element(column);
                        };
                    }
                    plan.buffers.push_back(
                        {std::string("b").append(std::to_string(id)), value.type, 1, value.count, std::move(content)});
                    plan.steps.emplace_back(UploadStep{id});
                    launch.arguments.emplace_back(id);
                } else {
                    launch.arguments.emplace_back(value);
                }
            },
            given);
    }
    plan.steps.emplace_back(LaunchStep{std::move(launch)});
    return plan;
}

/// Which side a kernel is on.
using SideOf = std::function<Side(const std::string& kernel)>;

/// The sides of the kernels of one folder, by its split file.
Result<SideOf> splitOf(const std::string& file) {
    const Result<std::string> text = readFile(file);
    if (!text) return fail(text.error());
    const std::map<std::string, Side> names{{"design", Side::Design}, {"held-out", Side::HeldOut}};
    std::map<std::string, Side> sides;
    std::istringstream lines(*text);
    for (std::string side, source, kernel; lines >> side >> source >> kernel;) sides[kernel] = names.at(side);
    return [sides](const std::string& kernel) { return sides.at(kernel); };
}

/// The kernels of examples/, with the arguments of its README. Unseen in the first two rounds, of the design half
/// since.
Result<void> addExamples(const std::string& source, std::vector<HardwareCase>& cases) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(source);
    for (const ExampleCommand& command : exampleCommands()) {
        auto plan = planOf(command, "");
        if (!plan) return fail(plan.error());
        std::erase_if(plan->steps, [](const Step& step) { return std::holds_alternative<DownloadStep>(step); });
        cases.push_back({"example " + command.name, command.name, "examples", Side::Design, std::move(*plan)});
    }
    std::filesystem::current_path(before);
    return {};
}

/// The catalogue's multiplications were looked at long before the split: they belong to the design half.
void addMultiplications(const std::string& source, std::vector<HardwareCase>& cases) {
    const auto catalogue = Catalogue::load(source + "/resources");
    if (!catalogue) return;
    for (const char* id :
         {"matmul.global", "matmul.tiled", "matmul.rect2", "matmul.rect2-prefetch", "matmul.rect4-prefetch"})
        for (const char* block : {"16", "32"})
            for (const char* type : {"f32", "f64"}) {
                const Algorithm& algorithm = **catalogue->find(id);
                auto parameters = algorithm.complete({{"n", "128"}, {"block", block}, {"type", type}});
                auto plan = parameters ? algorithm.plan(*parameters) : Result<Plan>(fail(parameters.error()));
                if (!plan) continue;
                std::erase_if(plan->steps, [](const Step& step) { return std::holds_alternative<DownloadStep>(step); });
                cases.push_back(
                    {std::string(id) + ' ' + block + ' ' + type, id, "catalogue", Side::Design, std::move(*plan)});
            }
}

/// The rows' launches of the kernels in the folder `round` of `folder`.
Result<void> addRows(const std::string& folder, const std::string& round, const SideOf& side,
                     const std::vector<Row>& rows, std::vector<HardwareCase>& cases) {
    std::map<std::string, std::shared_ptr<const program::Module>> modules;
    for (const Row& row : rows) {
        std::shared_ptr<const program::Module>& module = modules[row.file];
        if (module == nullptr) {
            const std::string file = std::string(row.file) + ".ptx";
            const Result<std::string> text = readFile(folder + '/' + round + '/' + file);
            if (!text) return fail(text.error());
            auto parsed = ptx::parse(*text, file);
            if (!parsed) return fail(parsed.error());
            module = std::make_shared<const ptx::Module>(std::move(*parsed));
        }
        const std::string variant = row.variant;
        cases.push_back({std::string(row.kernel) + (variant.empty() ? "" : " ") + variant, row.kernel, round,
                         side(row.kernel), planOf(row, module)});
    }
    return {};
}

}  // namespace

Result<std::vector<HardwareCase>> hardwareCases(const std::string& source) {
    const std::string folder = source + "/tests/core/metrics/hardware";
    std::vector<HardwareCase> cases;
    const auto first = splitOf(folder + "/split.txt");
    if (!first) return fail(first.error());
    const auto second = splitOf(folder + "/split-more.txt");
    if (!second) return fail(second.error());
    for (const auto& rows : {rowsOfWarps(), rowsOfMemory(), rowsOfBlocks()})
        if (auto added = addRows(folder, "kernels", *first, rows, cases); !added) return fail(added.error());
    if (auto added = addRows(folder, "more", *second, rowsOfMore(), cases); !added) return fail(added.error());
    const auto design = [](const std::string&) { return Side::Design; };
    if (auto added = addRows(folder, "third", design, rowsOfThird(), cases); !added) return fail(added.error());
    if (auto added = addRows(folder, "fourth", design, rowsOfFourth(), cases); !added) return fail(added.error());
    const auto fresh = [](const std::string&) { return Side::Fresh; };
    if (auto added = addRows(folder, "fifth", fresh, rowsOfFifth(), cases); !added) return fail(added.error());
    if (auto added = addExamples(source, cases); !added) return fail(added.error());
    addMultiplications(source, cases);
    std::ranges::sort(cases, {}, &HardwareCase::name);
    return cases;
}

}  // namespace lanescope
