// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/run_code.h"

#include "core/base/words.h"
#include "core/timing/launch_sample.h"
#include "core/timing/launch_setting.h"

namespace lanescope {

RunCode runCodeOf(std::span<const LaunchProfile> launches) {
    RunCode code;
    for (const LaunchProfile& launch : launches) {
        if (launch.sample == nullptr) continue;
        ++code.launches;
        if (launch.sample->listing != nullptr) {
            ++code.asMachineCode;
            continue;
        }
        code.registersAssumed = code.registersAssumed || !launch.registersPerThread;
        if (code.registersFrom.empty()) code.registersFrom = launch.registersFrom;
    }
    return code;
}

std::string describe(const RunCode& code) {
    if (code.launches == 0) return {};
    if (code.isMachineCode()) return textOf("code.machine"_id);
    const Message registers =
        code.registersAssumed        ? Message("code.registers_assumed"_id, {{"registers", timing::kUsualRegisters}})
        : code.registersFrom.empty() ? Message("code.registers_given"_id)
                                     : Message("code.registers_from"_id, {{"from", code.registersFrom}});
    if (code.asMachineCode == 0) return inWords(Message("code.ptx"_id, {{"registers", registers}}));
    return inWords(
        Message("code.some"_id,
                {{"ptx", code.launches - code.asMachineCode}, {"launches", code.launches}, {"registers", registers}}));
}

}  // namespace lanescope
