// SPDX-License-Identifier: GPL-3.0-or-later
// The lecture: the stage, one sentence and the transport, and nothing else; on a second screen, or beside it, what the
// lecturer sees (PresenterWindow). What its keys do is done here. The open story, if there is one, says where to go.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <optional>
#include <set>

#include "app/presenter/lecture_keys.h"
#include "app/presenter/stop.h"
#include "widgets/lecture/caption_bar.h"
#include "widgets/lecture/stage_overlay.h"

class QScreen;

namespace lanescope {

class Clock;
class MainWindow;
class PresenterWindow;
class Preparation;
class QuestionCard;
class StoryDesk;

class Lecture final : public QObject {
    Q_OBJECT
public:
    /// Side of a cell, in pixels, from which on its value is read from the last row.
    static constexpr double kReadableCell = 24;
    /// In the window as it stands, for those who share it; or over the whole screen.
    enum class On { Screen, Window };

    /// All must outlive this.
    Lecture(MainWindow& window, StoryDesk& desk, Preparation& preparation, Theme& theme);
    ~Lecture() override;

    /// One that is on in the window goes to the screen if that is asked for.
    void start(On where = On::Screen);
    /// What was lit and drawn goes; with a bookmark it is kept.
    void leave();
    /// On the screen: leaves. In the window: goes to the screen. Else begins.
    void turnWall();
    [[nodiscard]] bool isOn() const { return m_on; }
    /// Does it if there is a use for it now.
    bool act(const LectureCommand& command);
    void showPresenter(bool shown);
    [[nodiscard]] PresenterWindow* presenter() const { return m_presenter; }

    [[nodiscard]] CaptionBar& caption() const { return *m_caption; }
    [[nodiscard]] StageOverlay& overlay() const { return *m_overlay; }
    [[nodiscard]] QuestionCard& question() const { return *m_question; }
    /// A bookmark was asked for and is not there yet.
    [[nodiscard]] bool isGoing() const { return m_wanted.has_value(); }
    [[nodiscard]] bool isBlank() const;
    void setBlank(bool blank);
    /// nullptr while it is not on.
    [[nodiscard]] const QElapsedTimer* since() const { return m_on ? &m_since : nullptr; }
    void restartTimer() { m_since.restart(); }
    /// At a bookmark that asks, the question takes its caption's place until it is answered, or put away; on at first.
    void setAsksFirst(bool asks);

    /// Nothing is lit, and nothing drawn, here and where it is going to.
    void wipe();

    /// As it is shown now.
    [[nodiscard]] Stop here() const;
    /// Goes there: at once what is at hand, else as soon as it is.
    void goTo(const Stop& stop);
    /// Guesses for the question that is asked: a file or a folder, which serves the questions that come, too.
    void takeGuesses(const QString& path);
    /// Why values are not to be read from the last row, and what helps; empty if they are, or if there are none.
    [[nodiscard]] QString unreadable() const;
    /// What the transport drives.
    [[nodiscard]] Clock& clock() const;

Q_SIGNALS:
    /// On, off, blank, caption, tool, spotlight.
    void changed();
    /// Somebody has gone on, asked or drawn: a story that plays by itself is given by hand from here on.
    void takenOver();
    /// Something on the wall looks other than before.
    void wallChanged();

private:
    void connectAll();
    [[nodiscard]] bool countsIt() const;
    void showWhy();
    void arrive();
    void showCaption();
    void showPage();
    void goBy(int bookmarks);
    void goByPhase(bool forward);
    bool goToBookmark(int number);
    void turnSpotlight();
    void setSpotlight(const std::optional<Spotlight>& spotlight);
    [[nodiscard]] std::optional<Spotlight> pointed() const;
    [[nodiscard]] std::optional<Spotlight> widened(const Spotlight& spotlight) const;
    void setTool(StageOverlay::Tool tool);
    void turnBeside();
    void turnLarger();
    void ask();
    void closeQuestion();
    /// Of the present bookmark, which the room has still to answer: its caption would give the answer away.
    [[nodiscard]] std::optional<QString> openQuestion() const;
    void tell();
    void showHandedIn();
    void askForGuesses();
    void swapScreens();
    void occupy();
    void coverAll();
    [[nodiscard]] QScreen* wall() const;
    bool eventFilter(QObject* watched, QEvent* event) override;

    MainWindow& m_window;
    StoryDesk& m_desk;
    Preparation& m_preparation;
    Theme& m_theme;
    CaptionBar* m_caption;
    StageOverlay* m_overlay;
    QuestionCard* m_question;
    QWidget* m_blank;
    PresenterWindow* m_presenter = nullptr;
    bool m_on = false;
    bool m_asksFirst = true;
    std::set<int> m_told;  ///< bookmarks whose question was answered, or put away
    bool m_swapped = false;
    On m_where = On::Screen;
    Qt::WindowStates m_stateBefore;
    QRect m_placeBefore;
    std::vector<BesideChoice> m_besideBefore;
    std::optional<Stop> m_wanted;  ///< is gone to, and not there yet
    QTimer m_patience;             ///< with what may never come
    bool m_waitedLong = false;
    QElapsedTimer m_since;
};

}  // namespace lanescope
