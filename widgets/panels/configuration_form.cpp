// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/configuration_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "widgets/panels/size_box.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

QFormLayout* makeForm() {
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);  // in a narrow column of large text
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return form;
}

QString textOf(const QWidget* field) {
    if (const auto* box = qobject_cast<const QComboBox*>(field)) return box->currentText();
    if (const auto* box = qobject_cast<const QSpinBox*>(field)) return QString::number(box->value());
    return {};
}

int asInt(std::int64_t value) {
    return static_cast<int>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<int>::max()));
}

}  // namespace

ConfigurationForm::ConfigurationForm(QWidget* parent)
    : QWidget(parent),
      m_layout(makeForm()),
      m_general(makeProblemLabel()),
      m_blockFields(new QWidget(this)),
      m_blockX(new QSpinBox(m_blockFields)),
      m_blockY(new QSpinBox(m_blockFields)),
      m_blockZ(new QSpinBox(m_blockFields)),
      m_launch(new QSpinBox(this)),
      m_scheduling(new QComboBox(this)),
      m_gpu(new QComboBox(this)),
      m_rest(makeForm()) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addLayout(m_layout);
    all->addWidget(m_general);
    all->addLayout(m_rest);

    buildLaunch();
    buildBlock();
    buildScheduling();
    buildGpu();
}

void ConfigurationForm::buildLaunch() {
    m_launch->setKeyboardTracking(false);
    m_launch->setAccessibleName(tr("Watched launch"));
    m_launch->setToolTip(tr("The launch whose blocks can be watched, in the order in which they run"));
    connect(m_launch, &QSpinBox::valueChanged, this, [this](int number) { Q_EMIT launchChosen(number - 1); });
    auto* label = plainLabel(tr("Watched &launch"), this);
    label->setBuddy(m_launch);
    m_rest->addRow(label, m_launch);
    setLaunches(1, 0);
}

void ConfigurationForm::buildBlock() {
    auto* blocks = new QHBoxLayout(m_blockFields);
    blocks->setContentsMargins(0, 0, 0, 0);
    m_blockX->setPrefix(tr("x "));
    m_blockY->setPrefix(tr("y "));
    m_blockZ->setPrefix(tr("z "));
    m_blockX->setAccessibleName(tr("Watched block, x"));
    m_blockY->setAccessibleName(tr("Watched block, y"));
    m_blockZ->setAccessibleName(tr("Watched block, z"));
    for (QSpinBox* box : {m_blockX, m_blockY, m_blockZ}) {
        box->setKeyboardTracking(false);
        box->setMaximum(0);
        blocks->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            Q_EMIT blockChosen({static_cast<std::uint32_t>(m_blockX->value()),
                                static_cast<std::uint32_t>(m_blockY->value()),
                                static_cast<std::uint32_t>(m_blockZ->value())});
        });
    }
    auto* label = plainLabel(tr("&Watched block"), this);
    label->setBuddy(m_blockX);
    m_rest->addRow(label, m_blockFields);
    m_blockZ->hide();
}

void ConfigurationForm::buildScheduling() {
    m_scheduling->setAccessibleName(tr("Scheduling of lanes"));
    m_scheduling->addItem(tr("in lockstep"));
    m_scheduling->addItem(tr("independent"));
    m_scheduling->setToolTip(richTip(
        tr("What becomes of a warp whose lanes part ways at a branch.<br><b>In lockstep</b>, as GPUs before Volta: "
           "one side of the branch, then the other, then both together (a reconvergence stack).<br>"
           "<b>Independent</b>, as GPUs since Volta: all sides get on, so that lanes of a warp can wait for each "
           "other.")));
    connect(m_scheduling, &QComboBox::activated, this,
            [this](int index) { Q_EMIT schedulingChosen(static_cast<simt::Scheduling>(index)); });
    auto* label = plainLabel(tr("La&nes run"), this);
    label->setBuddy(m_scheduling);
    m_rest->addRow(label, m_scheduling);
}

void ConfigurationForm::setScheduling(simt::Scheduling scheduling) {
    const QSignalBlocker quiet(m_scheduling);
    m_scheduling->setCurrentIndex(static_cast<int>(scheduling));
}

void ConfigurationForm::buildGpu() {
    m_gpu->setAccessibleName(tr("GPU for the models"));
    m_gpu->setToolTip(
        tr("The GPU that the models are asked about. It changes nothing in what is emulated or measured."));
    // A long name may be cut in the field; it is whole in the list.
    m_gpu->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_gpu->setMinimumContentsLength(7);
    connect(m_gpu, &QComboBox::activated, this, [this] { Q_EMIT gpuChosen(m_gpu->currentData().toString()); });
    auto* label = plainLabel(tr("Models' &GPU"), this);
    label->setBuddy(m_gpu);
    m_rest->addRow(label, m_gpu);
}

QLabel* ConfigurationForm::makeProblemLabel() {
    auto* label = plainLabel(this);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setObjectName(QStringLiteral("problem"));
    label->setAccessibleName(tr("What is wrong"));
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    label->hide();
    return label;
}

QWidget* ConfigurationForm::makeField(const ParameterSpec& spec, const QString& value) {
    const QString hint = QString::fromStdString(spec.description) + QLatin1Char('\n') +
                         tr("Possible: %1").arg(QString::fromStdString(spec.legal()));
    QWidget* field = nullptr;
    if (spec.values.empty()) {
        auto* box = new SizeBox(this);
        box->setLegalRange(asInt(spec.minimum), asInt(spec.maximum));
        box->setValue(value.toInt());
        connect(box, &QSpinBox::valueChanged, this, &ConfigurationForm::fieldEdited);
        field = box;
    } else {
        auto* box = new QComboBox(this);
        for (const std::string& choice : spec.values) box->addItem(QString::fromStdString(choice));
        box->setCurrentText(value);
        connect(box, &QComboBox::activated, this, &ConfigurationForm::fieldEdited);
        field = box;
    }
    field->setToolTip(plainTip(hint));
    field->setAccessibleName(QString::fromStdString(spec.title));
    field->setAccessibleDescription(hint);
    field->setObjectName(QStringLiteral("parameter_") + QString::fromStdString(spec.name));
    return field;
}

void ConfigurationForm::clearRows() {
    while (m_layout->rowCount() > 0) m_layout->removeRow(0);
    m_rows.clear();
}

void ConfigurationForm::setAlgorithm(const Algorithm* algorithm, const Parameters& parameters) {
    m_algorithm = algorithm;
    clearRows();
    if (!algorithm) return;
    QWidget* before = nullptr;
    for (const ParameterSpec& spec : algorithm->parameters()) {
        Row row{&spec, makeField(spec, QString::fromStdString(spec.valueIn(parameters))), makeProblemLabel()};
        auto* label = plainLabel(QString::fromStdString(spec.title), this);
        label->setBuddy(row.field);
        m_layout->addRow(label, row.field);
        m_layout->addRow(row.problem);
        if (before) setTabOrder(before, row.field);
        before = row.field;
        m_rows.push_back(row);
    }
    if (before) setTabOrder(before, m_blockX);
    refreshChoices();
}

void ConfigurationForm::refreshChoices() {
    const Parameters now = parameters();
    for (const Row& row : m_rows) {
        auto* box = qobject_cast<QComboBox*>(row.field);
        if (!box) continue;
        std::vector<std::string> legal = m_algorithm->legalValues(*row.spec, now);
        // What is chosen stays in sight even when it does not go with the rest; its problem is said beside it.
        const std::string current = box->currentText().toStdString();
        if (std::ranges::find(legal, current) == legal.end()) legal.push_back(current);
        const QSignalBlocker quiet(box);
        box->clear();
        for (const std::string& value : legal) box->addItem(QString::fromStdString(value));
        box->setCurrentText(QString::fromStdString(current));
        const bool all = legal.size() == row.spec->values.size();
        box->setToolTip(
            plainTip(box->accessibleDescription() +
                     (all ? QString() : tr("\nSome values are not offered: they do not go with the other choices."))));
    }
}

void ConfigurationForm::fieldEdited() {
    refreshChoices();
    Q_EMIT edited(parameters());
}

void ConfigurationForm::setGpus(const std::vector<GpuSpec>& gpus, const QString& currentId) {
    const QSignalBlocker quiet(m_gpu);
    m_gpu->clear();
    for (const GpuSpec& gpu : gpus) m_gpu->addItem(QString::fromStdString(gpu.title), QString::fromStdString(gpu.id));
    m_gpu->setCurrentIndex(std::max(0, m_gpu->findData(currentId)));
    m_gpu->setEnabled(m_gpu->count() > 0);
}

void ConfigurationForm::setGrid(Dim3 grid, Dim3 block) {
    const auto set = [](QSpinBox* box, std::uint32_t extent, std::uint32_t value) {
        const QSignalBlocker quiet(box);
        box->setMaximum(asInt(std::int64_t{extent} - 1));
        box->setValue(asInt(value));
    };
    set(m_blockX, grid.x, block.x);
    set(m_blockY, grid.y, block.y);
    set(m_blockZ, grid.z, block.z);
    m_blockZ->setVisible(grid.z > 1);
    const QString extent =
        grid.z > 1 ? tr("%1 × %2 × %3").arg(grid.x).arg(grid.y).arg(grid.z) : tr("%1 × %2").arg(grid.x).arg(grid.y);
    m_blockFields->setToolTip(
        plainTip(tr("The block whose run is shown step by step, of a grid of %1. Double-click an element of "
                    "the result to watch the block that writes it.")
                     .arg(extent)));
    // A grid of one block leaves nothing to choose.
    const bool choice = grid.count() > 1;
    m_blockFields->setVisible(choice);
    m_rest->labelForField(m_blockFields)->setVisible(choice);
}

void ConfigurationForm::setLaunches(int count, int watched) {
    const QSignalBlocker quiet(m_launch);
    m_launch->setRange(1, std::max(1, count));
    m_launch->setValue(watched + 1);
    m_launch->setSuffix(tr(" of %1").arg(std::max(1, count)));
    m_launch->setVisible(count > 1);
    m_rest->labelForField(m_launch)->setVisible(count > 1);
}

void ConfigurationForm::showProblem(const std::optional<Error>& problem) {
    std::string where;
    if (problem) {
        const auto named = problem->arguments.find("parameter");
        if (named != problem->arguments.end()) where = named->second;
    }
    const QString sentence = problem ? QString::fromStdString(describe(*problem)) : QString();
    bool said = false;
    for (const Row& row : m_rows) {
        const bool here = problem && row.spec->name == where;
        row.problem->setText(here ? QStringLiteral("⚠ ") + sentence : QString());
        row.problem->setVisible(here);
        said = said || here;
    }
    const bool below = problem && !said;
    m_general->setText(below ? QStringLiteral("⚠ ") + sentence : QString());
    m_general->setVisible(below);
}

Parameters ConfigurationForm::parameters() const {
    Parameters values;
    for (const Row& row : m_rows)
        if (std::string value = textOf(row.field).toStdString(); !row.spec->leavesOut(value))
            values.add(row.spec->name, std::move(value));
    return values;
}

QWidget* ConfigurationForm::field(const std::string& parameter) const {
    for (const Row& row : m_rows)
        if (row.spec->name == parameter) return row.field;
    return nullptr;
}

QString ConfigurationForm::problemText(const std::string& parameter) const {
    if (parameter.empty()) return m_general->text();
    for (const Row& row : m_rows)
        if (row.spec->name == parameter) return row.problem->text();
    return {};
}

}  // namespace lanescope
