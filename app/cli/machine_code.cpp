// SPDX-License-Identifier: GPL-3.0-or-later
// machine-code: what ptxas makes of a kernel for an architecture, beside another one if asked for; and the packed files
// of resources/machine.
#include "app/cli/machine_code.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/plans.h"
#include "app/cli/progress.h"
#include "app/cli/ptx_request.h"
#include "app/cli/verbs.h"
#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/library/library.h"
#include "core/sass/toolkit.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct MachineCodeOptions {
    std::string algorithm;
    std::vector<std::string> words;
    std::string ptx, entry;
    std::vector<std::string> architectures{"sm_90"};
    std::vector<std::string> beside;
    std::string pack;
};

/// One kernel that is to be shown: its module and what it is called.
struct AskedKernel {
    std::shared_ptr<const program::Module> module;
    const program::Entry* entry = nullptr;
};

/// The kernels of a plan, each once, in the order of their first launches.
std::vector<AskedKernel> kernelsOf(const Plan& plan) {
    std::vector<AskedKernel> all;
    for (const Launch* launch : plan.launches()) {
        const program::Entry* entry = &launch->kernel->code();
        if (std::ranges::find(all, entry, &AskedKernel::entry) == all.end())
            all.push_back({launch->kernel->module, entry});
    }
    return all;
}

Result<std::vector<AskedKernel>> kernelsOf(const MachineCodeOptions& options, const Library& library,
                                           const std::vector<std::string>& words) {
    if (options.ptx.empty()) {
        const Result<Parameters> given = parametersFromWords(words);
        if (!given) return fail(given.error());
        const Result<Plan> plan = planFor(library.catalogue(), options.algorithm, *given);
        if (!plan) return fail(plan.error());
        return kernelsOf(*plan);
    }
    const Result<std::shared_ptr<const program::Module>> module = sharedModuleFromFile(options.ptx);
    if (!module) return fail(module.error());
    std::vector<AskedKernel> all;
    for (const program::Entry& entry : (*module)->entries)
        if (options.entry.empty() || &entry == (*module)->find(options.entry)) all.push_back({*module, &entry});
    if (all.empty())
        return fail(ErrorCode::PtxUnknownEntry,
                    {{"file", options.ptx}, {"entry", options.entry}, {"known", (*module)->entryNames()}});
    return all;
}

Result<ShownCode> shownCode(const AskedKernel& kernel, const std::string& architecture, std::string choice,
                            const Library& library, const Progress& progress) {
    const std::string name = std::filesystem::path(kernel.module->name).filename().string();
    Result<sass::MachineCode> code =
        library.machineCodes().code({name, kernel.module->text, kernel.entry->name, architecture}, progress.job());
    if (!code) return fail(code.error());
    return ShownCode{kernel.entry->demangled, std::move(choice), std::move(*code)};
}

bool isArchitecture(const std::string& word) { return word.starts_with("sm_"); }

/// What stands at the right: the architecture if one is named, and the same choice but for the words that are given.
struct Right {
    std::string architecture;
    std::vector<std::string> words;
    std::string name;
};

Right rightOf(const MachineCodeOptions& options) {
    Right right{options.architectures.front(), options.words, {}};
    for (const std::string& word : options.beside) {
        right.name += (right.name.empty() ? "" : " ") + word;
        if (isArchitecture(word)) {
            right.architecture = word;
            continue;
        }
        const std::string name = word.substr(0, word.find('=') + 1);
        std::erase_if(right.words, [&](const std::string& own) { return !name.empty() && own.starts_with(name); });
        right.words.push_back(word);
    }
    return right;
}

Result<void> showBeside(const MachineCodeOptions& options, const Library& library, bool json) {
    const Right right = rightOf(options);
    const Result<std::vector<AskedKernel>> lefts = kernelsOf(options, library, options.words);
    if (!lefts) return fail(lefts.error());
    const Result<std::vector<AskedKernel>> rights = kernelsOf(options, library, right.words);
    if (!rights) return fail(rights.error());
    const Progress progress("compiling");
    Json all = Json::array();
    for (std::size_t i = 0; i < std::min(lefts->size(), rights->size()); ++i) {
        const std::string& architecture = options.architectures.front();
        const Result<ShownCode> one = shownCode((*lefts)[i], architecture, architecture, library, progress);
        if (!one) return fail(one.error());
        const Result<ShownCode> other = shownCode((*rights)[i], right.architecture, right.name, library, progress);
        if (!other) return fail(other.error());
        progress.clear();
        if (json) {
            all.push_back(toJson(*one, *other));
            continue;
        }
        for (const ShownCode* side : {&*one, &*other})
            std::cout << side->name << " for " << side->choice << ": " << resourcesText(*side) << '\n';
        std::cout << comparisonText(*one, *other);
    }
    if (json) std::cout << Json{{"compared", all}}.dump(2) << '\n';
    return {};
}

Result<void> show(const MachineCodeOptions& options, const Library& library, bool json) {
    const Result<std::vector<AskedKernel>> kernels = kernelsOf(options, library, options.words);
    if (!kernels) return fail(kernels.error());
    const Progress progress("compiling");
    Json all = Json::array();
    for (const std::string& architecture : options.architectures)
        for (const AskedKernel& kernel : *kernels) {
            const Result<ShownCode> shown = shownCode(kernel, architecture, architecture, library, progress);
            if (!shown) return fail(shown.error());
            progress.clear();
            if (json)
                all.push_back(toJson(*shown));
            else
                std::cout << shown->name << " for " << architecture << ": " << resourcesText(*shown) << '\n'
                          << listingText(*shown);
        }
    if (kernels->empty() && !json) std::cout << "no kernel is launched, so there is no machine code\n";
    if (json) std::cout << Json{{"kernels", all}}.dump(2) << '\n';
    return {};
}

/// Writes all kernels of a PTX file for these architectures into one packed file.
Result<void> pack(const MachineCodeOptions& options, bool json) {
    const Result<std::string> text = readFile(options.ptx);
    if (!text) return fail(text.error());
    const Progress progress("compiling");
    const Result<std::string> packed = sass::assemblePacked(*text, options.ptx, options.architectures, progress.job());
    progress.clear();
    if (!packed) return fail(packed.error());
    if (const Result<void> written = writeFile(options.pack, *packed); !written) return written;
    if (json)
        std::cout << Json{{"file", options.pack}, {"bytes", packed->size()}}.dump(2) << '\n';
    else
        std::cout << options.pack << ": " << packed->size() << " bytes\n";
    return {};
}

Result<void> runMachineCode(const MachineCodeOptions& options, const Session& session) {
    if (!options.pack.empty()) return pack(options, session.json);
    const auto library = openLibrary({LibraryPart::Catalogue});
    if (!library) return fail(library.error());
    return options.beside.empty() ? show(options, **library, session.json)
                                  : showBeside(options, **library, session.json);
}

}  // namespace

void addMachineCode(CLI::App& program, Session& session) {
    const auto options = std::make_shared<MachineCodeOptions>();
    CLI::App* verb = program.add_subcommand(
        "machine-code", "What ptxas makes of a kernel: instructions, control codes, registers, lines");
    CLI::Option* algorithm = verb->add_option("algorithm", options->algorithm, "Its id, see list; or --ptx");
    verb->add_option("parameters", options->words, "name=value …; what is not given has its default")->needs(algorithm);
    CLI::Option* ptx = verb->add_option("--ptx", options->ptx, "Kernels of this PTX file (needs ptxas and nvdisasm)")
                           ->excludes(algorithm);
    verb->add_option("--entry", options->entry, "Only this kernel of the file")->needs(ptx);
    verb->add_option("--arch", options->architectures, "Architectures, with commas between (default sm_90)")
        ->delimiter(',');
    CLI::Option* beside =
        verb->add_option("--beside", options->beside, "Beside it: another architecture, name=value …, or both");
    verb->add_option("--pack", options->pack, "Write all kernels of the PTX file, packed, into this file")
        ->needs(ptx)
        ->excludes(beside);
    verb->callback([=, &session] {
        if (options->algorithm.empty() && options->ptx.empty())
            throw CLI::ValidationError("Give an algorithm, or --ptx");
        if (!options->beside.empty() && options->architectures.size() != 1)
            throw CLI::ValidationError("Only one architecture can stand at the left of --beside");
        for (const std::string& architecture : options->architectures)
            if (!isArchitecture(architecture))
                throw CLI::ValidationError("An architecture is called sm_90 or the like");
        session.action = [=, &session] { return runMachineCode(*options, session); };
    });
}

}  // namespace lanescope::cli
