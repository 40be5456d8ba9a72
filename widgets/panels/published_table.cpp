// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/published_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/metrics/dictionary.h"
#include "widgets/panels/claims_text.h"
#include "widgets/panels/wrapped_names.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

enum Column { Number, Printed, Own, OwnOrigin, Difference, ColumnCount };

constexpr int kCellPadding = 6;  // pixels on either side

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QString titleOf(const std::string& metric) {
    if (metric == "time") return PublishedTable::tr("Time of the kernels");
    if (metric == "static_shared_bytes") return PublishedTable::tr("Static shared memory");
    if (const Metric* known = findMetric(metric)) return text(known->title);
    QString title = QString::fromStdString(metric).replace(QLatin1Char('_'), QLatin1Char(' '));
    if (!title.isEmpty()) title[0] = title[0].toUpper();
    return title;
}

QString unitOf(const std::string& metric) {
    if (metric == "time") return QStringLiteral("s");
    if (metric == "static_shared_bytes") return QStringLiteral("B");
    const Metric* known = findMetric(metric);
    const QString unit = known ? text(known->unit) : QString();
    return unit == u"%" || unit.startsWith(QLatin1Char('B')) || unit == u"s" ? unit : QString();
}

QString printedText(const PublishedLine& line) {
    const PublishedValue& value = line.row.value;
    return value.printed.empty() ? shortValueText(value.value, unitOf(value.metric))
                                 : QString::fromStdString(value.printed);
}

QString originText(Origin origin) {
    switch (origin) {
        case Origin::Measured: return PublishedTable::tr("measured");
        case Origin::Replayed: return PublishedTable::tr("replayed");
        case Origin::Emulated: return PublishedTable::tr("emulated");
        case Origin::Simulated: return PublishedTable::tr("simulated");
        case Origin::Estimated: return PublishedTable::tr("estimated");
        case Origin::Published: return PublishedTable::tr("published");
    }
    return {};
}

QString cellText(const PublishedLine& line, int column) {
    const std::string& metric = line.row.value.metric;
    switch (column) {
        case Number: return titleOf(metric);
        case Printed:
            return shortValueText(line.row.value.value, unitOf(metric)) +
                   (line.row.value.note.empty() ? QString() : QStringLiteral(" *"));
        case Own: return line.own ? shortValueText(*line.own, unitOf(metric)) : QStringLiteral("–");
        case OwnOrigin: return line.own ? originText(line.origin) : QString();
        case Difference: return line.own ? differenceText(*line.own, line.row.value.value) : QString();
        default: return {};
    }
}

bool sameGroup(const PublishedLine& a, const PublishedLine& b) {
    return a.configuration == b.configuration && a.row.value.document == b.row.value.document &&
           a.row.value.gpu == b.row.value.gpu;
}

}  // namespace

QString describeLine(const PublishedLine& line) {
    const PublishedValue& value = line.row.value;
    QString html = PublishedTable::tr("<b>%1</b>, %2: %3 prints %4 for %5.")
                       .arg(escaped(titleOf(value.metric)), escaped(line.configuration),
                            escaped(QString::fromStdString(value.document)), escaped(printedText(line)),
                            escaped(QString::fromStdString(value.gpu)));
    html += QLatin1Char(' ');
    html += line.own ? PublishedTable::tr("Here it is %1, %2.")
                           .arg(escaped(valueText(*line.own, unitOf(value.metric))), originText(line.origin))
                     : PublishedTable::tr("Here there is no such number: %1").arg(escaped(line.ownMissing));
    if (!value.note.empty()) html += QStringLiteral("<br>* ") + escaped(QString::fromStdString(value.note));
    return html;
}

PublishedTable::PublishedTable(QWidget* parent)
    : QWidget(parent),
      m_table(new QTableWidget(this)),
      m_claims(new RichBrowser(this)),
      m_remark(new RichLabel(this)),
      m_missing(plainLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table, 3);
    layout->addWidget(m_missing);
    layout->addWidget(m_remark);
    layout->addWidget(m_claims, 2);
    m_claims->setAccessibleName(tr("What the document claims of its models' accuracy, and whether it holds"));
    m_claims->setOpenLinks(false);
    m_claims->hide();
    m_table->setColumnCount(ColumnCount);
    m_table->setHorizontalHeaderLabels({tr("Number"), tr("Published"), tr("Here"), tr("Origin"), tr("Differs")});
    m_table->setAccessibleName(tr("Published numbers beside ours"));
    m_table->setToolTip(tr("Double-click a row, or press Return, to choose its configuration"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setMinimumSectionSize(2 * kCellPadding);
    m_table->viewport()->installEventFilter(this);
    m_names = new WrappedNames(m_table, Number);
    for (QLabel* label : std::initializer_list<QLabel*>{m_remark, m_missing}) {
        label->setWordWrap(true);
        label->setMargin(4);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->hide();
    }
    m_remark->setAccessibleName(tr("What is known of the selected number"));
    m_missing->setAccessibleName(tr("Why there are no published numbers"));
    connect(m_table, &QTableWidget::itemActivated, this, [this](QTableWidgetItem* item) { choose(item->row()); });
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &PublishedTable::explainCurrent);
}

void PublishedTable::setLines(std::vector<PublishedLine> lines, const QString& missing) {
    const bool sameRows = std::ranges::equal(lines, m_lines, [](const PublishedLine& a, const PublishedLine& b) {
        return a.row.algorithm == b.row.algorithm && a.configuration == b.configuration && a.present == b.present;
    });
    m_lines = std::move(lines);
    {
        const QSignalBlocker quiet(m_table);
        buildRows();
        if (!sameRows) m_table->setCurrentCell(-1, -1);
    }
    m_missing->setText(missing);
    m_missing->setVisible(m_lines.empty());
    m_table->setVisible(!m_lines.empty());
    fitColumns();
    if (!sameRows) scrollToPresent();
    explainCurrent();
}

void PublishedTable::setClaims(const std::vector<AccuracyClaim>& claims) {
    m_claims->setVisible(!claims.empty());
    m_claims->setHtml(claimsHtml(claims));
}

void PublishedTable::scrollToPresent() {
    const auto present = std::ranges::find_if(m_rows, [this](const Row& row) { return m_lines[row.line].present; });
    if (present == m_rows.end()) return;
    QTableWidgetItem* item = m_table->item(static_cast<int>(present - m_rows.begin()), Number);
    m_table->scrollToItem(item, QAbstractItemView::PositionAtTop);
}

void PublishedTable::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    scrollToPresent();
}

void PublishedTable::buildRows() {
    m_rows.clear();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (i == 0 || !sameGroup(m_lines[i], m_lines[i - 1])) m_rows.push_back({i, true});
        m_rows.push_back({i, false});
    }
    m_table->clearSpans();
    m_table->setRowCount(static_cast<int>(m_rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const Row& what = m_rows[static_cast<std::size_t>(row)];
        if (what.head)
            fillGroup(row, m_lines[what.line]);
        else
            fillLine(row, m_lines[what.line]);
    }
}

void PublishedTable::fillGroup(int row, const PublishedLine& line) {
    const QString name = line.configuration.isEmpty() ? tr("Any configuration") : line.configuration;
    const PublishedValue& value = line.row.value;
    auto* item =
        new QTableWidgetItem(tr("%1 · %2 · %3%4")
                                 .arg(name, QString::fromStdString(value.document), QString::fromStdString(value.gpu),
                                      line.present ? tr(" · chosen") : QString()));
    QFont bold = m_table->font();
    bold.setBold(true);
    item->setFont(bold);
    m_table->setItem(row, Number, item);
    m_table->setSpan(row, Number, 1, ColumnCount);
}

void PublishedTable::fillLine(int row, const PublishedLine& line) {
    for (int column = 0; column < ColumnCount; ++column) {
        auto* item = new QTableWidgetItem(cellText(line, column));
        item->setTextAlignment((column == Number ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        item->setToolTip(richTip(describeLine(line)));
        m_table->setItem(row, column, item);
    }
}

void PublishedTable::fitColumns() {
    const QFontMetrics metrics = m_table->fontMetrics();
    int numbers = 0;
    for (const int column : {Printed, Own, OwnOrigin, Difference}) {
        int width = metrics.horizontalAdvance(m_table->horizontalHeaderItem(column)->text());
        for (int row = 0; row < m_table->rowCount(); ++row)
            if (!m_rows[static_cast<std::size_t>(row)].head)
                width = std::max(width, metrics.horizontalAdvance(m_table->item(row, column)->text()));
        m_table->setColumnWidth(column, width + 2 * kCellPadding);
        numbers += width + 2 * kCellPadding;
    }
    m_table->setColumnWidth(Number, std::max(m_names->leastWidth(), m_table->viewport()->width() - numbers));
    m_names->fitRows();
}

const PublishedLine* PublishedTable::lineAt(int row) const {
    if (row < 0 || static_cast<std::size_t>(row) >= m_rows.size()) return nullptr;
    return &m_lines[m_rows[static_cast<std::size_t>(row)].line];
}

void PublishedTable::explainCurrent() {
    const PublishedLine* line = m_table->selectedItems().isEmpty() ? nullptr : lineAt(m_table->currentRow());
    const bool tell = line && !m_rows[static_cast<std::size_t>(m_table->currentRow())].head;
    m_remark->setVisible(tell);
    m_remark->setText(tell ? describeLine(*line) : QString());
}

QString PublishedTable::remark() const { return m_remark->text(); }

void PublishedTable::choose(int row) {
    if (const PublishedLine* line = lineAt(row)) Q_EMIT configurationChosen(line->row.parameters);
}

bool PublishedTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

}  // namespace lanescope
