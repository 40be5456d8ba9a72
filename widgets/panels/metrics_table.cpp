// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/metrics_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace lanescope {
namespace {

constexpr int kNameCharacters = 18;

}  // namespace

MetricsTable::MetricsTable(QWidget* parent)
    : QWidget(parent),
      m_model(new MetricsModel(this)),
      m_view(new QTableView(this)),
      m_explanation(new QLabel(this)),
      m_missing(new QLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_missing);
    layout->addWidget(m_explanation);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Metrics"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTabKeyNavigation(false);
    m_view->setWordWrap(false);
    m_view->setAlternatingRowColors(true);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setSectionResizeMode(MetricsModel::Name, QHeaderView::Fixed);
    m_view->viewport()->installEventFilter(this);
    m_view->horizontalHeader()->setMinimumSectionSize(60);
    for (QLabel* label : {m_explanation, m_missing}) {
        label->setWordWrap(true);
        label->setMargin(4);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->hide();
    }
    m_missing->setAccessibleName(tr("Why there are no measured numbers"));
    m_explanation->setAccessibleName(tr("What the selected number is"));
    m_missing->setTextFormat(Qt::PlainText);
    m_explanation->setTextFormat(Qt::RichText);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &MetricsTable::explainCurrent);
    fitColumns();
}

void MetricsTable::setInput(MetricsInput input) {
    const QString missing = input.measurement ? QString() : input.measurementMissing;
    m_missing->setText(missing);
    m_missing->setVisible(!missing.isEmpty());
    m_model->setInput(std::move(input));
    fitColumns();
    explainCurrent();
}

void MetricsTable::fitColumns() {
    m_view->verticalHeader()->setDefaultSectionSize(m_view->fontMetrics().height() + 6);
    // The names take what the numbers leave; when that is too little to tell them apart, the table scrolls.
    int numbers = 0;
    for (int column = MetricsModel::Name + 1; column < MetricsModel::ColumnCount; ++column)
        numbers += m_view->columnWidth(column);
    const int least = m_view->fontMetrics().averageCharWidth() * kNameCharacters;
    m_view->setColumnWidth(MetricsModel::Name, std::max(least, m_view->viewport()->width() - numbers));
}

void MetricsTable::explainCurrent() {
    // By keyboard there is no hovering: what the hover text says is said here of the selected cell.
    const QModelIndex current = m_view->currentIndex();
    m_explanation->setVisible(current.isValid());
    if (current.isValid()) m_explanation->setText(m_model->data(current, Qt::ToolTipRole).toString());
}

bool MetricsTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

void MetricsTable::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) fitColumns();
    QWidget::changeEvent(event);
}

}  // namespace lanescope
