// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/what_if_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <algorithm>

#include "widgets/panels/scrolled_words.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kCharacters = 34;  ///< of a line of the panel
constexpr int kMargin = 8;

/// All that a position asks for is asked for.
bool isAt(const WhatIfDial::Position& position, const std::vector<std::string>& words) {
    return !position.words.empty() && std::ranges::all_of(position.words, [&](const std::string& word) {
        return std::ranges::find(words, word) != words.end();
    });
}

int positionOf(const WhatIfDial& dial, const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < dial.positions.size(); ++i)
        if (isAt(dial.positions[i], words)) return static_cast<int>(i);
    return dial.asIs;
}

}  // namespace

WhatIfPanel::WhatIfPanel(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_title(plainLabel(tr("What if"), this)),
      m_reset(new QPushButton(tr("&Reset"), this)),
      m_answer(new ScrolledWords(tr("What would come of it"), this)),
      m_area(new QScrollArea(this)) {
    setAccessibleName(tr("What if: sliders for numbers of the GPU and the launch"));
    m_reset->setToolTip(plainTip(tr("All as it is")));
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(m_reset);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    rows->addLayout(top);
    rows->addWidget(m_answer);
    rows->addWidget(m_area, 1);
    connect(m_reset, &QPushButton::clicked, this, &WhatIfPanel::reset);
    connect(&m_theme, &Theme::changed, this, &WhatIfPanel::showTheme);
    setAnswer({}, false);
    showTheme();
}

void WhatIfPanel::showTheme() {
    m_title->setFont(m_theme.type(Type::Name));
    updateGeometry();
}

int WhatIfPanel::wantedWidth() const { return kCharacters * fontMetrics().averageCharWidth() + 2 * kMargin; }

void WhatIfPanel::setDials(std::vector<WhatIfDial> dials) {
    const bool same = dials.size() == m_dials.size() &&
                      std::ranges::equal(dials, m_dials, [](const WhatIfDial& one, const WhatIfDial& other) {
                          return one.id == other.id && one.title == other.title && one.why == other.why;
                      });
    m_dials = std::move(dials);
    if (!same) buildRows();
    for (std::size_t i = 0; i < m_dials.size(); ++i) showRow(i);
    setEnabled(!m_dials.empty());
}

void WhatIfPanel::buildRows() {
    auto* content = new QWidget(m_area);
    m_grid = new QGridLayout(content);
    m_grid->setContentsMargins(0, 0, kMargin, 0);
    m_grid->setVerticalSpacing(0);
    m_rows.clear();
    int line = 0;
    for (std::size_t i = 0; i < m_dials.size(); ++i) {
        const WhatIfDial& dial = m_dials[i];
        Row row{sentenceLabel(content), plainLabel(content), new QSlider(Qt::Horizontal, content)};
        row.title->setText(dial.title);
        row.title->setTextInteractionFlags(Qt::NoTextInteraction);
        row.slider->setAccessibleName(dial.title);
        row.slider->setObjectName(dial.id);
        row.slider->setPageStep(1);
        m_grid->addWidget(row.title, line, 0);
        m_grid->addWidget(row.value, line++, 1, Qt::AlignRight | Qt::AlignBottom);
        m_grid->addWidget(row.slider, line++, 0, 1, 2);
        if (!dial.why.isEmpty()) {
            QLabel* const why = sentenceLabel(content);
            why->setText(dial.why);
            why->setEnabled(false);
            m_grid->addWidget(why, line++, 0, 1, 2);
        }
        m_grid->setRowMinimumHeight(line++, kMargin);
        connect(row.slider, &QSlider::valueChanged, this, [this, i](int position) { move(i, position); });
        m_rows.push_back(row);
    }
    m_grid->setColumnStretch(0, 1);
    m_grid->setRowStretch(line, 1);
    m_area->setWidget(content);
}

void WhatIfPanel::showRow(std::size_t number) {
    const WhatIfDial& dial = m_dials[number];
    const Row& row = m_rows[number];
    const QSignalBlocker quiet(row.slider);
    const int at = positionOf(dial, m_words);
    row.slider->setRange(0, std::max(0, static_cast<int>(dial.positions.size()) - 1));
    row.slider->setValue(at);
    row.slider->setEnabled(dial.why.isEmpty());
    row.slider->setToolTip(plainTip(dial.why));
    const QString text = dial.positions.empty() ? QString() : dial.positions[static_cast<std::size_t>(at)].text;
    row.value->setText(text);
    QFont font = row.value->font();
    font.setBold(at != dial.asIs);
    row.value->setFont(font);
    row.slider->setAccessibleDescription(dial.why.isEmpty() ? text : dial.why);
    m_reset->setEnabled(!words().empty());
}

std::vector<std::string> WhatIfPanel::words() const {
    std::vector<std::string> words;
    for (const WhatIfDial& dial : m_dials) {
        if (!dial.why.isEmpty() || dial.positions.empty()) continue;
        const auto& own = dial.positions[static_cast<std::size_t>(positionOf(dial, m_words))].words;
        words.insert(words.end(), own.begin(), own.end());
    }
    return words;
}

void WhatIfPanel::setWords(std::vector<std::string> words) {
    m_words = std::move(words);
    for (std::size_t i = 0; i < m_dials.size(); ++i) showRow(i);
}

void WhatIfPanel::move(std::size_t number, int position) {
    const WhatIfDial& dial = m_dials[number];
    for (const WhatIfDial::Position& one : dial.positions)
        std::erase_if(
            m_words, [&one](const std::string& word) { return std::ranges::find(one.words, word) != one.words.end(); });
    const auto& wanted = dial.positions.at(static_cast<std::size_t>(position)).words;
    m_words.insert(m_words.end(), wanted.begin(), wanted.end());
    showRow(number);
    Q_EMIT changed();
}

void WhatIfPanel::reset() {
    const bool had = !words().empty();
    setWords({});
    if (had) Q_EMIT changed();
}

void WhatIfPanel::setAnswer(const QString& answer, bool busy) {
    m_answer->setText(!answer.isEmpty() ? answer
                      : busy            ? tr("Simulating …")
                                        : tr("Move a slider: the launch is simulated again with that number."));
}

QString WhatIfPanel::answer() const { return m_answer->label()->text(); }

QSlider* WhatIfPanel::slider(const QString& id) const { return m_area->findChild<QSlider*>(id); }

}  // namespace lanescope
