// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ptx/unsupported.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/words.h"

namespace lanescope::ptx {
namespace {

struct Row {
    std::string_view part;  ///< of an instruction
    std::string_view hint;  ///< the id of its text
};
/// The first that fits counts.
constexpr std::array kRows{Row{"cudaGetParameterBuffer", "ptx.hint.launches"_id},
                           Row{"cudaLaunchDevice", "ptx.hint.launches"_id},
                           Row{"cudaCDP", "ptx.hint.launches"_id},
                           Row{"%envreg", "ptx.hint.grid_barrier"_id},
                           Row{"cp.async.bulk", "ptx.hint.bulk_copies"_id},
                           Row{"mbarrier.expect_tx", "ptx.hint.bulk_copies"_id},
                           Row{"mbarrier.complete_tx", "ptx.hint.bulk_copies"_id},
                           Row{".expect_tx", "ptx.hint.bulk_copies"_id},
                           Row{"wmma.", "ptx.hint.tensor_cores"_id},
                           Row{"wgmma.", "ptx.hint.tensor_cores"_id},
                           Row{"mma.", "ptx.hint.tensor_cores"_id},
                           Row{"ldmatrix", "ptx.hint.tensor_cores"_id},
                           Row{"stmatrix", "ptx.hint.tensor_cores"_id},
                           Row{"movmatrix", "ptx.hint.tensor_cores"_id},
                           Row{"tex.", "ptx.hint.textures"_id},
                           Row{"tld4.", "ptx.hint.textures"_id},
                           Row{"txq.", "ptx.hint.textures"_id},
                           Row{"suld.", "ptx.hint.textures"_id},
                           Row{"sust.", "ptx.hint.textures"_id},
                           Row{"sured.", "ptx.hint.textures"_id},
                           Row{"suq.", "ptx.hint.textures"_id},
                           Row{"explicitcluster", "ptx.hint.clusters"_id},
                           Row{"reqnctapercluster", "ptx.hint.clusters"_id},
                           Row{"barrier.cluster", "ptx.hint.clusters"_id},
                           Row{"mapa.", "ptx.hint.clusters"_id},
                           Row{"alloca.", "ptx.hint.alloca"_id},
                           Row{"call ", "ptx.hint.elsewhere"_id}};

std::string hintFor(std::string_view instruction) {
    const auto row = std::find_if(kRows.begin(), kRows.end(), [instruction](const Row& r) {
        return instruction.find(r.part) != std::string_view::npos;
    });
    return row == kRows.end() ? std::string() : inWords(Message("ptx.hint"_id, {{"hint", Message(row->hint)}}));
}

}  // namespace

Error unsupportedInstruction(const std::string& file, std::uint32_t line, const std::string& instruction) {
    return Error(
        ErrorCode::PtxUnsupported,
        {{"file", file}, {"line", std::to_string(line)}, {"instruction", instruction}, {"hint", hintFor(instruction)}});
}

}  // namespace lanescope::ptx
