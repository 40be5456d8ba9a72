// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameter_field.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <set>

#include "core/base/number_text.h"
#include "widgets/panels/chip_popup.h"
#include "widgets/panels/choice_list.h"
#include "widgets/panels/size_box.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr std::int64_t kShortRange = 33;
constexpr std::int64_t kLargestTypical = 4096;
constexpr int kWidth = 280;  // pixels, for sentences

std::int64_t numberOf(const std::string& text) {
    return wholeNumberFromText(text, {0, std::numeric_limits<std::int64_t>::max()}).value_or(0);
}

}  // namespace

std::vector<std::string> typicalValues(const ParameterSpec& spec, const std::vector<std::string>& chosen) {
    std::set<std::int64_t> values;
    if (spec.maximum - spec.minimum < kShortRange)
        for (std::int64_t v = spec.minimum; v <= spec.maximum; ++v) values.insert(v);
    else
        for (std::int64_t v = spec.maximum > kLargestTypical ? 4 : 1; v <= std::min(spec.maximum, kLargestTypical);
             v *= 2)
            if (v >= spec.minimum) values.insert(v);
    for (const std::string& one : chosen)
        if (const std::int64_t v = numberOf(one); v >= spec.minimum && v <= spec.maximum) values.insert(v);
    std::vector<std::string> texts;
    for (const std::int64_t v : values) texts.push_back(std::to_string(v));
    return texts;
}

ParameterField::ParameterField(const Theme& theme, const ParameterSpec& spec, QWidget* parent)
    : QWidget(parent),
      m_theme(theme),
      m_spec(spec),
      m_list(new ChoiceList(QString::fromStdString(spec.title), this)),
      m_note(plainLabel(this)),
      m_problem(plainLabel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(popupHeading(theme, QString::fromStdString(spec.title), this));
    auto* hint = plainLabel(QString::fromStdString(spec.description), this);
    hint->setWordWrap(true);
    hint->setMinimumWidth(kWidth);
    column->addWidget(hint);
    if (spec.values.empty()) {
        buildBox();
        auto* row = new QHBoxLayout;
        row->addWidget(m_box);
        row->addWidget(m_slider, 1);
        column->addLayout(row);
    }
    column->addWidget(m_problem);
    column->addWidget(m_list, 1);
    column->addWidget(m_note);
    m_note->setWordWrap(true);
    m_note->hide();
    m_problem->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setAccessibleName(tr("What is wrong"));
    m_problem->hide();
    const auto name = [this] { return m_spec.name; };
    connect(m_list, &ChoiceList::keyChosen, this, [this, name](const QString& key) {
        Q_EMIT edited(name(), key.toStdString());
        Q_EMIT done();
    });
    connect(m_list, &ChoiceList::besideToggled, this,
            [this, name](const QString& key, bool beside) { Q_EMIT besideToggled(name(), key.toStdString(), beside); });
}

void ParameterField::buildBox() {
    const auto asInt = [](std::int64_t value) {
        return static_cast<int>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<int>::max()));
    };
    m_box = new SizeBox(this);
    m_box->setLegalRange(asInt(m_spec.minimum), asInt(m_spec.maximum));
    m_box->setAccessibleName(QString::fromStdString(m_spec.title));
    m_box->setToolTip(plainTip(tr("Possible: %1").arg(QString::fromStdString(m_spec.legal()))));
    m_box->setAccessibleDescription(m_box->toolTip());
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setAccessibleName(tr("%1, typical values").arg(QString::fromStdString(m_spec.title)));
    m_slider->setTickPosition(QSlider::TicksBelow);
    connect(m_box, &QSpinBox::valueChanged, this,
            [this](int value) { Q_EMIT edited(m_spec.name, std::to_string(value)); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int index) {
        if (index >= 0 && index < std::ssize(m_typical))
            Q_EMIT edited(m_spec.name, m_typical[static_cast<std::size_t>(index)]);
    });
}

QWidget* ParameterField::first() const { return m_box ? static_cast<QWidget*>(m_box) : m_list; }

void ParameterField::setState(const State& state) {
    if (m_box) showTypical(state);
    std::vector<std::string> values = m_box ? m_typical : state.legal;
    // What is chosen stays in sight even when it does not go with the rest.
    if (!m_box && std::ranges::find(values, state.value) == values.end()) values.push_back(state.value);
    std::vector<ChoiceList::Row> rows;
    for (const std::string& value : values) {
        const QString text = QString::fromStdString(value);
        rows.push_back({text, text, true, std::ranges::find(state.beside, value) != state.beside.end()});
    }
    m_list->setRows(rows, QString::fromStdString(state.value));
    const bool some = !m_box && state.legal.size() < m_spec.values.size();
    m_note->setText(some ? tr("Some values are not offered: they do not go with the other choices.") : QString());
    m_note->setVisible(some);
}

void ParameterField::showTypical(const State& state) {
    std::vector<std::string> chosen = state.beside;
    chosen.push_back(state.value);
    // While it is dragged, its places stay where they are.
    if (!m_slider->isSliderDown()) m_typical = typicalValues(m_spec, chosen);
    const QSignalBlocker quietBox(m_box);
    const QSignalBlocker quietSlider(m_slider);
    const int value = QString::fromStdString(state.value).toInt();
    if (m_box->value() != value) m_box->setValue(value);
    const auto place = std::ranges::find(m_typical, state.value);
    m_slider->setRange(0, static_cast<int>(m_typical.size()) - 1);
    m_slider->setPageStep(1);
    if (place != m_typical.end()) m_slider->setValue(static_cast<int>(place - m_typical.begin()));
}

void ParameterField::setProblem(const QString& sentence) {
    m_problem->setText(sentence.isEmpty() ? QString() : QStringLiteral("⚠ ") + sentence);
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, m_theme.colour(Colour::Wrong));
    m_problem->setPalette(palette);
    m_problem->setVisible(!sentence.isEmpty());
}

QString ParameterField::problem() const { return m_problem->text(); }

void ParameterField::keyPressEvent(QKeyEvent* event) {
    // The box has taken what was typed, and passes the key on.
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QWidget::keyPressEvent(event);
    if (m_problem->isHidden()) Q_EMIT done();
}

}  // namespace lanescope
