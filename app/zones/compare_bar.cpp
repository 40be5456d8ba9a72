// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/compare_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

#include "widgets/panels/flow_layout.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

/// Stays open while boxes in it are ticked, as one ticks several in a row.
class TickMenu final : public QMenu {
public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (!tick()) QMenu::mouseReleaseEvent(event);
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() != Qt::Key_Space || !tick()) QMenu::keyPressEvent(event);
    }

private:
    bool tick() {
        QAction* const action = activeAction();
        if (!action || !action->isCheckable() || !action->isEnabled()) return false;
        action->trigger();
        return true;
    }
};

QComboBox* box(QWidget* parent, const QString& name) {
    auto* combo = new QComboBox(parent);
    combo->setAccessibleName(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return combo;
}

}  // namespace

CompareBar::CompareBar(Comparison& comparison, const Catalogue& catalogue, QWidget* parent)
    : QWidget(parent),
      m_comparison(comparison),
      m_catalogue(catalogue),
      m_x(box(this, tr("Along the x axis"))),
      m_logX(new QCheckBox(tr("log"), this)),
      m_y(box(this, tr("Along the y axis"))),
      m_logY(new QCheckBox(tr("log"), this)),
      m_reference(box(this, tr("Speed-up over"))),
      m_counts(box(this, tr("Counts that the models get"))),
      m_keep(new QToolButton(this)),
      m_besideMenu(new TickMenu(this)),
      m_modelsMenu(new TickMenu(this)),
      m_measure(new QToolButton(this)) {
    m_logX->setAccessibleName(tr("Logarithmic x axis"));
    m_logY->setAccessibleName(tr("Logarithmic y axis"));
    for (const auto& [name, value] : {std::pair{tr("time"), ComparisonView::Quantity::Time},
                                      {tr("Flop/s"), ComparisonView::Quantity::Rate},
                                      {tr("speed-up"), ComparisonView::Quantity::Speedup},
                                      {tr("estimated / measured"), ComparisonView::Quantity::Ratio}})
        m_y->addItem(name, static_cast<int>(value));
    for (const auto& [name, value, hint] :
         {std::tuple{tr("in lockstep"), CountSource::Lockstep, tr("what the warps of the emulator did")},
          {tr("predicted"), CountSource::Predicted, tr("what counters of hardware would read")},
          {tr("of documents"), CountSource::Document, tr("what a document counted by hand")}}) {
        m_counts->addItem(name, static_cast<int>(value));
        m_counts->setItemData(m_counts->count() - 1, plainTip(hint), Qt::ToolTipRole);
    }
    m_keep->setText(tr("&Keep"));
    m_keep->setToolTip(tr("Keep this configuration in the chart when another one is chosen"));
    m_keep->setAccessibleName(tr("Keep this configuration in the chart"));
    m_keep->setFocusPolicy(Qt::StrongFocus);
    m_beside = menuButton(tr("&Beside it"), m_besideMenu);
    m_beside->setToolTip(tr("Other algorithms in the same chart"));
    m_models = menuButton(tr("M&odels"), m_modelsMenu);
    m_models->setToolTip(tr("Which models are drawn"));

    m_measure->setText(tr("Measure &these"));
    m_measure->setToolTip(tr("Measure the chosen configuration at every point along x, one after the other"));
    m_measure->setAccessibleName(tr("Measure all these points on this machine"));
    m_measure->setFocusPolicy(Qt::StrongFocus);
    m_measure->hide();
    connect(m_measure, &QToolButton::clicked, this, &CompareBar::measureWanted);

    auto* layout = new FlowLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->setSpacing(fontMetrics().averageCharWidth() * 2);
    m_over = labelled(tr("o&ver"), {m_reference});
    for (QWidget* widget :
         {labelled(tr("&along"), {m_x, m_logX}), labelled(tr("&draw"), {m_y, m_logY}), m_over,
          labelled(tr("co&unts"), {m_counts}), static_cast<QWidget*>(m_keep), static_cast<QWidget*>(m_beside),
          static_cast<QWidget*>(m_models), static_cast<QWidget*>(m_measure)})
        layout->addWidget(widget);

    for (QComboBox* combo : {m_x, m_y, m_reference})
        connect(combo, &QComboBox::activated, this, &CompareBar::applyView);
    for (QCheckBox* check : {m_logX, m_logY}) connect(check, &QCheckBox::clicked, this, &CompareBar::applyView);
    connect(m_counts, &QComboBox::activated, this,
            [this] { m_comparison.setCounts(static_cast<CountSource>(m_counts->currentData().toInt())); });
    connect(m_keep, &QToolButton::clicked, &m_comparison, &Comparison::keepChoice);
    connect(m_besideMenu, &QMenu::aboutToShow, this, &CompareBar::fillBeside);
    connect(m_modelsMenu, &QMenu::aboutToShow, this, &CompareBar::fillModels);
    connect(&m_comparison, &Comparison::changed, this, &CompareBar::showState);
    fillBeside();
    fillModels();
    showState();
}

QWidget* CompareBar::labelled(const QString& words, std::initializer_list<QWidget*> widgets) {
    auto* group = new QWidget(this);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = plainLabel(words, group);
    label->setBuddy(*widgets.begin());
    row->addWidget(label);
    for (QWidget* widget : widgets) row->addWidget(widget);
    return group;
}

QToolButton* CompareBar::menuButton(const QString& words, QMenu* menu) {
    auto* button = new QToolButton(this);
    button->setText(words);
    button->setAccessibleName(QString(words).remove(QLatin1Char('&')));
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    menu->setToolTipsVisible(true);
    return button;
}

void CompareBar::setCanMeasure(bool can) { m_measure->setVisible(can); }

void CompareBar::applyView() {
    if (m_filling) return;
    ComparisonView view = m_comparison.view();
    const auto y = static_cast<ComparisonView::Quantity>(m_y->currentData().toInt());
    view.x = m_x->currentText().toStdString();
    view.y = y;
    view.logX = m_logX->isChecked();
    view.logY = m_logY->isChecked();
    view.reference = static_cast<std::size_t>(std::max(0, m_reference->currentIndex()));
    m_comparison.setView(view);
}

void CompareBar::showState() {
    m_filling = true;
    const ComparisonView& view = m_comparison.view();
    QStringList axes;
    for (const std::string& name : m_comparison.axes()) axes += text(name);
    QStringList shown;
    for (int i = 0; i < m_x->count(); ++i) shown += m_x->itemText(i);
    if (axes != shown) {
        m_x->clear();
        m_x->addItems(axes);
    }
    m_x->setCurrentText(text(view.x));
    m_logX->setChecked(view.logX);
    m_y->setCurrentIndex(m_y->findData(static_cast<int>(view.y)));
    m_logY->setChecked(view.logY);
    m_counts->setCurrentIndex(m_counts->findData(static_cast<int>(m_comparison.counts())));
    m_reference->clear();
    for (std::size_t i = 0; i < m_comparison.count(); ++i) m_reference->addItem(text(m_comparison.label(i)));
    m_reference->setCurrentIndex(static_cast<int>(view.reference));
    m_over->setVisible(view.y == ComparisonView::Quantity::Speedup);
    m_filling = false;
    updateGeometry();
}

void CompareBar::fillModels() {
    m_modelsMenu->clear();
    const auto setHidden = [this](const auto& change) {
        ComparisonView view = m_comparison.view();
        change(view.hiddenModels);
        m_comparison.setView(view);
        for (QAction* action : m_modelsMenu->actions())
            if (action->isCheckable())
                action->setChecked(!view.hiddenModels.contains(action->data().toString().toStdString()));
    };
    m_modelsMenu->addAction(tr("&All"), this, [setHidden] { setHidden([](auto& hidden) { hidden.clear(); }); });
    m_modelsMenu->addAction(tr("&None"), this, [setHidden] {
        setHidden([](auto& hidden) {
            for (const auto& model : models()) hidden.insert(std::string(model->id()));
        });
    });
    m_modelsMenu->addSeparator();
    for (const auto& model : models()) {
        QAction* action = m_modelsMenu->addAction(withoutMnemonic(text(model->title())));
        action->setData(text(model->id()));
        action->setCheckable(true);
        action->setChecked(!m_comparison.view().hiddenModels.contains(model->id()));
        action->setToolTip(plainTip(text(model->source())));
        connect(action, &QAction::triggered, this, [setHidden, id = std::string(model->id())](bool drawn) {
            setHidden([&](auto& hidden) {
                drawn ? static_cast<void>(hidden.erase(id)) : static_cast<void>(hidden.insert(id));
            });
        });
    }
}

void CompareBar::fillBeside() {
    m_besideMenu->clear();
    // First what stands there already: unticked, it goes.
    for (std::size_t i = 1; i < m_comparison.count(); ++i) {
        QAction* action = m_besideMenu->addAction(withoutMnemonic(text(m_comparison.label(i))));
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::triggered, this, [this, i] {
            m_besideMenu->close();
            m_comparison.remove(i);
        });
    }
    m_besideMenu->addSeparator();
    QMap<QString, QMenu*> families;
    for (const auto& algorithm : m_catalogue.algorithms()) {
        const QString family = text(algorithm->family());
        if (!families.contains(family)) families[family] = m_besideMenu->addMenu(family);
        families[family]->setToolTipsVisible(true);
        QAction* action = families[family]->addAction(withoutMnemonic(text(algorithm->title())));
        action->setToolTip(plainTip(text(algorithm->id())));
        action->setData(text(algorithm->id()));
        connect(action, &QAction::triggered, this, [this, id = std::string(algorithm->id())] {
            if (const Result<void> added = m_comparison.add(id); !added) Q_EMIT failed(added.error());
        });
    }
}

}  // namespace lanescope
