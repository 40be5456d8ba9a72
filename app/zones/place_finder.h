// SPDX-License-Identifier: GPL-3.0-or-later
// Goes to the place of a finding: the block is watched, the cursor is put behind the step, thread, line and element are
// pinned.
#pragma once

#include <QObject>
#include <optional>

#include "widgets/panels/findings_panel.h"
#include "widgets/playback/playback.h"
#include "widgets/playback/selection.h"

namespace lanescope {

class Workbench;

/// The event with which the place's thread executes its instruction: where it accesses an address, the first one that
/// accesses that; where another thread races with it, the first one that does so between the same two barriers. Nothing
/// if the trace does not hold it.
[[nodiscard]] std::optional<std::uint64_t> eventOf(const BlockTrace& trace, const FindingPlace& place);

class PlaceFinder final : public QObject {
    Q_OBJECT

public:
    /// All must outlive this.
    PlaceFinder(Workbench& workbench, Playback& playback, Selection& selection, QObject* parent = nullptr);

    /// At once if the block is watched already, else as soon as arrive() is called with its trace.
    void goTo(const FindingPlace& place);
    /// Pins an element of a buffer and watches the block that writes it, as far as that is known, at its end.
    void goTo(const ElementPick& element);
    /// Another trace is shown: goes to what was asked for last, if it is of this block; else that is forgotten.
    void arrive();

Q_SIGNALS:
    /// Why what was asked for is not what is shown.
    void missed(const QString& why);

private:
    [[nodiscard]] bool isWatched(const FindingPlace& place) const;
    void pin(const ElementPick& element);
    void show(const FindingPlace& place);

    Workbench& m_workbench;
    Playback& m_playback;
    Selection& m_selection;
    std::optional<FindingPlace> m_wanted;
    std::optional<ElementPick> m_element;
};

}  // namespace lanescope
