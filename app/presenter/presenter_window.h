// SPDX-License-Identifier: GPL-3.0-or-later
// What the lecturer sees and nobody else: the wall, the note, the next bookmark's picture, the clock, the bookmarks and
// the keys.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "widgets/style/theme.h"

class QLabel;
class QPushButton;

namespace lanescope {

class GlyphButton;
class Lecture;
class MainWindow;
class Preparation;
class StoryDesk;

/// A picture in a frame, as large as there is room, in its own proportions.
class FramedPicture final : public QWidget {
    Q_OBJECT
public:
    /// `live`: what is on the wall now.
    FramedPicture(const Theme& theme, bool live, QWidget* parent);
    /// Null: `words` instead.
    void setPicture(const QPixmap& picture, const QString& words);
    [[nodiscard]] const QPixmap& picture() const { return m_picture; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 135}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    bool m_live;
    QPixmap m_picture;
    QString m_words;
};

class PresenterWindow final : public QWidget {
    Q_OBJECT
public:
    /// All must outlive this.
    PresenterWindow(MainWindow& window, Lecture& lecture, StoryDesk& desk, Preparation& preparation, Theme& theme);

    [[nodiscard]] FramedPicture* wall() const { return m_wall; }
    [[nodiscard]] FramedPicture* next() const { return m_next; }
    [[nodiscard]] QString note() const;
    [[nodiscard]] const std::vector<QPushButton*>& bookmarks() const { return m_bookmarks; }
    /// Everything as it is now, at once.
    void refresh();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildTop();
    QWidget* buildMiddle();
    QWidget* buildBottom();
    QLabel* head(const QString& text);
    void connectAll();
    void restyle();
    void showWall();
    void showStory();
    void showNext();
    void showClock();
    void showState();
    void roomForBookmarks();

    MainWindow& m_window;
    Lecture& m_lecture;
    StoryDesk& m_desk;
    Preparation& m_preparation;
    Theme& m_theme;
    QTimer m_wallTimer;
    QTimer m_clockTimer;
    QTimer m_nextTimer;
    QLabel* m_title = nullptr;
    QLabel* m_place = nullptr;
    QLabel* m_time = nullptr;
    QLabel* m_elapsed = nullptr;
    FramedPicture* m_wall = nullptr;
    FramedPicture* m_next = nullptr;
    QLabel* m_nextCaption = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_ask = nullptr;
    QWidget* m_places = nullptr;
    GlyphButton* m_play = nullptr;
    std::vector<GlyphButton*> m_transport;
    std::vector<QLabel*> m_heads;
    std::vector<QLabel*> m_hints;
    std::vector<QPushButton*> m_bookmarks;
};

}  // namespace lanescope
