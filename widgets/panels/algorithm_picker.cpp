// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/algorithm_picker.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kId = Qt::UserRole;
constexpr int kSearchText = Qt::UserRole + 1;

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QTreeWidgetItem* makeItem(const Algorithm& algorithm) {
    auto* item = new QTreeWidgetItem;
    item->setText(
        0,
        QStringLiteral("%1\n%2 · %3").arg(text(algorithm.title()), text(algorithm.id()), text(algorithm.document())));
    item->setData(0, kId, text(algorithm.id()));
    item->setData(0, kSearchText,
                  QStringList{text(algorithm.id()), text(algorithm.title()), text(algorithm.family()),
                              text(algorithm.document()), text(algorithm.summary())}
                      .join(QLatin1Char('\n')));
    item->setToolTip(0, plainTip(QStringLiteral("%1 (%2)\n%3")
                                     .arg(text(algorithm.title()), text(algorithm.id()), text(algorithm.summary()))));
    item->setData(0, Qt::AccessibleTextRole, item->text(0));
    return item;
}

/// The first line is read first: the others are fainter.
class LinesDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const QStringList lines = index.data().toString().split(QLatin1Char('\n'));
        if (lines.size() < 2) return QStyledItemDelegate::paint(painter, option, index);
        item.text.clear();
        const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
        painter->save();
        QFont font = item.font;
        const QColor strong = item.palette.color(item.state.testFlag(QStyle::State_Selected) ? QPalette::HighlightedText
                                                                                             : QPalette::Text);
        QColor faint = strong;
        faint.setAlphaF(kFaint);
        const int height = item.fontMetrics.height();
        QRect line = item.rect.adjusted(kMargin, kMargin, -kMargin, 0);
        for (qsizetype i = 0; i < lines.size(); ++i, line.translate(0, height)) {
            line.setHeight(height);
            font.setWeight(i == 0 ? QFont::DemiBold : QFont::Normal);
            painter->setFont(font);
            painter->setPen(i == 0 ? strong : faint);
            painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                              QFontMetrics(font).elidedText(lines[i], Qt::ElideRight, line.width()));
        }
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 2 * kMargin);
    }

private:
    static constexpr int kMargin = 4;
    static constexpr float kFaint = 0.75F;
};

}  // namespace

AlgorithmPicker::AlgorithmPicker(QWidget* parent)
    : QWidget(parent), m_search(new QLineEdit(this)), m_nothing(plainLabel(this)), m_tree(new QTreeWidget(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_search);
    layout->addWidget(m_nothing);
    layout->addWidget(m_tree, 1);
    m_search->setPlaceholderText(tr("Search algorithms"));
    m_search->setAccessibleName(tr("Search algorithms"));
    m_search->setClearButtonEnabled(true);
    m_search->setToolTip(tr("Words of the name, the id, the document or the summary, such as \"listing 6.3\""));
    m_search->installEventFilter(this);
    m_nothing->setWordWrap(true);
    m_nothing->setAccessibleName(tr("Whether the search found anything"));
    m_nothing->hide();
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setItemDelegate(new LinesDelegate(m_tree));
    m_tree->setAccessibleName(tr("Algorithms by family"));
    m_tree->setIndentation(12);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_search, &QLineEdit::textChanged, this, &AlgorithmPicker::filter);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (QTreeWidgetItem* item = firstVisible()) m_tree->setCurrentItem(item);
    });
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &AlgorithmPicker::take);
    connect(m_tree, &QTreeWidget::itemClicked, this, [](QTreeWidgetItem* item) {
        if (item->childCount() > 0) item->setExpanded(!item->isExpanded());
    });
    m_tree->setExpandsOnDoubleClick(false);  // a click does it
}

void AlgorithmPicker::setAlgorithms(std::span<const std::unique_ptr<Algorithm>> algorithms) {
    const QSignalBlocker quiet(m_tree);
    m_tree->clear();
    m_current.clear();
    for (const auto& algorithm : algorithms) {
        const QString family = text(algorithm->family());
        const auto found = m_tree->findItems(family, Qt::MatchExactly, 0);
        QTreeWidgetItem* parent = found.isEmpty() ? new QTreeWidgetItem(m_tree, {family}) : found.front();
        parent->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        parent->addChild(makeItem(*algorithm));
    }
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* family = m_tree->topLevelItem(i);
        const QString name = family->text(0);
        family->setData(0, Qt::AccessibleTextRole, tr("%1, %2 algorithms").arg(name).arg(family->childCount()));
        family->setText(0, tr("%1 (%2)").arg(name).arg(family->childCount()));
    }
    if (m_tree->topLevelItemCount() == 1) m_tree->expandAll();
}

QTreeWidgetItem* AlgorithmPicker::itemOf(const QString& id) const {
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it)
        if (!id.isEmpty() && (*it)->data(0, kId).toString() == id) return *it;
    return nullptr;
}

void AlgorithmPicker::take(const QTreeWidgetItem* item) {
    if (!item || item->data(0, kId).isNull()) return;  // a family
    m_current = item->data(0, kId).toString();
    Q_EMIT chosen(m_current);
}

void AlgorithmPicker::setCurrent(const QString& id) {
    if (id == m_current) return;
    QTreeWidgetItem* item = itemOf(id);
    if (!item) return;
    m_current = id;
    const QSignalBlocker quiet(m_tree);
    item->parent()->setExpanded(true);
    m_tree->setCurrentItem(item);
    m_tree->scrollToItem(item);
}

void AlgorithmPicker::filter(const QString& wanted) {
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* family = m_tree->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < family->childCount(); ++j) {
            QTreeWidgetItem* item = family->child(j);
            bool matches = true;
            for (const QString& word : wanted.split(QLatin1Char(' '), Qt::SkipEmptyParts))
                matches = matches && item->data(0, kSearchText).toString().contains(word, Qt::CaseInsensitive);
            item->setHidden(!matches);
            any = any || matches;
        }
        family->setHidden(!any);
        const bool holdsCurrent = itemOf(m_current) != nullptr && itemOf(m_current)->parent() == family;
        family->setExpanded(wanted.isEmpty() ? holdsCurrent || m_tree->topLevelItemCount() == 1 : any);
    }
    m_nothing->setVisible(firstVisible() == nullptr);
    m_nothing->setText(tr("No algorithm matches \"%1\".").arg(wanted));
}

QTreeWidgetItem* AlgorithmPicker::firstVisible() const {
    for (QTreeWidgetItemIterator it(m_tree, QTreeWidgetItemIterator::NotHidden); *it; ++it)
        if (!(*it)->data(0, kId).isNull()) return *it;
    return nullptr;
}

bool AlgorithmPicker::eventFilter(QObject* watched, QEvent* event) {
    // From the search field straight down into the list, without leaving the keyboard.
    if (watched == m_search && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        m_tree->setFocus(Qt::TabFocusReason);
        // Where what is chosen is not among what was found, the list begins at the first that is.
        if (const QTreeWidgetItem* now = m_tree->currentItem(); now == nullptr || now->isHidden())
            if (QTreeWidgetItem* item = firstVisible()) m_tree->setCurrentItem(item);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace lanescope
