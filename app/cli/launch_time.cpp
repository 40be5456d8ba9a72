// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/launch_time.h"

#include <nlohmann/json.hpp>

#include "app/cli/estimate_output.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/library/library.h"
#include "core/models/bound_terms.h"

namespace lanescope::cli {

LaunchTime launchTimeOf(const ModelInput& input, std::size_t number, const timing::Simulated& simulated,
                        const GpuSpec& gpu, const timing::Parameters& parameters, bool unseen) {
    const timing::Bound bound = timing::boundOf(simulated.run, parameters);
    LaunchTime time;
    time.start = number == 0 ? parameters.launch : parameters.furtherLaunch;
    time.seconds = simulated.cycles / parameters.clock + time.start;
    time.bound = boundId(bound);
    time.boundText = caseOf(bound);
    time.code = runCodeOf({&input.launches[number], 1});
    if (const auto library = openLibrary({}))
        time.spread =
            spreadOf(simulatedTime(time.seconds, time.bound, time.code, unseen), gpu, (*library)->accuracies());
    return time;
}

std::string describe(const LaunchTime& time) {
    std::string text = numbers::plainTime(time.seconds) + ", of which launching it takes " +
                       numbers::plainTime(time.start) + "; " + time.boundText + '\n';
    if (time.spread) text += lanescope::describe(*time.spread) + '\n';
    return text + lanescope::describe(time.code) + '\n';
}

void addTo(nlohmann::ordered_json& json, const LaunchTime& time) {
    json.update({{"seconds", time.seconds},
                 {"launch_seconds", time.start},
                 {"bound", time.bound},
                 {"bound_text", time.boundText},
                 {"machine_code", time.code.isMachineCode()},
                 {"code", lanescope::describe(time.code)},
                 {"spread", spreadToJson(time.spread)}});
}

}  // namespace lanescope::cli
