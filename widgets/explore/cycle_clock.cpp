// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/cycle_clock.h"

#include <algorithm>
#include <cmath>

#include "widgets/style/numbers.h"

namespace lanescope {

CycleClock::CycleClock(Playback& playback, QObject* parent) : Clock(parent), m_playback(playback) {
    connect(&m_playback, &Playback::positionChanged, this, &CycleClock::follow);
}

void CycleClock::setMap(IssueMap map, const QString& missing) {
    pause();
    m_map = std::move(map);
    m_missing = missing;
    m_position = 0;
    m_issue.reset();
    follow();
    Q_EMIT positionChanged(m_position);
}

const IssueMap::Issue* CycleClock::issue() const { return m_issue ? &m_map.issues()[*m_issue] : nullptr; }

void CycleClock::goTo(std::size_t issue) {
    pause();
    stand(issue);
    moveStage();
    Q_EMIT positionChanged(m_position);
}

/// Where the cursor of the stage stands.
void CycleClock::follow() {
    if (m_moving) return;
    const quint64 position = m_playback.position();
    // Several instructions may be of one event: while that is the present one, this clock knows better which.
    if (m_issue && position > 0 && m_map.issues()[*m_issue].event == position - 1) return;
    stand(position > 0 ? m_map.issueOf(position - 1) : std::nullopt);
    Q_EMIT positionChanged(m_position);
}

void CycleClock::stand(std::optional<std::size_t> issue) {
    m_issue = issue;
    const std::vector<std::size_t>& cycles = m_map.cycles();
    m_position = issue ? static_cast<quint64>(std::ranges::upper_bound(cycles, *issue) - cycles.begin()) : 0;
}

void CycleClock::moveStage() {
    m_moving = true;
    m_playback.pause();
    m_playback.seek(m_issue ? m_map.issues()[*m_issue].event + 1 : 0);
    m_moving = false;
}

void CycleClock::moveTo(quint64 position) {
    stand(position > 0 ? std::optional(m_map.cycles()[position - 1]) : std::nullopt);
    moveStage();
}

QString CycleClock::unit() const { return tr("cycle"); }

QStringList CycleClock::words() const {
    if (m_map.empty()) return m_missing.isEmpty() ? QStringList{} : QStringList{m_missing};
    const IssueMap::Issue* const now = issue();
    if (now == nullptr) return {tr("nothing is issued yet")};
    return {tr("warp %1").arg(now->warp), tr("cycle %1").arg(countText(std::floor(now->cycle))),
            tr("%1 of %2").arg(countText(m_position), countText(size()))};
}

}  // namespace lanescope
