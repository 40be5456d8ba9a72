// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/correctness_badge.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/charts/chart_legend.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using Verdict = CheckResult::Verdict;
constexpr std::size_t kShown = 8;

/// The lines of badgeDetails() as links, as far as they are of an element.
QString linked(const QString& details, std::size_t elements) {
    QStringList lines = details.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < lines.size(); ++i) {
        lines[i] = escaped(lines[i]);
        if (i < static_cast<qsizetype>(std::min(elements, kShown)))
            lines[i] = QStringLiteral("<a href=\"%1\">%2</a>").arg(i).arg(lines[i]);
    }
    return lines.join(QStringLiteral("<br>"));
}

}  // namespace

QString badgeText(const CheckResult& check, bool sampled) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("lanescope::CorrectnessBadge", text); };
    switch (check.verdict) {
        case Verdict::Correct:
            return check.checked < check.rows * check.columns
                       ? tr("✓ correct (%1 of %2 elements checked)")
                             .arg(countText(check.checked), countText(check.rows * check.columns))
                       : tr("✓ correct");
        case Verdict::Wrong:
            return tr("✗ wrong: %1 of %2 elements").arg(countText(check.wrong), countText(check.checked));
        case Verdict::Fault: return tr("⚠ fault");
        case Verdict::NotChecked: break;
    }
    return sampled ? tr("? not checked: sampled") : tr("? not checked");
}

QString badgeDetails(const CheckResult& check, bool sampled) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("lanescope::CorrectnessBadge", text); };
    if (check.verdict == Verdict::Wrong) {
        QStringList lines;
        for (const CheckResult::Difference& d : check.first) {
            if (lines.size() == static_cast<qsizetype>(kShown)) break;
            lines += tr("%1[%2][%3] = %4, should be %5")
                         .arg(QString::fromStdString(check.buffer))
                         .arg(d.row)
                         .arg(d.column)
                         .arg(std::isnan(d.computed) ? tr("never written") : QString::number(d.computed, 'g', 9),
                              QString::number(d.expected, 'g', 9));
        }
        if (check.wrong > static_cast<std::uint64_t>(lines.size()))
            lines += tr("… and %1 more").arg(countText(check.wrong - static_cast<std::uint64_t>(lines.size())));
        return lines.join(QLatin1Char('\n'));
    }
    if (check.verdict == Verdict::NotChecked && sampled)
        return tr(
            "The grid is large: some of its blocks were run and stand for the rest. The counters are of the whole "
            "grid; the result is incomplete and so is not checked.");
    return QString::fromStdString(check.note);
}

CorrectnessBadge::CorrectnessBadge(QWidget* parent)
    : QWidget(parent), m_button(new QToolButton(this)), m_details(new RichLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_button);
    layout->addWidget(m_details);
    m_button->setObjectName(QStringLiteral("badge"));
    m_button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    // Its words take several lines rather than make the column wider.
    m_button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_button->installEventFilter(this);
    m_button->setAccessibleName(tr("Correctness of the result"));
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_details->setAccessibleName(tr("Which elements are wrong"));
    m_details->setToolTip(tr("Click an element, or press Return on it, to see it and the block that writes it"));
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                       Qt::LinksAccessibleByKeyboard);
    connect(m_details, &QLabel::linkActivated, this, &CorrectnessBadge::choose);
    connect(m_button, &QToolButton::toggled, this, [this](bool on) {
        m_details->setVisible(on && !m_plain.isEmpty());
        Q_EMIT differencesToggled(on);
    });
    clear();
}

void CorrectnessBadge::setResult(const CheckResult& check, bool sampled) {
    setText(badgeText(check, sampled));
    m_check = check;
    m_plain = badgeDetails(check, sampled);
    m_details->setText(linked(m_plain, check.verdict == Verdict::Wrong ? check.first.size() : 0));
    const bool more = !m_plain.isEmpty();
    m_button->setCheckable(more);
    m_button->setToolTip(plainTip(more ? tr("Click: what is known of it, and marks in the picture") : QString()));
    m_button->setAccessibleDescription(m_text);
    // What is wrong is told at once; what is merely so waits for a click.
    const bool tell = more && (check.verdict == Verdict::Wrong || check.verdict == Verdict::Fault);
    m_button->setChecked(tell);
    m_details->setVisible(tell);
    Q_EMIT differencesToggled(tell);
    m_button->setEnabled(true);
}

void CorrectnessBadge::clear() {
    const QSignalBlocker quiet(m_button);
    setText(tr("… not run yet"));
    m_button->setChecked(false);
    m_button->setEnabled(false);
    m_check = {};
    m_plain.clear();
    m_details->clear();
    m_details->hide();
}

void CorrectnessBadge::choose(const QString& link) {
    const std::size_t number = link.toULongLong();
    if (number < m_check.first.size()) Q_EMIT elementChosen(m_check.first[number].row, m_check.first[number].column);
}

bool CorrectnessBadge::differencesShown() const { return m_button->isChecked(); }

void CorrectnessBadge::setText(const QString& text) {
    m_text = text;
    wrapText();
}

void CorrectnessBadge::wrapText() {
    constexpr int kMostLines = 4;
    const int room = m_button->width() - 3 * m_button->fontMetrics().averageCharWidth();
    const QString lines = inLines(m_text, m_button->font(), std::max(1, room), kMostLines);
    if (lines != m_button->text()) m_button->setText(lines);
}

bool CorrectnessBadge::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_button && (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)) wrapText();
    return QWidget::eventFilter(watched, event);
}

QString CorrectnessBadge::text() const { return m_text; }

QString CorrectnessBadge::details() const { return m_plain; }

}  // namespace lanescope
