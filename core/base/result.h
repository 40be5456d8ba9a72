// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>
#include <utility>

#include "core/base/error.h"

namespace lanescope {

/// A value, or the Error that kept us from having one.
template <typename T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorCode::UnknownGpu, {{"gpu", name}, {"known", list}});`
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::map<std::string, std::string> arguments = {}) {
    return tl::unexpected<Error>(Error(code, std::move(arguments)));
}

/// Passes the error of another Result on.
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace lanescope
