// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/simt/case_library.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "core/base/file_reader.h"
#include "core/plan/launch_spec.h"
#include "core/ptx/mnemonic.h"
#include "core/ptx/parser.h"

namespace lanescope {
namespace {

std::vector<std::byte> bytesOfHex(const std::string& hex) {
    std::vector<std::byte> bytes(hex.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
    return bytes;
}

std::string readWhole(const std::string& path) {
    const Result<std::string> text = readFile(path);
    if (!text) throw std::runtime_error(describe(text.error()));
    return *text;
}

std::uint64_t elementAt(const std::vector<std::byte>& data, unsigned bytes, std::size_t index) {
    std::uint64_t value = 0;
    std::memcpy(&value, data.data() + index * bytes, bytes);
    return value;
}

/// A float of any format as a double, which holds them all exactly.
double numberOf(std::uint64_t bits, program::Type type) {
    if (type == program::Type::F64) return std::bit_cast<double>(bits);
    if (type == program::Type::F32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (type == program::Type::BF16) return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const double mantissa = static_cast<double>(bits & 1023);
    const double sign = (bits >> 15 & 1) != 0 ? -1 : 1;
    if (exponent == 31) return mantissa != 0 ? std::nan("") : sign * INFINITY;
    return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25));
}

bool agrees(const Case& one, std::uint64_t got, std::uint64_t wanted) {
    if (got == wanted) return true;
    if (one.numbers == program::Type::None) return false;
    const double a = numberOf(got, one.numbers);
    const double b = numberOf(wanted, one.numbers);
    if (std::isnan(b)) return std::isnan(a);
    if (one.relative == 0 && one.absolute == 0) return false;
    if (std::isinf(b) || std::isinf(a)) return a == b;
    // The expected number is itself rounded to the format.
    const int precision = one.numbers == program::Type::F64 ? 52 : one.numbers == program::Type::F32 ? 23 : 10;
    const double rounding = std::ldexp(std::abs(b), -precision - (one.numbers == program::Type::BF16 ? -3 : 0) - 1);
    return std::abs(a - b) <= one.relative * std::abs(b) + one.absolute + rounding;
}

std::string hexOf(std::uint64_t value) {
    std::ostringstream text;
    text << "0x" << std::hex << value;
    return text.str();
}

/// What the first wrong element is, with the operands of its thread.
std::string difference(const Case& one, std::size_t buffer, const std::vector<std::byte>& got) {
    const Case::CaseBuffer& wanted = one.buffers[buffer];
    const bool isNumber = one.numbers != program::Type::None;
    const unsigned bits =
        isNumber && program::bitsOf(one.numbers) < wanted.bits ? program::bitsOf(one.numbers) : wanted.bits;
    const unsigned bytes = bits / 8;
    const std::size_t count = wanted.data.size() / bytes;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t have = elementAt(got, bytes, i);
        const std::uint64_t want = elementAt(wanted.data, bytes, i);
        if (agrees(one, have, want)) continue;
        const std::size_t thread = i * 32 / count;
        std::string text = one.group + ": " + one.form + ": thread " + std::to_string(thread) + " gives " +
                           hexOf(have) + ", not " + hexOf(want) + ", of";
        for (const Case::CaseBuffer& operand : one.buffers) {
            if (operand.expected) continue;
            const std::size_t perThread = operand.data.size() / (operand.bits / 8) / 32;
            text += ' ' + hexOf(elementAt(operand.data, operand.bits / 8, thread * perThread));
        }
        return text;
    }
    return {};
}

}  // namespace

const std::vector<std::string>& caseGroups() {
    static const std::vector<std::string> groups{"approximate", "asynchronous", "atomics", "bits",
                                                 "compare",     "control",      "convert", "floats",
                                                 "halves",      "integer",      "memory",  "warp"};
    return groups;
}

std::string caseFolder() {
    const char* given = std::getenv("LANESCOPE_CASES");
    return given != nullptr ? given : LANESCOPE_SOURCE_DIR "/tests/core/simt/cases";
}

std::vector<Case> loadCases(const std::string& folder, const std::string& group) {
    Result<ptx::Module> module = ptx::parse(readWhole(folder + "/" + group + ".ptx"), group + ".ptx");
    if (!module) throw std::runtime_error(describe(module.error()));
    const auto shared = std::make_shared<const ptx::Module>(std::move(*module));
    std::vector<Case> cases;
    const auto document = nlohmann::json::parse(readWhole(folder + "/" + group + ".json"));
    for (const auto& json : document.at("cases")) {
        Case& one = cases.emplace_back();
        one.group = group;
        one.module = shared;
        one.entry = json.at("entry");
        one.form = json.at("form");
        for (const auto& buffer : json.at("buffers")) {
            Case::CaseBuffer& made = one.buffers.emplace_back();
            made.bits = buffer.at("bits");
            made.expected = buffer.contains("expect");
            const std::size_t index = buffer.at(made.expected ? "expect" : "init");
            made.data = bytesOfHex(document.at("data").at(index));
        }
        if (!json.contains("compare")) continue;
        one.numbers = ptx::typeFromName(json["compare"].at("as").get<std::string>()).value();
        one.relative = json["compare"].value("relative", 0.0);
        one.absolute = json["compare"].value("absolute", 0.0);
    }
    return cases;
}

Result<HostBuffers> resultsOf(const Case& one, Executor& executor) {
    LaunchSpec spec{.entry = one.entry, .grid = {1, 1, 1}, .block = {32, 1, 1}, .arguments = {}};
    for (const Case::CaseBuffer& buffer : one.buffers)
        spec.arguments.push_back("buf:u8:" + std::to_string(buffer.data.size()) + ":zero");
    Result<Plan> plan = planOf(spec, one.module);
    if (!plan) return fail(plan.error());
    for (std::size_t b = 0; b < one.buffers.size(); ++b) {
        if (one.buffers[b].expected) continue;
        plan->buffers[b].initial.kind = InitialContent::Kind::Given;
        plan->buffers[b].initial.given = std::make_shared<const std::vector<std::byte>>(one.buffers[b].data);
    }
    return runPlan(*plan, executor, {});
}

std::string runCase(const Case& one, Executor& executor) {
    const Result<HostBuffers> after = resultsOf(one, executor);
    if (!after) return one.group + ": " + one.form + ": " + describe(after.error());
    for (std::size_t b = 0; b < one.buffers.size(); ++b) {
        if (!one.buffers[b].expected) continue;
        if (const std::string text = difference(one, b, after->at(b)); !text.empty()) return text;
    }
    return {};
}

}  // namespace lanescope
