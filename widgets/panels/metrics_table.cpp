// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/metrics_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/charts/measurement_text.h"
#include "widgets/panels/scrolled_words.h"
#include "widgets/panels/wrapped_names.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kCellPadding = 4;  // pixels on either side, as many as Qt keeps free in a heading

}  // namespace

MetricsTable::MetricsTable(QWidget* parent)
    : QWidget(parent),
      m_model(new MetricsModel(this)),
      m_view(new QTableView(this)),
      m_explanation(new RichLabel(this)),
      m_missing(new ScrolledWords(tr("Where measured numbers are from; which there are not, and why"), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_missing);
    layout->addWidget(m_explanation);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Metrics"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTabKeyNavigation(false);
    m_view->setWordWrap(false);
    m_view->setAlternatingRowColors(true);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->horizontalHeader()->setMinimumSectionSize(2 * kCellPadding);
    m_names = new WrappedNames(m_view, MetricsModel::Name);
    m_view->viewport()->installEventFilter(this);
    m_missing->label()->setMargin(4);
    m_missing->hide();
    m_explanation->setWordWrap(true);
    m_explanation->setMargin(4);
    m_explanation->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_explanation->setAccessibleName(tr("What the selected number is"));
    m_explanation->hide();
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MetricsTable::explainCurrent);
    fitColumns();
}

void MetricsTable::setInput(MetricsInput input) {
    sayWhatIsMissing(input);
    m_model->setInput(std::move(input));
    hideEmptyColumns();
    fitColumns();
    explainCurrent();
}

void MetricsTable::sayWhatIsMissing(const MetricsInput& input) {
    QStringList missing;
    if (input.measurement) missing += whereFrom(*input.measurement) + QLatin1Char('.');
    if (!input.measurement && !input.measurementMissing.isEmpty()) missing += input.measurementMissing;
    if (input.published.empty() && !input.publishedMissing.isEmpty())
        missing += tr("Published: %1.").arg(input.publishedMissing);
    m_missing->setText(missing.join(QLatin1Char(' ')));
}

void MetricsTable::hideEmptyColumns() {
    for (const auto column :
         {MetricsModel::Predicted, MetricsModel::Machine, MetricsModel::Measured, MetricsModel::Published})
        m_view->setColumnHidden(column, !m_model->hasNumbers(column));
}

int MetricsTable::neededWidth(int column) const {
    if (m_view->isColumnHidden(column)) return 0;
    const QFontMetrics metrics = m_view->fontMetrics();
    int width = m_view->horizontalHeader()->fontMetrics().horizontalAdvance(
        m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < m_model->rowCount(); ++row)
        width = std::max(
            width, metrics.horizontalAdvance(m_model->data(m_model->index(row, column), Qt::DisplayRole).toString()));
    return width + 2 * kCellPadding;
}

int MetricsTable::setNumberWidths() {
    int sum = 0;
    for (int column = MetricsModel::Name + 1; column < MetricsModel::ColumnCount; ++column) {
        const int width = neededWidth(column);
        if (width > 0) m_view->setColumnWidth(column, width);
        sum += width;
    }
    return sum;
}

void MetricsTable::fitColumns() {
    // The names take what the numbers leave. When that is too little, large numbers are written shorter; when it still
    // is, the table scrolls.
    const int least = m_names->leastWidth();
    m_model->setShort(false);
    int numbers = setNumberWidths();
    if (numbers + least > m_view->viewport()->width()) {
        m_model->setShort(true);
        numbers = setNumberWidths();
    }
    m_view->setColumnWidth(MetricsModel::Name, std::max(least, m_view->viewport()->width() - numbers));
    m_names->fitRows();
}

void MetricsTable::explainCurrent() {
    // By keyboard there is no hovering: what the hover text says is said here of the selected cell.
    // A cell is current as soon as the table has the keyboard, but selected only once somebody goes to it.
    const QModelIndex current = m_view->currentIndex();
    const bool selected = current.isValid() && m_view->selectionModel()->isSelected(current);
    m_explanation->setVisible(selected);
    if (selected) m_explanation->setText(m_model->data(current, Qt::ToolTipRole).toString());
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
