// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/story_desk.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/presenter/bookmark_stop.h"
#include "app/state/settings.h"
#include "app/state/workbench.h"
#include "core/base/file_writer.h"
#include "core/base/number_format.h"
#include "core/base/number_text.h"
#include "core/base/resources.h"
#include "core/metrics/dictionary.h"
#include "core/story/story_file.h"
#include "widgets/stage/time/transport_parts.h"
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

constexpr double kSame = 1e-9;  // relative

bool isSame(double a, double b) { return std::abs(a - b) <= kSame * std::max(std::abs(a), std::abs(b)); }

/// The best that is known of a number: emulated, else measured or replayed.
std::optional<story::WrittenNumber> numberIn(const MetricsInput& input, const std::string& metric) {
    const Metric* const known = findMetric(metric);
    const std::string unit(known != nullptr ? known->unit : std::string_view());
    const auto found = [&](const Counters& counters, Origin origin) -> std::optional<story::WrittenNumber> {
        const auto at = counters.find(metric);
        if (at == counters.end()) return std::nullopt;
        return story::WrittenNumber{at->second, unit, legendWord(origin).toStdString()};
    };
    if (input.emulated)
        if (auto number = found(*input.emulated, Origin::Emulated)) return number;
    if (!input.measurement) return std::nullopt;
    const Measurement& measured = *input.measurement;
    if (metric == "measured")
        return story::WrittenNumber{measured.median, "s", legendWord(measured.origin).toStdString()};
    return input.launch < measured.counters.size() ? found(measured.counters[input.launch], measured.origin)
                                                   : std::nullopt;
}

/// What of a caption stands in braces, and what between; two braces are one.
struct Piece {
    std::string text;
    bool isNumber = false;
};
std::vector<Piece> piecesOf(const std::string& caption) {
    std::vector<Piece> pieces{{}};
    for (std::size_t i = 0; i < caption.size(); ++i) {
        const char letter = caption[i];
        const bool twice = i + 1 < caption.size() && caption[i + 1] == letter;
        const std::size_t end = letter == '{' && !twice ? caption.find('}', i) : std::string::npos;
        if (end != std::string::npos) {
            pieces.push_back({caption.substr(i + 1, end - i - 1), true});
            pieces.emplace_back();
            i = end;
            continue;
        }
        pieces.back().text += letter;
        if (twice && (letter == '{' || letter == '}')) ++i;
    }
    return pieces;
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
        if (!std::exchange(m_numbers, {}).empty()) Q_EMIT changed();
    };
    connect(&workbench, &Workbench::numbersChanged, this, others);
    connect(&workbench, &Workbench::sidesChanged, this, others);
}

StoryDesk::~StoryDesk() = default;

QString StoryDesk::title() const { return m_story.title.empty() ? tr("A story without a title") : text(m_story.title); }

std::optional<story::WrittenNumber> StoryDesk::numberOf(const std::string& reference) const {
    constexpr RealRange kAny{-1e300, 1e300};
    if (const auto plain = realNumberFromText(reference, kAny)) return story::WrittenNumber{*plain, {}, {}};
    std::string metric = reference;
    std::size_t side = 0;
    if (metric.size() > 2 && metric[1] == ':' && metric[0] >= 'a' && metric[0] <= 'f') {
        side = static_cast<std::size_t>(metric[0] - 'a');
        metric.erase(0, 2);
    }
    if (side >= std::max<std::size_t>(1, m_workbench.sides().size())) return std::nullopt;
    // To put all numbers of a run together takes long, and while it plays they are asked for at every step.
    const auto [at, isNew] = m_numbers.try_emplace(side);
    if (isNew) at->second = m_workbench.metricsOf(side);
    return numberIn(at->second, metric);
}

StoryDesk::Filled StoryDesk::filledOf(const std::string& caption,
                                      const std::map<std::string, story::WrittenNumber, std::less<>>& written) const {
    Filled filled;
    for (const Piece& piece : piecesOf(caption)) {
        if (!piece.isNumber) {
            filled.text += text(piece.text);
            continue;
        }
        const std::optional<story::WrittenNumber> number = numberOf(piece.text);
        if (!number) {
            filled.text += QLatin1Char('?');
            filled.missing += text(piece.text);
            continue;
        }
        // Of counts the unit is left to the words around it.
        const bool told = number->unit == "%" || number->unit == "s";
        filled.text += text(numbers::value(number->value, told ? number->unit : std::string()));
        const QString origin = text(number->origin);
        if (!origin.isEmpty() && !filled.origins.contains(origin)) filled.origins += origin;
        const auto before = written.find(piece.text);
        if (before != written.end() && !isSame(before->second.value, number->value)) filled.changed += text(piece.text);
        filled.numbers[piece.text] = *number;
    }
    return filled;
}

QString StoryDesk::nameOf(int bookmark) const {
    const QString caption = captionOf(bookmark);
    return caption.isEmpty() ? text(at(bookmark).configuration.algorithm) : shownName(caption, kMostOfName);
}

QString StoryDesk::captionOf(int bookmark) const { return text(at(bookmark).caption); }

QString StoryDesk::noteOf(int bookmark) const { return text(at(bookmark).note); }

ShownCaption StoryDesk::caption(int bookmark) const {
    const Filled whole = filledOf(at(bookmark).caption, at(bookmark).numbers);
    ShownCaption shown;
    shown.sentence = shownText(whole.text);
    if (!whole.origins.isEmpty()) shown.origins = tr("Numbers: %1").arg(whole.origins.join(QStringLiteral(", ")));
    QStringList wrong;
    if (!whole.changed.isEmpty())
        wrong += tr("Other than when it was written: %1.").arg(whole.changed.join(QStringLiteral(", ")));
    if (!whole.missing.isEmpty())
        wrong += tr("The run has no number of this name: %1.").arg(whole.missing.join(QStringLiteral(", ")));
    shown.changed = shownText(wrong.join(QLatin1Char(' ')));
    return shown;
}

/// What is true is never in the file: it is what the run says.
std::optional<RoomQuestion> StoryDesk::question(int bookmark) const {
    const std::optional<story::Question>& asked = at(bookmark).question;
    if (!asked) return std::nullopt;
    using Kind = story::Question::Kind;
    RoomQuestion question;
    question.text = text(asked->text);
    const std::optional<story::WrittenNumber> answer = numberOf(asked->answer);
    if (asked->kind == Kind::Slider) {
        question.range = {asked->from, asked->to, asked->logarithmic ? 0 : asked->step, asked->logarithmic};
        if (answer) {
            question.truth = answer->value;
            question.unit = text(answer->unit);
            question.origin = text(answer->origin);
        }
        if (asked->answer == "measured") addModels(question);
        return question;
    }
    if (asked->kind != Kind::Choice) return question;
    std::optional<double> best;
    for (const story::Question::Option& option : asked->options) {
        question.choices += text(option.text);
        const std::optional<story::WrittenNumber> number = numberOf(option.number);
        const bool nearest = asked->rule == story::Question::Rule::Nearest;
        if (!number || (nearest && !answer)) continue;
        // The smaller, the better.
        const double rank = nearest                                         ? std::abs(number->value - answer->value)
                            : asked->rule == story::Question::Rule::Largest ? -number->value
                                                                            : number->value;
        if (best && *best <= rank) continue;
        best = rank;
        question.right = static_cast<int>(question.choices.size()) - 1;
        question.origin = text(nearest ? answer->origin : number->origin);
    }
    return question;
}

/// What models say of the time that is asked for, those that are in range.
void StoryDesk::addModels(RoomQuestion& question) const {
    if (!m_workbench.emulation()) return;
    const bool asCharted = m_workbench.scheduling() == simt::Scheduling::ReconvergenceStack;
    for (const Result<Estimate>& answer : m_workbench.comparison().answersOfRun(*m_workbench.emulation(), asCharted))
        if (answer && answer->outOfRange.empty())
            question.others.push_back({text(answer->model), answer->kernelSeconds});
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
    // What its numbers are now, so that it is seen when they are others one day.
    changed.numbers = m_place == bookmark ? filledOf(changed.caption).numbers : decltype(changed.numbers)();
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
    m_place.reset();
    m_file.clear();
    touched();
    m_modified = false;
    Q_EMIT placeChanged();
}

Result<void> StoryDesk::take(const QString& file) {
    Result<story::Story> read = story::storyInFile(file.toStdString());
    if (!read) return fail(read.error());
    m_story = std::move(*read);
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
