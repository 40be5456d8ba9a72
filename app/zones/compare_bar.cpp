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
#include "widgets/style/numbers.h"
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
      m_trust(new TrustBars(this)),
      m_controls(new QWidget(this)),
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
    m_beside->setToolTip(tr("Other algorithms in the same chart, and published times"));
    m_models = menuButton(tr("M&odels"), m_modelsMenu);
    m_models->setToolTip(tr("Which models are drawn"));

    m_measure->setText(tr("Measure &these"));
    m_measure->setToolTip(tr("Measure the chosen configuration at every point along x, one after the other"));
    m_measure->setAccessibleName(tr("Measure all these points on this machine"));
    m_measure->setFocusPolicy(Qt::StrongFocus);
    m_measure->hide();
    connect(m_measure, &QToolButton::clicked, this, &CompareBar::measureWanted);

    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(m_trust, 5);
    columns->addWidget(m_controls, 6);
    auto* layout = new FlowLayout(m_controls);
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

void CompareBar::setChartStyle(const ChartStyle& style) { m_trust->setChartStyle(style); }

/// In a narrow window, or with large letters, the controls need all the width; the panel Errors tells it as well.
void CompareBar::makeRoom() {
    constexpr int kLeastCharacters = 125;
    m_trust->setVisible(width() >= kLeastCharacters * fontMetrics().averageCharWidth());
}

void CompareBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    makeRoom();
}

void CompareBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) makeRoom();
}

/// The models that are drawn, and the best of those that should not be believed here.
void CompareBar::showTrust() {
    std::vector<TrustRow> rows;
    std::size_t least = 0, most = 0, asked = 0, inRange = 0;
    bool anyOut = false;
    for (const ModelStanding& standing : m_comparison.standings()) {
        asked += standing.answered;
        inRange += standing.inRange();
        const bool drawn = !m_comparison.view().hiddenModels.contains(models()[standing.model]->id());
        const bool firstOut = standing.answered && !standing.inRange() && !anyOut;
        if (!standing.medianError || !standing.answered || (!drawn && !firstOut)) continue;
        anyOut = anyOut || firstOut;
        TrustRow& row = rows.emplace_back(
            TrustRow{text(shortModelName(standing.model)), *standing.medianError, text(standing.reason)});
        const auto& off = m_comparison.chart().off;
        if (const auto here = off.find(standing.model); here != off.end() && drawn) {
            row.here = here->second.most;
            row.hereFrom = text(here->second.from);
        }
        least = least == 0 ? standing.compared : std::min(least, standing.compared);
        most = std::max(most, standing.compared);
    }
    const bool recorded = m_comparison.accuracy() != nullptr;
    const QString count = least == most ? countText(most) : tr("%1 to %2").arg(countText(least), countText(most));
    const QString about = recorded ? tr("Median error over %1 configurations of this GPU, replayed").arg(count)
                                   : tr("Median error over what is shown");
    m_trust->setRows(rows, about,
                     !rows.empty() ? tr("%1 of %2 are in range here").arg(inRange).arg(models().size())
                     : asked == 0  ? tr("The models are asked when something has been counted for them.")
                                   : tr("Nothing was measured that their estimates could be held against."));
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
    const auto drawn =
        std::ranges::count_if(models(), [&](const auto& model) { return !view.hiddenModels.contains(model->id()); });
    m_models->setText(tr("M&odels: %1 of %2").arg(drawn).arg(models().size()));
    tickModels();
    showTrust();
    m_filling = false;
    updateGeometry();
}

/// The menu stays open while models are ticked.
void CompareBar::tickModels() {
    const ComparisonView& view = m_comparison.view();
    for (QAction* action : m_modelsMenu->actions())
        if (const QString id = action->data().toString(); !id.isEmpty())
            action->setChecked(!view.hiddenModels.contains(id.toStdString()));
    if (m_best) m_best->setChecked(!m_comparison.modelsAreChosen());
}

void CompareBar::fillModels() {
    m_modelsMenu->clear();
    const auto setHidden = [this](const auto& change) {
        ComparisonView view = m_comparison.view();
        change(view.hiddenModels);
        m_comparison.setView(view);
        tickModels();
    };
    m_best = m_modelsMenu->addAction(tr("The &two best in range"), this, [this] {
        m_comparison.chooseBestModels();
        tickModels();
    });
    m_best->setCheckable(true);
    m_best->setToolTip(tr("Those with the least median error over the recording that may be believed here"));
    m_modelsMenu->addAction(tr("&All"), this, [setHidden] { setHidden([](auto& hidden) { hidden.clear(); }); });
    m_modelsMenu->addAction(tr("&None"), this, [setHidden] {
        setHidden([](auto& hidden) {
            for (const auto& model : models()) hidden.insert(std::string(model->id()));
        });
    });
    m_modelsMenu->addSeparator();
    for (const ModelStanding& standing : m_comparison.standings()) {
        const Model& model = *models()[standing.model];
        QString title = text(model.title()), tip = text(model.source());
        if (!standing.reason.empty()) {
            title = standing.answered ? tr("%1 – out of range").arg(title) : tr("%1 – no answer").arg(title);
            tip += QLatin1Char('\n') + text(standing.reason);
        }
        QAction* action = m_modelsMenu->addAction(withoutMnemonic(title));
        action->setData(text(model.id()));
        action->setCheckable(true);
        action->setToolTip(plainTip(tip));
        connect(action, &QAction::triggered, this, [setHidden, id = std::string(model.id())](bool drawn) {
            setHidden([&](auto& hidden) {
                drawn ? static_cast<void>(hidden.erase(id)) : static_cast<void>(hidden.insert(id));
            });
        });
    }
    tickModels();
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
    QAction* published = m_besideMenu->addAction(tr("&Published times"));
    published->setToolTip(tr("Times that documents print of it, on other GPUs mostly"));
    published->setCheckable(true);
    published->setChecked(m_comparison.view().published);
    connect(published, &QAction::triggered, this, [this](bool drawn) {
        ComparisonView view = m_comparison.view();
        view.published = drawn;
        m_comparison.setView(view);
    });
    m_besideMenu->addSeparator();
    QMap<QString, QMenu*> families;
    for (const auto& algorithm : m_catalogue.algorithms()) {
        // Beside itself it would tell nothing.
        if (m_comparison.isBeside(algorithm->id())) continue;
        const QString family = text(algorithm->family());
        if (!families.contains(family)) families[family] = m_besideMenu->addMenu(withoutMnemonic(family));
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
