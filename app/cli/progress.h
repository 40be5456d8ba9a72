// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/base/job_context.h"

namespace lanescope::cli {

/// How far a long run is, on one line of stderr; nothing where stderr is no terminal. Ctrl-C ends the program as usual.
class Progress {
public:
    explicit Progress(const std::string& what);
    [[nodiscard]] const JobContext& job() const { return m_job; }
    /// Wipes the line.
    void clear() const;

private:
    JobContext m_job;
    bool m_terminal;
};

}  // namespace lanescope::cli
