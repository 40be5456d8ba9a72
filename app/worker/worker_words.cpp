// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/worker_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr qsizetype kMostOfSentence = 600;
constexpr std::size_t kMostCounters = 10'000;  // of a launch; a GPU of today has some 3,000
constexpr std::size_t kMostNotes = 50;
constexpr double kLongestWait = 1e7;  // seconds

void cutName(std::string& text) { text = shownName(text).toStdString(); }
void cutSentence(std::string& text) { text = shownName(text, kMostOfSentence).toStdString(); }

tl::unexpected<Error> nonsense(const QString& reason) {
    return fail(ErrorCode::WorkerProtocol, {{"reason", reason.toStdString()}});
}

bool wasAsked(const worker::Measured& measured, const worker::Measure& asked) {
    return measured.algorithm == asked.algorithm && std::ranges::all_of(asked.parameters, [&](const auto& one) {
               return std::ranges::find(measured.parameters, one) != measured.parameters.end();
           });
}

void cutWords(Measurement& measurement) {
    Provenance& from = measurement.provenance;
    for (std::string* name : {&from.gpu, &from.computeCapability, &from.driver, &from.cuda, &from.cupti, &from.date,
                              &from.lanescope, &from.l2, &from.host, &from.mode})
        cutName(*name);
    cutSentence(measurement.countersMissing);
    if (measurement.notes.size() > kMostNotes) measurement.notes.resize(kMostNotes);
    std::ranges::for_each(measurement.notes, cutSentence);
    for (MeasuredPart& part : measurement.parts) cutName(part.name);
}

}  // namespace

WorkerClient::Machine shown(const worker::Machine& machine) {
    return {machine.gpu ? shownName(machine.gpu->name) : QString(), shownName(machine.gpuMissing, kMostOfSentence),
            shownName(machine.countersMissing, kMostOfSentence)};
}

worker::Progress shown(worker::Progress progress) {
    progress.timed.reset();  // it has been told by itself
    cutName(progress.phase);
    progress.fraction = std::isnan(progress.fraction) ? 0 : std::clamp(progress.fraction, 0.0, 1.0);
    if (progress.secondsLeft && !(*progress.secondsLeft >= 0 && *progress.secondsLeft <= kLongestWait))
        progress.secondsLeft.reset();
    return progress;
}

Result<StudyEntry> checked(worker::Measured&& measured, const worker::Measure& asked) {
    if (!wasAsked(measured, asked))
        return nonsense(WorkerClient::tr("it measured something else than it was asked to"));
    Measurement& measurement = measured.measurement;
    if (measurement.seconds.size() > kMostSamples)
        return nonsense(
            WorkerClient::tr("it gave %1 samples, more than can be asked for").arg(measurement.seconds.size()));
    for (const Counters& launch : measurement.counters)
        if (launch.size() > kMostCounters)
            return nonsense(
                WorkerClient::tr("it gave %1 counters of a launch, more than there are").arg(launch.size()));
    cutWords(measurement);
    return StudyEntry{
        std::move(measured.algorithm), std::move(measured.parameters), {}, false, std::move(measurement), {}};
}

}  // namespace lanescope
