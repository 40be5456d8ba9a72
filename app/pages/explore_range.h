// SPDX-License-Identifier: GPL-3.0-or-later
// The line below the controls of the atlas: how much of a selected range is known, what can be done for the rest, and
// how far that is. It is always there, so that nothing moves when a range is selected.
#pragma once

#include <QWidget>
#include <vector>

#include "app/state/atlas_work.h"
#include "app/state/range_measuring.h"

class QLabel;
class QToolButton;

namespace lanescope {

class ExploreRange final : public QWidget {
    Q_OBJECT

public:
    /// `work` and `worker` must outlive this.
    ExploreRange(AtlasWork& work, WorkerClient& worker, QWidget* parent);

    /// The selected cells' places, those that are possible; empty: none are selected.
    /// The atlas is shown as a table, where nothing is dragged.
    void setTable(bool table);
    void setPlaces(std::vector<std::size_t> places);
    /// Measures those of the atlas' cells at these places that were not measured.
    void measure(const std::vector<std::size_t>& places);
    /// What is left to measure, of which algorithm; empty: nothing.
    [[nodiscard]] std::pair<std::string, std::vector<Parameters>> left() const;
    /// As it was left, to go on with; nothing is measured by that.
    void setLeft(const std::string& algorithm, const std::vector<Parameters>& configurations);
    /// What is being measured stops; it can be resumed.
    void stop() { m_measuring.stop(); }
    /// Other numbers are there.
    void refresh();

    [[nodiscard]] QString text() const;
    [[nodiscard]] QToolButton* measureButton() const { return m_measure; }
    [[nodiscard]] QToolButton* estimateButton() const { return m_estimate; }
    [[nodiscard]] QToolButton* stopButton() const { return m_stop; }
    [[nodiscard]] const RangeMeasuring& measuring() const { return m_measuring; }

Q_SIGNALS:
    void measureWanted(const std::vector<lanescope::Parameters>& configurations);
    void leftChanged();

private:
    [[nodiscard]] RangeMeasuring::Ask ask();
    [[nodiscard]] QString selectedText() const;
    [[nodiscard]] QString measuringText() const;
    [[nodiscard]] std::size_t missing() const;
    [[nodiscard]] bool canMeasure() const;

    AtlasWork& m_work;
    WorkerClient& m_worker;
    bool m_table = false;
    RangeMeasuring m_measuring;
    std::string m_algorithm;  ///< of what is measured
    std::vector<std::size_t> m_places;
    QLabel* m_text;
    QToolButton* m_measure;
    QToolButton* m_estimate;
    QToolButton* m_stop;
};

}  // namespace lanescope
