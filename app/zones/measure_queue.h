// SPDX-License-Identifier: GPL-3.0-or-later
// What is being measured and what waits for it, each with a way to call it off. Hidden while nothing is asked for.
#pragma once

#include <QWidget>
#include <map>

#include "app/worker/worker_client.h"

class QLabel;
class QProgressBar;
class QToolButton;
class QVBoxLayout;

namespace lanescope {

class MeasureQueue final : public QWidget {
    Q_OBJECT

public:
    /// `worker` must outlive this.
    explicit MeasureQueue(WorkerClient& worker, QWidget* parent = nullptr);

    /// What the row of a measurement says; empty if it has none.
    [[nodiscard]] QString textOf(qint64 id) const;
    /// The button that calls it off; nullptr if it has none.
    [[nodiscard]] QToolButton* cancelButton(qint64 id) const;
    [[nodiscard]] QLabel* summary() const { return m_summary; }

private:
    /// Rows beyond these are only counted.
    static constexpr std::size_t kRows = 4;
    struct Row {
        QWidget* widget = nullptr;
        QLabel* what = nullptr;
        QToolButton* cancel = nullptr;
    };
    Row makeRow(qint64 id);
    void showQueue();
    void showProgress(const worker::Progress& progress, qint64 id);

    WorkerClient& m_worker;
    QVBoxLayout* m_layout;
    QLabel* m_summary;
    QToolButton* m_all;
    std::map<qint64, Row> m_rows;
};

/// "2 s left", "about 3 min left"
[[nodiscard]] QString timeLeftText(double seconds);

}  // namespace lanescope
