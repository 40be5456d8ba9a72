// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/baseline_popup.h"

#include <QAction>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/panels/chip.h"
#include "widgets/style/words.h"

namespace lanescope {

BaselinePopup::BaselinePopup(Workbench& workbench, const Theme& theme, Chip* chip)
    : ChipPopup(theme, chip),
      m_workbench(workbench),
      m_chip(chip),
      m_name(sentenceLabel(this)),
      m_sentence(sentenceLabel(this)) {
    addAct(tr("&Pin as the baseline"), tr("All numbers are held against what is chosen now"),
           QKeySequence(Qt::CTRL | Qt::Key_B), &Workbench::pinBaseline);
    addAct(tr("&Go to the baseline"), tr("Choose what is pinned"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_B),
           &Workbench::goToBaseline);
    addAct(tr("Put the &baseline away"), tr("Numbers stand alone again"),
           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B), &Workbench::removeBaseline);
    m_name->setAccessibleName(tr("What is pinned"));
    m_sentence->setAccessibleName(tr("Beside the baseline"));
    build();
    connect(&m_workbench, &Workbench::choiceChanged, this, &BaselinePopup::showRun);
    connect(&m_workbench, &Workbench::baselineChanged, this, &BaselinePopup::showRun);
    showRun();
}

void BaselinePopup::addAct(const QString& words, const QString& tip, const QKeySequence& key,
                           void (Workbench::*act)()) {
    auto* action = new QAction(this);
    action->setText(words);
    action->setShortcut(key);
    action->setToolTip(plainTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText))));
    connect(action, &QAction::triggered, &m_workbench, act);
    m_actions.push_back(action);
}

void BaselinePopup::build() {
    auto* content = new QWidget;
    content->setMinimumWidth(320);
    auto* column = new QVBoxLayout(content);
    column->addWidget(popupHeading(theme(), tr("All is held against"), content));
    column->addWidget(m_name);
    column->addWidget(m_sentence);
    QToolButton* first = nullptr;
    for (QAction* const action : m_actions) {
        auto* button = new QToolButton(content);
        button->setDefaultAction(action);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, &QWidget::hide);
        column->addWidget(button);
        if (action == go()) first = button;
    }
    setContent(content, first);
}

void BaselinePopup::showRun() {
    const BaselineRun& run = m_workbench.baselineRun();
    const bool pinned = run.choice().has_value();
    m_chip->setChoice(pinned ? tr("baseline") : QString(),
                      pinned ? QStringList{run.isChosen() ? tr("this") : run.shortName()} : QStringList());
    m_chip->setHint(pinned ? run.name() : QString());
    m_name->setText(run.name());
    m_sentence->setText(run.isChosen() ? tr("It is what is chosen now.") : run.sentence());
    m_sentence->setVisible(!m_sentence->text().isEmpty());
    pin()->setEnabled(m_workbench.algorithm() != nullptr && !run.isChosen());
    go()->setEnabled(pinned && !run.isChosen());
    putAway()->setEnabled(pinned);
    Q_EMIT pinnedChanged(pinned);
}

}  // namespace lanescope
