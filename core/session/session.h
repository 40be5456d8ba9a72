// SPDX-License-Identifier: GPL-3.0-or-later
// A session: all that somebody chose, looked at, measured, pinned and wrote in the window, as a value that one file
// keeps. It is data. Opening it runs nothing that it holds: texts of kernels are kept to be read and compared, and what
// is shown is worked out anew from the program's own kernels.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/gpus/gpu_spec.h"
#include "core/plan/plan.h"
#include "core/story/story.h"
#include "core/study/study.h"

namespace lanescope::session {

/// What is chosen at a moment.
struct Choice {
    story::Configuration configuration{};
    std::map<std::string, double> whatIf{};  ///< what was changed of that GPU: value by id of gpuQuantities()
    std::string machine{};                   ///< architecture whose machine code runs ("sm_90"); empty: PTX
    std::vector<Choice> baseline{};          ///< that it is held against: one without a baseline, or none
    friend bool operator==(const Choice&, const Choice&) = default;
};

/// What was chosen of how a page looks, by name: {"across": "block", "table": "yes"}. What is as usual is not named.
using PageLook = std::map<std::string, std::string, std::less<>>;

/// What is looked at, and where one stands in it.
struct View {
    static constexpr std::size_t kMostLooks = 64;  ///< pages, and names of each

    std::string page = "tiles";  ///< id of a page
    story::Position position{};
    std::optional<story::Position> until{};  ///< end of the range that playing goes round in
    story::Zoom zoom{};
    std::optional<story::Spotlight> spotlight{};
    std::vector<story::Mark> marks{};
    std::map<std::string, PageLook, std::less<>> looks{};  ///< by id of a page; since version 2
    friend bool operator==(const View&, const View&) = default;
};

/// A file of kernels as it was, from CUDA to PTX.
struct KernelText {
    std::string module{};      ///< what the PTX was called: "matmul.ptx"; no path of this machine
    std::string sourceName{};  ///< "matmul.cu"
    std::string ptx{};
    std::string source{};  ///< CUDA
    friend bool operator==(const KernelText&, const KernelText&) = default;
};

struct Session {
    static constexpr int kVersion = 2;
    static constexpr std::size_t kMostChoices = 1000;
    static constexpr std::size_t kMostKernels = 64;

    std::string program{};  ///< version of Lanescope that wrote it
    std::string saved{};    ///< when: ISO 8601, UTC
    /// One after the other, for undo and redo; none: nothing was chosen yet.
    std::vector<Choice> choices{};
    std::size_t at = 0;  ///< that of `choices` which is shown
    View view{};
    std::optional<Choice> baseline{};       ///< that what is shown is held against
    Study measured{};                       ///< here; each measurement with its provenance
    std::optional<story::Story> story{};    ///< that is worked on
    std::optional<std::size_t> bookmark{};  ///< of the story, that was gone to last
    std::optional<GpuSpec> gpu{};           ///< that the models were asked about, as it was
    std::vector<KernelText> kernels{};      ///< of what is shown
    [[nodiscard]] const Choice* now() const { return at < choices.size() ? &choices[at] : nullptr; }
};

/// What the launches of a plan run, each file once.
void addKernels(std::vector<KernelText>& kernels, const Plan& plan);
/// Files of `then` whose PTX is another in `now`, by their names; those that only one of them has are not told of.
[[nodiscard]] std::vector<std::string> changedKernels(const std::vector<KernelText>& then,
                                                      const std::vector<KernelText>& now);

}  // namespace lanescope::session
