// SPDX-License-Identifier: GPL-3.0-or-later
// The zone of choosing, at the top of the window: a chip for each thing that is chosen, each opening its list; undo and
// redo; whether the result is right; the models' GPU; measuring. What has no room is behind the chip "more", which
// holds everything as a form. Shows a Workbench and acts on it.
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "app/state/workbench.h"
#include "app/worker/worker_client.h"
#include "widgets/style/theme.h"

class QAction;
class QCheckBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace lanescope {

class AlgorithmPicker;
class AlgorithmPopup;
class BaselinePopup;
class Chip;
class ChipPopup;
class ChipStrip;
class ChoiceList;
class ConfigurationForm;
class CorrectnessBadge;
class MeasurePopup;
class MeasureQueue;
class ParameterPopup;

class ChoiceBar final : public QWidget {
    Q_OBJECT

public:
    ChoiceBar(Workbench& workbench, WorkerClient& worker, const Theme& theme, QWidget* parent = nullptr);
    ~ChoiceBar() override;

    /// What the window puts beside the chips: at the left end (the menu), between chips and what is told (the names of
    /// views), at the right end (the lecture). They are never left out. Taken over.
    void addAtLeft(QWidget* widget);
    void addInMiddle(QWidget* widget);
    void addAtRight(QWidget* widget);

    [[nodiscard]] ChipStrip* strip() const { return m_strip; }
    [[nodiscard]] Chip* algorithmChip() const { return m_algorithm; }
    /// The chip of a parameter; nullptr if there is none. Sizes share one.
    [[nodiscard]] Chip* chipOf(const std::string& parameter) const;
    [[nodiscard]] Chip* watchChip() const { return m_watch; }
    [[nodiscard]] Chip* schedulingChip() const { return m_scheduling; }
    [[nodiscard]] Chip* codeChip() const { return m_code; }
    [[nodiscard]] Chip* baselineChip() const { return m_baseline; }
    [[nodiscard]] Chip* gpuChip() const { return m_gpu; }
    [[nodiscard]] Chip* correctnessChip() const { return m_correct; }
    [[nodiscard]] Chip* measureChip() const { return m_measure; }
    [[nodiscard]] Chip* moreChip() const { return m_more; }

    [[nodiscard]] AlgorithmPicker* picker() const;
    /// All choices in one form, behind "more".
    [[nodiscard]] ConfigurationForm* form() const { return m_form; }
    [[nodiscard]] CorrectnessBadge* badge() const { return m_badge; }
    [[nodiscard]] QPushButton* measureButton() const;
    [[nodiscard]] QCheckBox* allCountersBox() const;
    /// How the user wants to have it measured.
    [[nodiscard]] MeasureChoice measureChoice() const;
    [[nodiscard]] MeasureQueue* measureQueue() const;
    [[nodiscard]] QPushButton* findingsButton() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// With their keys; for menus.
    [[nodiscard]] QAction* undoAction() const { return m_undo; }
    [[nodiscard]] QAction* redoAction() const { return m_redo; }
    [[nodiscard]] const BaselinePopup& baseline() const { return *m_baselinePopup; }

public Q_SLOTS:
    /// Opens the catalogue, at its search field.
    void findAlgorithm();

Q_SIGNALS:
    /// The list of findings is to be seen.
    void findingsWanted();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct ParameterChip {
        Chip* chip = nullptr;
        ParameterPopup* popup = nullptr;
        std::vector<const ParameterSpec*> specs;
    };
    Chip* makeChip(const QString& subject, const QKeySequence& key, int keep, bool told = false);
    QToolButton* makeTurn(QAction* action);
    void buildTurning();
    void buildScheduling();
    void buildCode();
    void buildBaseline();
    void buildGpu();
    void buildCorrectness();
    void buildMeasuring(WorkerClient& worker);
    void buildMore();
    void connectAll();

    void rebuildParameters();
    void addParameter(const std::vector<const ParameterSpec*>& specs);
    [[nodiscard]] QKeySequence keyFor(const ParameterSpec& spec) const;
    void edit(const std::string& name, const std::string& value);
    void showChoice();
    void showAlgorithm();
    void showValues(const ParameterChip& one);
    void showWatched();
    void showEmulation();
    void showProblem();
    void showChecks();
    void showMeasuring();
    void drawIcons();

    Workbench& m_workbench;
    const Theme& m_theme;
    ChipStrip* m_strip;
    const Algorithm* m_shown = nullptr;      ///< that m_parameters are of
    const Algorithm* m_formShown = nullptr;  ///< that m_form is of
    Parameters m_wanted;                     ///< as chosen or typed, legal or not
    std::string m_edited;                    ///< the parameter that was edited last
    Chip* m_algorithm;
    AlgorithmPopup* m_algorithmPopup;
    std::vector<ParameterChip> m_parameters;
    QAction* m_undo;
    QAction* m_redo;
    std::vector<QToolButton*> m_turns;
    Chip* m_findings;
    Chip* m_watch;
    Chip* m_scheduling;
    ChoiceList* m_schedulings;
    Chip* m_code;
    ChoiceList* m_codes;
    Chip* m_baseline;
    BaselinePopup* m_baselinePopup;
    Chip* m_correct;
    CorrectnessBadge* m_badge;
    QLabel* m_verdict;
    Chip* m_gpu;
    ChoiceList* m_gpus;
    Chip* m_measure;
    MeasurePopup* m_measurePopup;
    Chip* m_more;
    ConfigurationForm* m_form;
    std::map<Chip*, QPushButton*> m_behindMore;  ///< for those that the form has no field of
};

}  // namespace lanescope
