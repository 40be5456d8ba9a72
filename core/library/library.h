// SPDX-License-Identifier: GPL-3.0-or-later
// All that the programs know before anything is run: the catalogue, GPUs, recordings, and what documents print and
// claim. The window and the command line read it here; each takes the parts that it needs.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/documents/accuracy_claims.h"
#include "core/gpus/gpu_spec.h"
#include "core/sass/machine_plan.h"
#include "core/study/recorded_accuracy.h"
#include "core/study/study.h"

namespace lanescope {

enum class LibraryPart { Catalogue, Gpus, Recordings, Accuracy, Published, Claims };

/// A part is read when it is first asked for, once; then it stays as it is, for all threads. What cannot be read of it
/// is left out, and problems() says why.
class Library {
public:
    /// Of a folder of resources.
    explicit Library(std::string resources);
    ~Library();

    [[nodiscard]] const Catalogue& catalogue() const;
    /// Those of the program and the user's own (userGpuFolders).
    [[nodiscard]] const GpuPresets& gpus() const;
    [[nodiscard]] const Recordings& recordings() const;
    /// Of the models, over those recordings.
    [[nodiscard]] const RecordedAccuracies& accuracies() const;
    [[nodiscard]] const Published& published() const;
    /// Of document 004.
    [[nodiscard]] const std::vector<AccuracyClaim>& claims() const;
    /// Of the catalogue's kernels, and of others where there is a toolkit. Read kernel file by kernel file.
    [[nodiscard]] const sass::MachineCodes& machineCodes() const;
    /// Plans that run it.
    [[nodiscard]] const sass::MachinePlans& machinePlans() const;

    /// Why a part is not whole; empty if it is. Reads it if need be. Errors: those of the part's reader.
    [[nodiscard]] const std::vector<Error>& problems(LibraryPart part) const;
    /// The first of its problems.
    [[nodiscard]] Result<void> whole(LibraryPart part) const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

/// The library of a folder of resources, or of the program's own. Error: none without resources (CannotOpen), and the
/// first problem of the parts that must be whole, in the order in which they are named.
[[nodiscard]] Result<std::shared_ptr<const Library>> openLibrary(const std::string& resources,
                                                                 std::initializer_list<LibraryPart> whole);
[[nodiscard]] Result<std::shared_ptr<const Library>> openLibrary(std::initializer_list<LibraryPart> whole);

}  // namespace lanescope
