// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a schedule: a step is the next cycle in which a warp of the watched block issues. It moves the cursor of
// the stage to the event that was issued then, and follows that cursor wherever else it is moved.
#pragma once

#include "widgets/explore/issue_map.h"
#include "widgets/playback/playback.h"

namespace lanescope {

class CycleClock final : public Clock {
    Q_OBJECT

public:
    /// `playback` must outlive this.
    explicit CycleClock(Playback& playback, QObject* parent = nullptr);

    /// Stands where the cursor of the stage does. `missing`: what is said while the map is empty.
    void setMap(IssueMap map, const QString& missing);
    [[nodiscard]] const IssueMap& map() const { return m_map; }
    /// The issue that it stands at; nullptr before the first, and while there is nothing.
    [[nodiscard]] const IssueMap::Issue* issue() const;
    /// Goes to an issue of the map.
    void goTo(std::size_t issue);

    /// Cycles done, of those in which the block issues.
    [[nodiscard]] quint64 position() const override { return m_position; }
    [[nodiscard]] quint64 size() const override { return m_map.cycles().size(); }
    [[nodiscard]] QString unit() const override;
    [[nodiscard]] QStringList words() const override;

protected:
    void moveTo(quint64 position) override;

private:
    void follow();
    void stand(std::optional<std::size_t> issue);
    void moveStage();

    Playback& m_playback;
    IssueMap m_map;
    QString m_missing;
    quint64 m_position = 0;
    std::optional<std::size_t> m_issue;  ///< of that cycle
    bool m_moving = false;               ///< the cursor of the stage, by this clock
};

}  // namespace lanescope
