// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cublas.h"

#include <array>
#include <limits>

#include "core/base/words.h"
#include "gpu/cuda_error.h"
#include "gpu/shared_library.h"

namespace lanescope::cuda {
namespace {

// cublas_api.h
constexpr int kNotTransposed = 0;
constexpr int kTransposed = 1;
constexpr int kUpper = 1;
constexpr int kLeft = 0;
constexpr int kNonUnit = 0;

int sizeOf(std::uint64_t size) {
    if (size > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
        throw CudaError(
            Error(ErrorCode::TooLarge, {{"what", textOf("cublas.matrix"_id)},
                                        {"needed", inWords(Message("cublas.rows_or_columns"_id, {{"size", size}}))},
                                        {"available", "2147483647"}}));
    return static_cast<int>(size);
}

}  // namespace

CublasArguments argumentsOf(const LibraryStep& step, const DeviceMatrix& a, const DeviceMatrix& b,
                            const DeviceMatrix& c) {
    CublasArguments call;
    const int transA = step.transposeA ? kTransposed : kNotTransposed;
    const int transB = step.transposeB ? kTransposed : kNotTransposed;
    call.result = c.address;
    call.resultPitch = sizeOf(c.pitch);
    call.first = a.address;
    call.firstPitch = sizeOf(a.pitch);
    switch (step.call) {
        case LibraryStep::Call::Gemm:  // Cᵀ = op(B)ᵀ op(A)ᵀ
            call.transA = transB;
            call.transB = transA;
            call.m = sizeOf(c.columns);
            call.n = sizeOf(c.rows);
            call.k = sizeOf(step.transposeA ? a.rows : a.columns);
            call.second = call.first;
            call.secondPitch = call.firstPitch;
            call.first = b.address;
            call.firstPitch = sizeOf(b.pitch);
            break;
        case LibraryStep::Call::Syrk:  // our lower triangle is cuBLAS's upper one, our A its Aᵀ
            call.uplo = kUpper;
            call.transA = step.transposeA ? kNotTransposed : kTransposed;
            call.n = sizeOf(c.rows);
            call.k = sizeOf(step.transposeA ? a.rows : a.columns);
            break;
        case LibraryStep::Call::Trsm:  // X op(A) = C is op(A)ᵀ Xᵀ = Cᵀ, and cuBLAS sees Aᵀ, which is upper
            call.side = kLeft;
            call.uplo = kUpper;
            call.transA = transA;
            call.m = sizeOf(c.columns);
            call.n = sizeOf(c.rows);
            break;
    }
    return call;
}

struct Cublas::Table {
    int (*create)(void** handle);
    int (*destroy)(void* handle);
    int (*setStream)(void* handle, Stream stream);
    const char* (*statusString)(int status);
    template <typename T>
    struct Of {
        int (*gemm)(void*, int, int, int, int, int, const T*, const T*, int, const T*, int, const T*, T*, int);
        int (*syrk)(void*, int, int, int, int, const T*, const T*, int, const T*, T*, int);
        int (*trsm)(void*, int, int, int, int, int, int, const T*, const T*, int, T*, int);

        int call(void* handle, const LibraryStep& step, const CublasArguments& x) const {
            const auto at = [](Address address) { return reinterpret_cast<T*>(std::uintptr_t{address}); };
            const T alpha = static_cast<T>(step.alpha);
            const T beta = static_cast<T>(step.beta);
            switch (step.call) {
                case LibraryStep::Call::Gemm:
                    return gemm(handle, x.transA, x.transB, x.m, x.n, x.k, &alpha, at(x.first), x.firstPitch,
                                at(x.second), x.secondPitch, &beta, at(x.result), x.resultPitch);
                case LibraryStep::Call::Syrk:
                    return syrk(handle, x.uplo, x.transA, x.n, x.k, &alpha, at(x.first), x.firstPitch, &beta,
                                at(x.result), x.resultPitch);
                case LibraryStep::Call::Trsm:
                    return trsm(handle, x.side, x.uplo, x.transA, kNonUnit, x.m, x.n, &alpha, at(x.first), x.firstPitch,
                                at(x.result), x.resultPitch);
            }
            return 0;
        }
    };
    Of<float> f32;
    Of<double> f64;
};

std::unique_ptr<Cublas> Cublas::open() {
    constexpr std::array kNames{"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so"};
    const auto missing = [](const std::string& reason) -> CudaError {
        return CudaError(Error(ErrorCode::NoLibrary, {{"library", "cuBLAS"}, {"reason", reason}}));
    };
    const SharedLibrary library = SharedLibrary::openFirst(kNames, cudaLibraryFolders());
    if (!library) throw missing(library.problem());
    auto table = std::make_unique<Table>();
    std::string lacking;
    const auto bind = [&](auto& function, const char* name) {
        if (!library.bind(function, name) && lacking.empty()) lacking = name;
    };
    bind(table->create, "cublasCreate_v2");
    bind(table->destroy, "cublasDestroy_v2");
    bind(table->setStream, "cublasSetStream_v2");
    bind(table->statusString, "cublasGetStatusString");
    bind(table->f32.gemm, "cublasSgemm_v2");
    bind(table->f32.syrk, "cublasSsyrk_v2");
    bind(table->f32.trsm, "cublasStrsm_v2");
    bind(table->f64.gemm, "cublasDgemm_v2");
    bind(table->f64.syrk, "cublasDsyrk_v2");
    bind(table->f64.trsm, "cublasDtrsm_v2");
    if (!lacking.empty()) throw missing(inWords(Message("cublas.too_old"_id, {{"function", lacking}})));
    std::unique_ptr<Cublas> opened(new Cublas(std::move(table)));
    if (const int status = opened->m_table->create(&opened->m_handle); status != 0)
        throw missing(inWords(
            Message("gpu.says"_id, {{"call", "cublasCreate"}, {"reason", opened->m_table->statusString(status)}})));
    return opened;
}

Cublas::Cublas(std::unique_ptr<Table> table) : m_table(std::move(table)) {}

Cublas::~Cublas() {
    if (m_handle != nullptr && !driverAbandoned()) m_table->destroy(m_handle);
}

void Cublas::call(const LibraryStep& step, ElementType type, const DeviceMatrix& a, const DeviceMatrix& b,
                  const DeviceMatrix& c, Stream stream) {
    const CublasArguments arguments = argumentsOf(step, a, b, c);
    check(m_table->setStream(m_handle, stream), "cublasSetStream");
    const bool f64 = type == ElementType::F64;
    const char* const name = step.call == LibraryStep::Call::Gemm   ? (f64 ? "cublasDgemm" : "cublasSgemm")
                             : step.call == LibraryStep::Call::Syrk ? (f64 ? "cublasDsyrk" : "cublasSsyrk")
                                                                    : (f64 ? "cublasDtrsm" : "cublasStrsm");
    check(f64 ? m_table->f64.call(m_handle, step, arguments) : m_table->f32.call(m_handle, step, arguments), name);
}

void Cublas::check(int status, const char* call) const {
    if (status == 0) return;
    throw CudaError(Error(ErrorCode::CudaFailure, {{"call", call}, {"reason", m_table->statusString(status)}}));
}

}  // namespace lanescope::cuda
