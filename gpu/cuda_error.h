// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions live inside gpu/ only: a failed driver call throws, and the room's public functions make a Result of it.
#pragma once

#include <exception>
#include <functional>

#include "core/base/result.h"
#include "core/base/thrown.h"
#include "core/base/words.h"
#include "gpu/cuda_driver.h"

namespace lanescope::cuda {

/// A failed call of the driver, of CUPTI or of ourselves, as the Error that leaves the room.
class CudaError : public std::exception {
public:
    explicit CudaError(Error error) : m_error(std::move(error)), m_text(describe(m_error)) {}
    [[nodiscard]] const Error& error() const { return m_error; }
    [[nodiscard]] const char* what() const noexcept override { return m_text.c_str(); }

private:
    Error m_error;
    std::string m_text;
};

/// Throws CudaFailure naming `call` unless `status` is success.
inline void check(const Driver& driver, Status status, const char* call) {
    if (status != kSuccess)
        throw CudaError(Error(ErrorCode::CudaFailure, {{"call", call}, {"reason", reasonOf(driver, status)}}));
}

/// "cuModuleGetFunction of multiply"; the call alone if `of` is empty.
inline std::string callOf(std::string_view call, std::string_view of) {
    return of.empty() ? std::string(call) : inWords(Message("gpu.call_of"_id, {{"call", call}, {"of", of}}));
}

/// The same as check(), naming what was to be done with, too.
inline void check(const Driver& driver, Status status, std::string_view call, std::string_view of) {
    if (status != kSuccess) check(driver, status, callOf(call, of).c_str());
}

/// Throws a Result's error.
inline void orThrow(const Result<void>& done) {
    if (!done) throw CudaError(done.error());
}

/// Runs `body` and turns what it throws into an error.
template <typename Body>
auto guarded(Body&& body) -> Result<std::invoke_result_t<Body>> {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
            body();
            return {};
        } else {
            return body();
        }
    } catch (const CudaError& failure) {
        return fail(failure.error());
    } catch (const std::bad_alloc& none) {
        return fail(errorOfThrown(none));
    }
}

}  // namespace lanescope::cuda
