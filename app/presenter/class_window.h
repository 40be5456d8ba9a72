// SPDX-License-Identifier: GPL-3.0-or-later
// A class's results in a window of its own: who measured what, a dot for each file, the best of each GPU, a table, and
// what could not be read.
#pragma once

#include <QWidget>
#include <optional>

#include "app/state/job_runner.h"
#include "core/study/class_summary.h"
#include "widgets/lecture/class_dots.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace lanescope {

class ClassWindow final : public QWidget {
    Q_OBJECT
public:
    /// Both must outlive this.
    ClassWindow(const Catalogue& catalogue, const Theme& theme, QWidget* parent = nullptr);

    /// Reads the folder, on a thread of its own, and shows it.
    void open(const QString& folder);
    [[nodiscard]] bool isReading() const { return m_jobs.isBusy(); }
    [[nodiscard]] const ClassFolder& folder() const { return m_folder; }
    /// The picture (png, svg, pdf) or the rows (csv) of the algorithm that is shown.
    [[nodiscard]] Result<void> exportTo(const QString& path) const;

    // for tests
    [[nodiscard]] ClassDots* dots() const { return m_dots; }
    [[nodiscard]] QTableWidget* spreads() const { return m_spreads; }
    [[nodiscard]] QTableWidget* files() const { return m_files; }
    [[nodiscard]] QComboBox* algorithm() const { return m_algorithm; }
    [[nodiscard]] QComboBox* computed() const { return m_computed; }
    [[nodiscard]] QString said() const;

Q_SIGNALS:
    void folderWanted();
    /// Of a row that was chosen.
    void configurationChosen(const QString& algorithm, const lanescope::Parameters& parameters);

private:
    void build();
    void showFolder(ClassFolder folder);
    void showAlgorithm();
    void showDots();
    void askExport();
    void restyle();
    [[nodiscard]] std::string shownAlgorithm() const;
    [[nodiscard]] std::vector<const ClassSpread*> shownSpreads() const;

    const Catalogue& m_catalogue;
    const Theme& m_theme;
    ClassFolder m_folder;
    ClassSummary m_summary;
    QLabel* m_title;
    QComboBox* m_algorithm;
    QComboBox* m_computed;
    QPushButton* m_open;
    QPushButton* m_export;
    ClassDots* m_dots;
    QTableWidget* m_files;
    QTableWidget* m_spreads;
    QLabel* m_said;
    JobRunner m_jobs;  ///< last: joined before the rest goes
};

}  // namespace lanescope
