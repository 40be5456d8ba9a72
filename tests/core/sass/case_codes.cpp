// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/sass/case_codes.h"

#include <algorithm>
#include <stdexcept>

#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "core/ptx/parser.h"
#include "core/sass/lower/lower.h"
#include "core/sass/machine_file.h"

namespace lanescope::sass::test {
namespace {

constexpr std::string_view kTarget = ".target sm_90";
constexpr std::string_view kEntry = ".visible .entry ";

/// For an older architecture than the file names the file must name that one.
void retarget(std::string& text, const std::string& architecture) {
    const std::size_t at = text.find(kTarget);
    if (at == std::string::npos) throw std::runtime_error("the cases are of another target than sm_90");
    if (std::stoi(architecture.substr(3)) < 90) text.replace(at, kTarget.size(), ".target " + architecture);
}

/// Takes the entry that a line lies in out of the text and gives its name; lines stay where they are.
std::string takeEntryAt(std::string& text, std::size_t line) {
    std::size_t at = 0;
    while (--line > 0) at = text.find('\n', at) + 1;
    const std::size_t first = text.rfind(kEntry, at);
    const std::size_t end = text.find("\n}\n", at);
    if (first == std::string::npos || end == std::string::npos) return {};
    const std::size_t name = first + kEntry.size();
    const std::string entry = text.substr(name, text.find('(', name) - name);
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(first), text.begin() + static_cast<std::ptrdiff_t>(end + 2),
        [](char c) { return c != '\n'; }, ' ');
    return entry;
}

std::string lineOf(const Error& error) {
    const auto line = error.arguments.find("line");
    return line == error.arguments.end() ? std::string() : line->second;
}

std::string textOf(const std::string& path) {
    Result<std::string> read = readFile(path);
    if (!read) throw std::runtime_error(describe(read.error()));
    return std::move(*read);
}
ptx::Module moduleOf(const std::string& text, const std::string& group) {
    Result<ptx::Module> ptx = ptx::parse(text, group + ".ptx");
    if (!ptx) throw std::runtime_error(describe(ptx.error()));
    return std::move(*ptx);
}

}  // namespace

CaseCodes keptCaseCodes(const std::string& codeFolder, const std::string& folder, const std::string& group,
                        const std::string& architecture) {
    const std::string text = textOf(folder + "/" + group + ".ptx");
    const ptx::Module ptx = moduleOf(text, group);
    const std::string path = codeFolder + "/" + group + ".sass";
    const Result<MachineFile> file = MachineFile::read(textOf(path), path);
    if (!file) throw std::runtime_error(describe(file.error()));
    if (file->made().ptxChecksum != checksumOf(text)) throw std::runtime_error(path + " was made of other cases");
    CaseCodes codes;
    for (const std::string& kernel : file->kernels()) {
        const Result<Listing> listing = file->listing(architecture, kernel);
        if (!listing) throw std::runtime_error(describe(listing.error()));
        codes.modules[kernel] = lower(*listing, ptx, *ptx.find(kernel));
    }
    return codes;
}

CaseCodes caseCodes(const Toolkit& toolkit, const std::string& folder, const std::string& group,
                    const std::string& architecture) {
    std::string text = textOf(folder + "/" + group + ".ptx");
    const ptx::Module ptx = moduleOf(text, group);
    retarget(text, architecture);
    CaseCodes codes;
    for (;;) {
        const auto listings = assemble(toolkit, text, group + ".ptx", architecture);
        if (listings) {
            for (const Listing& listing : *listings)
                codes.modules[listing.kernel] = lower(listing, ptx, *ptx.find(listing.kernel));
            return codes;
        }
        const std::string line = lineOf(listings.error());
        const std::string entry = line.empty() ? std::string() : takeEntryAt(text, std::stoul(line));
        if (entry.empty()) throw std::runtime_error(describe(listings.error()));
        codes.notThere[entry] = describe(listings.error());
    }
}

}  // namespace lanescope::sass::test
