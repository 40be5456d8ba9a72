// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/story_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/presenter/story_desk.h"
#include "widgets/paint/marks.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kCaptionLines = 3;
constexpr int kNoteLines = 5;

QString textOf(const QPlainTextEdit& field) { return field.toPlainText(); }

/// Without telling those who listen to what is typed, and without moving the cursor for nothing.
void fill(QPlainTextEdit& field, const QString& text) {
    if (field.toPlainText() != text) field.setPlainText(text);
}

}  // namespace

StoryPanel::StoryPanel(StoryDesk& desk, const Theme& theme, QWidget* parent)
    : QScrollArea(parent),
      m_desk(desk),
      m_theme(theme),
      m_title(new QLineEdit(this)),
      m_list(new QListWidget(this)),
      m_caption(new QPlainTextEdit(this)),
      m_reads(sentenceLabel(this)),
      m_note(new QPlainTextEdit(this)),
      m_add(new QPushButton(tr("&Bookmark"), this)),
      m_remove(new QPushButton(tr("Remove"), this)),
      m_up(new QPushButton(tr("↑"), this)),
      m_down(new QPushButton(tr("↓"), this)),
      m_keep(new QPushButton(tr("Lead here"), this)),
      m_lecture(new QPushButton(tr("Lecture (F11)"), this)) {
    build();
    connect(&desk, &StoryDesk::changed, this, &StoryPanel::showStory);
    connect(&desk, &StoryDesk::placeChanged, this, &StoryPanel::showStory);
    connect(&theme, &Theme::changed, this, &StoryPanel::restyle);
    connect(m_title, &QLineEdit::editingFinished, this, [this] {
        if (!m_showing && m_title->text() != QString::fromStdString(m_desk.story().title))
            m_desk.setTitle(m_title->text());
    });
    connect(m_list, &QListWidget::itemActivated, this, [this] { m_desk.goTo(row()); });
    connect(m_list, &QListWidget::itemClicked, this, [this] { m_desk.goTo(row()); });
    connect(m_list, &QListWidget::currentRowChanged, this, &StoryPanel::showBookmark);
    connect(m_list->model(), &QAbstractItemModel::rowsMoved, this,
            [this](const QModelIndex&, int from, int, const QModelIndex&, int to) {
                m_desk.move(from, to > from ? to - 1 : to);
            });
    connect(m_caption, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing && row() >= 0) m_desk.setCaption(row(), textOf(*m_caption));
    });
    connect(m_note, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing && row() >= 0) m_desk.setNote(row(), textOf(*m_note));
    });
    connect(m_add, &QPushButton::clicked, this, &StoryPanel::bookmarkWanted);
    connect(m_keep, &QPushButton::clicked, this, &StoryPanel::keepWanted);
    connect(m_lecture, &QPushButton::clicked, this, &StoryPanel::lectureWanted);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        if (row() >= 0) m_desk.remove(row());
    });
    connect(m_up, &QPushButton::clicked, this, [this] {
        if (row() > 0) m_desk.move(row(), row() - 1);
    });
    connect(m_down, &QPushButton::clicked, this, [this] {
        if (row() >= 0 && row() + 1 < m_desk.count()) m_desk.move(row(), row() + 1);
    });
    restyle();
    showStory();
}

void StoryPanel::build() {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    auto* rows = new QVBoxLayout(content);
    setWidget(content);
    m_title->setPlaceholderText(tr("The story's title"));
    m_title->setAccessibleName(tr("The story's title"));
    rows->addWidget(m_title);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setAccessibleName(tr("Bookmarks"));
    m_list->setWordWrap(true);
    rows->addWidget(m_list, 1);
    auto* buttons = new QWidget(content);
    new FlowLayout(buttons);
    m_add->setToolTip(plainTip(tr("A bookmark of what is shown, behind the present one (Ctrl+D)")));
    m_keep->setToolTip(
        plainTip(tr("The chosen bookmark leads to what is shown now, with its spotlight and its marks")));
    m_up->setAccessibleName(tr("The bookmark goes up"));
    m_down->setAccessibleName(tr("The bookmark goes down"));
    for (QPushButton* button : {m_add, m_remove, m_up, m_down, m_keep, m_lecture}) buttons->layout()->addWidget(button);
    rows->addWidget(buttons);
    m_caption->setPlaceholderText(
        tr("What the room reads, in a sentence; {global_load_efficiency} is a number of the run"));
    m_caption->setAccessibleName(tr("Caption"));
    m_caption->setTabChangesFocus(true);
    rows->addWidget(m_caption);
    m_reads->setAccessibleName(tr("How the caption reads"));
    rows->addWidget(m_reads);
    m_note->setPlaceholderText(tr("What you alone read"));
    m_note->setAccessibleName(tr("Note"));
    m_note->setTabChangesFocus(true);
    rows->addWidget(m_note);
}

int StoryPanel::row() const { return m_list->currentRow(); }

void StoryPanel::showStory() {
    m_showing = true;
    if (!m_title->hasFocus()) m_title->setText(QString::fromStdString(m_desk.story().title));
    const int before = row();
    while (m_list->count() > m_desk.count()) delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < m_desk.count()) m_list->addItem(QString());
    for (int i = 0; i < m_desk.count(); ++i)
        m_list->item(i)->setText(tr("%1  %2").arg(i + 1).arg(shownName(m_desk.nameOf(i))));
    m_list->setCurrentRow(m_desk.place().value_or(std::min(before, m_desk.count() - 1)));
    m_showing = false;
    showBookmark();
}

void StoryPanel::showBookmark() {
    if (m_showing) return;
    m_showing = true;
    const bool any = row() >= 0 && row() < m_desk.count();
    for (QWidget* field :
         {static_cast<QWidget*>(m_caption), static_cast<QWidget*>(m_note), static_cast<QWidget*>(m_remove),
          static_cast<QWidget*>(m_up), static_cast<QWidget*>(m_down), static_cast<QWidget*>(m_keep)})
        field->setEnabled(any);
    fill(*m_caption, any ? m_desk.captionOf(row()) : QString());
    fill(*m_note, any ? m_desk.noteOf(row()) : QString());
    QString reads;
    if (any && m_desk.place() == row()) {
        const ShownCaption shown = m_desk.caption(row());
        if (shown.sentence != m_desk.captionOf(row())) reads = shown.sentence;
        if (!shown.changed.isEmpty()) reads += (reads.isEmpty() ? QString() : QStringLiteral("\n")) + shown.changed;
    }
    m_reads->setText(shownText(reads));
    m_reads->setVisible(!reads.isEmpty());
    m_showing = false;
}

void StoryPanel::restyle() {
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    widget()->layout()->setContentsMargins(2 * grid, grid, 2 * grid, grid);
    widget()->layout()->setSpacing(grid);
    const QFont body = m_theme.type(Type::Least);
    for (QWidget* part :
         {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_list), static_cast<QWidget*>(m_caption),
          static_cast<QWidget*>(m_reads), static_cast<QWidget*>(m_note), static_cast<QWidget*>(m_add),
          static_cast<QWidget*>(m_remove), static_cast<QWidget*>(m_up), static_cast<QWidget*>(m_down),
          static_cast<QWidget*>(m_keep), static_cast<QWidget*>(m_lecture)})
        part->setFont(body);
    const int line = QFontMetrics(body).lineSpacing();
    m_caption->setFixedHeight(kCaptionLines * line + 2 * grid);
    m_note->setFixedHeight(kNoteLines * line + 2 * grid);
    m_list->setMinimumHeight(3 * line);
}

/// It scrolls up and down only.
void StoryPanel::resizeEvent(QResizeEvent* event) {
    widget()->setMaximumWidth(viewport()->width());
    QScrollArea::resizeEvent(event);
}

}  // namespace lanescope
