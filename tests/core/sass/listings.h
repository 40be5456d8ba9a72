// SPDX-License-Identifier: GPL-3.0-or-later
// Listings made of texts, for tests.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/sass/instruction_text.h"
#include "core/sass/listing.h"

namespace lanescope::sass::test {

/// Encodings are made up: the control code tells the number of the instruction. A place `.L_x_3 is the fourth
/// instruction.
inline Listing listingOf(const std::string& architecture, const std::string& kernel,
                         const std::vector<std::string>& texts) {
    Listing listing;
    listing.architecture = architecture;
    listing.kernel = kernel;
    listing.functions = {{kernel, 0}};
    for (const std::string& text : texts) {
        const std::uint64_t number = listing.instructions.size();
        std::optional<Instruction> one =
            instructionFromText(text, {0x3f000000'00000000 + text.size(), number % 8 << 41 | text.front()});
        if (!one) throw std::runtime_error(text + " is no instruction");
        one->address = static_cast<std::uint32_t>(number) * kInstructionBytes;
        for (std::size_t i = 0; i < one->operands.size(); ++i) {
            const std::string name = one->operands[i].name;
            if (one->operands[i].kind != OperandKind::Target || !isNumberedPlace(name)) continue;
            putTarget(*one, i, static_cast<std::uint32_t>(std::stoul(name.substr(5))) * kInstructionBytes);
        }
        listing.instructions.push_back(std::move(*one));
    }
    return listing;
}

}  // namespace lanescope::sass::test
