// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/decode/library_code.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::simt {
namespace {

bool isOfLibrary(std::string_view file) {
    constexpr std::array<std::string_view, 4> kFolders{"/cccl/", "/cub/", "/thrust/", "/cooperative_groups"};
    return std::ranges::any_of(kFolders, [file](std::string_view f) { return file.find(f) != std::string_view::npos; });
}

}  // namespace

std::vector<bool> libraryFiles(const program::Module& module) {
    std::vector<bool> files;
    files.reserve(module.files.size());
    for (const std::string& file : module.files) files.push_back(isOfLibrary(file));
    return files;
}

bool isLibraryCode(const program::Instruction& instruction, const std::vector<bool>& libraryFiles) {
    const program::SourceLocation& at = instruction.source;
    return at.line != 0 && at.file < libraryFiles.size() && libraryFiles[at.file];
}

}  // namespace lanescope::simt
