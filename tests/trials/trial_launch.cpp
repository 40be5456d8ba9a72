// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/trials/trial_launch.h"

#include "core/plan/parameter_text.h"

namespace lanescope {
namespace {

/// "buf:f32:1024:ramp" with our count, "u32:1" with our number.
std::string argumentFor(const program::Parameter& parameter, const ParameterText& text, const TrialShape& shape) {
    const std::size_t colon = text.argument.rfind(":1");
    if (text.pointer) return text.argument.substr(0, colon) + ":" + std::to_string(shape.elements) + ":ramp";
    if (text.argument.starts_with("bytes:")) return "bytes:" + std::string(std::size_t{2} * parameter.size, '0');
    if (text.argument.starts_with("f")) return text.argument;
    return text.argument.substr(0, colon) + ":" + std::to_string(shape.number);
}

}  // namespace

std::vector<std::string> trialLaunch(const std::string& file, const program::Entry& entry, const TrialShape& shape) {
    const auto textOf = [](const std::array<std::uint32_t, 3>& threads) {
        return std::to_string(threads[0]) + "," + std::to_string(threads[1]) + "," + std::to_string(threads[2]);
    };
    const bool tooMany = entry.mostThreads[0] != 0 && entry.mostThreads[0] < shape.block;
    std::vector<std::string> words{"emulate",
                                   "--ptx",
                                   file,
                                   "--entry",
                                   entry.name,
                                   "--grid",
                                   std::to_string(shape.grid),
                                   "--block",
                                   entry.requiredThreads[0] != 0 ? textOf(entry.requiredThreads)
                                   : tooMany                     ? textOf(entry.mostThreads)
                                                                 : std::to_string(shape.block)};
    for (const program::SharedVariable& variable : entry.shared)
        if (variable.size == 0) {
            words.insert(words.end(), {"--shared", "16384"});
            break;
        }
    const std::vector<ParameterText> texts = parameterTexts(entry);
    for (std::size_t i = 0; i < texts.size(); ++i)
        words.insert(words.end(), {"--arg", argumentFor(entry.parameters[i], texts[i], shape)});
    return words;
}

}  // namespace lanescope
