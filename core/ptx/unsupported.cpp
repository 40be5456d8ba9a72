// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/unsupported.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope::ptx {
namespace {

constexpr std::string_view kTextures =
    ": textures and surfaces are not emulated. Read the data through a pointer instead";
constexpr std::string_view kTensorCores =
    ": tensor cores are not emulated. Write the product as a loop over fma, or look at matmul.tiled";
constexpr std::string_view kBulkCopies =
    ": bulk copies, which GPUs have since 9.0, are not emulated. Compile with -arch=compute_80: cuda::memcpy_async "
    "then copies with cp.async";
constexpr std::string_view kClusters = ": clusters of blocks are not emulated. Use single blocks and global memory";
constexpr std::string_view kGridBarrier =
    ": a barrier of the whole grid needs a cooperative launch, which is not emulated. Make two kernels of it";
constexpr std::string_view kLaunches =
    ": launches of kernels by kernels are not emulated. Launch the inner kernel from the host";
constexpr std::string_view kAlloca =
    ": local arrays whose size only the run tells are not emulated. Give the array a constant size";
constexpr std::string_view kElsewhere =
    ": this file has no code of that function. Compile all of the kernel's code into one file";

struct Row {
    std::string_view part;  ///< of an instruction
    std::string_view hint;
};
/// The first that fits counts.
constexpr std::array kRows{Row{"cudaGetParameterBuffer", kLaunches},
                           Row{"cudaLaunchDevice", kLaunches},
                           Row{"cudaCDP", kLaunches},
                           Row{"%envreg", kGridBarrier},
                           Row{"cp.async.bulk", kBulkCopies},
                           Row{"mbarrier.expect_tx", kBulkCopies},
                           Row{"mbarrier.complete_tx", kBulkCopies},
                           Row{".expect_tx", kBulkCopies},
                           Row{"wmma.", kTensorCores},
                           Row{"wgmma.", kTensorCores},
                           Row{"mma.", kTensorCores},
                           Row{"ldmatrix", kTensorCores},
                           Row{"stmatrix", kTensorCores},
                           Row{"movmatrix", kTensorCores},
                           Row{"tex.", kTextures},
                           Row{"tld4.", kTextures},
                           Row{"txq.", kTextures},
                           Row{"suld.", kTextures},
                           Row{"sust.", kTextures},
                           Row{"sured.", kTextures},
                           Row{"suq.", kTextures},
                           Row{"explicitcluster", kClusters},
                           Row{"reqnctapercluster", kClusters},
                           Row{"barrier.cluster", kClusters},
                           Row{"mapa.", kClusters},
                           Row{"alloca.", kAlloca},
                           Row{"call ", kElsewhere}};

std::string_view hintFor(std::string_view instruction) {
    const auto row = std::find_if(kRows.begin(), kRows.end(), [instruction](const Row& r) {
        return instruction.find(r.part) != std::string_view::npos;
    });
    return row == kRows.end() ? std::string_view() : row->hint;
}

}  // namespace

Error unsupportedInstruction(const std::string& file, std::uint32_t line, const std::string& instruction) {
    return Error(ErrorCode::PtxUnsupported, {{"file", file},
                                             {"line", std::to_string(line)},
                                             {"instruction", instruction},
                                             {"hint", std::string(hintFor(instruction))}});
}

}  // namespace lanescope::ptx
