// SPDX-License-Identifier: GPL-3.0-or-later
// The bookmarks of the open story as a list, beside the picture: chosen, dragged into another order, and worded.
#pragma once

#include <QPixmap>
#include <QScrollArea>
#include <QTimer>
#include <functional>
#include <map>
#include <string>

#include "widgets/style/theme.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace lanescope {

class StoryDesk;

class StoryPanel final : public QScrollArea {
    Q_OBJECT
public:
    /// Both must outlive this.
    StoryPanel(StoryDesk& desk, const Theme& theme, QWidget* parent = nullptr);

    /// What the list asks of the window: a small picture of where a bookmark leads, null while its runs are not at
    /// hand; and where that is, in words.
    struct Window {
        std::function<QImage(int bookmark, QSize size)> picture{};
        std::function<QString(int bookmark)> where{};
    };
    void setWindow(Window window);
    /// More runs are at hand than before.
    void wantPictures();

    [[nodiscard]] QListWidget* list() const { return m_list; }
    [[nodiscard]] QLineEdit* title() const { return m_title; }
    [[nodiscard]] QPlainTextEdit* caption() const { return m_caption; }
    [[nodiscard]] QPlainTextEdit* note() const { return m_note; }
    [[nodiscard]] QPushButton* addButton() const { return m_add; }
    [[nodiscard]] QPushButton* removeButton() const { return m_remove; }
    [[nodiscard]] QPushButton* keepButton() const { return m_keep; }

Q_SIGNALS:
    /// A bookmark of what is shown is to be made; the present one is to lead there.
    void bookmarkWanted();
    void keepWanted();
    void lectureWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void connectAll();
    void move(int by);
    void fillRow(int bookmark);
    void drawOne();
    /// Of what it shows, whatever it says.
    [[nodiscard]] std::string keyOf(int bookmark) const;
    void showStory();
    void showBookmark();
    void restyle();
    [[nodiscard]] int row() const;

    StoryDesk& m_desk;
    const Theme& m_theme;
    QLineEdit* m_title;
    QListWidget* m_list;
    QPlainTextEdit* m_caption;
    QLabel* m_reads;
    QPlainTextEdit* m_note;
    QPushButton* m_add;
    QPushButton* m_remove;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_keep;
    QPushButton* m_lecture;
    Window m_window;
    struct Drawn {
        QPixmap picture;
        QString problem;
    };
    std::map<std::string, Drawn> m_drawn;
    QTimer m_drawing;
    bool m_showing = false;  ///< fields are being filled, not typed into
};

}  // namespace lanescope
