// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a run, as a list: its fault, its races and the like. A click on a line, or Return, asks to be
// shown the thread and the place.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/base/dim3.h"
#include "core/simt/check/race_checker.h"
#include "core/simt/emulator.h"

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace lanescope {

/// Where to look at something: an instruction as one thread executed it.
struct FindingPlace {
    std::size_t launch = 0;
    Dim3 block{0, 0, 0};
    Dim3 thread{0, 0, 0};
    std::uint32_t instruction = 0;  ///< index into the entry
    std::uint32_t sourceLine = 0;   ///< 1-based; 0 = not known
    std::uint32_t ptxLine = 0;
    std::optional<std::uint64_t> address;  ///< a byte that it accesses there
    /// The other side of a race in the same block. The place is where the two meet: between the same two barriers.
    struct Other {
        Dim3 thread{0, 0, 0};
        std::uint32_t instruction = 0;
        bool earlier = false;  ///< it comes first
        friend bool operator==(const Other&, const Other&) = default;
    };
    std::optional<Other> other;
    friend bool operator==(const FindingPlace&, const FindingPlace&) = default;
};

/// What the list is made of.
struct FindingsInput {
    std::vector<std::optional<simt::Fault>> faults;  ///< one per launch
    std::vector<simt::RaceReport> reports;           ///< one per launch; empty = nobody has looked
    bool looking = false;
    bool canLookFurther = false;
    QString failed;  ///< why looking was not possible; empty if it was
};

/// A line of the list. A finding's own line comes first, then one for each of its sides.
struct FindingRow {
    QString text;
    bool side = false;
    std::optional<FindingPlace> place;
};
[[nodiscard]] std::vector<FindingRow> findingRows(const FindingsInput& input);
/// "46 findings in 8 of 8 blocks"; why nothing is known, if nothing is.
[[nodiscard]] QString findingsSummary(const FindingsInput& input);
/// Faults and findings together, those included that are only counted.
[[nodiscard]] std::uint64_t countOf(const FindingsInput& input);

class FindingsPanel final : public QWidget {
    Q_OBJECT

public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    void setInput(FindingsInput input);
    void setProgress(double fraction);

    [[nodiscard]] QListWidget* list() const { return m_list; }
    [[nodiscard]] QPushButton* checkAllButton() const { return m_checkAll; }
    [[nodiscard]] QPushButton* stopButton() const { return m_stop; }
    [[nodiscard]] QString summary() const;

Q_SIGNALS:
    void placeChosen(const lanescope::FindingPlace& place);
    void checkAllWanted();
    void stopWanted();

private:
    void choose(int row);

    std::vector<FindingRow> m_rows;
    QLabel* m_summary;
    QPushButton* m_checkAll;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    QListWidget* m_list;
};

}  // namespace lanescope
