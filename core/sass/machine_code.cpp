// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/machine_code.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "core/base/file_reader.h"
#include "core/sass/lower/lower.h"
#include "core/sass/machine_file.h"
#include "core/sass/toolkit.h"

namespace lanescope {
namespace {

/// "matmul" of "matmul.ptx".
std::string stemOf(const std::string& module) {
    const std::size_t slash = module.find_last_of('/');
    const std::string name = slash == std::string::npos ? module : module.substr(slash + 1);
    return name.substr(0, name.find_last_of('.'));
}

}  // namespace

struct MachineCode::Files {
    explicit Files(std::string r) : resources(std::move(r)) {}

    /// The file that ships and was made of this very PTX.
    const sass::MachineFile* shipped(const program::Module& ptx) {
        const std::string name = stemOf(ptx.name) + ".sass";
        const auto known = files.find(name);
        std::optional<sass::MachineFile>& file = files[name];
        if (known == files.end()) {
            const std::string path = resources + "/machine/" + name;
            if (const Result<std::string> bytes = readFile(path)) {
                Result<sass::MachineFile> read = sass::MachineFile::read(*bytes, path);
                if (read) file = std::move(*read);
            }
        }
        const bool same =
            file && file->made().ptxBytes == ptx.text.size() && file->made().ptxChecksum == sass::checksumOf(ptx.text);
        return same ? &*file : nullptr;
    }

    Result<sass::Listing> listing(const program::Module& ptx, const program::Entry& entry,
                                  const std::string& architecture, const JobContext& job) {
        if (const sass::MachineFile* file = shipped(ptx)) {
            const auto& all = file->architectures();
            if (std::ranges::find(all, architecture) != all.end()) return file->listing(architecture, entry.name);
        }
        auto& known = assembled[{&ptx, architecture}];
        if (known.empty()) {
            const Result<sass::Toolkit> toolkit = sass::findToolkit();
            if (!toolkit) return fail(toolkit.error());
            Result<std::vector<sass::Listing>> made = sass::assemble(*toolkit, ptx.text, ptx.name, architecture, job);
            if (!made) return fail(made.error());
            known = std::move(*made);
        }
        const auto found = std::ranges::find(known, entry.name, &sass::Listing::kernel);
        if (found == known.end())
            return fail(ErrorCode::PtxUnknownEntry,
                        {{"file", ptx.name}, {"entry", entry.name}, {"known", ptx.entryNames()}});
        return *found;
    }

    std::mutex mutex;
    std::string resources;
    std::map<std::string, std::optional<sass::MachineFile>> files;
    std::map<std::pair<const program::Module*, std::string>, std::vector<sass::Listing>> assembled;
    /// With the kernel that it was made of, so that its address stays its own.
    std::map<std::pair<std::shared_ptr<const Kernel>, std::string>, std::shared_ptr<const Kernel>> kernels;
};

MachineCode::MachineCode(std::string resources) : m_files(std::make_unique<Files>(std::move(resources))) {}
MachineCode::~MachineCode() = default;

Result<std::shared_ptr<const Kernel>> MachineCode::kernelFor(const std::shared_ptr<const Kernel>& kernel,
                                                             const std::string& architecture,
                                                             const JobContext& job) const {
    const std::lock_guard lock(m_files->mutex);
    std::shared_ptr<const Kernel>& known = m_files->kernels[{kernel, architecture}];
    if (known) return known;
    const program::Entry& entry = kernel->code();
    const Result<sass::Listing> listing = m_files->listing(*kernel->module, entry, architecture, job);
    if (!listing) return fail(listing.error());
    Kernel machine = *kernel;
    machine.module = sass::lower(*listing, *kernel->module, entry);
    known = std::make_shared<const Kernel>(std::move(machine));
    return known;
}

Result<Plan> MachineCode::planFor(Plan plan, const std::string& architecture, const JobContext& job) const {
    for (Step& step : plan.steps) {
        auto* const launch = std::get_if<LaunchStep>(&step);
        if (launch == nullptr) continue;
        auto kernel = kernelFor(launch->launch.kernel, architecture, job);
        if (!kernel) return fail(kernel.error());
        launch->launch.kernel = std::move(*kernel);
    }
    return plan;
}

}  // namespace lanescope
