// SPDX-License-Identifier: GPL-3.0-or-later
// ptxas and nvdisasm of the CUDA toolkit, or of NVIDIA's Python wheels: any PTX becomes listings where they are. They
// are programs of others that are run as processes of their own, with nothing but files between them and us.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/sass/listing.h"

namespace lanescope::sass {

struct Toolkit {
    std::string ptxas, nvdisasm;                ///< paths
    std::string ptxasVersion, nvdisasmVersion;  ///< "13.0.88"
};

/// $LANESCOPE_PTXAS and $LANESCOPE_NVDISASM, else $PATH, $CUDA_HOME/bin, /usr/local/cuda/bin, and .cuda beside the
/// folder of resources, where packaging/setup.sh --with-cuda puts the wheels. Error: NoLibrary, which says what is
/// missing.
[[nodiscard]] Result<Toolkit> findToolkit();

/// ptxas alone, found in the same places: it says what kernels take, also where no nvdisasm prints their code.
struct Compiler {
    std::string ptxas;    ///< path
    std::string version;  ///< "13.0.88"
};
/// Error: NoLibrary.
[[nodiscard]] Result<Compiler> findCompiler();

/// "sm_90" and the like: those that this ptxas compiles for, in its order. Error: NoLibrary.
[[nodiscard]] Result<std::vector<std::string>> architecturesOf(const Toolkit& toolkit);

/// What ptxas makes of a PTX text, optimised as a driver does it (-O3). `name` is who is named in an error. Errors:
/// PtxSyntax or MalformedFile (ptxas does not take it), Cancelled, CannotWrite (the temporary folder), NoLibrary, and
/// MalformedFile (nvdisasm says what we do not understand).
[[nodiscard]] Result<std::vector<Listing>> assemble(const Toolkit& toolkit, std::string_view ptx,
                                                    const std::string& name, const std::string& architecture,
                                                    const JobContext& job = {});

/// What `ptxas -v` says of the kernels of a PTX text, by their names. Errors: those of assemble but for nvdisasm's.
[[nodiscard]] Result<std::map<std::string, Resources>> compiledResources(const Compiler& compiler, std::string_view ptx,
                                                                         const std::string& name,
                                                                         const std::string& architecture,
                                                                         const JobContext& job = {});

/// The same as assemble() for several architectures, as the bytes of a packed file (machine_file.h), by the toolkit
/// that is found. The name's folder is left out. Errors: those of findToolkit and assemble.
[[nodiscard]] Result<std::string> assemblePacked(std::string_view ptx, const std::string& name,
                                                 const std::vector<std::string>& architectures,
                                                 const JobContext& job = {});

}  // namespace lanescope::sass
