// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "core/algorithms/matmul_kinds.h"

namespace lanescope {
namespace {
using matmul::Kind;

constexpr std::int64_t kLargestN = 16384;
constexpr std::uint32_t kStaticSharedLimit = 48 * 1024;  // what every GPU of CUDA grants a block without being asked

/// The parameters as what they mean.
struct Configuration {
    bool published = false;
    std::uint32_t n = 0;
    std::uint32_t block = 0;
    ElementType type = ElementType::F32;
};

Configuration configurationOf(const Parameters& complete) {
    return {.published = valueOf(complete, "variant") == "published",
            .n = static_cast<std::uint32_t>(std::stoul(valueOf(complete, "n"))),
            .block = static_cast<std::uint32_t>(std::stoul(valueOf(complete, "block"))),
            .type = elementTypeFromName(valueOf(complete, "type")).value()};
}

/// Buffers of every plan here.
enum : BufferId { kA = 0, kB = 1, kC = 2 };

template <typename T>
T elementAt(const std::vector<std::byte>& matrix, std::uint64_t index) {
    T value;
    std::memcpy(&value, matrix.data() + index * sizeof(T), sizeof(T));
    return value;
}

/// Inner product of a row of A and `column`. Several sums at once, because one would wait for itself at every step.
template <typename T>
double innerProduct(const std::vector<std::byte>& a, std::uint64_t row, const std::vector<double>& column) {
    constexpr std::uint64_t kSums = 8;
    const std::uint64_t n = column.size();
    std::array<double, kSums> sums{};
    std::uint64_t k = 0;
    for (; k + kSums <= n; k += kSums)
        for (std::uint64_t i = 0; i < kSums; ++i) sums[i] += elementAt<T>(a, row * n + k + i) * column[k + i];
    for (; k < n; ++k) sums[0] += elementAt<T>(a, row * n + k) * column[k];
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

template <typename T>
std::vector<double> columnOfProduct(const HostBuffers& inputs, std::uint64_t n, std::uint64_t column,
                                    std::span<const std::uint64_t> rows) {
    std::vector<double> columnOfB(n);
    for (std::uint64_t k = 0; k < n; ++k) columnOfB[k] = elementAt<T>(inputs[kB], k * n + column);
    std::vector<double> elements;
    elements.reserve(rows.size());
    for (const std::uint64_t row : rows) elements.push_back(innerProduct<T>(inputs[kA], row, columnOfB));
    return elements;
}

Reference productOf(ElementType type, std::uint64_t n) {
    const auto columnOfType = type == ElementType::F32   ? columnOfProduct<float>
                              : type == ElementType::F64 ? columnOfProduct<double>
                                                         : columnOfProduct<std::int32_t>;
    return {.buffer = kC,
            .expected = [=](const HostBuffers& inputs, std::uint64_t column,
                            std::span<const std::uint64_t> rows) { return columnOfType(inputs, n, column, rows); },
            .operations = n};
}

std::vector<ParameterSpec> parametersOf(const Kind& kind) {
    return {
        {.name = "variant",
         .title = "Variant",
         .description = "The kernel as the document has it, mistakes included, or corrected.",
         .values = {"published", "corrected"},
         .defaultValue = "corrected"},
        {.name = "n",
         .title = "Order n",
         .description = "Rows and columns of the matrices.",
         .values = {},
         .minimum = 1,
         .maximum = kLargestN,
         .defaultValue = "64"},
        {.name = "block",
         .title = "Block side",
         .description = "Threads along each side of a block; also the side of a tile.",
         .values = {kind.blocks.begin(), kind.blocks.end()},
         .defaultValue = "16"},
        {.name = "type",
         .title = "Element type",
         .description = "float (f32), double (f64) or int (i32).",
         .values = {"f32", "f64", "i32"},
         .defaultValue = "f32"},
    };
}

class MatrixMultiplication final : public Algorithm {
public:
    MatrixMultiplication(const Kind& kind, std::shared_ptr<const ptx::Module> module,
                         std::shared_ptr<const std::string> source)
        : m_kind(kind), m_module(std::move(module)), m_source(std::move(source)), m_parameters(parametersOf(kind)) {}

    std::string_view id() const override { return m_kind.id; }
    std::string_view title() const override { return m_kind.title; }
    std::string_view family() const override { return "Matrix multiplication"; }
    std::string_view document() const override { return m_kind.document; }
    std::string_view summary() const override { return m_kind.summary; }
    std::span<const ParameterSpec> parameters() const override { return m_parameters; }

    std::string verdict(const Parameters& complete) const override {
        const Configuration c = configurationOf(complete);
        if (!c.published) return std::string(m_kind.corrected);
        const bool oneTile = c.n == c.block && !m_kind.publishedIfOneTile.empty();
        return std::string(oneTile ? m_kind.publishedIfOneTile : m_kind.published);
    }

    Result<Plan> plan(const Parameters& choice) const override {
        const Result<Parameters> chosen = complete(choice);
        if (!chosen) return fail(chosen.error());
        const Configuration c = configurationOf(*chosen);
        if (auto fits = fitsSharedMemory(c); !fits) return fail(fits.error());
        if (auto whole = dividesIntoTiles(c); !whole) return fail(whole.error());
        Result<std::shared_ptr<const Kernel>> kernel = kernelFor(c);
        if (!kernel) return fail(kernel.error());

        const auto matrix = [&](std::string name, InitialContent initial) {
            return Buffer{std::move(name), c.type, c.n, c.n, initial};
        };
        Plan plan;
        plan.algorithm = id();
        plan.parameters = *chosen;
        plan.buffers = {matrix("A", {InitialContent::Kind::SmallIntegers, 1}),
                        matrix("B", {InitialContent::Kind::SmallIntegers, 2}), matrix("C", {})};
        const Launch launch{.kernel = *kernel,
                            .grid = gridOf(c),
                            .block = {c.block, c.block, 1},
                            .arguments = {BufferId{kC}, BufferId{kA}, BufferId{kB}, static_cast<std::int32_t>(c.n)}};
        plan.steps = {UploadStep{kA}, UploadStep{kB}, LaunchStep{launch}, DownloadStep{kC}};
        plan.reference = productOf(c.type, c.n);
        return plan;
    }

private:
    [[nodiscard]] std::uint32_t sharedBytes(const Configuration& c) const {
        std::uint32_t tiles = 0;
        for (const matmul::SharedShape& array : m_kind.shared) tiles += array.rows * array.columns;
        return tiles * c.block * c.block * static_cast<std::uint32_t>(sizeOf(c.type));
    }

    [[nodiscard]] Result<void> fitsSharedMemory(const Configuration& c) const {
        const std::uint32_t bytes = sharedBytes(c);
        if (bytes <= kStaticSharedLimit) return {};
        return fail(ErrorCode::IllegalValue,
                    {{"parameter", "block"},
                     {"value", std::to_string(c.block)},
                     {"legal", "with type " + std::string(nameOf(c.type)) + " this kernel declares " +
                                   std::to_string(bytes) + " bytes of shared memory, and a block has " +
                                   std::to_string(kStaticSharedLimit) + "; take a smaller block side"}});
    }

    /// The published kernels have no guards.
    [[nodiscard]] Result<void> dividesIntoTiles(const Configuration& c) const {
        const std::uint32_t side = c.block * std::max(m_kind.tilesAcross, m_kind.tilesDown);
        if (!c.published || c.n % side == 0) return {};
        const std::uint32_t below = c.n / side * side;
        const std::string near = (below == 0 ? "" : std::to_string(below) + " or ") + std::to_string(below + side);
        return fail(ErrorCode::IllegalValue,
                    {{"parameter", "n"},
                     {"value", std::to_string(c.n)},
                     {"legal", "with block " + std::to_string(c.block) +
                                   " the published kernel, which has no guards, needs a multiple of " +
                                   std::to_string(side) + ", such as " + near}});
    }

    [[nodiscard]] Dim3 gridOf(const Configuration& c) const {
        if (m_kind.oneBlock) return {1, 1, 1};
        const auto covering = [&](std::uint32_t tiles) { return (c.n + tiles * c.block - 1) / (tiles * c.block); };
        return {covering(m_kind.tilesAcross), covering(m_kind.tilesDown), 1};
    }

    [[nodiscard]] Result<std::shared_ptr<const Kernel>> kernelFor(const Configuration& c) const {
        auto kernel = std::make_shared<Kernel>();
        kernel->module = m_module;
        kernel->entry = std::string(m_kind.kernel) + (c.published ? "Published<" : "<") + std::to_string(c.block) +
                        ", " + std::string(cudaNameOf(c.type)) + ">";
        if (m_module->find(kernel->entry) == nullptr)
            return fail(ErrorCode::PtxUnknownEntry, {{"file", m_module->name}, {"entry", kernel->entry}, {"known", m_module->entryNames()}});
        kernel->sourceName = "matmul.cu";
        kernel->source = m_source;
        for (const matmul::SharedShape& array : m_kind.shared)
            kernel->shared.push_back({std::string(array.name), c.type, array.rows * c.block, array.columns * c.block});
        return kernel;
    }

    const Kind& m_kind;
    std::shared_ptr<const ptx::Module> m_module;
    std::shared_ptr<const std::string> m_source;
    std::vector<ParameterSpec> m_parameters;
};

}  // namespace

std::vector<std::unique_ptr<Algorithm>> matrixMultiplications(std::shared_ptr<const ptx::Module> module,
                                                              std::shared_ptr<const std::string> source) {
    std::vector<std::unique_ptr<Algorithm>> algorithms;
    for (const Kind& kind : matmul::kinds())
        algorithms.push_back(std::make_unique<MatrixMultiplication>(kind, module, source));
    return algorithms;
}

}  // namespace lanescope
