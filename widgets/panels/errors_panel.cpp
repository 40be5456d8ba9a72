// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/errors_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>

#include "widgets/panels/column_fitter.h"
#include "widgets/panels/scrolled_words.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

/// Without its name a row tells nothing.
constexpr int kModelCharacters = 14;

/// Sorted by its number.
class NumberItem final : public QTableWidgetItem {
public:
    NumberItem(const QString& text, double number) : QTableWidgetItem(text), m_number(number) {
        setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    }
    bool operator<(const QTableWidgetItem& other) const override {
        const auto* number = dynamic_cast<const NumberItem*>(&other);
        return number ? m_number < number->m_number : QTableWidgetItem::operator<(other);
    }

private:
    double m_number;
};

QString percent(double share) {
    const double value = 100 * share;
    return countText(value, std::abs(value) < 100 ? 1 : 0);
}

QString withSign(double share) { return (share > 0 ? QStringLiteral("+") : QString()) + percent(share); }

}  // namespace

ErrorsPanel::ErrorsPanel(QWidget* parent)
    : QWidget(parent), m_words(new ScrolledWords(tr("What is compared"), this)), m_table(new QTableWidget(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_words);
    layout->addWidget(m_table, 1);
    m_table->setColumnCount(ColumnCount);
    m_table->setHorizontalHeaderLabels({tr("Model"), tr("Points"), tr("Mean"), tr("MAPE"), tr("Median"), tr("p95")});
    const QStringList hints{tr("The model; with several configurations, all together and each by itself"),
                            tr("How many estimates were compared with measured times"),
                            tr("Mean of the signed errors: above 0, the model says too much"),
                            tr("Mean of the errors without their signs"),
                            tr("Median of the errors without their signs"),
                            tr("95 of 100 errors are no larger (without their signs)")};
    for (int column = 0; column < ColumnCount; ++column)
        m_table->horizontalHeaderItem(column)->setToolTip(plainTip(hints[column]));
    m_table->setAccessibleName(tr("Errors of the models"));
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_fitter = new ColumnFitter(m_table, Model, kModelCharacters);
}

QLabel* ErrorsPanel::words() const { return m_words->label(); }

void ErrorsPanel::setRows(const std::vector<ModelErrors>& rows, const QString& words) {
    m_words->setText(words);
    m_table->setVisible(!rows.empty());
    m_table->setSortingEnabled(false);
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (int i = 0; i < m_table->rowCount(); ++i) {
        const ModelErrors& row = rows[static_cast<std::size_t>(i)];
        const ErrorStatistics& s = row.statistics;
        const QString name =
            row.configuration.isEmpty() ? row.model : QStringLiteral("%1, %2").arg(row.model, row.configuration);
        auto* model = new QTableWidgetItem(name);
        model->setToolTip(plainTip(name));
        model->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        m_table->setItem(i, Model, model);
        m_table->setItem(i, Points, new NumberItem(countText(s.compared), static_cast<double>(s.compared)));
        m_table->setItem(i, Signed, new NumberItem(withSign(s.signedMean), s.signedMean));
        m_table->setItem(i, Mape, new NumberItem(percent(s.mape), s.mape));
        m_table->setItem(i, Median, new NumberItem(percent(s.medianApe), s.medianApe));
        m_table->setItem(i, P95, new NumberItem(percent(s.p95Ape), s.p95Ape));
    }
    m_table->setSortingEnabled(true);
    m_fitter->fit();
}

}  // namespace lanescope
