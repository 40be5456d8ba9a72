// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/gpu_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/panels/column_fitter.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kSourceCharacters = 8;

}  // namespace

GpuTable::GpuTable(QWidget* parent)
    : QWidget(parent),
      m_model(new GpuModel(this)),
      m_heading(plainLabel(this)),
      m_view(new QTableView(this)),
      m_problem(plainLabel(this)),
      m_reset(new QPushButton(tr("&Reset all"), this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_heading, m_view, m_problem, m_reset})
        layout->addWidget(widget, widget == m_view ? 1 : 0);
    for (QLabel* label : {m_heading, m_problem}) {
        label->setWordWrap(true);
    }
    m_heading->setAccessibleName(tr("What can be changed"));
    m_problem->setAccessibleName(tr("Why this value is not possible"));
    m_problem->hide();
    m_reset->setAccessibleName(tr("Reset all numbers of the GPU"));
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Numbers of the GPU"));
    m_view->verticalHeader()->hide();
    m_view->setTabKeyNavigation(false);
    m_view->setWordWrap(false);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                            QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    m_view->installEventFilter(this);
    m_fitter = new ColumnFitter(m_view, GpuModel::Source, kSourceCharacters);
    connect(m_model, &GpuModel::changeWanted, this, &GpuTable::changeWanted);
    connect(m_model, &GpuModel::refused, this, &GpuTable::showProblem);
    connect(m_reset, &QPushButton::clicked, this, &GpuTable::resetWanted);
    setGpu(nullptr, {});
}

void GpuTable::setGpu(const GpuSpec* gpu, const std::map<std::string, double>& changed) {
    m_model->setGpu(gpu, changed);
    m_heading->setText(gpu ? tr("What if %1 were different? Change any number; every label then says so.")
                                 .arg(QString::fromStdString(gpu->title))
                           : tr("No GPU is chosen."));
    m_reset->setEnabled(!changed.empty());
    showProblem({});
    m_fitter->fit();
}

void GpuTable::showProblem(const QString& why) {
    m_problem->setText(why.isEmpty() ? why : QStringLiteral("⚠ ") + why);
    m_problem->setVisible(!why.isEmpty());
}

void GpuTable::edit(const QString& id) {
    const int row = m_model->rowOf(id);
    if (row < 0) return;
    const QModelIndex index = m_model->index(row, GpuModel::Value);
    m_view->setFocus(Qt::OtherFocusReason);
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

bool GpuTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const QString id = m_model->idAt(m_view->currentIndex().row());
        if ((key == Qt::Key_Delete || key == Qt::Key_Backspace) && !id.isEmpty()) {
            Q_EMIT changeWanted(id, std::nullopt);
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !id.isEmpty()) {
            m_view->edit(m_view->currentIndex().siblingAtColumn(GpuModel::Value));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace lanescope
