// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/part_name.h"

namespace lanescope {
namespace {

/// "dpotrf" of "dpotrf, block 3"; "solve below block" of "solve below block 3".
std::string withoutNumber(std::string name) {
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string::npos || last + 1 == name.size() || name[last] != ' ') return name;
    name.resize(last);
    constexpr std::string_view kBlock = ", block";
    if (name.ends_with(kBlock)) name.resize(name.size() - kBlock.size());
    return name;
}

struct Namer {
    const Plan& plan;
    std::string operator()(const UploadStep&) const { return "copy to device"; }
    std::string operator()(const DownloadStep&) const { return "copy from device"; }
    std::string operator()(const CopyStep& step) const {
        switch (step.direction) {
            case CopyStep::Direction::ToDevice: return "copy to device";
            case CopyStep::Direction::ToHost: return "copy from device";
            case CopyStep::Direction::OnDevice: return "copy on device";
        }
        return {};
    }
    std::string operator()(const FillStep&) const { return "fill"; }
    std::string operator()(const LaunchStep& step) const { return "kernel " + step.launch.kernel->entry; }
    std::string operator()(const HostStep& step) const { return "host " + withoutNumber(step.name); }
    std::string operator()(const LibraryStep& step) const { return "library " + functionOf(step, plan); }
    std::string operator()(const WaitStep&) const { return {}; }
};

}  // namespace

std::string partNameOf(const Step& step, const Plan& plan) { return std::visit(Namer{plan}, step); }

}  // namespace lanescope
