// SPDX-License-Identifier: GPL-3.0-or-later
// The story that is open, where it stands, and what is done to it: making, ordering and wording bookmarks, opening and
// saving. What is done is kept in a draft at once, so that a restart finds it. No widget.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <map>
#include <optional>

#include "app/presenter/stop.h"
#include "core/base/result.h"
#include "core/story/guesses.h"
#include "core/story/story_run.h"
#include "widgets/lecture/question_card.h"

namespace lanescope {

class Settings;
class Workbench;

/// A caption as it is read, its live numbers filled in from the run that is shown.
struct ShownCaption {
    QString sentence;
    QString origins;  ///< where its numbers are from; empty: it has none
    QString changed;  ///< which of its numbers is another than when it was written; empty: none
};

class StoryDesk final : public QObject {
    Q_OBJECT
public:
    /// Both must outlive this. The draft is kept beside `settings`.
    StoryDesk(Workbench& workbench, Settings& settings, QObject* parent = nullptr);
    ~StoryDesk() override;

    [[nodiscard]] const story::Story& story() const { return m_story; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] int count() const { return static_cast<int>(m_story.bookmarks.size()); }
    /// The bookmark that was gone to last, from 0; nothing before the first.
    [[nodiscard]] std::optional<int> place() const { return m_place; }
    /// In a few words.
    [[nodiscard]] QString nameOf(int bookmark) const;
    /// The caption with its numbers as they were when somebody last looked at them; "…" for others.
    [[nodiscard]] QString lastRead(int bookmark) const;
    [[nodiscard]] QString captionOf(int bookmark) const;  ///< as it is written, with {names}
    [[nodiscard]] QString noteOf(int bookmark) const;
    [[nodiscard]] ShownCaption caption(int bookmark) const;
    [[nodiscard]] bool asks(int bookmark) const;
    [[nodiscard]] std::optional<RoomQuestion> question(int bookmark) const;
    /// Files that students hand in: one, or a folder of them. They stay until another story is opened. Errors: those of
    /// readGuesses().
    [[nodiscard]] Result<void> takeGuesses(const QString& path);
    [[nodiscard]] std::vector<story::Guess> guessesAt(int bookmark) const {
        return m_guesses.at(static_cast<std::size_t>(bookmark));
    }
    /// How many there are, and what was left out; empty: none were taken.
    [[nodiscard]] QString aboutGuesses() const;
    /// How long it stays when the story plays by itself.
    [[nodiscard]] double secondsOf(int bookmark) const { return story::secondsOf(at(bookmark)); }
    /// Errors: an algorithm, a value or a page that this program does not have.
    [[nodiscard]] Result<Stop> stop(int bookmark) const;

    void goTo(int bookmark);
    /// Behind the place, or at the end; it becomes the place.
    void add(const Stop& stop, const QString& caption);
    void remove(int bookmark);
    void move(int from, int to);
    void setTitle(const QString& title);
    void setCaption(int bookmark, const QString& caption);
    void setNote(int bookmark, const QString& note);
    /// Where the present bookmark leads, from now on.
    void keep(const Stop& stop);

    /// The file that it was opened from or saved to last; empty: none, or one that is shipped.
    [[nodiscard]] const QString& file() const { return m_file; }
    [[nodiscard]] bool isModified() const { return m_modified; }
    void makeNew();
    /// Of no file; it stands at that bookmark, without going there.
    void takeOver(story::Story story, std::optional<int> place);
    /// Errors: those of the reader; then nothing changes.
    [[nodiscard]] Result<void> open(const QString& file);
    [[nodiscard]] Result<void> openShipped(const QString& file);
    [[nodiscard]] Result<void> save(const QString& file);
    /// Opened or saved last, the latest first.
    [[nodiscard]] QStringList recent() const { return m_recent; }
    /// Files of shipped stories with their titles, in the order of their names.
    struct Shipped {
        QString file;
        QString title;
        QString about;  ///< in a sentence
    };
    [[nodiscard]] static std::vector<Shipped> shipped();
    /// Those that begin best, at most so many.
    [[nodiscard]] static std::vector<Shipped> shippedCards(std::size_t most);
    /// What a file's story is best shown by. Errors: those of the reader and of stop().
    [[nodiscard]] static Result<Stop> coverOf(const QString& file, const Workbench& workbench);

    /// What was open when the program was closed; nothing happens if there was nothing.
    void restore();
    void keepDraft();

Q_SIGNALS:
    void changed();       ///< what is in it, its file
    void placeChanged();  ///< comes before gone()
    void gone(const lanescope::Stop& stop);
    void failed(const lanescope::Error& error);

private:
    [[nodiscard]] Result<void> take(const QString& file);
    [[nodiscard]] story::BookmarkRun shown(int bookmark) const;
    void touched();
    void remember(const QString& file);
    [[nodiscard]] QString draftFile() const;
    [[nodiscard]] const story::Bookmark& at(int bookmark) const {
        return m_story.bookmarks[static_cast<std::size_t>(bookmark)];
    }

    Workbench& m_workbench;
    Settings& m_settings;
    story::Story m_story;
    story::GuessesOfRoom m_guesses;
    std::optional<int> m_place;
    QString m_file;
    bool m_modified = false;
    QStringList m_recent;
    QTimer m_draftTimer;
    mutable std::map<int, ShownCaption> m_captions;  ///< of the runs that are shown, as far as asked for
};

}  // namespace lanescope
