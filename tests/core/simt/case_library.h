// SPDX-License-Identifier: GPL-3.0-or-later
// The cases of tests/core/simt/cases: one kernel for each form of a PTX instruction, with the results that the PTX ISA
// calls for. Run by any Executor, so that the emulator and a GPU answer the same questions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/plan/executor.h"

namespace lanescope {

struct Case {
    /// Data of a buffer as it lies in memory, one or more elements a thread.
    struct CaseBuffer {
        unsigned bits = 32;  ///< of an element
        std::vector<std::byte> data;
        bool expected = false;  ///< the kernel must leave `data` there; otherwise it finds `data` there
    };
    std::string group;  ///< the file's name
    std::string entry;
    std::string form;  ///< the instruction in words: "add.rn.ftz.f32"
    std::vector<CaseBuffer> buffers;
    /// Results are numbers of this format: any NaN is as good as another. None: bits must be equal.
    program::Type numbers = program::Type::None;
    double relative = 0;  ///< with both 0 the bits must be equal
    double absolute = 0;
    std::shared_ptr<const program::Module> module;
};

/// All cases of group NAME, from NAME.ptx and NAME.json in `folder`. Throws std::runtime_error if they cannot be read.
[[nodiscard]] std::vector<Case> loadCases(const std::string& folder, const std::string& group);

/// What the case leaves in its buffers, in their order; those that are not expected as they were.
[[nodiscard]] Result<HostBuffers> resultsOf(const Case& one, Executor& executor);

/// "" if the case gives what it must, otherwise what went wrong, in one line.
[[nodiscard]] std::string runCase(const Case& one, Executor& executor);

/// Where the cases are: LANESCOPE_CASES if it is set, otherwise in the source tree.
[[nodiscard]] std::string caseFolder();

/// Names of the groups.
[[nodiscard]] const std::vector<std::string>& caseGroups();

}  // namespace lanescope
