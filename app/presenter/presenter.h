// SPDX-License-Identifier: GPL-3.0-or-later
// All that the window has for lectures, and its menu: the open story, the lecture, what is prepared, the list of
// bookmarks, the first start's cards.
#pragma once

#include <QObject>
#include <memory>

#include "app/presenter/lecture.h"
#include "app/presenter/preparation.h"
#include "app/presenter/story_desk.h"
#include "app/presenter/story_export.h"

class QMenu;

namespace lanescope {

struct PictureLink;

class ClassWindow;
class StoryPanel;
class Welcome;

class Presenter final : public QObject {
    Q_OBJECT
public:
    /// All must outlive this.
    Presenter(MainWindow& window, Theme& theme, Settings& settings);
    ~Presenter() override;

    [[nodiscard]] StoryDesk& desk() { return m_desk; }
    [[nodiscard]] Lecture& lecture() { return m_lecture; }
    [[nodiscard]] Preparation& preparation() { return m_preparation; }
    [[nodiscard]] StoryExport& takenHome() { return m_export; }
    [[nodiscard]] StoryPanel* panel() const { return m_panel; }
    [[nodiscard]] Welcome* welcome() const { return m_welcome; }

    void fillMenu(QMenu& menu);
    /// A bookmark of what is shown, with the sentence that is said of it.
    void makeBookmark();
    /// The four cards, over the stage.
    void showWelcome();
    /// A folder of students' results, in a window of its own.
    void showClass(const QString& folder);
    [[nodiscard]] ClassWindow* classWindow() const { return m_class.get(); }
    /// What was dropped on the window: a folder of results, a session, or a story; while a question is asked, guesses.
    void take(const QString& dropped);
    /// What was open when the window was closed last; the cards, if it never was.
    void begin();
    /// The window closes.
    void close();

private:
    void fillRecent(QMenu& menu);
    void fillShipped(QMenu& menu);
    void open(const QString& file);
    void askOpen();
    void askSave();
    void askExport();
    void exportTo(QString path, const QString& ending);
    void showExport();
    void askClass();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void save(const QString& file);
    void playByItself();
    void playByHand();
    void prepareNext();
    [[nodiscard]] QImage smallPicture(int bookmark, QSize size) const;
    [[nodiscard]] QString whereOf(int bookmark) const;
    void showInPicture(const PictureLink& link);

    MainWindow& m_window;
    Theme& m_theme;
    Settings& m_settings;
    StoryDesk m_desk;
    StoryExport m_export;
    Preparation m_preparation;
    Lecture& m_lecture;  ///< a child of the window
    StoryPanel* m_panel;
    Welcome* m_welcome = nullptr;
    std::unique_ptr<ClassWindow> m_class;
    QTimer m_onward;  ///< plays the story by itself
};

}  // namespace lanescope
