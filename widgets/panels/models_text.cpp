// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/models_text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrl>
#include <algorithm>

#include "core/gpus/gpu_quantities.h"
#include "core/metrics/dictionary.h"
#include "widgets/charts/measurement_text.h"
#include "widgets/panels/claims_text.h"
#include "widgets/style/numbers.h"
#include "widgets/style/sentences.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ModelsText)
};

QString paragraph(const QString& html) { return html.isEmpty() ? html : QStringLiteral("<p>%1</p>").arg(html); }

QString valueOfInput(const EstimateInput& input) {
    return escaped(shortValueText(input.value, QString::fromStdString(input.unit)));
}

QString inputsHtml(const Estimate& estimate) {
    if (estimate.inputs.empty()) return {};
    QString html = Texts::tr("<p>What went in:</p>") + QStringLiteral("<table cellspacing=4>");
    for (const EstimateInput& input : estimate.inputs)
        html +=
            QStringLiteral("<tr><td><a href=\"input:%1\">%2</a></td><td>%3</td><td align=right>%4</td><td>%5</td></tr>")
                .arg(QString::fromLatin1(QUrl::toPercentEncoding(QString::fromStdString(input.symbol))),
                     escaped(input.symbol), escaped(input.name), valueOfInput(input), fromWords(input.from));
    return html + QStringLiteral("</table>");
}

/// The GPU's number, with its source and the way to change it.
QString gpuValueHtml(const std::string& id, const GpuSpec& gpu) {
    const GpuQuantity* quantity = findGpuQuantity(id);
    const GpuValue* value = gpu.find(id);
    if (!quantity || !value) return {};
    QString html =
        Texts::tr("<b>%1</b> of %2: %3. %4")
            .arg(escaped(id), escaped(gpu.title), escaped(valueText(value->value, QString::fromStdString(value->unit))),
                 escaped(quantity->meaning));
    html += Texts::tr("<br>Source: %1").arg(escaped(value->source));
    if (!value->benchmark.empty()) html += Texts::tr("; micro-benchmark %1").arg(escaped(value->benchmark));
    if (value->spread) html += Texts::tr("; spread ±%1 %").arg(QString::number(100 * *value->spread, 'g', 2));
    html += QStringLiteral("<br><a href=\"gpu:%1\">%2</a>").arg(escaped(id), Texts::tr("Change it: what if"));
    return html;
}

QString metricHtml(const Metric& metric) {
    QString html = Texts::tr("<b>%1</b>: %2").arg(escaped(metric.title), escaped(metric.definition));
    if (!metric.formula.empty()) html += Texts::tr("<br>= %1").arg(escaped(metric.formula));
    html += QStringLiteral("<br><a href=\"metric:%1\">%2</a>")
                .arg(escaped(metric.id), Texts::tr("See it among the metrics"));
    return html;
}

/// The ids that a source names.
QStringList idsIn(const std::string& source) {
    static const QRegularExpression kId(QStringLiteral("[a-z][a-z0-9_]+"));
    QStringList ids;
    for (auto match = kId.globalMatch(QString::fromStdString(source)); match.hasNext();) {
        const QString id = match.next().captured();
        if (!ids.contains(id)) ids += id;
    }
    return ids;
}

/// In sentences.
QString saidSpread(const Model& model, const ModelsInput& input) {
    const auto all = models();
    const auto found = std::ranges::find_if(all, [&](const auto& one) { return one->id() == model.id(); });
    const auto place = static_cast<std::size_t>(found - all.begin());
    return place < input.spreads.size() ? asSentences(input.spreads[place]) : QString();
}

}  // namespace

QString fromWords(EstimateInput::From from) {
    switch (from) {
        case EstimateInput::From::Counter: return Texts::tr("counted");
        case EstimateInput::From::Plan: return Texts::tr("of the program");
        case EstimateInput::From::Gpu: return Texts::tr("of the GPU");
        case EstimateInput::From::Assumed: return Texts::tr("assumed");
        case EstimateInput::From::Document: return Texts::tr("of a document");
        case EstimateInput::From::Derived: return Texts::tr("computed");
    }
    return {};
}

QString measurementHtml(const Measurement& measurement) {
    QString html = paragraph(QStringLiteral("<b>%1</b>").arg(escaped(whereFrom(measurement))));
    html += paragraph(Texts::tr("Median %1, middle half %2 to %3.")
                          .arg(timeText(measurement.median), timeText(measurement.lowerQuartile),
                               timeText(measurement.upperQuartile)));
    html += paragraph(escaped(howMeasured(measurement)).replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    if (measurement.parts.empty()) html += paragraph(Texts::tr("It does not tell of what parts the time is made."));
    return html;
}

QString modelHtml(const Model& model, const Result<Estimate>& answer, const ModelsInput& input) {
    QString html = Texts::tr("<h4>%1</h4><p><i>%2</i></p>").arg(escaped(model.title()), escaped(model.source()));
    const QString claims = claimsHtml(claimsOfModel(input.claims, model.id()));
    if (!answer) return html + paragraph(escaped(describe(answer.error()))) + claims;
    QString times = Texts::tr("Kernels: <b>%1</b> estimated").arg(timeText(answer->kernelSeconds));
    const double compared = input.wholeProgram ? answer->seconds : answer->kernelSeconds;
    if (input.measurement && input.measurement->median > 0)
        times += Texts::tr(" (%1 against %2)")
                     .arg(differenceText(compared, input.measurement->median), escaped(whereFrom(*input.measurement)));
    html += paragraph(
        times +
        Texts::tr("; with copies and all: %1. Counts: %2.").arg(timeText(answer->seconds), escaped(input.counts)));
    if (const QString spread = saidSpread(model, input); !spread.isEmpty()) html += paragraph(escaped(spread));
    if (!answer->caseTaken.empty()) html += paragraph(Texts::tr("The case: <b>%1</b>").arg(escaped(answer->caseTaken)));
    if (!answer->outOfRange.empty()) html += paragraph(QStringLiteral("⚠ ") + escaped(answer->outOfRange));
    html += claims + inputsHtml(*answer);
    if (!answer->assumptions.empty()) {
        html += QStringLiteral("<ul>");
        for (const std::string& assumption : answer->assumptions)
            html += QStringLiteral("<li>%1</li>").arg(escaped(assumption));
        html += QStringLiteral("</ul>");
    }
    return html;
}

QString termHtml(const EstimateTerm& term, const MeasuredPart* measured) {
    QString html = QStringLiteral("<h4>%1</h4>").arg(escaped(term.name));
    html += paragraph(
        term.cycles ? Texts::tr("%1 estimated: %2 cycles").arg(timeText(term.seconds), shortValueText(*term.cycles, {}))
                    : Texts::tr("%1 estimated").arg(timeText(term.seconds)));
    if (!term.formula.empty()) html += paragraph(escaped(term.formula));
    if (measured)
        html += paragraph(Texts::tr("Beside it, measured for all of \"%1\": %2")
                              .arg(escaped(measured->name), timeText(measured->median)));
    return html;
}

QString partHtml(const MeasuredPart& part) {
    const QString together =
        part.steps == 1 ? QString() : Texts::tr(", of %1 steps together").arg(countText(part.steps));
    return Texts::tr("<h4>%1</h4><p>Median %2, middle half %3 to %4%5.</p>")
        .arg(escaped(part.name), timeText(part.median), timeText(part.lowerQuartile), timeText(part.upperQuartile),
             together);
}

QString inputHtml(const EstimateInput& input, const ModelsInput& all) {
    QString html = Texts::tr("<h4>%1 = %2</h4><p>%3: %4.</p>")
                       .arg(escaped(input.symbol), valueOfInput(input), escaped(input.name), fromWords(input.from));
    bool known = false;
    for (const QString& id : idsIn(input.source)) {
        const std::string name = id.toStdString();
        const bool ofGpu = input.from == EstimateInput::From::Gpu || input.from == EstimateInput::From::Assumed;
        if (ofGpu && all.gpu && all.gpu->find(name)) {
            html += paragraph(gpuValueHtml(name, *all.gpu));
            known = true;
        } else if (input.from == EstimateInput::From::Counter && findMetric(name)) {
            html += paragraph(metricHtml(*findMetric(name)));
            known = true;
        }
    }
    if (input.from == EstimateInput::From::Counter)
        html += paragraph(Texts::tr("Counts: %1.").arg(escaped(all.counts)));
    if (!known || input.from == EstimateInput::From::Counter) html += paragraph(escaped(input.source));
    return html;
}

}  // namespace lanescope
