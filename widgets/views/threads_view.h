// SPDX-License-Identifier: GPL-3.0-or-later
// Thread space and data space of a launch, with what the picture means and cannot show in words.
#pragma once

#include <QWidget>
#include <memory>

#include "core/trace/thread_work.h"
#include "widgets/playback/selection.h"
#include "widgets/style/theme.h"

class QComboBox;
class QLabel;
class QScrollArea;

namespace lanescope {

class ThreadsCanvas;
class ThreadsLegend;

class ThreadsView final : public QWidget {
    Q_OBJECT

public:
    ThreadsView(const Theme* theme, Selection* selection, QWidget* parent = nullptr);

    /// What a launch of the plan does; `watched` is the block that is stepped through.
    void setWork(std::shared_ptr<const ThreadWork> work, std::shared_ptr<const Plan> plan, Dim3 watched);
    /// There is nothing to be shown, and why.
    void setMissing(const QString& why);

    [[nodiscard]] ThreadsCanvas* canvas() const { return m_canvas; }
    /// Which of the buffers that are written is shown.
    [[nodiscard]] QComboBox* buffers() const { return m_buffers; }
    /// All that is said beside the picture.
    [[nodiscard]] QString words() const;
    void paintTo(QPainter& painter, const QSizeF& size);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showBuffer();
    void fitExplanation();

    std::shared_ptr<const ThreadWork> m_work;
    std::shared_ptr<const Plan> m_plan;
    Dim3 m_watched{0, 0, 0};
    QWidget* m_bar;
    QComboBox* m_buffers;
    ThreadsCanvas* m_canvas;
    QScrollArea* m_below;
    QWidget* m_explanation;
    ThreadsLegend* m_legend;
    QLabel* m_words;
};

}  // namespace lanescope
