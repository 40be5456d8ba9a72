// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/models_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/plan/part_name.h"
#include "widgets/charts/measurement_text.h"
#include "widgets/panels/claims_text.h"
#include "widgets/panels/models_text.h"
#include "widgets/panels/waterfall_delegate.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

/// Of rows: what they are made from. Texts of hovering and of the box below are rich text.
enum RowRole { Key = Qt::UserRole, Words };

constexpr int kSmallRoom = 18;  ///< lines of text

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

QTreeWidgetItem* addRow(QTreeWidgetItem* parent, const QString& what, const QString& time, const QString& key,
                        const QString& words) {
    auto* row = new QTreeWidgetItem(parent);
    row->setText(ModelsPanel::What, what);
    row->setText(ModelsPanel::Time, time);
    row->setData(0, Key, key);
    row->setData(0, Words, words);
    for (const int column : {ModelsPanel::Time, ModelsPanel::Error, ModelsPanel::Cycles})
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    row->setToolTip(ModelsPanel::What, plainTip(what));
    return row;
}

/// Whole ones: nobody counts parts of a cycle here.
QString cyclesText(double cycles) { return shortValueText(std::round(cycles), {}); }

/// Is this part of a program in the time of its launches?
bool isOfLaunches(const std::string& part) {
    return part.starts_with("kernel ") || part.starts_with("library ") || part == kLaunchGaps;
}

/// Where only launches are timed they stand first, so that what is compared begins side by side.
template <typename Part>
std::vector<Part> inOrder(std::vector<Part> parts, bool wholeProgram) {
    if (!wholeProgram) std::ranges::stable_partition(parts, [](const Part& part) { return isOfLaunches(part.name); });
    return parts;
}

double totalOf(const std::vector<MeasuredPart>& parts) {
    double total = 0;
    for (const MeasuredPart& part : parts) total += part.median;
    return total;
}

}  // namespace

ModelsPanel::ModelsPanel(QWidget* parent)
    : QWidget(parent),
      m_heading(plainLabel(this)),
      m_splitter(new QSplitter(Qt::Vertical, this)),
      m_tree(new QTreeWidget(m_splitter)),
      m_bars(new WaterfallDelegate(this)),
      m_detail(new RichBrowser(m_splitter)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_heading);
    layout->addWidget(m_splitter, 1);
    m_heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_heading->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_heading->setAccessibleName(tr("The configuration that is asked about"));
    m_tree->setColumnCount(ColumnCount);
    m_tree->setHeaderLabels({tr("What takes the time"), tr("Time"), tr("Error"), tr("Cycles"), QString()});
    m_tree->setAccessibleName(tr("What each model says, and of what terms"));
    m_tree->setItemDelegateForColumn(Bar, m_bars);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(fontMetrics().averageCharWidth() * 2);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionsMovable(false);
    m_tree->viewport()->installEventFilter(this);
    m_detail->setAccessibleName(tr("Where it comes from"));
    m_detail->setOpenLinks(false);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &ModelsPanel::explainCurrent);
    const auto remember = [this](QTreeWidgetItem* item, bool open) {
        if (m_building) return;
        const QString key = item->data(0, Key).toString();
        open ? static_cast<void>(m_open.insert(key)) : static_cast<void>(m_open.remove(key));
    };
    connect(m_tree, &QTreeWidget::itemExpanded, this, [remember](QTreeWidgetItem* item) { remember(item, true); });
    connect(m_tree, &QTreeWidget::itemCollapsed, this, [remember](QTreeWidgetItem* item) { remember(item, false); });
    connect(m_detail, &RichBrowser::anchorClicked, this, &ModelsPanel::follow);
}

void ModelsPanel::setInput(ModelsInput input) {
    m_input = std::move(input);
    if (m_input.model && *m_input.model < models().size()) {
        m_currentKey = QStringLiteral("model:") + text(models()[*m_input.model]->id());
        m_open.insert(m_currentKey);
    }
    build();
}

void ModelsPanel::openMeasurement() {
    m_currentKey = QStringLiteral("measured");
    m_open.insert(m_currentKey);
    build();
}

void ModelsPanel::build() {
    const QString current = m_currentKey;
    m_building = true;
    m_tree->clear();
    showHeading();
    addMeasurement();
    for (std::size_t model = 0; model < m_input.answers.size() && model < models().size(); ++model) addModel(model);
    QTreeWidgetItem* chosen = nullptr;
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
        const QString key = (*it)->data(0, Key).toString();
        if (m_open.contains(key)) (*it)->setExpanded(true);
        if (key == current) chosen = *it;
    }
    m_building = false;
    fitColumns();
    m_tree->setCurrentItem(chosen ? chosen : m_tree->topLevelItem(0));
    if (chosen) m_tree->scrollToItem(chosen, QAbstractItemView::PositionAtTop);
    explainCurrent();
}

/// In a small room it takes one line.
void ModelsPanel::showHeading() {
    const QString heading = m_input.gpu ? tr("%1 on %2").arg(m_input.title, text(m_input.gpu->title)) : m_input.title;
    const bool small = height() < kSmallRoom * fontMetrics().height();
    m_heading->setWordWrap(!small);
    m_heading->setText(small ? fontMetrics().elidedText(heading, Qt::ElideMiddle, width()) : heading);
    m_heading->setToolTip(plainTip(heading));
}

QTreeWidgetItem* ModelsPanel::rowOf(std::size_t model) const {
    const QString key = QStringLiteral("model:") + text(models()[model]->id());
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        if (m_tree->topLevelItem(i)->data(0, Key).toString() == key) return m_tree->topLevelItem(i);
    return nullptr;
}

void ModelsPanel::setBar(QTreeWidgetItem* item, double from, double to, bool taken) {
    item->setData(Bar, WaterfallDelegate::From, from);
    item->setData(Bar, WaterfallDelegate::To, to);
    item->setData(Bar, WaterfallDelegate::Taken, taken);
}

const MeasuredPart* ModelsPanel::measuredPart(const std::string& name) const {
    if (!m_input.measurement) return nullptr;
    const auto found = std::ranges::find(m_input.measurement->parts, name, &MeasuredPart::name);
    return found == m_input.measurement->parts.end() ? nullptr : &*found;
}

double ModelsPanel::seconds(const Estimate& estimate) const {
    return m_input.wholeProgram ? estimate.seconds : estimate.kernelSeconds;
}

void ModelsPanel::addMeasurement() {
    if (!m_input.measurement) {
        addRow(m_tree->invisibleRootItem(), tr("Not measured"), QString(), QStringLiteral("measured"),
               escaped(m_input.measurementMissing));
        return;
    }
    const Measurement& m = *m_input.measurement;
    QTreeWidgetItem* row = addRow(m_tree->invisibleRootItem(), whereFrom(m), timeText(m.median),
                                  QStringLiteral("measured"), measurementHtml(m));
    setBar(row, 0, m.median, true);
    double running = 0;
    for (const MeasuredPart& part : inOrder(m.parts, m_input.wholeProgram)) {
        QTreeWidgetItem* line = addRow(row, text(part.name), timeText(part.median),
                                       QStringLiteral("measured/") + text(part.name), partHtml(part));
        setBar(line, running, running + part.median, true);
        running += part.median;
    }
}

void ModelsPanel::addModel(std::size_t model) {
    const Model& described = *models()[model];
    const Result<Estimate>& answer = m_input.answers[model];
    QTreeWidgetItem* row = addRow(
        m_tree->invisibleRootItem(), text(described.title()), answer ? timeText(seconds(*answer)) : QStringLiteral("–"),
        QStringLiteral("model:") + text(described.id()), modelHtml(described, answer, m_input));
    addClaims(row, described);
    if (!answer) return;  // the box below says why
    if (!answer->outOfRange.empty()) row->setText(What, QStringLiteral("⚠ ") + row->text(What));
    if (m_input.measurement) row->setText(Error, differenceText(seconds(*answer), m_input.measurement->median));
    setBar(row, 0, seconds(*answer), false);
    addTerms(row, *answer);
    addInputs(row, *answer);
}

/// A claim that fails stands with the model, where the claim would.
void ModelsPanel::addClaims(QTreeWidgetItem* parent, const Model& model) {
    for (const AccuracyClaim& claim : claimsOfModel(m_input.claims, model.id())) {
        QTreeWidgetItem* row =
            addRow(parent, claimTitle(claim), QString(),
                   parent->data(0, Key).toString() + QStringLiteral("/claim:") + text(claim.id), claimHtml(claim));
        row->setFirstColumnSpanned(true);
    }
}

QTreeWidgetItem* ModelsPanel::addTerm(QTreeWidgetItem* parent, const EstimateTerm& term, double& running) {
    QTreeWidgetItem* row = addRow(parent, text(term.name), timeText(term.seconds),
                                  parent->data(0, Key).toString() + QLatin1Char('/') + text(term.name),
                                  termHtml(term, measuredPart(term.part)));
    if (term.cycles) row->setText(Cycles, cyclesText(*term.cycles));
    setBar(row, running, running + term.seconds, false);
    running += term.seconds;
    return row;
}

/// By part of the program, where there are several, so that each stands beside what was measured of it.
void ModelsPanel::addTerms(QTreeWidgetItem* parent, const Estimate& estimate) {
    double running = 0;
    const std::vector<EstimateTerm> parts = inOrder(termsByPart(estimate), m_input.wholeProgram);
    for (const EstimateTerm& part : parts) {
        QTreeWidgetItem* under = parent;
        if (parts.size() > 1 && !part.name.empty()) {
            double begin = running;
            under = addTerm(parent, part, begin);
            under->setData(0, Words, termHtml(part, measuredPart(part.name)));
            setBar(under, running, begin, false);
            if (const MeasuredPart* measured = measuredPart(part.name); measured && measured->median > 0)
                under->setText(Error, differenceText(part.seconds, measured->median));
        }
        std::vector<EstimateTerm> terms;
        std::ranges::copy_if(estimate.terms, std::back_inserter(terms),
                             [&](const EstimateTerm& term) { return term.part == part.name; });
        if (under != parent && terms.size() == 1) {
            under->setData(0, Words, termHtml(terms.front(), measuredPart(part.name)));
            running += part.seconds;
            continue;  // the part is the term
        }
        for (const EstimateTerm& term : terms) addTerm(under, term, running);
    }
}

void ModelsPanel::addInputs(QTreeWidgetItem* parent, const Estimate& estimate) {
    if (estimate.inputs.empty()) return;
    const QString key = parent->data(0, Key).toString() + QStringLiteral("/input");
    QTreeWidgetItem* group = addRow(parent, tr("What went in (%1)").arg(estimate.inputs.size()), QString(), key,
                                    parent->data(0, Words).toString());
    for (const EstimateInput& input : estimate.inputs) {
        QTreeWidgetItem* row =
            addRow(group, QStringLiteral("%1: %2").arg(text(input.symbol), text(input.name)), QString(),
                   key + QLatin1Char(':') + text(input.symbol), inputHtml(input, m_input));
        row->setText(Time, shortValueText(input.value, text(input.unit)));
        row->setText(Bar, fromWords(input.from));
    }
}

/// The names get what the numbers and a readable bar leave.
void ModelsPanel::fitColumns() {
    const auto widthOf = [this](const QString& widest) {
        return fontMetrics().horizontalAdvance(widest) + fontMetrics().averageCharWidth();
    };
    int errors = widthOf(m_tree->headerItem()->text(Error));
    for (QTreeWidgetItemIterator row(m_tree); *row; ++row) errors = std::max(errors, widthOf((*row)->text(Error)));
    bool cycles = false;
    for (const auto& answer : m_input.answers)
        cycles |= answer &&
                  std::ranges::any_of(answer->terms, [](const EstimateTerm& term) { return term.cycles.has_value(); });
    const int time = widthOf(QStringLiteral("1.98 GHz"));
    const int least = fontMetrics().averageCharWidth() * 18;
    // In a narrow room first the cycles go, then the bars and the errors: the box below tells all of it as well.
    int room = m_tree->viewport()->width() - least - time;
    const auto take = [&room](bool wanted, int width) {
        if (!wanted || width > room) return 0;
        room -= width;
        return width;
    };
    const int error = take(m_input.measurement.has_value(), errors);
    const int bar = take(true, fontMetrics().averageCharWidth() * 9);
    const int cycle = take(cycles, widthOf(countText(88888) + QLatin1Char(' ')));
    m_tree->setColumnHidden(Cycles, cycle == 0);
    m_tree->setColumnHidden(Error, error == 0);
    m_tree->setColumnHidden(Bar, bar == 0);
    m_tree->setColumnWidth(Time, time);
    m_tree->setColumnWidth(Error, std::max(1, error));
    m_tree->setColumnWidth(Cycles, std::max(1, cycle));
    m_tree->setColumnWidth(What, std::max(least, m_tree->viewport()->width() - time - error - cycle - bar));
    m_tree->setColumnWidth(Bar, bar);
}

/// The chosen model and the measurement fill the width; what is longer is cut off.
void ModelsPanel::fitScale() {
    QTreeWidgetItem* top = m_tree->currentItem();
    while (top && top->parent()) top = top->parent();
    double scale = 0;
    if (m_input.measurement)
        scale = std::max(m_input.measurement->median, m_input.wholeProgram ? totalOf(m_input.measurement->parts) : 0.0);
    for (std::size_t model = 0; top && model < m_input.answers.size(); ++model)
        if (m_input.answers[model] && rowOf(model) == top) scale = std::max(scale, seconds(*m_input.answers[model]));
    if (scale <= 0)
        for (const auto& answer : m_input.answers)
            if (answer) scale = std::max(scale, seconds(*answer));
    m_bars->setScale(scale);
    m_tree->viewport()->update();
}

void ModelsPanel::explainCurrent() {
    if (m_building) return;
    const QTreeWidgetItem* item = m_tree->currentItem();
    m_currentKey = item ? item->data(0, Key).toString() : QString();
    m_detail->setHtml(m_input.answers.empty() && !m_input.measurement ? escaped(m_input.missing)
                      : item                                          ? item->data(0, Words).toString()
                                                                      : QString());
    fitScale();
}

void ModelsPanel::follow(const QUrl& link) {
    const QString target = link.path(QUrl::FullyDecoded);
    if (link.scheme() == u"metric") return Q_EMIT metricWanted(target);
    if (link.scheme() == u"gpu") return Q_EMIT gpuValueWanted(target);
    QTreeWidgetItem* top = m_tree->currentItem();
    while (top && top->parent()) top = top->parent();
    if (!top) return;
    const QString key = top->data(0, Key).toString() + QStringLiteral("/input:") + target;
    for (QTreeWidgetItemIterator it(top); *it; ++it)
        if ((*it)->data(0, Key).toString() == key) return m_tree->setCurrentItem(*it);
}

bool ModelsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

void ModelsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showHeading();
}

void ModelsPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) {
        showHeading();
        fitColumns();
        m_tree->setIndentation(fontMetrics().averageCharWidth() * 2);
    }
    QWidget::changeEvent(event);
}

}  // namespace lanescope
