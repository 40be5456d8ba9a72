// SPDX-License-Identifier: GPL-3.0-or-later
// What a class measured, side by side: a dot for each file, in a column for each configuration, by GPU; with the
// quartiles of each column, and the best of each GPU ringed.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "widgets/style/theme.h"

namespace lanescope {

struct ClassDot {
    double seconds = 0;
    int file = 0;  ///< the same number, the same file
    QString about{};
    bool outlier = false;  ///< drawn hollow
};

struct ClassColumn {
    QString name;  ///< "block=16"
    double lower = 0;
    double median = 0;
    double upper = 0;
    std::vector<ClassDot> dots;
    enum class Rank { Other, Best, BestByLittle };  ///< ByLittle: the next one's quartiles overlap
    Rank rank = Rank::Other;
};

struct ClassGroup {
    QString name;  ///< of the GPU
    std::vector<ClassColumn> columns;
};

class ClassDots final : public QWidget {
    Q_OBJECT
public:
    /// `theme` must outlive this.
    explicit ClassDots(const Theme& theme, QWidget* parent = nullptr);

    void setGroups(std::vector<ClassGroup> groups);
    [[nodiscard]] const std::vector<ClassGroup>& groups() const { return m_groups; }
    /// Its dots are filled, the others stand back. Nothing: all are alike.
    void setFile(std::optional<int> file);
    [[nodiscard]] std::optional<int> file() const { return m_file; }

    void paintTo(QPainter& painter, const QSizeF& size) const;
    /// Where a dot is drawn in a picture of this size.
    [[nodiscard]] QPointF placeOf(std::size_t group, std::size_t column, std::size_t dot, const QSizeF& size) const;

    [[nodiscard]] QSize sizeHint() const override { return {720, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 200}; }

Q_SIGNALS:
    /// A dot was clicked, or gone to with the arrow keys.
    void fileChosen(int file, const QString& about);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Frame;
    struct Place {
        std::size_t group = 0;
        std::size_t column = 0;
        std::size_t dot = 0;
    };
    [[nodiscard]] Frame frameOf(const QSizeF& size) const;
    [[nodiscard]] QPointF placeIn(const Frame& frame, const Place& place) const;
    void choose(int direction);
    [[nodiscard]] std::optional<Place> dotAt(const QPointF& at) const;
    [[nodiscard]] const ClassDot& dotOf(const Place& place) const;
    void choose(const Place& place);
    void paintAxis(QPainter& painter, const Frame& frame) const;
    void paintColumn(QPainter& painter, const Frame& frame, std::size_t group, std::size_t column) const;

    const Theme& m_theme;
    std::vector<ClassGroup> m_groups;
    std::optional<int> m_file;
    std::optional<Place> m_current;
};

}  // namespace lanescope
