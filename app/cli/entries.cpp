// SPDX-License-Identifier: GPL-3.0-or-later
// entries: the kernels of a PTX file, and what each takes.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/ptx_request.h"
#include "app/cli/verbs.h"
#include "core/plan/arguments.h"
#include "core/plan/parameter_text.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;
using Threads = std::array<std::uint32_t, 3>;

bool hasDynamicShared(const program::Entry& entry) {
    return std::ranges::any_of(entry.shared,
                               [](const program::SharedVariable& variable) { return variable.size == 0; });
}

Json parametersJson(const program::Entry& entry) {
    const std::vector<ParameterText> texts = parameterTexts(entry);
    Json list = Json::array();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const program::Parameter& parameter = entry.parameters[i];
        list.push_back({{"index", i},
                        {"name", parameter.name},
                        {"type", isStruct(parameter) ? "struct" : program::nameOf(parameter.type)},
                        {"bytes", parameter.size},
                        {"pointer", texts[i].pointer},
                        {"argument", texts[i].argument}});
    }
    return list;
}

Json toJson(const program::Entry& entry) {
    const auto threads = [](const Threads& t) { return t[0] == 0 ? Json() : Json(t); };
    Json json{{"name", entry.demangled},
              {"ptx_name", entry.name},
              {"ptx_line", entry.firstLine},
              {"parameters", parametersJson(entry)},
              {"static_shared_bytes", entry.staticSharedBytes},
              {"dynamic_shared", hasDynamicShared(entry)},
              {"most_threads", threads(entry.mostThreads)},
              {"required_threads", threads(entry.requiredThreads)}};
    if (entry.unsupported) json["unsupported"] = describe(*entry.unsupported);
    return json;
}

void printText(const program::Entry& entry) {
    std::cout << '\n' << entry.demangled;
    if (entry.name != entry.demangled) std::cout << "  (" << entry.name << ')';
    std::cout << '\n';
    if (entry.unsupported) std::cout << "  cannot be run: " << describe(*entry.unsupported) << '\n';
    if (!entry.parameters.empty()) {
        TextTable table({"", "parameter", "--arg"});
        const std::vector<ParameterText> texts = parameterTexts(entry);
        for (std::size_t i = 0; i < texts.size(); ++i) table.add({std::to_string(i), texts[i].what, texts[i].argument});
        std::cout << table.text(2);
    }
    if (entry.staticSharedBytes != 0)
        std::cout << "  " << entry.staticSharedBytes << " bytes of static shared memory\n";
    if (hasDynamicShared(entry)) std::cout << "  dynamic shared memory (--shared)\n";
    const auto threads = [](const char* words, const Threads& t) {
        if (t[0] != 0) std::cout << "  " << words << extent({t[0], t[1], t[2]}) << " threads\n";
    };
    threads("blocks of at most ", entry.mostThreads);
    threads("blocks of just ", entry.requiredThreads);
}

Result<void> runEntries(const std::string& file, bool json) {
    const Result<ptx::Module> module = moduleFromFile(file);
    if (!module) return fail(module.error());
    if (json) {
        Json object{
            {"file", file}, {"version", module->version}, {"target", module->target}, {"entries", Json::array()}};
        for (const program::Entry& entry : module->entries) object["entries"].push_back(toJson(entry));
        std::cout << object.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
        return {};
    }
    std::cout << file << ": PTX " << module->version << " for " << module->target << ", " << module->entries.size()
              << (module->entries.size() == 1 ? " kernel\n" : " kernels\n");
    for (const program::Entry& entry : module->entries) printText(entry);
    return {};
}

}  // namespace

void addEntries(CLI::App& program, Session& session) {
    CLI::App* verb = program.add_subcommand("entries", "Tell the kernels of a PTX file, and what each takes");
    auto file = std::make_shared<std::string>();
    verb->add_option("file", *file, "PTX, as nvcc -ptx makes it")->required();
    verb->callback([&session, file] { session.action = [&session, file] { return runEntries(*file, session.json); }; });
}

}  // namespace lanescope::cli
