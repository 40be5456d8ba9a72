// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/matmul.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "core/algorithms/matmul_kinds.h"
#include "core/algorithms/parameter_specs.h"

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

    explicit Configuration(const Choice& choice)
        : published(choice.published()), n(choice.number("n")), block(choice.number("block")), type(choice.type()) {}
};

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
        variantParameter(),
        numberParameter("n", "Order n", "Rows and columns of the matrices.", 1, kLargestN, 64),
        choiceParameter("block", "Block side", "Threads along each side of a block; also the side of a tile.",
                        {kind.blocks.begin(), kind.blocks.end()}, "16"),
        typeParameter({"f32", "f64", "i32"}),
    };
}

Identity identityOf(const Kind& kind) {
    return {.id = std::string(kind.id),
            .title = std::string(kind.title),
            .family = "Matrix multiplication",
            .document = std::string(kind.document),
            .summary = std::string(kind.summary),
            .explanation = std::string(kind.explanation)};
}

class MatrixMultiplication final : public DescribedAlgorithm {
public:
    MatrixMultiplication(const Kind& kind, SharedKernelFile kernels)
        : DescribedAlgorithm(identityOf(kind), parametersOf(kind)), m_kind(kind), m_kernels(std::move(kernels)) {}

private:
    std::string verdictOf(const Choice& choice) const override {
        const Configuration c(choice);
        if (!c.published) return std::string(m_kind.corrected);
        const bool oneTile = c.n == c.block && !m_kind.publishedIfOneTile.empty();
        return std::string(oneTile ? m_kind.publishedIfOneTile : m_kind.published);
    }

    Result<Plan> planOf(const Choice& choice) const override {
        const Configuration c(choice);
        if (auto fits = fitsSharedMemory(choice, c); !fits) return fail(fits.error());
        if (auto whole = dividesIntoTiles(choice, c); !whole) return fail(whole.error());
        Result<std::shared_ptr<const Kernel>> kernel = kernelFor(c);
        if (!kernel) return fail(kernel.error());

        const auto matrix = [&](std::string name, InitialContent initial) {
            return Buffer{std::move(name), c.type, c.n, c.n, initial};
        };
        Plan plan;
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

    [[nodiscard]] std::uint32_t sharedBytes(const Configuration& c) const {
        std::uint32_t tiles = 0;
        for (const matmul::SharedShape& array : m_kind.shared) tiles += array.rows * array.columns;
        return tiles * c.block * c.block * static_cast<std::uint32_t>(sizeOf(c.type));
    }

    [[nodiscard]] Result<void> fitsSharedMemory(const Choice& choice, const Configuration& c) const {
        const std::uint32_t bytes = sharedBytes(c);
        if (bytes <= kStaticSharedLimit) return {};
        return illegal(choice, "block",
                       "with type " + std::string(nameOf(c.type)) + " this kernel declares " + std::to_string(bytes) +
                           " bytes of shared memory, and a block has " + std::to_string(kStaticSharedLimit) +
                           "; take a smaller block side");
    }

    /// The published kernels have no guards.
    [[nodiscard]] Result<void> dividesIntoTiles(const Choice& choice, const Configuration& c) const {
        const std::uint32_t side = c.block * std::max(m_kind.tilesAcross, m_kind.tilesDown);
        if (!c.published || c.n % side == 0) return {};
        return illegal(choice, "n",
                       "with block " + std::to_string(c.block) +
                           " the published kernel, which has no guards, needs a multiple of " + std::to_string(side) +
                           ", such as " + nearestMultiples(c.n, side));
    }

    [[nodiscard]] Dim3 gridOf(const Configuration& c) const {
        if (m_kind.oneBlock) return {1, 1, 1};
        return {ceilDivide(c.n, m_kind.tilesAcross * c.block), ceilDivide(c.n, m_kind.tilesDown * c.block), 1};
    }

    [[nodiscard]] Result<std::shared_ptr<const Kernel>> kernelFor(const Configuration& c) const {
        std::vector<SharedArray> shared;
        for (const matmul::SharedShape& array : m_kind.shared)
            shared.push_back({std::string(array.name), c.type, array.rows * c.block, array.columns * c.block});
        return m_kernels->kernel(std::string(m_kind.kernel) + (c.published ? "Published<" : "<") +
                                     std::to_string(c.block) + ", " + std::string(cudaNameOf(c.type)) + ">",
                                 std::move(shared));
    }

    const Kind& m_kind;
    SharedKernelFile m_kernels;
};

}  // namespace

Algorithms matrixMultiplications(const SharedKernelFile& kernels) {
    Algorithms algorithms;
    for (const Kind& kind : matmul::kinds())
        algorithms.push_back(std::make_unique<MatrixMultiplication>(kind, kernels));
    return algorithms;
}

}  // namespace lanescope
