// SPDX-License-Identifier: GPL-3.0-or-later
// The first start: four stories as cards, over the whole window. A card's picture is its story's first bookmark, run
// while one reads.
#pragma once

#include <QPushButton>
#include <QWidget>
#include <vector>

#include "app/presenter/story_desk.h"
#include "widgets/style/theme.h"

class QLabel;

namespace lanescope {

class Preparation;

class StoryCard final : public QPushButton {
    Q_OBJECT
public:
    struct Content {
        QString title;
        QString about;  ///< a sentence or two
        QString runs;   ///< "matmul.tiled"
        int number = 1;
    };
    StoryCard(const Theme& theme, const Content& content, QWidget* parent);
    void setPicture(const QImage& picture);
    [[nodiscard]] bool hasPicture() const { return !m_picture.isNull(); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    Content m_content;
    QImage m_picture;
};

class Welcome final : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kCards = 4;

    /// All must outlive this. Lies over `window`.
    Welcome(Workbench& workbench, Preparation& preparation, const Theme& theme, QWidget* window);

    [[nodiscard]] const std::vector<StoryCard*>& cards() const { return m_cards; }

Q_SIGNALS:
    void storyWanted(const QString& file);
    void algorithmsWanted();
    void openWanted();
    /// It is hidden, whatever was chosen.
    void left();

protected:
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void build();
    void restyle();
    void showPictures();

    Preparation& m_preparation;
    const Theme& m_theme;
    std::vector<StoryDesk::Shipped> m_stories;
    std::vector<Stop> m_first;
    std::vector<StoryCard*> m_cards;
    QLabel* m_title = nullptr;
    QLabel* m_about = nullptr;
    QLabel* m_foot = nullptr;
    std::vector<QPushButton*> m_buttons;
};

}  // namespace lanescope
