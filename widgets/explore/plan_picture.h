// SPDX-License-Identifier: GPL-3.0-or-later
// Whole plans in time, to be drawn: what host, ways and GPU do from the first step to the last.
#pragma once

#include <QColor>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/plan/plan.h"
#include "core/timing/plan_timeline.h"
#include "widgets/explore/shown_range.h"
#include "widgets/style/theme.h"

namespace lanescope {

struct PlanSide {
    QString name;
    std::shared_ptr<const Plan> plan;
    std::shared_ptr<const timing::PlanTimeline> timeline;
    QString spread;   ///< how far such times may be off, in sentences; empty: nobody has told it
    QString missing;  ///< what the GPU's file does not tell of the host, in a sentence; empty: nothing
};

struct PlanPicture {
    std::vector<PlanSide> sides;
    QString gpu;
    QString missing;  ///< in place of a picture; empty: there is one
    /// Seconds, of the longest side.
    [[nodiscard]] double end() const;
};

/// What a span is of, as a colour and a word of the legend.
enum class SpanKind : std::uint8_t { Copy, Kernel, Library, OnDevice, Host, HandOn, Wait };
inline constexpr std::size_t kSpanKinds = 7;
[[nodiscard]] SpanKind kindOf(const timing::PlanSpan& span, const Plan& plan);
[[nodiscard]] QString kindWord(SpanKind kind);
[[nodiscard]] QColor kindColour(SpanKind kind, const Theme& theme);

/// "GPU", "copies to it".
[[nodiscard]] QString trackWord(timing::Track track);
/// In few words what a step is of: a kernel, a buffer, a function.
[[nodiscard]] QString stepWord(const Step& step, const Plan& plan);

/// The span of a track at a time; nullptr: it does nothing then.
[[nodiscard]] const timing::PlanSpan* spanAt(const timing::PlanTimeline& timeline, timing::Track track, double seconds);
/// "Step 3: copy A to the device, on stream 1: 10.2 µs, estimated (…)"
[[nodiscard]] QString spanWords(const timing::PlanSpan& span, const PlanSide& side);

/// Why no picture can be made of plans of which no step's time is known.
[[nodiscard]] QString whyNothingIsKnown(const PlanPicture& picture);
/// "388 µs", or "388 µs and what is not known".
[[nodiscard]] QString planTimeWords(const timing::PlanTimeline& timeline);
/// "simulated and estimated"
[[nodiscard]] QString originWords(const timing::PlanTimeline& timeline);

/// What most of the time goes to, and how long the GPU has nothing to do.
[[nodiscard]] QString planSentence(const PlanSide& side);
/// What overlaps, what nobody knows, where the numbers are from and what is assumed.
[[nodiscard]] QString planDetail(const PlanSide& side);

}  // namespace lanescope
