// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/machine_html.h"

#include <QCoreApplication>

#include "widgets/scenes/counted.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::MachineHtml)
};

QString count(double value) { return countText(value, 1); }
QString count(std::uint64_t value) { return count(static_cast<double>(value)); }

QString wordsOf(const MachineSentence& sentence) {
    return escaped(sentence.with([](const MachineNumber& value) {
        return std::visit([](auto own) { return count(own); }, value).toStdString();
    }));
}

/// What is not known looks neither like yes nor like no.
QString signOf(Legality legality) {
    switch (legality) {
        case Legality::Legal: return QStringLiteral("✓");
        case Legality::Illegal: return QStringLiteral("✗");
        case Legality::NotSeenWhole: break;
    }
    return QStringLiteral("?");
}

/// Why the answers are not of the whole run; empty if they are.
QString cutHtml(const MachineAnswers& answers) {
    if (answers.complete) return {};
    if (answers.launchesSeen < answers.launches || answers.blocksSeen < answers.blocks || answers.launches == 0)
        return Texts::tr("<p>⚠ Not all of the run was watched: %1 of %2 launches, of their blocks %3 of %4.</p>")
            .arg(count(answers.launchesSeen), count(answers.launches), count(answers.blocksSeen),
                 count(answers.blocks));
    return Texts::tr("<p>⚠ All blocks were watched, but not all that they did was compared: ? is unknown.</p>");
}

QString verdictsHtml(const std::vector<Verdict>& verdicts) {
    QString html = QStringLiteral("<table cellspacing=4>");
    for (const Verdict& verdict : verdicts) {
        html += QStringLiteral("<tr><td>%1 %2</td><td>%3</td></tr>")
                    .arg(signOf(verdict.legality), escaped(verdict.variant), escaped(wordsOf(verdict.legality)));
        if (verdict.first)
            html += QStringLiteral("<tr><td></td><td>%1</td></tr>").arg(escaped(describe(*verdict.first)));
    }
    return html + QStringLiteral("</table>");
}

QString queueText(const Queue& queue) {
    if (queue.cell.empty()) return Texts::tr("no queue");
    return Texts::tr("longest queue %1, at %2").arg(count(queue.length), escaped(queue.cell));
}

QString readingsHtml(const std::vector<MachineReading>& readings) {
    QString html = QStringLiteral("<table cellspacing=4>");
    for (const MachineReading& reading : readings)
        html += QStringLiteral("<tr><td>%1</td><td align=right>%2</td><td>%3</td></tr>")
                    .arg(escaped(reading.title), Counted::steps(reading.steps), queueText(reading.longest));
    return html + QStringLiteral("</table>");
}

QString answerHtml(const MachineAnswer& answer) {
    QString html = QStringLiteral("<h4>%1</h4><p><i>%2</i></p>").arg(escaped(answer.title), escaped(answer.source));
    if (!answer.gist.id.empty())
        html += QStringLiteral("<p><b>%1</b>%2</p>").arg(wordsOf(answer.gist), wordsOf(answer.rest));
    if (!answer.verdicts.empty()) html += verdictsHtml(answer.verdicts);
    if (!answer.readings.empty()) html += readingsHtml(answer.readings);
    if (answer.onGpu) html += QStringLiteral("<p>%1</p>").arg(wordsOf(answer.onGpu->sentence));
    return html;
}

}  // namespace

QString machineHtml(const MachineAnswers& answers) {
    QString html = Texts::tr("<h3>What the abstract machines say: steps, not seconds</h3>");
    html += cutHtml(answers);
    if (!answers.fault.empty()) html += QStringLiteral("<p>⚠ %1</p>").arg(escaped(answers.fault));
    for (const MachineAnswer& answer : answers.machines) html += answerHtml(answer);
    for (const std::string& note : answers.notes) html += QStringLiteral("<p>%1</p>").arg(escaped(note));
    for (const MachineAnswer& answer : answers.machines)
        if (answer.gpuProblem) html += QStringLiteral("<p>%1</p>").arg(escaped(describe(*answer.gpuProblem)));
    return html;
}

}  // namespace lanescope
