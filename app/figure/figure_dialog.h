// SPDX-License-Identifier: GPL-3.0-or-later
// How a figure is wanted, with a look at it as it will be.
#pragma once

#include <QDialog>
#include <QPicture>

#include "app/figure/figure_sheet.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace lanescope {

class FigureDesk;

/// A figure that is drawn once, at any size.
class FigurePreview final : public QWidget {
    Q_OBJECT
public:
    explicit FigurePreview(const Theme& theme, QWidget* parent);
    void setSheet(const QPicture& drawn, const QSize& size);
    [[nodiscard]] QSize sheetSize() const { return m_size; }
    [[nodiscard]] QSize sizeHint() const override { return {520, 420}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    QPicture m_drawn;
    QSize m_size;
};

class FigureDialog final : public QDialog {
    Q_OBJECT
public:
    /// Of what the window shows now. Both must outlive this.
    FigureDialog(FigureDesk& desk, Theme& theme, QWidget* parent);

    [[nodiscard]] FigurePreview* preview() const { return m_preview; }
    [[nodiscard]] QLabel* measures() const { return m_measures; }
    [[nodiscard]] QComboBox* forms() const { return m_forms; }

private:
    void build();
    QComboBox* addChoices(QLayout* rows, const QString& title, const QStringList& names, int chosen);
    void read();
    void show(const FigureWishes& wishes);

    FigureDesk& m_desk;
    Theme& m_theme;
    Figure m_figure;
    FigureWishes m_wishes;
    FigurePreview* m_preview;
    QComboBox* m_forms = nullptr;
    QComboBox* m_colours = nullptr;
    QCheckBox* m_caption = nullptr;
    QCheckBox* m_outlines = nullptr;
    QLabel* m_measures;
};

}  // namespace lanescope
