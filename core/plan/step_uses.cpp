// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/step_uses.h"

namespace lanescope {
namespace {

class Noter {
public:
    explicit Noter(std::vector<HostUse>& uses) : m_uses(uses) {}

    void operator()(const UploadStep& step) {
        m_uses[step.buffer].read = true;
        pin(step.buffer, step.memory);
    }
    void operator()(const DownloadStep& step) {
        m_uses[step.buffer].written = true;
        pin(step.buffer, step.memory);
    }
    void operator()(const CopyStep& step) {
        if (step.direction == CopyStep::Direction::ToDevice) {
            m_uses[step.from.buffer].read = true;
            pin(step.from.buffer, step.memory);
        } else if (step.direction == CopyStep::Direction::ToHost) {
            m_uses[step.to.buffer].written = true;
            pin(step.to.buffer, step.memory);
        }
    }
    void operator()(const HostStep& step) {
        for (const BufferId buffer : step.reads) m_uses[buffer].read = true;
        for (const BufferId buffer : step.writes) m_uses[buffer].written = true;
    }
    void operator()(const LaunchStep&) {}
    void operator()(const FillStep&) {}
    void operator()(const LibraryStep&) {}
    void operator()(const WaitStep&) {}

private:
    void pin(BufferId buffer, HostMemory memory) { m_uses[buffer].pinned |= memory == HostMemory::Pinned; }
    std::vector<HostUse>& m_uses;
};

}  // namespace

std::vector<HostUse> hostUsesOf(const Plan& plan) {
    std::vector<HostUse> uses(plan.buffers.size());
    Noter noter(uses);
    for (const Step& step : plan.steps) std::visit(noter, step);
    return uses;
}

}  // namespace lanescope
