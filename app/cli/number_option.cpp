// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/number_option.h"

#include <utility>

#include "core/base/number_format.h"

namespace lanescope::cli {
namespace {

/// Shown in the help, also by the test that tries wrong numbers on every option that has it.
std::string typeName(const std::string& range) { return "NUMBER (" + range + ")"; }

/// Of an option that is given once; more often is an error of CLI11's.
template <typename Number, typename Read>
CLI::Option* add(CLI::App& verb, const std::string& name, NumberRange<Number> range, const std::string& help,
                 const std::string& preset, Read read, std::function<void(Number)> take) {
    const auto set = [=](const CLI::results_t& words) {
        const Result<Number> number = read(name, words.front(), range);
        if (!number) throw NumberError(number.error());
        take(*number);
        return true;
    };
    CLI::Option* option = verb.add_option(name, set, help, false, [preset] { return preset; });
    return option->type_name(typeName(rangeText(range)))->allow_extra_args(false);
}

}  // namespace

CLI::Option* addWholeNumber(CLI::App& verb, const std::string& name, WholeRange range, const std::string& help,
                            std::int64_t preset, std::function<void(std::int64_t)> take) {
    return add(verb, name, range, help, std::to_string(preset), wholeNumber, std::move(take));
}

CLI::Option* addRealNumber(CLI::App& verb, const std::string& name, RealRange range, const std::string& help,
                           double preset, std::function<void(double)> take) {
    return add(verb, name, range, help, numbers::plain(preset), realNumber, std::move(take));
}

}  // namespace lanescope::cli
