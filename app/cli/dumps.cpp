// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/dumps.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "core/base/file_writer.h"
#include "core/base/number_text.h"
#include "core/plan/scalar_text.h"

namespace lanescope::cli {
namespace {

constexpr std::uint64_t kMostPrinted = 10'000;
/// Gigabytes of text help nobody.
constexpr std::uint64_t kMostWritten = 100'000'000;

/// The elements from where an argument points to.
struct Elements {
    const Buffer& buffer;
    const std::byte* bytes;
    std::uint64_t first;  ///< in the buffer
    std::uint64_t count;

    Elements(const Dump& dump, const Plan& plan, const HostBuffers& buffers)
        : buffer(plan.buffers[dump.from.buffer]),
          bytes(buffers[dump.from.buffer].data() + dump.from.bytes),
          first(dump.from.bytes / sizeOf(buffer.type)),
          count(buffer.elements() - first) {}

    [[nodiscard]] std::string text(std::uint64_t i) const {
        return textOf(buffer.type, bytes + i * sizeOf(buffer.type));
    }
    /// Lines of the first `most` elements.
    [[nodiscard]] std::string lines(std::uint64_t most) const {
        std::string all;
        for (std::uint64_t i = 0; i < std::min(most, count); ++i) {
            const bool endsRow = buffer.rows == 1 || (first + i + 1) % buffer.columns == 0 || i + 1 == most;
            all += text(i) + (endsRow ? '\n' : ' ');
        }
        return all;
    }
};

Result<Dump> dumpFromText(const std::string& option, const std::string& word, bool text, const Plan& plan) {
    const auto illegal = [&](const std::string& reason) {
        return fail(ErrorCode::IllegalValue, {{"parameter", option}, {"value", word}, {"legal", reason}});
    };
    const std::size_t equals = word.find('=');
    const auto index = wholeNumberFromText(std::string_view(word).substr(0, equals));
    const bool hasFile = equals != std::string::npos;
    if (!index || (hasFile ? equals + 1 == word.size() : !text))
        return illegal(text ? "it must read INDEX or INDEX=FILE, such as 0 or 0=out.txt"
                            : "it must read INDEX=FILE, such as 0=out.bin");
    const std::vector<Argument>& arguments = plan.launches().front()->arguments;
    if (*index >= arguments.size())
        return illegal("arguments count from 0, and there are " + std::to_string(arguments.size()) + " of them");
    const std::string name = "arg" + std::to_string(*index);
    const std::optional<BufferPlace> from = placeOf(arguments[*index]);
    if (!from)
        return illegal("argument " + std::to_string(*index) + " (\"" + plan.parameters.value(name) +
                       "\") is no buffer");
    if (text && plan.buffers[from->buffer].elements() > kMostWritten)
        return illegal("more than " + std::to_string(kMostWritten) +
                       " elements are not written as text; --dump writes their bytes");
    return Dump{*from, *index, hasFile ? word.substr(equals + 1) : std::string(), text};
}

}  // namespace

Result<std::vector<Dump>> dumpsOf(const std::vector<std::string>& dumps, const std::vector<std::string>& prints,
                                  const Plan& plan) {
    std::vector<Dump> all;
    for (const bool text : {false, true}) {
        for (const std::string& word : text ? prints : dumps) {
            Result<Dump> dump = dumpFromText(text ? "--print" : "--dump", word, text, plan);
            if (!dump) return fail(dump.error());
            all.push_back(std::move(*dump));
        }
    }
    return all;
}

Result<void> checkTargets(const std::vector<Dump>& dumps) {
    for (const Dump& dump : dumps) {
        if (dump.file.empty()) continue;
        if (auto writable = checkWritable(dump.file); !writable) return writable;
    }
    return {};
}

Result<void> writeDumps(const std::vector<Dump>& dumps, const Plan& plan, const HostBuffers& buffers) {
    for (const Dump& dump : dumps) {
        if (dump.file.empty()) continue;
        const Elements elements(dump, plan, buffers);
        const std::string text = dump.text ? elements.lines(elements.count) : std::string();
        const std::string_view bytes{reinterpret_cast<const char*>(elements.bytes),
                                     elements.count * sizeOf(elements.buffer.type)};
        if (auto written = writeFile(dump.file, dump.text ? std::string_view(text) : bytes); !written) return written;
    }
    return {};
}

void printDumps(std::ostream& out, const std::vector<Dump>& dumps, const Plan& plan, const HostBuffers& buffers) {
    for (const Dump& dump : dumps) {
        if (!dump.file.empty()) continue;
        const Elements elements(dump, plan, buffers);
        out << "\nargument " << dump.argument << ", " << elements.count << " of " << nameOf(elements.buffer.type)
            << ":\n"
            << elements.lines(kMostPrinted);
        if (elements.count > kMostPrinted)
            out << "and " << elements.count - kMostPrinted << " elements more; --print " << dump.argument
                << "=FILE writes all of them\n";
    }
}

nlohmann::ordered_json dumpsToJson(const std::vector<Dump>& dumps, const Plan& plan, const HostBuffers& buffers) {
    auto json = nlohmann::ordered_json::array();
    for (const Dump& dump : dumps) {
        if (!dump.file.empty()) continue;
        const Elements elements(dump, plan, buffers);
        const std::uint64_t listed = std::min(kMostPrinted, elements.count);
        auto texts = nlohmann::ordered_json::array();
        for (std::uint64_t i = 0; i < listed; ++i) texts.push_back(elements.text(i));
        json.push_back({{"argument", dump.argument},
                        {"type", nameOf(elements.buffer.type)},
                        {"rows", elements.buffer.rows},
                        {"columns", elements.buffer.columns},
                        {"first", elements.first},
                        {"elements", std::move(texts)},
                        {"not_listed", elements.count - listed}});
    }
    return json;
}

}  // namespace lanescope::cli
