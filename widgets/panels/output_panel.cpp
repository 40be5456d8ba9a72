// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/output_panel.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace lanescope {
namespace {

/// The text of one printf, each of its lines after who printed it.
QString named(const simt::PrintedOutput::Text& printed) {
    const QString who = QString::fromStdString(simt::threadText(printed.thread, printed.block)) + QStringLiteral(": ");
    QString text = QString::fromStdString(printed.text);
    const bool ended = text.endsWith(QLatin1Char('\n'));
    if (ended) text.chop(1);
    text.replace(QLatin1Char('\n'), QLatin1Char('\n') + who);
    return who + text + QLatin1Char('\n');
}

QString headOf(const simt::LaunchReport& launch, std::size_t number) {
    return OutputPanel::tr("— launch %1: %2 —\n").arg(number + 1).arg(QString::fromStdString(launch.kernel));
}

}  // namespace

QString outputText(std::span<const simt::LaunchReport> launches, bool whoPrinted) {
    QString text;
    for (std::size_t number = 0; number < launches.size(); ++number) {
        const simt::PrintedOutput& output = launches[number].output;
        if (output.texts.empty()) continue;
        if (!text.isEmpty() && !text.endsWith(QLatin1Char('\n'))) text += QLatin1Char('\n');
        if (launches.size() > 1) text += headOf(launches[number], number);
        for (const simt::PrintedOutput::Text& printed : output.texts)
            text += whoPrinted ? named(printed) : QString::fromStdString(printed.text);
        if (!output.cut) continue;
        if (!text.endsWith(QLatin1Char('\n'))) text += QLatin1Char('\n');
        text += OutputPanel::tr("… This launch printed more; only the first mebibyte is kept.\n");
    }
    return text;
}

OutputPanel::OutputPanel(QWidget* parent)
    : QWidget(parent), m_who(new QCheckBox(tr("Say who printed it"), this)), m_text(new QPlainTextEdit(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_who);
    layout->addWidget(m_text, 1);
    m_who->setAccessibleName(tr("Say who printed it"));
    m_text->setAccessibleName(tr("Printed output"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setPlaceholderText(tr("The kernels of this run print nothing."));
    connect(m_who, &QCheckBox::toggled, this, &OutputPanel::refresh);
    setRun(nullptr);
}

void OutputPanel::setRun(std::shared_ptr<const Emulation> run) {
    m_run = std::move(run);
    refresh();
}

void OutputPanel::refresh() {
    m_text->setPlainText(m_run ? outputText(m_run->launches, m_who->isChecked()) : QString());
    m_who->setEnabled(printed() > 0);
}

std::size_t OutputPanel::printed() const {
    std::size_t all = 0;
    if (m_run)
        for (const simt::LaunchReport& launch : m_run->launches) all += launch.output.texts.size();
    return all;
}

QString OutputPanel::text() const { return m_text->toPlainText(); }

}  // namespace lanescope
