// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel on the stage: its CUDA source with how often each line runs, and beside it, when they are wanted, its PTX
// and its machine code, joined by bands to the lines that they come from.
#pragma once

#include <QVariantAnimation>
#include <array>
#include <memory>
#include <optional>

#include "widgets/stage/code/code_picture.h"
#include "widgets/stage/code/code_times.h"
#include "widgets/stage/code/machine_listing.h"
#include "widgets/stage/stage_view.h"

class QToolButton;
class QTimer;

namespace lanescope {

class CodeStage final : public StageView {
    Q_OBJECT
public:
    CodeStage(const StageFrame& frame, QWidget* parent);
    ~CodeStage() override;

    /// The right kernel beside a wrong one: the lines that it has not are marked. nullptr: nothing is compared.
    void setCorrected(std::shared_ptr<const Kernel> corrected);
    /// Is the PTX shown beside the source? Where there is no source it always is, where there are two it never is.
    [[nodiscard]] bool isPtxOpen() const { return m_ptxOpen; }
    void setPtxOpen(bool open);
    /// Is the machine code shown, or wanted? Where there are two sources it is never shown.
    [[nodiscard]] bool isMachineOpen() const { return m_machineOpen; }
    void setMachineOpen(bool open);
    /// Whose it is: "sm_90". Choices of the menu are asked for by architectureWanted().
    void setArchitectures(const std::vector<std::string>& all, const std::string& chosen);
    /// What machineWanted() asked for; of another kernel than the one that is watched it is kept, and not shown.
    void setMachine(const code::MachineForm& form);
    /// Is the warps' time shown beside what each line costs? It is simulated by somebody else: timeShownChanged(),
    /// setTimes().
    [[nodiscard]] bool isTimeShown() const { return m_timeShown; }
    void setTimeShown(bool shown);
    void setTimes(const code::Times& times);
    [[nodiscard]] const code::Times& times() const { return m_times; }
    /// The first side's, as it runs; nullptr: none is watched.
    [[nodiscard]] std::shared_ptr<const Kernel> watchedKernel() const;
    [[nodiscard]] code::Count count() const { return m_count; }
    void setCount(code::Count count);
    /// In what the sides differ most, unless somebody has chosen what is counted.
    void showTellingCount();
    [[nodiscard]] code::Scope scope() const { return m_scope; }
    void setScope(code::Scope scope);
    /// Size of the code's letters, 0.7 … 2.5.
    [[nodiscard]] double zoom() const { return m_zoom; }
    void setZoom(double zoom);

    [[nodiscard]] Why why() const override;
    [[nodiscard]] bool showsCode() const override { return true; }
    [[nodiscard]] Lit litBy(const Spotlight& spotlight, const QSizeF& size) const override;
    void paintTo(QPainter& painter, const QSizeF& size) override;
    /// Runs lie one below the other then.
    [[nodiscard]] double narrowRatio() const override;
    [[nodiscard]] std::string csv() const override;

    [[nodiscard]] const code::CodeScene& scene() const { return *m_scene; }
    /// As it is drawn.
    [[nodiscard]] const code::CodePicture& picture() const { return m_picture; }
    [[nodiscard]] code::CodeGeometry geometryFor(const QSizeF& size) const;
    /// Goes to the next time (the one before) that the line of a row runs, for any lane, and round; opens a closed row.
    void act(std::size_t pane, std::size_t row, bool backwards = false);
    /// The text of the selected rows, or of the row that the keyboard is at.
    [[nodiscard]] QString selectedText() const;

Q_SIGNALS:
    /// The machine code of watchedKernel() is to be shown, or is what runs.
    void machineWanted();
    void architectureWanted(const QString& architecture);
    void timeShownChanged(bool shown);

protected:
    void sidesChanged() override;
    void countsChanged() override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void makeButtons();
    void restyle();
    void styleButtons(double padding);
    void placeButtons();
    [[nodiscard]] std::array<QToolButton*, 6> buttons() const;
    [[nodiscard]] bool buttonsFit() const;
    [[nodiscard]] bool hasRoomForThree() const;
    [[nodiscard]] std::vector<const code::Listing*> shownListings() const;
    [[nodiscard]] QString titleOf(const code::Listing& listing) const;
    void markOtherForms(code::Pane& pane) const;
    void fillMenus();
    void rebuild();
    void showCounts();
    void showTimes();
    void showStep();
    void showSelection();
    void goToPinned();
    void countOn();
    void follow(bool smoothly);
    void scrollTo(std::size_t pane, double rows, bool smoothly);
    void moveCursor(std::size_t pane, std::ptrdiff_t row);
    void setTints(code::Pane& pane) const;
    [[nodiscard]] code::CodePicture pictureFor(const QSizeF& size) const;
    [[nodiscard]] Focus focusOf(std::size_t pane, std::size_t row) const;
    [[nodiscard]] QString aboutOf(const code::Listing& listing) const;
    [[nodiscard]] QString timeWordsOf(const code::Listing& listing, std::uint32_t line) const;
    [[nodiscard]] QString wordsOf(const code::Listing& listing, std::uint32_t line) const;
    void say(const std::optional<code::PlaceInCode>& place);

    std::unique_ptr<code::CodeScene> m_scene;
    std::shared_ptr<const Kernel> m_corrected;
    code::CodePicture m_picture;
    std::vector<std::vector<std::uint32_t>> m_opened;  ///< by pane: closed parts that are open
    bool m_ptxOpen = false;
    bool m_machineOpen = false;
    code::MachineForm m_machine;
    std::string m_architecture;
    bool m_timeShown = false;
    code::Times m_times;
    bool m_threeFit = true;
    code::Count m_count = code::Count::Runs;
    bool m_countChosen = false;  ///< else it is the one in which two sides differ most
    code::Scope m_scope = code::Scope::Block;
    double m_zoom = 1;
    bool m_live = false;  ///< what is painted is the window
    std::size_t m_cursorPane = 0;
    std::optional<code::PlaceInCode> m_pressed;
    QToolButton* m_countButton;
    QToolButton* m_scopeButton;
    QToolButton* m_timeButton;
    QToolButton* m_ptxButton;
    QToolButton* m_machineButton;
    QToolButton* m_architectureButton;
    QTimer* m_counting;
    QVariantAnimation m_scrolling;
    std::size_t m_scrollingPane = 0;
};

}  // namespace lanescope
