// SPDX-License-Identifier: GPL-3.0-or-later
// What MUFU answers:
//     mufu_probe FOLDER [NAME…]                a GPU, into packed files
//     mufu_probe FOLDER --emulator [NAME…]     the emulator instead; what was packed is unpacked again and compared
//     mufu_probe FOLDER --compare [NAME…]      the emulator against the files of a GPU, with how often it differs by
//     how much
// One file NAME.gz for each run of mufu_runs.cpp (or for those named), packed as mufu_runs.h says. Exit codes: 0 all
// done, 1 an instruction or a file failed, 3 no GPU.
#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "core/base/gzip.h"
#include "core/plan/executor.h"
#include "core/simt/emulator.h"
#include "gpu/cuda_executor.h"
#include "tests/gpu/mufu/mufu_runs.h"

namespace lanescope {
namespace {

enum class Mode { Gpu, Emulator, Compare };

Result<std::string> packedFile(const std::string& path) {
    auto file = FileReader::open(path);
    if (!file) return tl::unexpected(file.error());
    Unpacker unpacker(*file, path);
    std::string all;
    while (true) {
        auto piece = unpacker.next();
        if (!piece) return tl::unexpected(piece.error());
        if (piece->empty()) return all;
        all += *piece;
    }
}

/// In whole numbers of the bits, so that 0x3f800001 is 1 more than 0x3f800000; two far apart count as 1000.
std::string differences(std::span<const std::uint32_t> ours, std::span<const std::uint32_t> theirs) {
    if (ours.size() != theirs.size()) return "another number of results";
    std::map<std::int64_t, std::size_t> times;
    for (std::size_t i = 0; i < ours.size(); ++i)
        ++times[std::clamp<std::int64_t>(std::int64_t{theirs[i]} - ours[i], -1000, 1000)];
    std::string words;
    for (const auto& [distance, count] : times)
        words += (words.empty() ? "" : ", ") + std::to_string(count) + " by " + std::to_string(distance);
    return words;
}

int probe(const std::string& folder, const std::set<std::string, std::less<>>& names, Mode mode) {
    const bool emulator = mode != Mode::Gpu;
    std::shared_ptr<CudaSession> session;
    if (!emulator) {
        auto opened = CudaSession::open();
        if (!opened) {
            std::cerr << describe(opened.error()) << '\n';
            return 3;
        }
        session = *opened;
        std::cout << session->gpu().spec.title << ", driver " << session->gpu().driverVersion << '\n';
    }
    int failed = 0;
    for (const mufu::Run& run : mufu::runs()) {
        if (!names.empty() && !names.contains(run.name)) continue;
        std::unique_ptr<Executor> executor;
        if (emulator)
            executor = std::make_unique<simt::Emulator>();
        else
            executor = std::make_unique<CudaExecutor>(session);
        const auto results = mufu::answersOf(run, *executor);
        if (!results) {
            std::cout << run.name << ": " << describe(results.error()) << '\n';
            ++failed;
            continue;
        }
        const std::string path = folder + "/" + std::string(run.name) + ".gz";
        if (mode == Mode::Compare) {
            const auto packed = packedFile(path);
            std::cout << run.name << ": "
                      << (packed ? differences(*results, mufu::unpack(run, *packed)) : describe(packed.error()))
                      << '\n';
            failed += packed ? 0 : 1;
            continue;
        }
        const std::string packed = mufu::pack(run, *results);
        if (!writePackedFile(path, packed) || (emulator && mufu::unpack(run, packed) != *results)) ++failed;
        std::cout << run.name << ": " << results->size() << " results of " << run.instruction << ", " << packed.size()
                  << " bytes to pack\n";
    }
    return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace lanescope

int main(int count, char** arguments) {
    std::string folder;
    std::set<std::string, std::less<>> names;
    lanescope::Mode mode = lanescope::Mode::Gpu;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        if (argument == "--emulator")
            mode = lanescope::Mode::Emulator;
        else if (argument == "--compare")
            mode = lanescope::Mode::Compare;
        else if (folder.empty())
            folder = argument;
        else
            names.insert(argument);
    }
    if (folder.empty()) {
        std::cerr << "usage: mufu_probe FOLDER [--emulator|--compare] [NAME...]\n";
        return 1;
    }
    return lanescope::probe(folder, names, mode);
}
