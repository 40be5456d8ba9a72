// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of many measured configurations: opening one of 1000 has half a second.
#include <benchmark/benchmark.h>

#include "core/session/session_file.h"
#include "core/study/study_file.h"

namespace lanescope {
namespace {

/// Measurements as they are: those of the shipped recording, over again.
session::Session sessionOf(std::size_t configurations) {
    const Result<Study> recording = studyInFile(LANESCOPE_SOURCE_DIR "/resources/recordings/h200.json.gz");
    session::Session session;
    if (!recording) return session;
    for (std::size_t i = 0; i < configurations; ++i) {
        session.measured.entries.push_back(recording->entries[i % recording->entries.size()]);
        session::Choice choice;
        choice.configuration.algorithm = session.measured.entries.back().algorithm;
        choice.configuration.parameters = session.measured.entries.back().parameters;
        if (session.choices.size() < session::Session::kMostChoices) session.choices.push_back(choice);
    }
    return session;
}

void open(benchmark::State& state) {
    const std::string bytes = session::toBytes(sessionOf(static_cast<std::size_t>(state.range(0))));
    for (auto _ : state) {
        const Result<session::Session> session = session::sessionFrom(bytes, "bench.lanescope");
        if (!session) state.SkipWithError("it does not open");
        benchmark::DoNotOptimize(session);
    }
    state.counters["bytes"] = static_cast<double>(bytes.size());
}
BENCHMARK(open)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

/// On a thread of its own; the window goes on.
void pack(benchmark::State& state) {
    const session::Session session = sessionOf(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(session::toBytes(session));
}
BENCHMARK(pack)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

/// What the window itself does before: a copy of all.
void copy(benchmark::State& state) {
    const session::Session session = sessionOf(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        session::Session copied = session;
        benchmark::DoNotOptimize(copied);
    }
}
BENCHMARK(copy)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lanescope
