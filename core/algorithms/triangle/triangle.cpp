// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/triangle/triangle.h"

#include "core/algorithms/parameter_specs.h"
#include "core/algorithms/triangle/triangle_facts.h"
#include "core/algorithms/triangle/triangle_verdicts.h"

namespace lanescope {
namespace {

using namespace triangle;

constexpr std::int64_t kLargestN = 46340;  // n · n is the largest square that an int holds, and kernels number cells so

/// Buffers of every plan here; not every kind of work has data.
enum : BufferId { kResult = 0, kData = 1 };

std::vector<std::string> rootValues() {
    std::vector<std::string> values;
    for (const RootName& name : kRoots) values.emplace_back(name.value);
    return values;
}

std::vector<ParameterSpec> parametersOf(Map map) {
    std::vector<ParameterSpec> specs;
    if (map == Map::RectangularBox || map == Map::UpperTriangular) specs.push_back(variantParameter());
    specs.push_back(numberParameter("n", Role::Size, "parameter.n.matrix"_id, 1, kLargestN, 64));
    specs.push_back(
        choiceParameter("block", Role::BlockSide,
                        map == Map::UpperTriangular ? "parameter.block.in_line"_id : "parameter.block.tile"_id,
                        {"1", "2", "4", "8", "16", "32"}, "8"));
    if (map == Map::LowerTriangular) {
        specs.push_back(choiceParameter("root", Role::Other, "parameter.root"_id, rootValues(), "corrected"));
        specs.push_back(choiceParameter("grid", Role::Other, "parameter.grid"_id, {"square", "line"}, "square"));
    }
    if (map != Map::UpperTriangular) specs.push_back(rowsParameter("square", "parameter.rows.tile"_id));
    if (map == Map::Recursive) specs.push_back(numberParameter("levels", Role::Other, "parameter.levels"_id, 0, 15, 1));
    specs.push_back(
        choiceParameter("workload", Role::Operation, "parameter.workload"_id, {"dummy", "edm", "collision"}, "dummy"));
    specs.push_back(choiceParameter("dimensions", Role::Other, "parameter.dimensions"_id, {"1", "2", "3", "4"}, "3"));
    specs.push_back(choiceParameter("diagonal", Role::Other, "parameter.diagonal"_id, {"yes", "no"}, "yes"));
    return specs;
}

class TriangleMap final : public DescribedAlgorithm {
public:
    TriangleMap(const Kind& kind, SharedKernelFile kernels)
        : DescribedAlgorithm({kind.id, "family.triangles"_id}, parametersOf(kind.map)),
          m_map(kind.map),
          m_kernels(std::move(kernels)) {}

    std::vector<Fact> facts(const Parameters& complete) const override {
        const Configuration c(m_map, Choice(complete));
        Configuration dummy = c;  // whatever the work is, finding a tile takes the same; here nothing else is among it
        dummy.work.workload = Workload::Dummy;
        const std::vector<Shape> launches = launchesOf(dummy);
        if (launches.empty()) return {};
        const auto kernel = m_kernels->kernel(launches.front().kernel);
        return kernel ? factsOf(c, **kernel) : std::vector<Fact>();
    }

private:
    Judgement verdictOf(const Choice& choice) const override {
        return triangle::verdictOf(Configuration(m_map, choice));
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Configuration c(m_map, choice);
        if (auto possible = isPossible(choice, c); !possible) return fail(possible.error());
        Plan plan;
        plan.buffers = {resultBuffer(c.work, c.region)};
        plan.steps = {UploadStep{kResult}};
        if (std::optional<Buffer> data = dataBuffer(c.work, c.region)) {
            plan.buffers.push_back(std::move(*data));
            plan.steps.push_back(UploadStep{kData});
        }
        for (const Shape& shape : launchesOf(c)) {
            Result<Launch> launch = launchOf(shape, c);
            if (!launch) return fail(launch.error());
            plan.steps.push_back(LaunchStep{std::move(*launch)});
        }
        plan.steps.push_back(DownloadStep{kResult});
        plan.reference = referenceFor(c.work, c.region, kResult, kData);
        return plan;
    }

    [[nodiscard]] static Result<void> isPossible(const Choice& choice, const Configuration& c) {
        if (!c.region.diagonal && c.region.n == 1) return illegal(choice, "n", Message("refused.no_cell"_id));
        if (c.work.workload == Workload::Collisions && c.work.dimensions != 3)
            return illegal(choice, "dimensions", Message("refused.spheres"_id));
        if (const std::uint32_t rows = rowsOf(choice); rows > 0) {
            if (!c.byTiles()) return illegal(choice, "rows", Message("refused.rows_published"_id));
            if (rows > c.block) return illegal(choice, "rows", Message("refused.rows_most"_id, {{"block", c.block}}));
        }
        const std::uint32_t unit = 1U << c.levels;
        if (c.rows() % unit == 0) return {};
        return illegal(choice, "n",
                       Message("refused.levels"_id, {{"block", c.block},
                                                     {"rows", c.rows()},
                                                     {"levels", c.levels},
                                                     {"unit", unit},
                                                     {"instead", nearestOrders(c, unit)}}));
    }

    /// The n nearest to the chosen one whose rows of whole tiles are a multiple of `unit`.
    [[nodiscard]] static Message nearestOrders(const Configuration& c, std::uint32_t unit) {
        const std::uint32_t first = c.region.first();
        const std::uint32_t step = unit * c.block;
        const std::uint32_t below = (c.region.n - first) / step * step;
        std::vector<Message> orders;
        for (const std::uint32_t rows : {below, below + step})
            if (rows > 0 && rows + first <= kLargestN) orders.push_back(Message::plain(std::to_string(rows + first)));
        if (orders.empty()) return Message("refused.fewer_levels"_id);
        return Message("refused.such_orders"_id, {{"orders", Join::Or, std::move(orders)}});
    }

    [[nodiscard]] Result<Launch> launchOf(const Shape& shape, const Configuration& c) const {
        auto kernel = m_kernels->kernel(shape.kernel, c.byTiles() ? sharedArrays(c.work) : std::vector<SharedArray>());
        if (!kernel) return fail(kernel.error());
        const bool hasData = c.work.workload != Workload::Dummy;
        Launch launch{.kernel = *kernel, .grid = shape.grid, .block = shape.block};
        // Else g++ 12 sees writes behind the end, which are not there (-Wstringop-overflow).
        launch.arguments.reserve(3 + shape.numbers.size());
        launch.arguments.emplace_back(BufferId{kResult});
        if (hasData)
            launch.arguments.emplace_back(BufferId{kData});
        else
            launch.arguments.emplace_back(Scalar(ElementType::U64, 0));
        launch.arguments.emplace_back(static_cast<std::int32_t>(c.region.n));
        for (const std::int32_t number : shape.numbers) launch.arguments.emplace_back(number);
        return launch;
    }

    Map m_map;
    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms triangleMaps(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    for (const Kind& kind : kinds()) algorithms.push_back(std::make_unique<TriangleMap>(kind, kernels));
    return algorithms;
}

}  // namespace lanescope
