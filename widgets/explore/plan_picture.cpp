// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/plan_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "core/base/words.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using timing::PlanSpan;
using timing::Track;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::PlanInTime)
};

QString fromCore(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

QString percent(double part, double all) {
    const double share = all > 0 ? 100 * part / all : 0;
    return QStringLiteral("%1\u00a0%").arg(share, 0, 'f', share > 0 && share < 9.95 ? 1 : 0);
}

/// What a track is busy with, in a sentence.
QString busyWith(Track track) {
    switch (track) {
        case Track::Host: return Words::tr("the host's own work");
        case Track::ToDevice: return Words::tr("copies to the GPU");
        case Track::FromDevice: return Words::tr("copies from the GPU");
        case Track::Device: return Words::tr("the GPU itself");
    }
    return {};
}

struct Namer {
    const Plan& plan;
    [[nodiscard]] QString buffer(BufferId id) const { return shownName(plan.buffers[id].name); }
    QString operator()(const UploadStep& step) const { return buffer(step.buffer); }
    QString operator()(const DownloadStep& step) const { return buffer(step.buffer); }
    QString operator()(const CopyStep& step) const { return buffer(step.to.buffer); }
    QString operator()(const FillStep& step) const { return buffer(step.buffer); }
    QString operator()(const LaunchStep& step) const { return shownName(step.launch.kernel->entry); }
    QString operator()(const HostStep& step) const { return shownName(step.name); }
    QString operator()(const LibraryStep& step) const { return shownName(functionOf(step, plan)); }
    QString operator()(const WaitStep&) const { return {}; }
};

}  // namespace

double PlanPicture::end() const {
    double end = 0;
    for (const PlanSide& side : sides) end = std::max(end, side.timeline->seconds);
    return end;
}

SpanKind kindOf(const PlanSpan& span, const Plan& plan) {
    if (span.doing == PlanSpan::Doing::HandOn) return SpanKind::HandOn;
    if (span.doing == PlanSpan::Doing::Wait) return SpanKind::Wait;
    const Step& step = plan.steps[span.step];
    if (std::holds_alternative<LaunchStep>(step)) return SpanKind::Kernel;
    if (std::holds_alternative<LibraryStep>(step)) return SpanKind::Library;
    if (std::holds_alternative<HostStep>(step)) return SpanKind::Host;
    return span.track == Track::Device ? SpanKind::OnDevice : SpanKind::Copy;
}

QString kindWord(SpanKind kind) {
    switch (kind) {
        case SpanKind::Copy: return Words::tr("a copy");
        case SpanKind::Kernel: return Words::tr("a kernel, simulated");
        case SpanKind::Library: return Words::tr("a library's call, estimated");
        case SpanKind::OnDevice: return Words::tr("a fill or a copy on the GPU");
        case SpanKind::Host: return Words::tr("the host computes");
        case SpanKind::HandOn: return Words::tr("it hands a step on");
        case SpanKind::Wait: return Words::tr("it waits");
    }
    return {};
}

QColor kindColour(SpanKind kind, const Theme& theme) {
    constexpr std::array kColours{Colour::A, Colour::B,         Colour::D,   Colour::Shared0,
                                  Colour::C, Colour::FaintText, Colour::Idle};
    return theme.colour(kColours.at(static_cast<std::size_t>(kind)));
}

QString trackWord(Track track) {
    switch (track) {
        case Track::Host: return Words::tr("host");
        case Track::ToDevice: return Words::tr("to GPU");
        case Track::FromDevice: return Words::tr("from GPU");
        case Track::Device: return Words::tr("GPU");
    }
    return {};
}

QString stepWord(const Step& step, const Plan& plan) { return std::visit(Namer{plan}, step); }

const PlanSpan* spanAt(const timing::PlanTimeline& timeline, Track track, double seconds) {
    for (const PlanSpan& span : timeline.spans)
        if (span.track == track && span.begin <= seconds && seconds < span.end) return &span;
    return nullptr;
}

QString spanWords(const PlanSpan& span, const PlanSide& side) {
    const Step& step = side.plan->steps[span.step];
    const QString does = fromCore(describe(step, *side.plan));
    const QString takes = timeText(span.seconds());
    if (span.doing == PlanSpan::Doing::HandOn)
        return Words::tr("Step %1: the host hands on: %2 (%3)").arg(span.step).arg(does, takes);
    if (span.doing == PlanSpan::Doing::Wait)
        return Words::tr("Step %1: the host waits: %2 (%3)").arg(span.step).arg(does, takes);
    const timing::StepTime& time = side.timeline->times[span.step];
    const QString origin = time.origin ? fromCore(nameOf(*time.origin)) : QString();
    const auto stream = streamOf(step);
    const QString where = stream ? Words::tr(", stream %1").arg(*stream) : QString();
    return Words::tr("Step %1: %2%3: %4, %5 (%6)")
        .arg(span.step)
        .arg(does, where, takes, origin, fromCore(inWords(time.how)));
}

QString whyNothingIsKnown(const PlanPicture& picture) {
    for (const PlanSide& side : picture.sides)
        if (!side.timeline->unknown.empty()) {
            const std::size_t first = side.timeline->unknown.front();
            return Words::tr("Nothing is known of its time. %1: %2")
                .arg(fromCore(describe(side.plan->steps[first], *side.plan)),
                     fromCore(inWords(side.timeline->times[first].how)));
        }
    return Words::tr("It has no step that takes time.");
}

QString planTimeWords(const timing::PlanTimeline& timeline) {
    const QString seconds = timeText(timeline.seconds);
    return timeline.unknown.empty() ? seconds : Words::tr("%1 and what is not known").arg(seconds);
}

QString originWords(const timing::PlanTimeline& timeline) {
    std::vector<Message> names;
    for (const Origin origin : timeline.origins()) names.push_back(Message::plain(nameOf(origin)));
    return fromCore(inWords(Message::joined(Join::And, std::move(names))));
}

QString planSentence(const PlanSide& side) {
    const timing::PlanTimeline& timeline = *side.timeline;
    constexpr std::array kAll{Track::Host, Track::ToDevice, Track::FromDevice, Track::Device};
    const Track most = *std::ranges::max_element(kAll, {}, [&](Track track) { return timeline.busy(track); });
    const double gpu = timeline.busy(Track::Device);
    if (most == Track::Device)
        return Words::tr("The GPU itself works in %1 of the plan's %2.")
            .arg(percent(gpu, timeline.seconds), planTimeWords(timeline));
    return Words::tr("Of the plan's %1 most goes to %2, %3; the GPU itself works in %4.")
        .arg(planTimeWords(timeline), busyWith(most), percent(timeline.busy(most), timeline.seconds),
             percent(gpu, timeline.seconds));
}

QString planDetail(const PlanSide& side) {
    const timing::PlanTimeline& timeline = *side.timeline;
    QStringList said;
    if (!side.spread.isEmpty()) said += side.spread;
    if (timeline.overlapped > 0)
        said += Words::tr("In %1 of the time more than one of them works.")
                    .arg(percent(timeline.overlapped, timeline.seconds));
    else
        said += Words::tr("Nothing overlaps.");
    if (!timeline.unknown.empty()) {
        const timing::StepTime& first = timeline.times[timeline.unknown.front()];
        said += Words::tr("%n step(s) take a time that nobody knows, and none here: %1.", nullptr,
                          static_cast<int>(timeline.unknown.size()))
                    .arg(fromCore(inWords(first.how)));
    }
    if (!side.missing.isEmpty()) said += side.missing;
    said += Words::tr("Kernels are simulated, all else is estimated.");
    said += fromCore(textOf("plan_time.assumes"_id)) + QLatin1Char('.');
    return said.join(QLatin1Char(' '));
}

}  // namespace lanescope
