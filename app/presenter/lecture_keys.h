// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a lecture, wherever the focus is: those of presenters' remotes among them (Page Up and Down, full stop).
// Only fields that are written into keep their keys.
#pragma once

#include <QKeyEvent>
#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <span>

class QWidget;

namespace lanescope {

enum class LectureAction {
    Play,
    StepOn,
    StepBack,
    Next,      ///< bookmark; without a story, phase
    Previous,  ///< likewise
    First,
    Last,
    Bookmark,  ///< of a number
    Blank,
    Spotlight,
    Pointer,
    Pen,
    Box,
    Wipe,    ///< what was drawn, and the spotlight
    Keep,    ///< both, with the bookmark
    Beside,  ///< what stands beside it goes, or comes back
    Larger,  ///< so that values can be read
    Ask,     ///< the bookmark's question; asked: what is true
    Presenter,
    Swap,  ///< the screens
    Wall,  ///< from the window to the whole screen; from there it leaves
    Leave
};

/// What is said of a key: "Space", "play, pause".
struct LectureKey {
    LectureAction action;
    QString cap;
    QString words;
};
/// Those that are worth a hint, in an order to be shown in.
[[nodiscard]] std::span<const LectureKey> lectureKeys();

struct LectureCommand {
    LectureAction action;
    int number = 0;  ///< of Bookmark, from 1
};
[[nodiscard]] std::optional<LectureCommand> commandOf(const QKeyEvent& key);

class LectureKeys final : public QObject {
    Q_OBJECT
public:
    /// `act` is called for keys in windows for which `hears` is so; it answers whether it had a use for the command.
    LectureKeys(std::function<bool(const QWidget& window)> hears, std::function<bool(const LectureCommand&)> act,
                QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<bool(const QWidget& window)> m_hears;
    std::function<bool(const LectureCommand&)> m_act;
};

}  // namespace lanescope
