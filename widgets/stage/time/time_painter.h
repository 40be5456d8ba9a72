// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of time as a picture, in two layers: what stays while the run goes on, and what shows where it stands.
#pragma once

#include <QPainter>
#include <optional>
#include <vector>

#include "widgets/stage/time/time_layout.h"
#include "widgets/stage/time/time_scene.h"

namespace lanescope {

/// Something that was found at an event, to be gone to.
struct Flag {
    quint64 event = 0;  ///< of the leading block
    QString text;
    friend bool operator==(const Flag&, const Flag&) = default;
};

/// Flags that are too near to each other to be drawn apart are one.
struct FlagSign {
    double x = 0;
    std::size_t first = 0;  ///< into the flags, which ascend by event
    std::size_t end = 0;
};
[[nodiscard]] std::vector<FlagSign> flagSigns(const Theme& theme, const TimeLayout& layout,
                                              const std::vector<Flag>& flags);

class TimePainter {
public:
    TimePainter(const Theme& theme, const TimeLayout& layout) : m_theme(theme), m_layout(layout) {}

    /// Names, phases, rows, bytes and flags. `size`: events there are.
    void paintTracks(QPainter& painter, const TimeScene& scene, const std::vector<Flag>& flags, quint64 size) const;

    struct Now {
        quint64 position = 0;
        EventRange step;
        std::optional<EventRange> loop;
        bool hasFocus = false;
    };
    void paintNow(QPainter& painter, const TimeScene& scene, const Now& now) const;

    /// That bars are drawn of.
    [[nodiscard]] std::span<const flow::Phase> phases(const TimeScene& scene) const;

private:
    void paintNames(QPainter& painter) const;
    void paintPhases(QPainter& painter, const TimeScene& scene) const;
    void paintPhase(QPainter& painter, const flow::Phase& phase, const QColor& fill, const QColor& ink) const;
    void paintRows(QPainter& painter, const TimeScene& scene) const;
    void paintBytes(QPainter& painter, const TimeScene& scene) const;
    void paintFlags(QPainter& painter, const std::vector<Flag>& flags) const;
    void paintLoop(QPainter& painter, const EventRange& loop) const;

    const Theme& m_theme;
    const TimeLayout& m_layout;
};

/// What a warp does has the hue of the array that it touches; arithmetic that of what threads own; index arithmetic is
/// grey.
[[nodiscard]] QColor colourOf(const Theme& theme, const flow::BlockFlow& flow, flow::Activity activity,
                              const flow::Touched& touched);

}  // namespace lanescope
