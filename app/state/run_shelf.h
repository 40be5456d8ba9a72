// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are at hand: made before they are asked for, or shown before. A few of them; the one that was not asked for
// longest goes first.
#pragma once

#include <cstdint>
#include <list>
#include <optional>

#include "app/state/chosen.h"
#include "core/run/watched_run.h"

namespace lanescope {

/// What is run and watched. Of a chosen one: keyOf().
struct RunKey {
    const Algorithm* algorithm = nullptr;
    Parameters parameters;  ///< complete
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
    std::size_t launch = 0;
    Dim3 block{0, 0, 0};
    std::string machine{};  ///< Chosen::machine
    friend bool operator==(const RunKey&, const RunKey&) = default;
};
[[nodiscard]] RunKey keyOf(const Chosen& chosen);

class RunShelf {
public:
    static constexpr std::size_t kMost = 24;
    /// Of their traces, in bytes; the latest is kept whatever it takes.
    static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;

    /// Runs without a recorded block are not kept.
    void put(const RunKey& key, const WatchedRun& run);
    void clear() { m_kept.clear(); }
    /// Nothing if there is none.
    [[nodiscard]] std::optional<WatchedRun> take(const RunKey& key);
    /// The same run, whichever of its blocks is watched.
    [[nodiscard]] std::shared_ptr<const Emulation> runOf(const RunKey& key) const;
    [[nodiscard]] bool has(const RunKey& key) const;
    [[nodiscard]] std::size_t size() const { return m_kept.size(); }

private:
    struct Kept {
        RunKey key;
        WatchedRun run;
    };
    [[nodiscard]] std::uint64_t bytes() const;

    std::list<Kept> m_kept;  ///< asked for last: first
};

}  // namespace lanescope
