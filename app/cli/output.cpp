// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/verbs.h"
#include "core/base/standard_output.h"
#include "core/simt/fault.h"

namespace lanescope::cli {
namespace {

nlohmann::ordered_json errorObject(const std::string& code, const std::string& message,
                                   const std::map<std::string, std::string>& arguments) {
    return {{"code", code}, {"message", message}, {"arguments", nlohmann::ordered_json(arguments)}};
}

void printErrorAs(const std::string& code, const std::string& message,
                  const std::map<std::string, std::string>& arguments, bool json) {
    if (!json) {
        std::cerr << "lanescope-cli: " << message << '\n';
        return;
    }
    const nlohmann::ordered_json object{{"error", errorObject(code, message, arguments)}};
    std::cout << object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n' << std::flush;
    // Where that is lost the sentence is not.
    if (!std::cout) printErrorAs(code, message, arguments, false);
}

/// Characters as a terminal counts them: bytes that do not continue a UTF-8 sequence.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

bool isNumber(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789+-.e%") == std::string::npos;
}

}  // namespace

nlohmann::ordered_json valueJson(double value) {
    constexpr double kExact = 1ULL << 53;
    if (std::abs(value) < kExact && std::trunc(value) == value) return static_cast<std::int64_t>(value);
    return value;
}

static_assert(static_cast<int>(ExitCode::NotWritten) == kExitNotWritten);

ExitCode exitCodeOf(const Error& error) {
    switch (error.code) {
        case ErrorCode::UnknownAlgorithm:
        case ErrorCode::UnknownParameter:
        case ErrorCode::IllegalValue:
        case ErrorCode::PtxUnknownEntry:
        case ErrorCode::UnknownGpu:
        case ErrorCode::UnknownModel: return ExitCode::Usage;
        case ErrorCode::NoDriver:
        case ErrorCode::NoDevice:
        case ErrorCode::DriverTooOld: return ExitCode::NoGpu;
        case ErrorCode::CounterPermission: return ExitCode::NoPermission;
        case ErrorCode::KernelFault: {
            const auto kind = error.arguments.find("kind");
            const bool steps = kind != error.arguments.end() && kind->second == nameOf(simt::Fault::Kind::StepBudget);
            return steps ? ExitCode::OutOfSteps : ExitCode::Faulted;
        }
        case ErrorCode::OutputFailed: return ExitCode::NotWritten;
        default: return ExitCode::Failed;
    }
}

Result<Parameters> parametersFromWords(const std::vector<std::string>& words) {
    Parameters parameters;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return fail(ErrorCode::IllegalValue,
                        {{"parameter", "parameter"}, {"value", word}, {"legal", "it must read name=value, like n=64"}});
        }
        parameters.add(word.substr(0, equals), word.substr(equals + 1));
    }
    return parameters;
}

nlohmann::ordered_json toJson(const Error& error) {
    return errorObject(codeName(error.code), describe(error), error.arguments);
}

void printError(const Error& error, bool json) {
    printErrorAs(codeName(error.code), describe(error), error.arguments, json);
}

void printUsageError(const std::string& message, bool json) { printErrorAs("usage", message, {}, json); }

void TextTable::add(std::vector<std::string> row) {
    for (std::string& cell : row)
        std::ranges::replace_if(
            cell, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    m_rows.push_back(std::move(row));
}

std::string TextTable::text(std::size_t indent) const {
    const std::size_t columns = m_rows.front().size();
    std::vector<std::size_t> widths(columns, 0);
    std::vector<bool> right(columns, m_rows.size() > 1);
    for (std::size_t r = 0; r < m_rows.size(); ++r) {
        for (std::size_t c = 0; c < m_rows[r].size(); ++c) {
            widths[c] = std::max(widths[c], width(m_rows[r][c]));
            if (r > 0 && !isNumber(m_rows[r][c])) right[c] = false;
        }
    }
    std::string text;
    for (const auto& row : m_rows) {
        std::string line(indent, ' ');
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string padding(widths[c] - width(row[c]), ' ');
            line += (c > 0 ? "  " : "") + (right[c] ? padding + row[c] : row[c] + padding);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

std::string extent(const Dim3& dim) {
    return std::to_string(dim.x) + " × " + std::to_string(dim.y) + " × " + std::to_string(dim.z);
}

}  // namespace lanescope::cli
