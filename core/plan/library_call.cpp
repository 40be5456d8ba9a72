// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/library_call.h"

#include <cstring>
#include <vector>

namespace lanescope {
namespace {

/// A dense copy of a part of a buffer, transposed if asked for.
template <typename T>
struct Matrix {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::vector<T> elements;

    [[nodiscard]] const T* row(std::uint64_t i) const { return elements.data() + i * columns; }
};

template <typename T>
Matrix<T> copyOf(const Part& part, const Operand<const std::byte>& operand, bool transpose) {
    const Part p = resolved(part, *operand.buffer);
    Matrix<T> matrix{transpose ? p.columns : p.rows, transpose ? p.rows : p.columns, {}};
    matrix.elements.resize(p.rows * p.columns);
    std::vector<T> line(p.columns);
    for (std::uint64_t i = 0; i < p.rows; ++i) {
        const std::uint64_t first = (p.row + i) * operand.buffer->columns + p.column;
        std::memcpy(line.data(), operand.bytes.data() + first * sizeof(T), line.size() * sizeof(T));
        for (std::uint64_t j = 0; j < p.columns; ++j)
            matrix.elements[transpose ? j * p.rows + i : i * p.columns + j] = line[j];
    }
    return matrix;
}

/// The elements of C, one row after the other.
template <typename T>
class Target {
public:
    Target(const Part& part, const Operand<std::byte>& operand)
        : m_part(resolved(part, *operand.buffer)), m_operand(operand) {}
    [[nodiscard]] std::uint64_t rows() const { return m_part.rows; }
    [[nodiscard]] std::uint64_t columns() const { return m_part.columns; }
    void read(std::uint64_t i, std::vector<T>& line) const {
        line.resize(m_part.columns);
        std::memcpy(line.data(), at(i), line.size() * sizeof(T));
    }
    void write(std::uint64_t i, const std::vector<T>& line, std::uint64_t count) {
        std::memcpy(at(i), line.data(), count * sizeof(T));
    }

private:
    [[nodiscard]] std::byte* at(std::uint64_t i) const {
        return m_operand.bytes.data() + ((m_part.row + i) * m_operand.buffer->columns + m_part.column) * sizeof(T);
    }
    Part m_part;
    Operand<std::byte> m_operand;
};

/// C = alpha A B + beta C; of each row only what is left of `end(i)`.
template <typename T, typename End>
Result<void> multiply(const LibraryStep& step, const Matrix<T>& a, const Matrix<T>& b, Target<T> c, End end,
                      const JobContext& job) {
    const T alpha = static_cast<T>(step.alpha);
    const T beta = static_cast<T>(step.beta);
    std::vector<T> sums(c.columns());
    std::vector<T> line;
    for (std::uint64_t i = 0; i < c.rows(); ++i) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        const std::uint64_t count = end(i);
        std::fill_n(sums.begin(), count, T{0});
        for (std::uint64_t k = 0; k < a.columns; ++k) {
            const T factor = a.row(i)[k];
            const T* const other = b.row(k);
            for (std::uint64_t j = 0; j < count; ++j) sums[j] += factor * other[j];
        }
        c.read(i, line);
        for (std::uint64_t j = 0; j < count; ++j)
            line[j] = beta == T{0} ? alpha * sums[j] : alpha * sums[j] + beta * line[j];
        c.write(i, line, count);
    }
    return {};
}

/// Each row x of C becomes the solution of x op(A) = alpha × the row.
template <typename T>
Result<void> solve(const LibraryStep& step, const Matrix<T>& a, Target<T> c, const JobContext& job) {
    const std::uint64_t n = c.columns();
    std::vector<T> x;
    for (std::uint64_t i = 0; i < c.rows(); ++i) {
        if (job.stopRequested()) return fail(ErrorCode::Cancelled);
        c.read(i, x);
        for (T& element : x) element *= static_cast<T>(step.alpha);
        if (step.transposeA)  // Aᵀ is upper: from the left
            for (std::uint64_t j = 0; j < n; ++j) {
                for (std::uint64_t k = 0; k < j; ++k) x[j] -= x[k] * a.row(j)[k];
                x[j] /= a.row(j)[j];
            }
        else
            for (std::uint64_t j = n; j-- > 0;) {
                for (std::uint64_t k = j + 1; k < n; ++k) x[j] -= x[k] * a.row(k)[j];
                x[j] /= a.row(j)[j];
            }
        c.write(i, x, n);
    }
    return {};
}

template <typename T>
Result<void> call(const LibraryStep& step, const Operand<const std::byte>& a, const Operand<const std::byte>& b,
                  const Operand<std::byte>& c, const JobContext& job) {
    const Target<T> target(step.c, c);
    const auto all = [&](std::uint64_t) { return target.columns(); };
    const auto lower = [](std::uint64_t i) { return i + 1; };
    switch (step.call) {
        case LibraryStep::Call::Gemm:
            return multiply(step, copyOf<T>(step.a, a, step.transposeA), copyOf<T>(step.b, b, step.transposeB), target,
                            all, job);
        case LibraryStep::Call::Syrk:
            return multiply(step, copyOf<T>(step.a, a, step.transposeA), copyOf<T>(step.a, a, !step.transposeA), target,
                            lower, job);
        case LibraryStep::Call::Trsm: return solve(step, copyOf<T>(step.a, a, false), target, job);
    }
    return {};
}

}  // namespace

Result<void> callOnHost(const LibraryStep& step, const Operand<const std::byte>& a, const Operand<const std::byte>& b,
                        const Operand<std::byte>& c, const JobContext& job) {
    return c.buffer->type == ElementType::F32 ? call<float>(step, a, b, c, job) : call<double>(step, a, b, c, job);
}

double operationsOf(const LibraryStep& step, const Plan& plan) {
    const auto size = [&](const Part& part) { return resolved(part, plan.buffers[part.buffer]); };
    const Part a = size(step.a);
    const Part c = size(step.c);
    const auto inner = static_cast<double>(step.transposeA ? a.rows : a.columns);
    const auto rows = static_cast<double>(c.rows);
    const auto columns = static_cast<double>(c.columns);
    switch (step.call) {
        case LibraryStep::Call::Gemm: return 2 * rows * columns * inner;
        case LibraryStep::Call::Syrk: return rows * (rows + 1) * inner;
        case LibraryStep::Call::Trsm: return rows * columns * columns;
    }
    return 0;
}

}  // namespace lanescope
