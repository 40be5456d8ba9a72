// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/step_view.h"

#include <QVBoxLayout>

#include "widgets/style/words.h"
#include "widgets/views/step_text.h"

namespace lanescope {

namespace {

QLabel* addedLabel(QVBoxLayout* layout) {
    auto* label = plainLabel(nullptr);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(label);
    return label;
}

void setOrHide(QLabel* label, const QString& text) {
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

}  // namespace

StepView::StepView(const Theme* theme, const Playback* playback, Selection* selection, QWidget* parent)
    : QScrollArea(parent), m_theme(theme), m_playback(playback), m_strip(new LaneStrip(theme, selection)) {
    setAccessibleName(tr("What this step does"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    m_title = addedLabel(layout);
    m_who = addedLabel(layout);
    layout->addWidget(m_strip);
    m_instruction = addedLabel(layout);
    m_source = addedLabel(layout);
    m_sentences = addedLabel(layout);
    layout->addStretch(1);
    setWidget(content);
    connect(theme, &Theme::changed, this, &StepView::restyle);
    connect(playback, &Playback::blocksChanged, this, &StepView::refresh);
    connect(playback, &Playback::positionChanged, this, &StepView::refresh);
    restyle();
    refresh();
}

void StepView::restyle() {
    QFont bold = m_theme->font();
    bold.setBold(true);
    m_title->setFont(bold);
    for (QLabel* label : {m_who, m_sentences}) label->setFont(m_theme->font());
    for (QLabel* label : {m_instruction, m_source}) label->setFont(m_theme->monospace());
    updateGeometry();
}

QSize StepView::minimumSizeHint() const {
    const QFontMetrics metrics(m_theme->font());
    return {metrics.averageCharWidth() * 20, metrics.lineSpacing() * 4};
}

void StepView::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    refresh();
}

void StepView::refresh() {
    const Timeline* timeline = m_playback->timeline();
    m_strip->setVisible(timeline != nullptr);
    if (timeline == nullptr) {
        setOrHide(m_title, tr("Nothing to show yet"));
        for (QLabel* label : {m_who, m_instruction, m_source, m_sentences}) setOrHide(label, {});
        return;
    }
    const StepFacts facts = stepFacts(*timeline);
    m_strip->setFacts(facts, timeline->trace().launch().block);
    setOrHide(m_title, StepText::title(facts));
    setOrHide(m_who, StepText::instruction(facts));
    setOrHide(m_instruction, QString::fromStdString(facts.instruction));
    setOrHide(m_source, facts.source.empty() ? QString()
                                             : tr("%1:%2  %3")
                                                   .arg(QString::fromStdString(facts.sourceName))
                                                   .arg(facts.sourceLine)
                                                   .arg(QString::fromStdString(facts.source)));
    setOrHide(m_sentences, StepText::sentences(facts).join(QLatin1Char('\n')));
}

QString StepView::text() const {
    QStringList parts;
    for (const QLabel* label : {m_title, m_who, m_instruction, m_source, m_sentences})
        if (!label->text().isEmpty()) parts << label->text();
    return parts.join(QLatin1Char('\n'));
}

}  // namespace lanescope
