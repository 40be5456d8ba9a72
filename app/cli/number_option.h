// SPDX-License-Identifier: GPL-3.0-or-later
// Options that are numbers. CLI11's own conversion takes "-1" for an unsigned number, "nan" for one to wait for and ""
// for 0; here every number is read by core/base/number_text.h, and has a range, which the help and the error tell.
#pragma once

#include <CLI/CLI.hpp>
#include <concepts>
#include <functional>
#include <string>
#include <type_traits>

#include "core/base/number_text.h"

namespace lanescope::cli {

/// What is wrong with an option's number: IllegalValue.
class NumberError : public CLI::ValidationError {
public:
    explicit NumberError(lanescope::Error error) : CLI::ValidationError(describe(error)), m_error(std::move(error)) {}
    [[nodiscard]] const lanescope::Error& error() const { return m_error; }

private:
    lanescope::Error m_error;  // CLI11 has an Error too
};

/// `take` gets the number once it is known to be in the range. `preset` is what the help names as the default if the
/// option is asked to (capture_default_str).
CLI::Option* addWholeNumber(CLI::App& verb, const std::string& name, WholeRange range, const std::string& help,
                            std::int64_t preset, std::function<void(std::int64_t)> take);
CLI::Option* addRealNumber(CLI::App& verb, const std::string& name, RealRange range, const std::string& help,
                           double preset, std::function<void(double)> take);

/// Into `value`, which outlives the command line and whose type holds the range.
template <std::integral Whole>
CLI::Option* addNumber(CLI::App& verb, const std::string& name, Whole& value, WholeRange range,
                       const std::string& help) {
    return addWholeNumber(verb, name, range, help, static_cast<std::int64_t>(value),
                          [&value](std::int64_t number) { value = static_cast<Whole>(number); });
}

inline CLI::Option* addNumber(CLI::App& verb, const std::string& name, double& value, RealRange range,
                              const std::string& help) {
    return addRealNumber(verb, name, range, help, value, [&value](double number) { value = number; });
}

}  // namespace lanescope::cli
