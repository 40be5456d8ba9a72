// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/explanation_text.h"

#include <QCoreApplication>
#include <QMap>
#include <algorithm>

#include "widgets/stage/map/map_steps.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Explanation)
};

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

constexpr std::size_t kMostSteps = 24;

QString stepsHtml(const Plan& plan) {
    QString html;
    for (std::size_t i = 0; i < std::min(kMostSteps, plan.steps.size()); ++i)
        html += QStringLiteral("<li>%1</li>").arg(escaped(QString::fromStdString(describe(plan.steps[i], plan))));
    if (plan.steps.size() > kMostSteps)
        html += QStringLiteral("<li>%1</li>")
                    .arg(Texts::tr("… and %1 more").arg(countText(plan.steps.size() - kMostSteps)));
    return Texts::tr("<p><b>Its steps</b></p>") + QStringLiteral("<ol>%1</ol>").arg(html);
}

/// "dpotrf, 4 times; dtrsm"
QString counted(const QMap<QString, int>& names) {
    QStringList parts;
    for (auto it = names.begin(); it != names.end(); ++it)
        parts += it.value() == 1 ? it.key() : Texts::tr("%1, %2 times").arg(it.key(), countText(it.value()));
    return parts.join(QStringLiteral("; "));
}

}  // namespace

QString otherWork(const Plan& plan) {
    QMap<QString, int> host, library;
    for (const Step& step : plan.steps) {
        if (const auto* task = std::get_if<HostStep>(&step)) ++host[QString::fromStdString(task->name)];
        if (const auto* call = std::get_if<LibraryStep>(&step))
            ++library[QString::fromStdString(functionOf(*call, plan))];
    }
    QStringList sentences;
    if (!host.isEmpty()) sentences += Texts::tr("On the CPU: %1.").arg(counted(host));
    if (!library.isEmpty())
        sentences += Texts::tr("By a library on a GPU, here by a loop on the CPU: %1.").arg(counted(library));
    return sentences.join(QLatin1Char(' '));
}

QString noThreadsText(const Plan& plan) {
    const QString none =
        Texts::tr("This algorithm launches no kernel, so there are no threads to be shown. %1").arg(otherWork(plan));
    return hasStepsOfItsOwn(plan) ? none + QLatin1Char(' ') + Texts::tr("The page Map shows its steps.") : none;
}

namespace {

/// With its links, whose tips say what is to be seen there.
QString linkedHtml(const QString& paragraph, const flow::BlockFlow* flow, std::vector<PictureLink>& links) {
    QString html;
    qsizetype from = 0;
    for (const LinkedWords& words : linksOf(paragraph, flow)) {
        html += escaped(paragraph.mid(from, words.first - from));
        html += QStringLiteral("<a href=\"show:%1\" title=\"%2\">%3 ▸</a>")
                    .arg(links.size())
                    .arg(escaped(words.link.about), escaped(paragraph.mid(words.first, words.length)));
        links.push_back(words.link);
        from = words.first + words.length;
    }
    return html + escaped(paragraph.mid(from));
}

}  // namespace

QString explanationHtml(const Algorithm& algorithm, const Plan& plan) {
    std::vector<PictureLink> none;
    return explanationHtml(algorithm, plan, nullptr, none);
}

QString explanationHtml(const Algorithm& algorithm, const Plan& plan, const flow::BlockFlow* flow,
                        std::vector<PictureLink>& links) {
    QString html =
        QStringLiteral("<h3>%1</h3><p><i>%2</i></p>")
            .arg(escaped(text(algorithm.title())),
                 escaped(Texts::tr("%1 · from %2 · %3")
                             .arg(text(algorithm.family()), text(algorithm.document()), text(algorithm.id()))));
    for (const QString& paragraph : text(algorithm.explanation()).split(QStringLiteral("\n\n"), Qt::SkipEmptyParts))
        html += QStringLiteral("<p>%1</p>").arg(linkedHtml(paragraph, flow, links));
    const QString steps = stepsHtml(plan);
    const QString verdict = QString::fromStdString(algorithm.verdict(plan.parameters));
    if (verdict.isEmpty()) return html + steps;
    const std::string variant = algorithm.valueOf(ParameterRole::Variant, plan.parameters);
    const QString head = variant.empty()         ? Texts::tr("What is known of it")
                         : variant == kPublished ? Texts::tr("What is known of the kernel as published")
                                                 : Texts::tr("What is known of the corrected kernel");
    return html + QStringLiteral("<p><b>%1.</b> %2</p>").arg(head, escaped(verdict)) + steps;
}

}  // namespace lanescope
