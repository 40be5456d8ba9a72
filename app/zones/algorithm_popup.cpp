// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/algorithm_popup.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/panels/algorithm_picker.h"
#include "widgets/panels/choice_list.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kPickerWidth = 460;
constexpr int kBesideWidth = 400;
constexpr int kHeight = 480;
constexpr int kGap = 24;
constexpr int kRowPadding = 6;

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

/// "reduce.1: Whole warps work", "padded yes"
QString partnerText(const BesideChoice& choice, const Algorithm* first) {
    QStringList values;
    for (const ParameterSpec& spec : choice.algorithm->parameters())
        if (const std::string* own = choice.own.find(spec.name)) values += valueName(spec, *own);
    if (choice.algorithm == first) return values.join(QStringLiteral(", "));
    const QString name = QStringLiteral("%1: %2").arg(text(choice.algorithm->id()), text(choice.algorithm->title()));
    return (QStringList{name} + values).join(QStringLiteral(", "));
}

}  // namespace

AlgorithmPopup::AlgorithmPopup(Workbench& workbench, const Theme& theme, QWidget* parent)
    : ChipPopup(theme, parent),
      m_workbench(workbench),
      m_picker(new AlgorithmPicker(this)),
      m_variantHead(popupHeading(theme, tr("Variant"), this)),
      m_variants(new ChoiceList(tr("Variant"), this)),
      m_verdict(sentenceLabel(this)),
      m_besideHead(popupHeading(theme, tr("Beside it"), this)),
      m_partners(new QListWidget(this)),
      m_missing(sentenceLabel(this)) {
    m_picker->setAlgorithms(workbench.library().catalogue().algorithms());
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setAccessibleName(tr("What is known of this variant"));
    m_partners->setAccessibleName(tr("Beside it, on the same clock"));
    m_partners->setToolTip(tr("Runs that are shown beside this one, on the same clock; at most five"));
    m_partners->setFrameShape(QFrame::NoFrame);
    m_partners->setTextElideMode(Qt::ElideRight);
    m_partners->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    build();
    connect(m_picker, &AlgorithmPicker::chosen, &m_workbench, &Workbench::chooseAlgorithm);
    const auto closeOn = [this](const QTreeWidgetItem* item) {
        if (item && item->childCount() == 0) hide();
    };
    connect(m_picker->tree(), &QTreeWidget::itemClicked, this, closeOn);
    connect(m_picker->tree(), &QTreeWidget::itemActivated, this, closeOn);
    connect(m_picker->search(), &QLineEdit::returnPressed, this, &QWidget::hide, Qt::QueuedConnection);
    connect(m_variants, &ChoiceList::keyChosen, this, [this](const QString& variant) {
        Parameters parameters = m_workbench.parameters();
        parameters.set(m_workbench.algorithm()->nameOf(ParameterRole::Variant), variant.toStdString());
        m_workbench.choose(parameters);
    });
    connect(m_partners, &QListWidget::itemChanged, this,
            [this](QListWidgetItem* item) { putBeside(m_partners->row(item)); });
    connect(this, &ChipPopup::aboutToOpen, this, [this] {
        m_picker->search()->clear();
        showChoice();
        showPartners();
    });
    connect(&m_workbench, &Workbench::choiceChanged, this, [this] {
        showChoice();
        if (isVisible()) showPartners();
    });
    connect(&m_workbench, &Workbench::sidesChanged, this, [this] {
        if (isVisible()) showPartners();
    });
}

void AlgorithmPopup::build() {
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setSpacing(kGap);
    m_picker->setMinimumSize(kPickerWidth, kHeight);
    row->addWidget(m_picker, 1);
    auto* column = new QVBoxLayout;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{m_variantHead, m_variants, m_verdict, m_besideHead, m_partners, m_missing})
        column->addWidget(widget, widget == m_partners ? 1 : 0);
    m_variants->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_verdict->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_partners->setMinimumWidth(kBesideWidth);
    m_verdict->setFixedWidth(kBesideWidth);
    m_missing->setFixedWidth(kBesideWidth);
    row->addLayout(column);
    setContent(content, m_picker->search());
}

void AlgorithmPopup::showChoice() {
    const Algorithm* const algorithm = m_workbench.algorithm();
    if (!algorithm) return;
    m_picker->setCurrent(text(algorithm->id()));
    const ParameterSpec* const variant = algorithm->specOf(ParameterRole::Variant);
    m_variantHead->setVisible(variant != nullptr);
    m_variants->setVisible(variant != nullptr);
    m_verdict->setText(QString::fromStdString(algorithm->verdict(m_workbench.parameters())));
    if (!variant) return;
    std::vector<ChoiceList::Row> rows;
    for (const std::string& value : algorithm->legalValues(*variant, m_workbench.parameters())) {
        const QString name = QString::fromStdString(value);
        rows.push_back({name, name});
    }
    m_variants->setRows(rows, QString::fromStdString(m_workbench.parameters().value(variant->name)));
}

void AlgorithmPopup::showPartners() {
    m_choices = m_workbench.beside();
    const std::size_t chosen = m_choices.size();
    for (BesideChoice& partner : m_workbench.partners())
        if (std::ranges::find(m_choices, partner) == m_choices.end()) m_choices.push_back(std::move(partner));
    const QSignalBlocker quiet(m_partners);
    const int row = m_partners->currentRow();
    m_partners->clear();
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        auto* item = new QListWidgetItem(partnerText(m_choices[i], m_workbench.algorithm()), m_partners);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(i < chosen ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(plainTip(item->text()));
        item->setSizeHint({0, fontMetrics().height() + kRowPadding});
        if (i >= chosen && chosen >= kMostBeside) item->setFlags(Qt::ItemIsSelectable);
    }
    m_partners->setCurrentRow(std::clamp(row, 0, std::max(0, m_partners->count() - 1)));
    const bool any = !m_choices.empty();
    m_besideHead->setVisible(any);
    m_partners->setVisible(any);
    QStringList missing;
    for (const Beside::Side& side : m_workbench.besideSides())
        if (!side.missing.isEmpty()) missing += tr("%1: %2").arg(side.name, side.missing);
    m_missing->setText(missing.join(QLatin1Char('\n')));
    m_missing->setVisible(!missing.isEmpty());
}

void AlgorithmPopup::putBeside(int row) {
    if (row < 0 || row >= std::ssize(m_choices)) return;
    const BesideChoice choice = m_choices[static_cast<std::size_t>(row)];
    if (m_partners->item(row)->checkState() == Qt::Checked)
        m_workbench.addBeside(choice);
    else
        m_workbench.removeBeside(choice);
}

}  // namespace lanescope
