// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/toolkit.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "core/base/resources.h"
#include "core/base/words.h"
#include "core/sass/child_process.h"
#include "core/sass/cubin.h"
#include "core/sass/disassembly.h"
#include "core/sass/machine_file.h"
#include "core/sass/resource_usage.h"

namespace lanescope::sass {
namespace {

namespace fs = std::filesystem;

/// Neither a log nor a disassembly is longer: 200 bytes an instruction, so a million of them.
constexpr std::uint64_t kMostText = kLargestText;
constexpr std::uint64_t kMostVersion = 1 << 16;
/// In its folder.
const std::string kCubin = "/kernel.cubin";

std::string valueOf(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr ? std::string() : value;
}

std::vector<std::string> folders() {
    std::vector<std::string> all;
    const std::string path = valueOf("PATH");
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find(':', at), path.size());
        if (end > at) all.push_back(path.substr(at, end - at));
        at = end + 1;
    }
    if (const std::string home = valueOf("CUDA_HOME"); !home.empty()) all.push_back(home + "/bin");
    all.emplace_back("/usr/local/cuda/bin");
    const Result<std::string> resources = resourceFolder();
    if (!resources) return all;
    const fs::path wheels = fs::path(*resources).parent_path() / ".cuda" / "nvidia";
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(wheels, ignored)) all.push_back((entry.path() / "bin").string());
    return all;
}

Result<std::string> find(const std::string& program, const char* variable) {
    const std::string given = valueOf(variable);
    if (!given.empty() && ::access(given.c_str(), X_OK) == 0) return given;
    if (given.empty())
        for (const std::string& folder : folders())
            if (const std::string path = folder + "/" + program; ::access(path.c_str(), X_OK) == 0) return path;
    return fail(ErrorCode::NoLibrary,
                {{"library", program},
                 {"reason", given.empty() ? textOf("sass.not_found"_id)
                                          : inWords(Message("sass.not_at"_id, {{"path", given}}))}});
}

/// "13.0.88" of "Cuda compilation tools, release 13.0, V13.0.88".
Result<std::string> versionOf(const std::string& program) {
    const Result<Finished> told = runToEnd({program, "--version"}, kMostVersion, {});
    if (!told) return fail(told.error());
    const std::string_view text = told->output;
    const std::size_t at = text.find(", V");
    if (at == std::string_view::npos)
        return fail(ErrorCode::NoLibrary, {{"library", program}, {"reason", textOf("sass.no_version"_id)}});
    const std::string_view version = text.substr(at + 3);
    return std::string(version.substr(0, version.find_first_not_of("0123456789.")));
}

/// ptxas kernel.ptx, line 37; error   : Unknown modifier '.foo'
Error errorOf(std::string_view log, const std::string& name) {
    std::string line, reason;
    for (std::string_view rest = log; !rest.empty() && reason.empty();) {
        const std::string_view one = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        const bool wrong = one.find("error") != std::string_view::npos || one.find("fatal") != std::string_view::npos;
        const std::size_t colon = one.find(" : ");
        if (!wrong || colon == std::string_view::npos) continue;
        reason = one.substr(colon + 3);
        if (const std::size_t at = one.find(", line "); at != std::string_view::npos) {
            const std::string_view number = one.substr(at + 7);
            line = number.substr(0, number.find_first_not_of("0123456789"));
        }
    }
    if (reason.empty()) reason = textOf("sass.no_reason"_id);
    if (line.empty())
        return Error(ErrorCode::MalformedFile, {{"file", name},
                                                {"place", textOf("sass.whole"_id)},
                                                {"reason", inWords(Message("sass.ptxas"_id, {{"reason", reason}}))}});
    return Error(ErrorCode::PtxSyntax,
                 {{"file", name}, {"line", line}, {"reason", inWords(Message("sass.ptxas"_id, {{"reason", reason}}))}});
}

/// kernel.cubin of a folder, and what ptxas said of it.
Result<std::string> compile(const std::string& ptxas, std::string_view ptx, const std::string& name,
                            const std::string& architecture, const std::string& folder, const JobContext& job) {
    const std::string source = folder + "/kernel.ptx", cubin = folder + kCubin;
    if (const Result<void> written = writeFile(source, ptx); !written) return fail(written.error());
    const Result<Finished> compiled =
        runToEnd({ptxas, "-arch=" + architecture, "-O3", "-v", source, "-o", cubin}, kMostText, job);
    if (!compiled) return fail(compiled.error());
    if (compiled->status != 0) return fail(errorOf(compiled->errors + compiled->output, name));
    return compiled->errors + compiled->output;
}

}  // namespace

Result<Compiler> findCompiler() {
    const Result<std::string> ptxas = find("ptxas", "LANESCOPE_PTXAS");
    if (!ptxas) return fail(ptxas.error());
    const Result<std::string> version = versionOf(*ptxas);
    if (!version) return fail(version.error());
    return Compiler{*ptxas, *version};
}

Result<Toolkit> findToolkit() {
    // Both are looked for before either is asked.
    const Result<std::string> ptxas = find("ptxas", "LANESCOPE_PTXAS");
    if (!ptxas) return fail(ptxas.error());
    const Result<std::string> nvdisasm = find("nvdisasm", "LANESCOPE_NVDISASM");
    if (!nvdisasm) return fail(nvdisasm.error());
    const Result<std::string> first = versionOf(*ptxas);
    if (!first) return fail(first.error());
    const Result<std::string> second = versionOf(*nvdisasm);
    if (!second) return fail(second.error());
    return Toolkit{*ptxas, *nvdisasm, *first, *second};
}

Result<std::map<std::string, Resources>> compiledResources(const Compiler& compiler, std::string_view ptx,
                                                           const std::string& name, const std::string& architecture,
                                                           const JobContext& job) {
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return fail(folder.error());
    const Result<std::string> log = compile(compiler.ptxas, ptx, name, architecture, folder->path(), job);
    if (!log) return fail(log.error());
    return resourcesFromLog(*log);
}

Result<std::vector<std::string>> architecturesOf(const Toolkit& toolkit) {
    const Result<Finished> told = runToEnd({toolkit.ptxas, "--help"}, kMostText, {});
    if (!told) return fail(told.error());
    // "--gpu-name … Allowed values for this option:  'compute_100','compute_100a',…,'sm_90a'."
    std::vector<std::string> all;
    const std::string_view text = told->output;
    for (std::size_t at = text.find("'sm_"); at != std::string_view::npos; at = text.find("'sm_", at + 1)) {
        const std::string name(text.substr(at + 1, text.find('\'', at + 1) - at - 1));
        if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }
    return all;
}

Result<std::vector<Listing>> assemble(const Toolkit& toolkit, std::string_view ptx, const std::string& name,
                                      const std::string& architecture, const JobContext& job) {
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return fail(folder.error());
    const Result<std::string> log = compile(toolkit.ptxas, ptx, name, architecture, folder->path(), job);
    if (!log) return fail(log.error());
    const std::string cubin = folder->path() + kCubin;
    job.report(0.5);
    const Result<Finished> printed = runToEnd({toolkit.nvdisasm, "-hex", "-c", "-g", "-gp", cubin}, kMostText, job);
    if (!printed) return fail(printed.error());
    if (printed->status != 0)
        return fail(ErrorCode::NoLibrary,
                    {{"library", toolkit.nvdisasm}, {"reason", printed->errors.substr(0, printed->errors.find('\n'))}});
    Result<std::vector<Listing>> listings = readDisassembly(printed->output, name);
    if (!listings) return listings;
    const Result<std::string> bytes = readFile(cubin);
    if (!bytes) return fail(bytes.error());
    if (const Result<void> added = addCubinFacts(*bytes, name, *listings); !added) return fail(added.error());
    const std::map<std::string, Resources> resources = resourcesFromLog(*log);
    for (Listing& listing : *listings)
        if (const auto known = resources.find(listing.kernel); known != resources.end())
            listing.resources = known->second;
    // As the PTX has them, whatever the linker's order was.
    std::ranges::stable_sort(*listings, {},
                             [&ptx](const Listing& one) { return ptx.find(".entry " + one.kernel + "("); });
    job.report(1);
    return listings;
}

Result<std::string> assemblePacked(std::string_view ptx, const std::string& name,
                                   const std::vector<std::string>& architectures, const JobContext& job) {
    const Result<Toolkit> toolkit = findToolkit();
    if (!toolkit) return fail(toolkit.error());
    const std::string file = fs::path(name).filename().string();
    std::vector<std::vector<Listing>> listings;
    for (const std::string& architecture : architectures) {
        Result<std::vector<Listing>> made = assemble(*toolkit, ptx, file, architecture, JobContext{job.stop, {}});
        if (!made) return fail(made.error());
        listings.push_back(std::move(*made));
        job.report(static_cast<double>(listings.size()) / static_cast<double>(architectures.size()));
    }
    return packMachineFile({file, ptx.size(), checksumOf(ptx), toolkit->ptxasVersion, toolkit->nvdisasmVersion},
                           listings);
}

}  // namespace lanescope::sass
