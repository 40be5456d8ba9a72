// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker says, as it may be shown and kept. The worker may be another program on another machine: its words may
// be a megabyte long or steer a terminal, and its numbers any.
#pragma once

#include "app/worker/worker_client.h"

namespace lanescope {

[[nodiscard]] WorkerClient::Machine shown(const worker::Machine& machine);
/// The fraction is in [0, 1]; a time left that nobody can mean is none.
[[nodiscard]] worker::Progress shown(worker::Progress progress);

/// What was measured, if it is what was asked for: of this algorithm, with these parameters, and with no more samples
/// and counters than can be had. Its words are cut to what can be shown. Error: WorkerProtocol.
[[nodiscard]] Result<StudyEntry> checked(worker::Measured&& measured, const worker::Measure& asked);

}  // namespace lanescope
