// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/story_panel.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "app/presenter/bookmark_delegate.h"
#include "app/presenter/story_desk.h"
#include "core/story/story_file.h"
#include "widgets/paint/marks.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kCaptionLines = 3;
constexpr int kNoteLines = 3;
constexpr int kPictureMilliseconds = 120;  // between two small pictures

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
      m_add(new QPushButton(tr("＋"), this)),
      m_remove(new QPushButton(tr("✕"), this)),
      m_up(new QPushButton(tr("↑"), this)),
      m_down(new QPushButton(tr("↓"), this)),
      m_keep(new QPushButton(tr("Lead here"), this)),
      m_lecture(new QPushButton(tr("▶ F11"), this)) {
    build();
    connectAll();
    m_drawing.setSingleShot(true);
    m_drawing.setInterval(kPictureMilliseconds);
    connect(&m_drawing, &QTimer::timeout, this, &StoryPanel::drawOne);
    restyle();
    showStory();
}

void StoryPanel::connectAll() {
    connect(&m_desk, &StoryDesk::changed, this, &StoryPanel::showStory);
    connect(&m_desk, &StoryDesk::placeChanged, this, &StoryPanel::showStory);
    connect(&m_theme, &Theme::changed, this, &StoryPanel::restyle);
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
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
}

void StoryPanel::move(int by) {
    if (row() >= 0 && row() + by >= 0 && row() + by < m_desk.count()) m_desk.move(row(), row() + by);
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
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_lecture);
    m_lecture->setToolTip(plainTip(tr("Give the lecture (F11)")));
    m_lecture->setAccessibleName(tr("Lecture"));
    rows->addLayout(head);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setItemDelegate(new BookmarkDelegate(m_theme, m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setAccessibleName(tr("Bookmarks"));
    m_list->setAccessibleDescription(
        tr("Return goes there, Alt with up or down moves it, Delete removes it, F2 changes its caption."));
    m_list->installEventFilter(this);
    rows->addWidget(m_list, 1);
    auto* buttons = new QHBoxLayout;
    m_add->setToolTip(plainTip(tr("A bookmark of what is shown, behind the present one (Ctrl+D)")));
    m_keep->setToolTip(
        plainTip(tr("The chosen bookmark leads to what is shown now, with its spotlight and its marks")));
    for (const auto& [button, name] :
         {std::pair(m_up, tr("The bookmark goes up")), std::pair(m_down, tr("The bookmark goes down")),
          std::pair(m_remove, tr("The bookmark is removed"))}) {
        button->setAccessibleName(name);
        button->setToolTip(plainTip(name));
    }
    buttons->addWidget(m_add);
    buttons->addStretch(1);
    for (QPushButton* button : {m_up, m_down, m_remove}) buttons->addWidget(button);
    rows->addLayout(buttons);
    rows->addWidget(m_keep);
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

void StoryPanel::setWindow(Window window) {
    m_window = std::move(window);
    showStory();
}

std::string StoryPanel::keyOf(int bookmark) const {
    story::Story alone;
    alone.bookmarks.push_back(m_desk.story().bookmarks[static_cast<std::size_t>(bookmark)]);
    story::Bookmark& shown = alone.bookmarks.front();
    shown.caption.clear();
    shown.note.clear();
    shown.numbers.clear();
    shown.question.reset();
    return toJson(alone) + (m_theme.isDark() ? "dark" : "");
}

void StoryPanel::fillRow(int bookmark) {
    const story::Bookmark& shown = m_desk.story().bookmarks[static_cast<std::size_t>(bookmark)];
    const auto [drawn, isNew] = m_drawn.try_emplace(keyOf(bookmark));
    if (isNew)
        if (const Result<Stop> stop = m_desk.stop(bookmark); !stop)
            drawn->second.problem = shownName(describe(stop.error()));
    QStringList signs, said;
    if (shown.question) {
        signs += QStringLiteral("?");
        said += tr("asks the room");
    }
    if (!shown.note.empty()) {
        signs += QStringLiteral("✎");
        said += tr("has a note");
    }
    QString problem = drawn->second.problem;
    if (m_desk.place() == bookmark && problem.isEmpty()) problem = m_desk.caption(bookmark).changed;
    const QString where = m_window.where ? m_window.where(bookmark) : QString();
    QListWidgetItem* const item = m_list->item(bookmark);
    item->setText(shownName(m_desk.nameOf(bookmark)));
    item->setData(BookmarkDelegate::Number, QString::number(bookmark + 1));
    item->setData(BookmarkDelegate::Where, where);
    item->setData(BookmarkDelegate::Signs, signs.join(QLatin1Char(' ')));
    item->setData(BookmarkDelegate::Problem, problem);
    item->setData(BookmarkDelegate::Picture, drawn->second.picture);
    item->setData(BookmarkDelegate::Present, m_desk.place() == bookmark);
    said.prepend(where);
    if (!problem.isEmpty()) said += problem;
    item->setData(Qt::AccessibleTextRole, tr("%1: %2").arg(bookmark + 1).arg(shownName(m_desk.nameOf(bookmark))) +
                                              QStringLiteral("; ") + said.join(QStringLiteral("; ")));
    item->setToolTip(plainTip(shownText(m_desk.lastRead(bookmark) +
                                        (said.isEmpty() ? QString() : QStringLiteral("\n") + said.join(tr(", "))))));
}

void StoryPanel::wantPictures() {
    if (isVisible() && !m_drawing.isActive()) m_drawing.start();
}

/// What became ready behind it is drawn as soon as it is seen.
void StoryPanel::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    wantPictures();
}

/// One after the other, so that nobody waits for them.
void StoryPanel::drawOne() {
    if (!m_window.picture) return;
    for (int i = 0; i < m_desk.count(); ++i) {
        Drawn& drawn = m_drawn[keyOf(i)];
        if (!drawn.picture.isNull() || !drawn.problem.isEmpty()) continue;
        const QImage picture = m_window.picture(i, BookmarkDelegate::pictureSize(m_theme));
        if (picture.isNull()) continue;
        drawn.picture = QPixmap::fromImage(picture);
        fillRow(i);
        return wantPictures();
    }
}

bool StoryPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_list || event->type() != QEvent::KeyPress) return QScrollArea::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool alt = (key->modifiers() & Qt::AltModifier) != 0;
    if (alt && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
        move(key->key() == Qt::Key_Up ? -1 : 1);
        return true;
    }
    if (key->key() == Qt::Key_Delete && row() >= 0) {
        m_desk.remove(row());
        return true;
    }
    if (key->key() != Qt::Key_F2 || row() < 0) return QScrollArea::eventFilter(watched, event);
    m_caption->setFocus(Qt::ShortcutFocusReason);
    m_caption->selectAll();
    return true;
}

int StoryPanel::row() const { return m_list->currentRow(); }

void StoryPanel::showStory() {
    m_showing = true;
    if (!m_title->hasFocus()) m_title->setText(QString::fromStdString(m_desk.story().title));
    const int before = row();
    while (m_list->count() > m_desk.count()) delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < m_desk.count()) m_list->addItem(QString());
    for (int i = 0; i < m_desk.count(); ++i) fillRow(i);
    m_list->setCurrentRow(m_desk.place().value_or(std::min(before, m_desk.count() - 1)));
    m_showing = false;
    showBookmark();
    wantPictures();
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
    m_note->setFixedHeight((m_theme.isCompact() ? kNoteLines - 1 : kNoteLines) * line + 2 * grid);
    // What the buttons' style adds around a sign is more than the sign.
    for (QPushButton* button : {m_add, m_up, m_down, m_remove})
        button->setFixedWidth(QFontMetrics(body).horizontalAdvance(button->text()) + 4 * grid);
    m_list->setMinimumHeight(BookmarkDelegate::pictureSize(m_theme).height() + 2 * grid);
    if (m_list->count() > 0) showStory();
}

/// It scrolls up and down only.
void StoryPanel::resizeEvent(QResizeEvent* event) {
    widget()->setMaximumWidth(viewport()->width());
    QScrollArea::resizeEvent(event);
}

}  // namespace lanescope
