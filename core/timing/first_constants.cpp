// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/first_constants.h"

#include <algorithm>

namespace lanescope::timing {
namespace {

constexpr double kNever = -1;

}  // namespace

FirstConstants::FirstConstants(const Parameters& parameters, std::size_t lines, double multiprocessors)
    : m_p(parameters), m_multiprocessors(multiprocessors), m_loaded(lines, kNever) {
    m_named.fill(std::vector<double>(lines, kNever));
    m_last.fill(kNever);
}

double FirstConstants::sharedBy(double schedulers) const {
    return m_p.constantShare * std::max(0.0, schedulers * m_multiprocessors - 1);
}

double FirstConstants::named(std::size_t line, std::size_t scheduler, double now, double schedulers) {
    double& there = m_named[scheduler][line];
    if (there >= 0) return there;
    double& last = m_last[scheduler];
    if (last < 0 || now > last + m_p.constantTogether) last = now + m_p.constantFirst + sharedBy(schedulers);
    there = last;
    if (m_loaded[line] < 0) m_loaded[line] = there;
    return there;
}

double FirstConstants::loaded(std::size_t line, double now) {
    double& there = m_loaded[line];
    if (there < 0) there = now + m_p.constantLoadFirst + sharedBy(1);
    return there;
}

double FirstConstants::answered(double there) {
    m_answered = std::max(m_answered + m_p.constantWord, there);
    return m_answered;
}

}  // namespace lanescope::timing
