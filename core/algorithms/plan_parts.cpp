// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/plan_parts.h"

namespace lanescope {

std::string instanceName(std::string_view name, std::initializer_list<std::string_view> arguments) {
    std::string instance(name);
    for (const std::string_view argument : arguments)
        instance.append(argument.data() == arguments.begin()->data() ? "<" : ", ").append(argument);
    if (arguments.size() != 0) instance += ">";
    return instance;
}

Plan oneLaunch(std::vector<Buffer> buffers, Launch launch, Reference reference) {
    Plan plan;
    plan.buffers = std::move(buffers);
    for (BufferId buffer = 0; buffer < plan.buffers.size(); ++buffer)
        if (plan.buffers[buffer].initial.kind != InitialContent::Kind::Uninitialised)
            plan.steps.emplace_back(UploadStep{buffer});
    plan.steps.emplace_back(LaunchStep{std::move(launch)});
    plan.steps.emplace_back(DownloadStep{reference.buffer});
    plan.reference = std::move(reference);
    return plan;
}

Reference elementwise(BufferId buffer,
                      std::function<double(const HostBuffers& inputs, std::uint64_t row, std::uint64_t column)> element,
                      std::uint64_t operations) {
    return {.buffer = buffer,
            .expected =
                [element = std::move(element)](const HostBuffers& inputs, std::uint64_t column,
                                               std::span<const std::uint64_t> rows) {
                    std::vector<double> elements;
                    elements.reserve(rows.size());
                    for (const std::uint64_t row : rows) elements.push_back(element(inputs, row, column));
                    return elements;
                },
            .operations = operations};
}

}  // namespace lanescope
