// SPDX-License-Identifier: GPL-3.0-or-later
// The machine code of a kernel, wherever it is to be had: what is kept of the catalogue, else what the toolkit of this
// machine makes of its PTX.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/sass/listing.h"
#include "core/sass/machine_file.h"

namespace lanescope::sass {

/// "sm_90" of "9.0".
[[nodiscard]] std::string architectureOf(std::string_view computeCapability);

/// Those that are kept of the catalogue: "sm_75" to "sm_120".
[[nodiscard]] const std::vector<std::string>& keptArchitectures();

/// A kernel that machine code is wanted of.
struct Wanted {
    std::string_view module;  ///< file name of its PTX: "matmul.ptx"
    std::string_view ptx;     ///< the text
    std::string_view kernel;  ///< its name in it
    std::string_view architecture;
};

struct MachineCode {
    Listing listing;
    std::string ptxas;  ///< version of the one that made it: "13.0.88"
    bool kept = true;   ///< it is one of resources/machine; else it was made here
};

/// What a kernel takes, and the version of the ptxas that says so.
struct CompiledResources {
    Resources resources;
    std::string ptxas;
};

/// Nothing is read before it is asked for; then it stays. Threads may share it.
class MachineCodes {
public:
    /// Of a folder of resources.
    explicit MachineCodes(std::string resources);
    ~MachineCodes();

    /// What is kept of this very PTX; nullptr where nothing is. Error: those of MachineFile::read.
    [[nodiscard]] Result<std::shared_ptr<const MachineFile>> kept(std::string_view module, std::string_view ptx) const;
    /// What a kept kernel takes; nothing where it is not kept.
    [[nodiscard]] const Resources* resources(const Wanted& wanted) const;
    /// What a kernel that is not kept takes, as the ptxas of this machine says, where there is one: no nvdisasm is
    /// needed. Nothing where it cannot be told. Of one text it is asked once.
    [[nodiscard]] std::optional<CompiledResources> compiled(const Wanted& wanted, const JobContext& job = {}) const;
    /// Kept or made here. Errors: those of MachineFile::listing, findToolkit and assemble.
    [[nodiscard]] Result<MachineCode> code(const Wanted& wanted, const JobContext& job = {}) const;

private:
    struct Files;
    std::unique_ptr<Files> m_files;
};

}  // namespace lanescope::sass
