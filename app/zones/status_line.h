// SPDX-License-Identifier: GPL-3.0-or-later
// At the right of the transport: what is pointed at, what runs and how far it is, and the machine that measures.
#pragma once

#include <QWidget>

#include "widgets/style/theme.h"

class QLabel;
class QProgressBar;
class QToolButton;

namespace lanescope {

class StatusLine final : public QWidget {
    Q_OBJECT

public:
    /// `theme` must outlive this.
    explicit StatusLine(const Theme& theme, QWidget* parent = nullptr);

    /// What is under the mouse or the keyboard's cursor; empty: what was summed up last is said again.
    void describe(const QString& text);
    /// What is to be known when nothing runs and nothing is pointed at.
    void sumUp(const QString& text);
    /// What runs; empty: nothing does any longer.
    void setBusy(const QString& title);
    [[nodiscard]] bool isBusy() const { return !m_busy.isEmpty(); }
    /// In [0, 1].
    void setProgress(double fraction);
    /// Memory that traces take, and the machine; their words on hover.
    void setMemory(const QString& text, const QString& tip);
    void setMachine(const QString& text, const QString& tip);
    [[nodiscard]] QString text() const;
    /// Its words never make the window wider: what there is no room for is on hover.
    [[nodiscard]] QSize minimumSizeHint() const override { return {1, QWidget::minimumSizeHint().height()}; }

Q_SIGNALS:
    void stopWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void say();
    void restyle();

    const Theme& m_theme;
    QString m_described;
    QString m_summary;
    QString m_busy;
    QLabel* m_text;
    QProgressBar* m_progress;
    QToolButton* m_stop;
    QLabel* m_memory;
    QLabel* m_machine;
};

}  // namespace lanescope
