// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress.h"

#include <unistd.h>

#include <cstdio>

#include "core/base/printable.h"

namespace lanescope::cli {

Progress::Progress(const std::string& what) : m_terminal(::isatty(STDERR_FILENO) == 1) {
    if (!m_terminal) return;
    // Shared by the copies of the function: only whole per cents are worth a line.
    auto shown = std::make_shared<int>(-1);
    m_job.progress = [what = printable(what), shown](double fraction) {
        const int percent = static_cast<int>(fraction * 100);
        if (percent == *shown) return;
        *shown = percent;
        std::fprintf(stderr, "\r%s %3d %%", what.c_str(), percent);
        std::fflush(stderr);
    };
}

void Progress::clear() const {
    if (m_terminal) std::fprintf(stderr, "\r\033[K");
}

}  // namespace lanescope::cli
