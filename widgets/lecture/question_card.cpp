// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lecture/question_card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/number_text.h"
#include "widgets/lecture/guess_curve.h"
#include "widgets/lecture/guess_places.h"
#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kMostHands = 999;
constexpr std::size_t kMostGuesses = 999;
constexpr std::size_t kMostNamed = 8;  // guesses that are written out

/// "A", "B" … before a choice.
QString letterOf(int choice) { return QString(QChar(QLatin1Char(static_cast<char>('A' + choice % 26)))); }

QString text(const std::string& utf8) { return shownName(utf8); }

QString offText(double distance, const story::Question& question) {
    return text(story::distanceInWords(distance, question));
}

QString originIn(const RoomQuestion& question) {
    return question.origin.isEmpty() ? QString() : QuestionCard::tr(" (%1)").arg(question.origin);
}

}  // namespace

QString verdictOf(const RoomQuestion& question, const std::vector<double>& guesses) {
    if (!question.truth) return QuestionCard::tr("What is true is not known here.");
    const double truth = *question.truth;
    QString words = QuestionCard::tr("It is %1%2.").arg(valueText(truth, question.unit), originIn(question));
    if (guesses.empty()) return words;
    std::vector<double> sorted = guesses;
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    const double median = sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    const double nearest =
        *std::ranges::min_element(sorted, {}, [truth](double guess) { return std::abs(guess - truth); });
    if (sorted.size() > 1)
        words += QuestionCard::tr(" Of %1 guesses the middle one is %2 (%3), the nearest %4 (%5).")
                     .arg(countText(sorted.size()), valueText(median, question.unit), differenceText(median, truth),
                          valueText(nearest, question.unit), differenceText(nearest, truth));
    else
        words += QuestionCard::tr(" The guess is %1 (%2).")
                     .arg(valueText(median, question.unit), differenceText(median, truth));
    return words;
}

QString verdictOf(const RoomQuestion& question, const std::vector<int>& hands) {
    if (!question.right) return QuestionCard::tr("What is true is not known here.");
    const int right = *question.right;
    QString words =
        QuestionCard::tr("It is %1: %2%3.").arg(letterOf(right), question.choices.value(right), originIn(question));
    const int all = std::accumulate(hands.begin(), hands.end(), 0);
    if (all > 0 && static_cast<std::size_t>(right) < hands.size())
        words += QuestionCard::tr(" %1 of %2 hands said so.").arg(hands[static_cast<std::size_t>(right)]).arg(all);
    return words;
}

QuestionCard::QuestionCard(const Theme& theme, QWidget* stage) : QFrame(stage), m_theme(theme) {
    setObjectName(QStringLiteral("question"));
    setFrameShape(QFrame::Box);
    setFocusPolicy(Qt::StrongFocus);
    setAutoFillBackground(true);
    (new QVBoxLayout(this))->setContentsMargins(0, 0, 0, 0);
    connect(&theme, &Theme::changed, this, &QuestionCard::restyle);
}

void QuestionCard::ask(const RoomQuestion& question) {
    m_question = question;
    m_guesses.clear();
    m_handedIn.clear();
    m_about.clear();
    m_revealed = false;
    rebuild();
    show();
    place();
    raise();
    Q_EMIT changed();
}

void QuestionCard::rebuild() {
    delete m_body;
    m_choices.clear();
    m_hands.clear();
    m_scale = nullptr;
    m_field = nullptr;
    m_curve = nullptr;
    m_places = nullptr;
    m_body = new QWidget(this);
    layout()->addWidget(m_body);
    auto* rows = new QVBoxLayout(m_body);
    m_text = sentenceLabel(m_body);
    m_text->setText(shownText(m_question.text));
    rows->addWidget(m_text);
    using Kind = story::Question::Kind;
    const bool known = m_question.asked && m_question.reveal;
    if (!m_question.choices.isEmpty())
        addChoices(*rows);
    else if (known && m_question.asked->kind == Kind::Curve)
        addCurve(*rows);
    else if (known && !m_question.isNumber && m_question.reveal->of > 0 && m_question.reveal->of <= GuessPlaces::kMost)
        addPlaces(*rows);
    else if (m_question.isNumber)
        addScale(*rows);
    m_verdict = sentenceLabel(m_body);
    m_verdict->setObjectName(QStringLiteral("verdict"));
    rows->addWidget(m_verdict);
    m_verdict->hide();
    m_each = sentenceLabel(m_body);
    m_each->setObjectName(QStringLiteral("each"));
    rows->addWidget(m_each);
    m_each->hide();
    m_files = new QPushButton(tr("Guesses from files …"), m_body);
    m_files->setVisible(known);
    m_files->setToolTip(plainTip(tr("What students hand in: a folder of files of guesses")));
    connect(m_files, &QPushButton::clicked, this, &QuestionCard::filesWanted);
    m_show = new QPushButton(tr("Show what is true (Q)"), m_body);
    connect(m_show, &QPushButton::clicked, this, &QuestionCard::reveal);
    auto* last = new QHBoxLayout;
    last->addWidget(m_files);
    last->addStretch(1);
    last->addWidget(m_show);
    rows->addLayout(last);
    restyle();
}

void QuestionCard::addChoices(QVBoxLayout& rows) {
    auto* grid = new QGridLayout;
    grid->setColumnStretch(0, 1);
    for (int i = 0; i < m_question.choices.size(); ++i) {
        auto* choice = sentenceLabel(m_body);
        choice->setText(tr("%1   %2").arg(letterOf(i), shownText(m_question.choices[i])));
        auto* hands = new QSpinBox(m_body);
        hands->setRange(0, kMostHands);
        hands->setSuffix(tr(" hands"));
        hands->setAccessibleName(tr("Hands for %1").arg(letterOf(i)));
        grid->addWidget(choice, i, 0);
        grid->addWidget(hands, i, 1);
        m_choices.push_back(choice);
        m_hands.push_back(hands);
        connect(hands, &QSpinBox::valueChanged, this, &QuestionCard::changed);
    }
    rows.addLayout(grid);
}

void QuestionCard::addScale(QVBoxLayout& rows) {
    m_scale = new GuessScale(m_theme, m_question.range, m_question.unit, m_body);
    rows.addWidget(m_scale);
    m_field = new QLineEdit(m_body);
    m_field->setPlaceholderText(tr("numbers that the room says: 8 16 32, then Enter"));
    m_field->setAccessibleName(tr("Numbers that the room says"));
    rows.addWidget(m_field);
    connect(m_field, &QLineEdit::returnPressed, this, &QuestionCard::takeTyped);
    connect(m_scale, &GuessScale::guessed, this, [this](double value) {
        if (m_guesses.size() < kMostGuesses) m_guesses.push_back(value);
        m_scale->setGuesses(m_guesses);
        Q_EMIT changed();
    });
}

void QuestionCard::addCurve(QVBoxLayout& rows) {
    QStringList values;
    for (const std::string& value : m_question.asked->values) values += text(value);
    m_curve =
        new GuessCurve(m_theme, {text(m_question.asked->over), values, m_question.range, m_question.unit}, m_body);
    rows.addWidget(m_curve, 1);
    connect(m_curve, &GuessCurve::changed, this, &QuestionCard::changed);
}

void QuestionCard::addPlaces(QVBoxLayout& rows) {
    m_places = new GuessPlaces(m_theme, static_cast<std::uint32_t>(m_question.reveal->of), m_question.across, m_body);
    rows.addWidget(m_places, 1);
    connect(m_places, &GuessPlaces::changed, this, &QuestionCard::changed);
}

void QuestionCard::addGuesses(const std::vector<story::Guess>& guesses, const QString& about) {
    if (m_revealed) return;
    m_about = about;
    for (const story::Guess& guess : guesses) {
        if (m_handedIn.size() >= kMostGuesses) break;
        m_handedIn.push_back(guess);
        if (m_scale != nullptr) m_guesses.push_back(guess.number);
        if (guess.option < m_hands.size())
            m_hands[guess.option]->setValue(m_hands[guess.option]->value() + static_cast<int>(guess.count));
    }
    showGuesses();
}

void QuestionCard::showGuesses() {
    if (m_scale != nullptr) m_scale->setGuesses(m_guesses);
    if (m_curve != nullptr) {
        std::vector<std::vector<double>> curves;
        for (const story::Guess& guess : m_handedIn) curves.push_back(guess.curve);
        m_curve->setOthers(std::move(curves));
    }
    if (m_places != nullptr) {
        const story::Room room = roomOf(m_handedIn, *m_question.asked, *m_question.reveal);
        m_places->setOthers(room.perPlace, room.hands);
    }
    m_each->setText(m_about);
    m_each->setVisible(!m_about.isEmpty());
    place();
    Q_EMIT changed();
}

std::vector<story::Guess> QuestionCard::allGuesses() const {
    std::vector<story::Guess> all = m_handedIn;
    if (m_curve != nullptr && !m_curve->drawn().empty())
        all.push_back({.who = tr("drawn here").toStdString(), .curve = m_curve->drawn()});
    if (m_places != nullptr && !m_places->drawn().empty())
        all.push_back({.who = tr("marked here").toStdString(), .drawn = m_places->drawn()});
    return all;
}

QString QuestionCard::each() const {
    if (!m_question.asked || !m_question.reveal) return {};
    const story::Question& asked = *m_question.asked;
    const story::Reveal& reveal = *m_question.reveal;
    std::vector<story::Guess> all = allGuesses();
    std::erase_if(all, [](const story::Guess& guess) { return guess.who.empty(); });
    const auto off = [&](const story::Guess& guess) { return distanceOf(guess, asked, reveal); };
    std::ranges::stable_sort(all, {}, off);
    QStringList said;
    for (std::size_t i = 0; i < std::min(all.size(), kMostNamed); ++i) {
        // Of what is drawn the distance is told, not each point.
        const bool drawn = !all[i].curve.empty() || !all[i].drawn.empty();
        const QString words = drawn ? QString() : text(wordsOf(all[i], asked, reveal));
        said += words.isEmpty() ? tr("%1: %2").arg(text(all[i].who), offText(off(all[i]), asked))
                                : tr("%1: %2, %3").arg(text(all[i].who), words, offText(off(all[i]), asked));
    }
    if (all.size() > kMostNamed) said += tr("and %1 more").arg(countText(all.size() - kMostNamed));
    for (const story::Reveal::ModelAnswer& model : reveal.models) {
        const QString words = model.number   ? text(wordsOf(*model.number))
                              : model.option ? text(asked.options[*model.option].text)
                                             : QString();
        said += tr("%1 (model): %2, %3").arg(text(model.title), words, offText(model.distance, asked));
    }
    return said.join(QStringLiteral(" · "));
}

void QuestionCard::takeTyped() {
    static const QRegularExpression kBetween(QStringLiteral("[\\s;]+"));
    constexpr RealRange kAny{-1e30, 1e30};
    QStringList left;
    for (const QString& word : m_field->text().split(kBetween, Qt::SkipEmptyParts)) {
        const auto value = realNumberFromText(word.toStdString(), kAny);
        if (value && m_guesses.size() < kMostGuesses)
            m_guesses.push_back(*value);
        else
            left += word;
    }
    // What is no number stays, to be seen.
    m_field->setText(left.join(QLatin1Char(' ')));
    m_scale->setGuesses(m_guesses);
    Q_EMIT changed();
}

std::vector<int> QuestionCard::hands() const {
    std::vector<int> hands;
    for (const QSpinBox* field : m_hands) hands.push_back(field->value());
    return hands;
}

QString QuestionCard::verdict() const {
    if (m_question.choices.isEmpty() && !m_question.isNumber) {
        QString words = shownText(m_question.answer);
        const std::vector<story::Guess> all = allGuesses();
        if (!m_question.asked || !m_question.reveal || all.empty()) return words;
        const story::Room room = roomOf(all, *m_question.asked, *m_question.reveal);
        return words + (all.size() == 1
                            ? tr(" The guess is %1.").arg(offText(room.medianDistance, *m_question.asked))
                            : tr(" Of %1 guesses the middle one is %2.")
                                  .arg(countText(room.hands), offText(room.medianDistance, *m_question.asked)));
    }
    const QString words =
        m_question.choices.isEmpty() ? verdictOf(m_question, m_guesses) : verdictOf(m_question, hands());
    return m_question.answer.isEmpty() ? words : words + QLatin1Char('\n') + shownText(m_question.answer);
}

void QuestionCard::reveal() {
    if (m_revealed) return;
    if (m_field != nullptr) takeTyped();
    m_revealed = true;
    // Not to the picture below, when what has it goes.
    setFocus(Qt::OtherFocusReason);
    m_verdict->setText(verdict());
    m_verdict->show();
    m_show->hide();
    m_files->hide();
    m_each->setText(each());
    m_each->setVisible(!m_each->text().isEmpty());
    if (m_curve != nullptr) {
        std::vector<double> truth;
        for (const story::Number& number : m_question.reveal->curve) truth.push_back(number.value);
        m_curve->reveal(std::move(truth));
    }
    if (m_places != nullptr) m_places->reveal(m_question.reveal->drawn);
    if (m_field != nullptr) m_field->hide();
    if (m_scale != nullptr && m_question.truth) m_scale->reveal(*m_question.truth, m_question.others);
    for (int i = 0; i < static_cast<int>(m_choices.size()); ++i) {
        m_hands[static_cast<std::size_t>(i)]->setReadOnly(true);
        const bool right = m_question.right == i;
        // Told by a sign, not by colour.
        if (right)
            m_choices[static_cast<std::size_t>(i)]->setText(
                tr("✓ %1   %2").arg(letterOf(i), shownText(m_question.choices[i])));
        m_choices[static_cast<std::size_t>(i)]->setEnabled(right || !m_question.right);
    }
    place();
    Q_EMIT changed();
}

void QuestionCard::restyle() {
    QPalette palette = this->palette();
    palette.setColor(QPalette::Window, m_theme.colour(Colour::Raised));
    palette.setColor(QPalette::WindowText, m_theme.colour(Colour::Text));
    setPalette(palette);
    setLineWidth(qRound(m_theme.scaled(3)));
    if (m_body == nullptr) return;
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    m_body->layout()->setContentsMargins(4 * grid, 3 * grid, 4 * grid, 3 * grid);
    m_body->layout()->setSpacing(2 * grid);
    QFont asked = m_theme.type(Type::Second);
    asked.setWeight(QFont::Bold);
    m_text->setFont(asked);
    m_verdict->setFont(asked);
    for (QLabel* choice : m_choices) choice->setFont(m_theme.type(Type::Second));
    for (QSpinBox* hands : m_hands) hands->setFont(m_theme.type(Type::Title));
    m_each->setFont(m_theme.type(Type::Body));
    m_files->setFont(m_theme.type(Type::Body));
    m_show->setFont(m_theme.type(Type::Body));
    if (m_field != nullptr) m_field->setFont(m_theme.type(Type::Body));
    place();
}

void QuestionCard::place() {
    if (m_body == nullptr) return;
    const int wide = qRound(parentWidget()->width() * 0.8);
    const int high = std::min(layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(wide) : sizeHint().height(),
                              parentWidget()->height());
    setGeometry((parentWidget()->width() - wide) / 2, (parentWidget()->height() - high) / 2, wide, high);
    raise();
}

}  // namespace lanescope
