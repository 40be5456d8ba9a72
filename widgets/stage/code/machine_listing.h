// SPDX-License-Identifier: GPL-3.0-or-later
// The machine code of the kernel that is watched, as a listing beside its source and its PTX.
#pragma once

#include <QString>
#include <memory>
#include <string>

#include "core/sass/listing.h"
#include "widgets/stage/code/code_scene.h"

namespace lanescope::code {

/// What is known of a kernel's machine code; somebody else finds it out.
struct MachineForm {
    std::shared_ptr<const Kernel> kernel;          ///< the PTX that it is made of; nullptr: nothing is known yet
    std::string architecture;                      ///< "sm_90"
    std::shared_ptr<const sass::Listing> listing;  ///< nullptr: it is not there
    QString madeBy;                                ///< "ptxas 13.0.88"
    QString missing;                               ///< why there is no listing, a sentence; empty: it is being read
};

/// Is what runs machine code, and no PTX?
[[nodiscard]] bool isMachineCode(const Kernel& kernel);

/// A line for each instruction up to what ptxas fills the kernel up with, numbered from 1; an empty one where the form
/// has no listing. `ptx` is the listing of the form's kernel: a line belongs to the line of the source that the PTX it
/// is made of belongs to, or, where that is not known, to the one that it names itself.
[[nodiscard]] Listing machineListing(const MachineForm& form, const Listing& ptx);

/// What stands beside a line where others have their number: "00d0".
[[nodiscard]] QString addressText(const sass::Instruction& instruction);
/// The instruction in words, then what its control code asks for: sentences.
[[nodiscard]] QString instructionWords(const Listing& listing, std::uint32_t line);
[[nodiscard]] QString controlWords(const Listing& listing, std::uint32_t line);

}  // namespace lanescope::code
