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
#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kMostHands = 999;
constexpr std::size_t kMostGuesses = 999;

/// "A", "B" … before a choice.
QString letterOf(int choice) { return QString(QChar(QLatin1Char(static_cast<char>('A' + choice % 26)))); }

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
    m_body = new QWidget(this);
    layout()->addWidget(m_body);
    auto* rows = new QVBoxLayout(m_body);
    m_text = sentenceLabel(m_body);
    m_text->setText(shownText(m_question.text));
    rows->addWidget(m_text);
    if (!m_question.choices.isEmpty())
        addChoices(*rows);
    else if (m_question.isNumber)
        addScale(*rows);
    m_verdict = sentenceLabel(m_body);
    m_verdict->setObjectName(QStringLiteral("verdict"));
    rows->addWidget(m_verdict);
    m_verdict->hide();
    m_show = new QPushButton(tr("Show what is true (Q)"), m_body);
    connect(m_show, &QPushButton::clicked, this, &QuestionCard::reveal);
    auto* last = new QHBoxLayout;
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
    if (m_question.choices.isEmpty() && !m_question.isNumber) return shownText(m_question.answer);
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
