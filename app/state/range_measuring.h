// SPDX-License-Identifier: GPL-3.0-or-later
// A list of configurations that is measured one after the other, in the queue of the worker: how far it is, how long it
// will take, stopped and resumed. What was measured goes to the workbench one by one, like every measurement.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <functional>
#include <vector>

#include "app/worker/worker_client.h"

namespace lanescope {

class RangeMeasuring final : public QObject {
    Q_OBJECT

public:
    /// Has these measured: each becomes one more request of the worker, before it returns.
    using Ask = std::function<void(const std::vector<Parameters>& configurations)>;

    /// `worker` must outlive this.
    explicit RangeMeasuring(WorkerClient& worker, QObject* parent = nullptr);

    /// In place of what was begun before, of which what waits is called off.
    void begin(const std::vector<Parameters>& configurations, Ask ask);
    /// The same, at rest: nothing is asked for until somebody resumes it.
    void keep(const std::vector<Parameters>& configurations, Ask ask);
    /// What waits is called off, and the one that is being measured stops as soon as it can.
    void stop();
    /// Asks for what was called off or failed.
    void resume();

    [[nodiscard]] std::size_t total() const { return m_items.size(); }
    /// What is not measured yet.
    [[nodiscard]] std::vector<Parameters> open() const;
    [[nodiscard]] std::size_t done() const { return count(Item::State::Done); }
    [[nodiscard]] std::size_t failures() const { return count(Item::State::Failed); }
    [[nodiscard]] bool isRunning() const { return count(Item::State::Asked) > 0; }
    /// It is at rest, and not all of it is measured.
    [[nodiscard]] bool canResume() const { return !isRunning() && done() < total(); }
    /// From how long those before took; nothing as long as none is done and the worker says nothing of the first.
    [[nodiscard]] std::optional<double> secondsLeft() const;

Q_SIGNALS:
    void changed();

private:
    struct Item {
        enum class State : std::uint8_t { Open, Asked, Done, Failed };
        Parameters parameters;
        qint64 id = 0;  ///< of the worker's request, while it is asked for
        State state = State::Open;
    };
    [[nodiscard]] std::size_t count(Item::State state) const;
    /// What the request with this number is of; nullptr: not of this list.
    [[nodiscard]] Item* find(qint64 id);
    void settle(qint64 id, Item::State state);

    WorkerClient& m_worker;
    std::vector<Item> m_items;
    Ask m_ask;
    QElapsedTimer m_since;            ///< since it was begun or resumed
    std::size_t m_doneBefore = 0;     ///< when that was
    std::optional<double> m_current;  ///< seconds that the one which is measured still needs, as the worker says
};

}  // namespace lanescope
