// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/story_desk.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "app/presenter/bookmark_stop.h"
#include "app/state/settings.h"
#include "app/state/workbench.h"
#include "core/base/file_writer.h"
#include "core/base/resources.h"
#include "core/base/words.h"
#include "core/story/caption.h"
#include "core/story/position.h"
#include "core/story/reveal.h"
#include "core/story/story_file.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kDraftMilliseconds = 1500;  // after the last change
constexpr qsizetype kMostRecent = 8;
constexpr qsizetype kMostOfName = 90;

const QString kFile = QStringLiteral("story/file");
const QString kPlace = QStringLiteral("story/place");
const QString kRecent = QStringLiteral("story/recent");
const QString kDrafted = QStringLiteral("story/draft");

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// Of a grid's blocks in a row.
std::uint32_t acrossOf(const story::RunSide& side) {
    const std::vector<const Launch*> launches = side.run->plan.launches();
    return launches.empty() ? 1 : launches[std::min(side.launch, launches.size() - 1)]->grid.x;
}

std::vector<QString> shippedFiles() {
    const Result<std::string> resources = resourceFolder();
    if (!resources) return {};
    const QDir folder(text(*resources) + QStringLiteral("/stories"));
    std::vector<QString> files;
    for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        files.push_back(folder.filePath(name));
    return files;
}

}  // namespace

StoryDesk::StoryDesk(Workbench& workbench, Settings& settings, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_settings(settings) {
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(kDraftMilliseconds);
    connect(&m_draftTimer, &QTimer::timeout, this, &StoryDesk::keepDraft);
    for (const QByteArray& file : m_settings.state(kRecent).split('\n'))
        if (!file.isEmpty()) m_recent += QString::fromUtf8(file);
    // Live numbers are of the runs that are shown.
    const auto others = [this] {
        if (!std::exchange(m_captions, {}).empty()) Q_EMIT changed();
    };
    connect(&workbench, &Workbench::numbersChanged, this, others);
    connect(&workbench, &Workbench::sidesChanged, this, others);
    connect(&workbench, &Workbench::traceChanged, this, others);
}

StoryDesk::~StoryDesk() = default;

QString StoryDesk::title() const { return m_story.title.empty() ? tr("A story without a title") : text(m_story.title); }

/// The runs that are shown, for numbers of them. None while there is no run.
story::BookmarkRun StoryDesk::shown(int bookmark) const {
    story::BookmarkRun run;
    const std::vector<StageSide>& sides = m_workbench.sides();
    const std::vector<Playback::Block>& blocks = m_workbench.blocks();
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const Plan& plan = sides[i].run->plan;
        const Result<const Algorithm*> algorithm = m_workbench.library().catalogue().find(plan.algorithm);
        if (!algorithm) return {};
        run.sides.push_back({.algorithm = *algorithm,
                             .parameters = plan.parameters,
                             .scheduling = m_workbench.scheduling(),
                             .run = sides[i].run,
                             .launch = sides[i].launch,
                             .flow = i < blocks.size() ? blocks[i] : nullptr});
    }
    run.gpu = m_workbench.gpu();
    if (!blocks.empty()) run.position = story::find(at(bookmark).position, *blocks.front()).event;
    return run;
}

QString StoryDesk::nameOf(int bookmark) const {
    const QString caption = lastRead(bookmark);
    return caption.isEmpty() ? text(at(bookmark).configuration.algorithm) : shownName(caption, kMostOfName);
}

QString StoryDesk::lastRead(int bookmark) const {
    return text(story::lastRead(at(bookmark).caption, at(bookmark).numbers));
}

QString StoryDesk::captionOf(int bookmark) const { return text(at(bookmark).caption); }

QString StoryDesk::noteOf(int bookmark) const { return text(at(bookmark).note); }

ShownCaption StoryDesk::caption(int bookmark) const {
    // Some numbers take a run of their own, and while it plays they are asked for at every step.
    if (const auto known = m_captions.find(bookmark); known != m_captions.end()) return known->second;
    const story::BookmarkRun run = shown(bookmark);
    if (run.sides.empty()) return {.sentence = lastRead(bookmark), .origins = {}, .changed = {}};
    const story::ResolvedCaption whole =
        story::resolved(at(bookmark).caption, at(bookmark).numbers, {m_workbench.library(), run});
    ShownCaption shown;
    shown.sentence = shownText(whole.text);
    QStringList origins, wrong;
    for (const story::CaptionNumber& number : whole.numbers) {
        if (!number.now) {
            wrong += text(number.missing);
            continue;
        }
        const QString origin = shownName(number.now->origin);
        if (!origin.isEmpty() && !origins.contains(origin)) origins += origin;
        if (number.changed && number.written)
            wrong += tr("%1 was %2 when this was written.")
                         .arg(text(number.reference),
                              text(story::wordsOf({number.written->value, number.written->unit, {}})));
    }
    if (!origins.isEmpty()) shown.origins = tr("Numbers: %1").arg(origins.join(QStringLiteral(", ")));
    shown.changed = shownText(wrong.join(QLatin1Char(' ')));
    return m_captions[bookmark] = shown;
}

bool StoryDesk::asks(int bookmark) const { return at(bookmark).question.has_value(); }

/// What is true is never in the file: it is worked out of the run.
std::optional<RoomQuestion> StoryDesk::question(int bookmark) const {
    const std::optional<story::Question>& asked = at(bookmark).question;
    if (!asked) return std::nullopt;
    using Kind = story::Question::Kind;
    RoomQuestion question;
    question.text = text(asked->text);
    question.isNumber = asked->kind == Kind::Slider;
    question.range = {asked->from, asked->to, asked->logarithmic ? 0 : asked->step, asked->logarithmic};
    for (const story::Question::Option& option : asked->options) question.choices += text(option.text);
    const story::BookmarkRun run = shown(bookmark);
    if (run.sides.empty()) return question;
    const auto reveal = story::revealOf(*asked, {m_workbench.library(), run});
    if (!reveal) {
        question.answer = text(inWords(reveal.error()));
        return question;
    }
    question.origin = text(reveal->origin);
    question.asked = asked;
    question.reveal = *reveal;
    if (!reveal->curve.empty()) question.unit = text(reveal->curve.front().unit);
    if (asked->kind == Kind::Blocks && run.sides.front().run != nullptr) question.across = acrossOf(run.sides.front());
    if (reveal->number) {
        question.truth = reveal->number->value;
        question.unit = text(reveal->number->unit);
    }
    for (std::size_t i = 0; i < reveal->options.size(); ++i)
        if (reveal->options[i].right && !question.right) question.right = static_cast<int>(i);
    for (const story::Reveal::ModelAnswer& model : reveal->models)
        if (model.number) question.others.push_back({text(model.title), model.number->value});
    // Of what is marked in the picture there is no scale: the words tell it.
    if (asked->kind == Kind::Threads || asked->kind == Kind::Blocks)
        question.answer = tr("It is %1 (%2).").arg(text(story::wordsOf(*reveal)), question.origin);
    if (asked->kind == Kind::Curve) {
        const auto lowest = std::ranges::min_element(reveal->curve, {}, &story::Number::value) - reveal->curve.begin();
        question.answer = tr("Lowest at %1 = %2: %3 (%4).")
                              .arg(text(asked->over), text(asked->values[static_cast<std::size_t>(lowest)]),
                                   text(wordsOf(reveal->curve[static_cast<std::size_t>(lowest)])), question.origin);
    }
    return question;
}

Result<void> StoryDesk::takeGuesses(const QString& path) {
    Result<story::GuessesOfRoom> read = story::readGuesses(path.toStdString(), m_story, {});
    if (!read) return fail(read.error());
    m_guesses = std::move(*read);
    return {};
}

QString StoryDesk::aboutGuesses() const {
    if (m_guesses.files.empty() && m_guesses.leftOut.empty()) return {};
    QString about = tr("%1 files of guesses.").arg(countText(m_guesses.files.size()));
    if (!m_guesses.leftOut.empty())
        about +=
            tr(" %1 left out: %2").arg(countText(m_guesses.leftOut.size())).arg(text(m_guesses.leftOut.front().why));
    return shownText(about);
}

Result<Stop> StoryDesk::stop(int bookmark) const {
    return stopOf(at(bookmark), m_workbench.library().catalogue(), m_workbench.chosen().gpu);
}

void StoryDesk::goTo(int bookmark) {
    if (bookmark < 0 || bookmark >= count()) return;
    m_place = bookmark;
    const Result<Stop> where = stop(bookmark);
    Q_EMIT placeChanged();
    if (!where)
        Q_EMIT failed(where.error());
    else
        Q_EMIT gone(*where);
}

void StoryDesk::touched() {
    m_modified = true;
    m_captions.clear();
    m_draftTimer.start();
    Q_EMIT changed();
}

void StoryDesk::add(const Stop& stop, const QString& caption) {
    if (stop.chosen.algorithm == nullptr || m_story.bookmarks.size() >= story::Story::kMostBookmarks) return;
    story::Bookmark made;
    leadTo(made, stop);
    made.caption = caption.toStdString();
    const int where = m_place ? *m_place + 1 : count();
    m_story.bookmarks.insert(m_story.bookmarks.begin() + where, std::move(made));
    m_place = where;
    touched();
    Q_EMIT placeChanged();
}

void StoryDesk::remove(int bookmark) {
    if (bookmark < 0 || bookmark >= count()) return;
    m_story.bookmarks.erase(m_story.bookmarks.begin() + bookmark);
    if (m_place && *m_place >= bookmark) m_place = *m_place == bookmark ? std::nullopt : std::optional(*m_place - 1);
    touched();
    Q_EMIT placeChanged();
}

void StoryDesk::move(int from, int to) {
    if (from < 0 || from >= count() || to < 0 || to >= count() || from == to) return;
    story::Bookmark moved = std::move(m_story.bookmarks[static_cast<std::size_t>(from)]);
    m_story.bookmarks.erase(m_story.bookmarks.begin() + from);
    m_story.bookmarks.insert(m_story.bookmarks.begin() + to, std::move(moved));
    m_place = to;
    touched();
    Q_EMIT placeChanged();
}

void StoryDesk::setTitle(const QString& title) {
    m_story.title = title.toStdString();
    touched();
}

void StoryDesk::setCaption(int bookmark, const QString& caption) {
    story::Bookmark& changed = m_story.bookmarks[static_cast<std::size_t>(bookmark)];
    changed.caption = caption.toStdString();
    changed.numbers.clear();
    // What its numbers are now, so that it is seen when they are others one day.
    if (const story::BookmarkRun run = m_place == bookmark ? shown(bookmark) : story::BookmarkRun(); !run.sides.empty())
        changed.numbers = story::asWritten(changed, {m_workbench.library(), run}).numbers;
    touched();
}

void StoryDesk::setNote(int bookmark, const QString& note) {
    m_story.bookmarks[static_cast<std::size_t>(bookmark)].note = note.toStdString();
    touched();
}

void StoryDesk::keep(const Stop& stop) {
    if (!m_place || stop.chosen.algorithm == nullptr) return;
    leadTo(m_story.bookmarks[static_cast<std::size_t>(*m_place)], stop);
    touched();
}

void StoryDesk::makeNew() {
    m_story = {};
    m_guesses = {};
    m_captions.clear();
    m_place.reset();
    m_file.clear();
    touched();
    m_modified = false;
    Q_EMIT placeChanged();
}

void StoryDesk::takeOver(story::Story story, std::optional<int> place) {
    makeNew();
    m_story = std::move(story);
    if (place && *place < count()) m_place = place;
    m_draftTimer.start();
    Q_EMIT changed();
    Q_EMIT placeChanged();
}

Result<void> StoryDesk::take(const QString& file) {
    Result<story::Story> read = story::storyInFile(file.toStdString());
    if (!read) return fail(read.error());
    m_story = std::move(*read);
    m_guesses = {};
    m_captions.clear();
    m_place.reset();
    m_modified = false;
    return {};
}

Result<void> StoryDesk::open(const QString& file) {
    if (Result<void> taken = take(file); !taken) return taken;
    m_file = file;
    remember(file);
    Q_EMIT changed();
    Q_EMIT placeChanged();
    return {};
}

Result<void> StoryDesk::openShipped(const QString& file) {
    if (Result<void> taken = take(file); !taken) return taken;
    // Saving must not write over what is shipped.
    m_file.clear();
    m_draftTimer.start();
    Q_EMIT changed();
    Q_EMIT placeChanged();
    return {};
}

Result<void> StoryDesk::save(const QString& file) {
    if (Result<void> written = writeFile(file.toStdString(), toJson(m_story)); !written) return written;
    m_file = file;
    m_modified = false;
    remember(file);
    Q_EMIT changed();
    return {};
}

void StoryDesk::remember(const QString& file) {
    m_recent.removeAll(file);
    m_recent.prepend(file);
    while (m_recent.size() > kMostRecent) m_recent.removeLast();
    m_settings.setState(kRecent, m_recent.join(QLatin1Char('\n')).toUtf8());
}

std::vector<StoryDesk::Shipped> StoryDesk::shipped() {
    std::vector<Shipped> stories;
    for (const QString& file : shippedFiles())
        if (const Result<story::Story> story = story::storyInFile(file.toStdString()))
            stories.push_back({file, text(story->title), text(story->about)});
    return stories;
}

std::vector<StoryDesk::Shipped> StoryDesk::shippedCards(std::size_t most) {
    std::vector<Shipped> stories = shipped();
    const QStringList first{QStringLiteral("tiling"), QStringLiteral("bank-conflicts"), QStringLiteral("divergence"),
                            QStringLiteral("triangle-maps")};
    const auto rank = [&first](const Shipped& story) {
        const qsizetype at = first.indexOf(QFileInfo(story.file).baseName());
        return at < 0 ? first.size() : at;
    };
    std::ranges::stable_sort(stories, {}, rank);
    if (stories.size() > most) stories.resize(most);
    return stories;
}

Result<Stop> StoryDesk::coverOf(const QString& file, const Workbench& workbench) {
    const Result<story::Story> story = story::storyInFile(file.toStdString());
    if (!story) return fail(story.error());
    if (story->bookmarks.empty()) return fail(ErrorCode::Cancelled);
    return stopOf(story->bookmarks.front(), workbench.library().catalogue(), workbench.chosen().gpu);
}

/// Beside the settings, which are this user's.
QString StoryDesk::draftFile() const {
    return QFileInfo(m_settings.file()).absoluteDir().filePath(QStringLiteral("draft.story.json"));
}

void StoryDesk::keepDraft() {
    m_draftTimer.stop();
    if (count() == 0 && !m_modified) {
        m_settings.setWhole(kDrafted, 0);
        return;
    }
    QDir().mkpath(QFileInfo(draftFile()).absolutePath());
    const bool kept = writeFile(draftFile().toStdString(), toJson(m_story)).has_value();
    m_settings.setWhole(kDrafted, kept ? 1 : 0);
    m_settings.setWhole(kPlace, m_place.value_or(-1));
    m_settings.setState(kFile, m_file.toUtf8());
}

void StoryDesk::restore() {
    constexpr WholeRange kPlaces{-1, static_cast<std::int64_t>(story::Story::kMostBookmarks)};
    if (m_settings.whole(kDrafted, {0, 1}).value_or(0) == 0) return;
    if (const Result<void> taken = take(draftFile()); !taken) return Q_EMIT failed(taken.error());
    m_file = QString::fromUtf8(m_settings.state(kFile));
    // Is it other than what the file has?
    const Result<story::Story> saved =
        m_file.isEmpty() ? Result<story::Story>(fail(ErrorCode::Cancelled)) : story::storyInFile(m_file.toStdString());
    m_modified = !saved || *saved != m_story;
    Q_EMIT changed();
    const std::int64_t place = m_settings.whole(kPlace, kPlaces).value_or(-1);
    if (place >= 0)
        goTo(static_cast<int>(place));
    else
        Q_EMIT placeChanged();
}

}  // namespace lanescope
