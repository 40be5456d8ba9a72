// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/machine_codes.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/file_reader.h"
#include "core/base/name_list.h"
#include "core/sass/toolkit.h"

namespace lanescope::sass {
namespace {

using SharedFile = std::shared_ptr<const MachineFile>;
using Assembled = std::shared_ptr<const std::vector<Listing>>;

Result<MachineCode> one(const std::vector<Listing>& listings, const Wanted& wanted, const std::string& ptxas) {
    const auto found = std::ranges::find(listings, wanted.kernel, &Listing::kernel);
    if (found != listings.end()) return MachineCode{*found, ptxas, false};
    std::vector<std::string_view> names;
    for (const Listing& listing : listings) names.push_back(listing.kernel);
    return fail(ErrorCode::PtxUnknownEntry, {{"file", std::string(wanted.module)},
                                             {"entry", std::string(wanted.kernel)},
                                             {"known", nameList(names, wanted.kernel)}});
}

}  // namespace

std::string architectureOf(std::string_view computeCapability) {
    std::string name = "sm_";
    std::ranges::copy_if(computeCapability, std::back_inserter(name), [](char c) { return c != '.'; });
    return name;
}

const std::vector<std::string>& keptArchitectures() {
    static const std::vector<std::string> all{"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"};
    return all;
}

struct MachineCodes::Files {
    std::string folder;
    std::mutex mutex;
    std::map<std::string, Result<SharedFile>, std::less<>> read;
    /// What was made here last, of one text and architecture: its other kernels are asked for next.
    std::string text, architecture, ptxas;
    Assembled assembled;
    /// What ptxas said last, of one text and architecture; nothing of it if it said nothing.
    struct Said {
        std::string text, architecture, ptxas;
        std::map<std::string, Resources> resources;
    };
    std::optional<Said> said;
};

MachineCodes::MachineCodes(std::string resources) : m_files(std::make_unique<Files>()) {
    m_files->folder = std::move(resources) + "/machine/";
}

MachineCodes::~MachineCodes() = default;

Result<SharedFile> MachineCodes::kept(std::string_view module, std::string_view ptx) const {
    const std::string name = std::filesystem::path(module).stem().string();
    const std::scoped_lock lock(m_files->mutex);
    auto known = m_files->read.find(name);
    if (known == m_files->read.end()) {
        Result<SharedFile> file = SharedFile();
        const std::string path = m_files->folder + name + ".sass";
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored)) {
            Result<std::string> bytes = readFile(path);
            Result<MachineFile> opened = bytes ? MachineFile::read(std::move(*bytes), path) : fail(bytes.error());
            if (opened)
                file = std::make_shared<const MachineFile>(std::move(*opened));
            else
                file = fail(opened.error());
        }
        known = m_files->read.emplace(name, std::move(file)).first;
    }
    const Result<SharedFile>& file = known->second;
    if (!file || *file == nullptr) return file;
    const MadeOf& made = (*file)->made();
    const bool ofThis = made.ptxBytes == ptx.size() && made.ptxChecksum == checksumOf(ptx);
    return ofThis ? *file : SharedFile();
}

const Resources* MachineCodes::resources(const Wanted& wanted) const {
    const Result<SharedFile> file = kept(wanted.module, wanted.ptx);
    return file && *file != nullptr ? (*file)->resources(wanted.architecture, wanted.kernel) : nullptr;
}

std::optional<CompiledResources> MachineCodes::compiled(const Wanted& wanted, const JobContext& job) const {
    const auto of = [&](const Files::Said& said) -> std::optional<CompiledResources> {
        const auto found = said.resources.find(std::string(wanted.kernel));
        if (found == said.resources.end()) return std::nullopt;
        return CompiledResources{found->second, said.ptxas};
    };
    {
        const std::scoped_lock lock(m_files->mutex);
        const std::optional<Files::Said>& said = m_files->said;
        if (said && said->text == wanted.ptx && said->architecture == wanted.architecture) return of(*said);
    }
    Files::Said said{std::string(wanted.ptx), std::string(wanted.architecture), {}, {}};
    if (const Result<Compiler> compiler = findCompiler()) {
        said.ptxas = compiler->version;
        auto resources = compiledResources(*compiler, wanted.ptx, std::string(wanted.module), said.architecture, job);
        if (!resources && resources.error().code == ErrorCode::Cancelled) return std::nullopt;
        if (resources) said.resources = std::move(*resources);
    }
    const std::scoped_lock lock(m_files->mutex);
    m_files->said = std::move(said);
    return of(*m_files->said);
}

Result<MachineCode> MachineCodes::code(const Wanted& wanted, const JobContext& job) const {
    const Result<SharedFile> file = kept(wanted.module, wanted.ptx);
    if (!file) return fail(file.error());
    if (*file != nullptr && (*file)->resources(wanted.architecture, wanted.kernel) != nullptr) {
        Result<Listing> listing = (*file)->listing(wanted.architecture, wanted.kernel);
        if (!listing) return fail(listing.error());
        return MachineCode{std::move(*listing), (*file)->made().ptxas, true};
    }
    {
        const std::scoped_lock lock(m_files->mutex);
        if (m_files->assembled != nullptr && m_files->text == wanted.ptx &&
            m_files->architecture == wanted.architecture)
            return one(*m_files->assembled, wanted, m_files->ptxas);
    }
    const Result<Toolkit> toolkit = findToolkit();
    if (!toolkit) return fail(toolkit.error());
    const std::string architecture(wanted.architecture);
    Result<std::vector<Listing>> listings =
        assemble(*toolkit, wanted.ptx, std::string(wanted.module), architecture, job);
    if (!listings) return fail(listings.error());
    const auto assembled = std::make_shared<const std::vector<Listing>>(std::move(*listings));
    {
        const std::scoped_lock lock(m_files->mutex);
        m_files->text = wanted.ptx;
        m_files->architecture = architecture;
        m_files->ptxas = toolkit->ptxasVersion;
        m_files->assembled = assembled;
    }
    return one(*assembled, wanted, toolkit->ptxasVersion);
}

}  // namespace lanescope::sass
