// SPDX-License-Identifier: GPL-3.0-or-later
// What fills the lowest zone on the page of charts: how far the models can be trusted; along what and how the chart is
// drawn, what stands in it, and what the models are fed with.
#pragma once

#include <QWidget>

#include "app/state/comparison.h"
#include "widgets/charts/trust_bars.h"

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace lanescope {

class CompareBar final : public QWidget {
    Q_OBJECT

public:
    explicit CompareBar(Comparison& comparison, const Catalogue& catalogue, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* xBox() const { return m_x; }
    [[nodiscard]] QComboBox* yBox() const { return m_y; }
    [[nodiscard]] QCheckBox* logX() const { return m_logX; }
    [[nodiscard]] QCheckBox* logY() const { return m_logY; }
    [[nodiscard]] QComboBox* referenceBox() const { return m_reference; }
    [[nodiscard]] QComboBox* countsBox() const { return m_counts; }
    [[nodiscard]] QToolButton* keepButton() const { return m_keep; }
    [[nodiscard]] QToolButton* besideButton() const { return m_beside; }
    [[nodiscard]] QToolButton* modelsButton() const { return m_models; }
    [[nodiscard]] QToolButton* measureButton() const { return m_measure; }
    [[nodiscard]] TrustBars* trust() const { return m_trust; }
    void setChartStyle(const ChartStyle& style);
    /// Is there a GPU to measure on? The button is hidden without one.
    void setCanMeasure(bool can);

Q_SIGNALS:
    /// Something that was asked for is not possible.
    void failed(const lanescope::Error& error);
    /// All points of the chosen configuration along x are to be measured on this machine.
    void measureWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* labelled(const QString& text, std::initializer_list<QWidget*> widgets);
    QToolButton* menuButton(const QString& text, QMenu* menu);
    void fillModels();
    void tickModels();
    void showTrust();
    void makeRoom();
    void fillBeside();
    void showState();
    void applyView();

    Comparison& m_comparison;
    const Catalogue& m_catalogue;
    TrustBars* m_trust;
    QWidget* m_controls;
    QComboBox* m_x;
    QCheckBox* m_logX;
    QComboBox* m_y;
    QCheckBox* m_logY;
    QWidget* m_over = nullptr;
    QComboBox* m_reference;
    QComboBox* m_counts;
    QToolButton* m_keep;
    QMenu* m_besideMenu;
    QToolButton* m_beside;
    QMenu* m_modelsMenu;
    QAction* m_best = nullptr;  ///< of that menu, which makes it anew
    QToolButton* m_models;
    QToolButton* m_measure;
    bool m_filling = false;
};

}  // namespace lanescope
