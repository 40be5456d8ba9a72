// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/estimates_text.h"

#include <QCoreApplication>

#include "widgets/charts/numbers.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Estimates)
};

QString escaped(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toHtmlEscaped();
}

QString estimateHtml(const Estimate& estimate, const std::optional<Measurement>& measurement) {
    QString html = Texts::tr("Kernels: <b>%1</b> estimated").arg(timeText(estimate.kernelSeconds));
    if (measurement && measurement->median > 0)
        html +=
            Texts::tr(" (%1 against the median on %2)")
                .arg(differenceText(estimate.kernelSeconds, measurement->median), escaped(measurement->provenance.gpu));
    html += Texts::tr("; with copies and all: %1, of").arg(timeText(estimate.seconds));
    html += QStringLiteral("<table cellspacing=4>");
    for (const EstimateTerm& term : termsByName(estimate))
        html += QStringLiteral("<tr><td>%1</td><td align=right>%2</td></tr>")
                    .arg(escaped(term.name), timeText(term.seconds));
    html += QStringLiteral("</table>");
    if (!estimate.outOfRange.empty()) html += QStringLiteral("<p>⚠ %1</p>").arg(escaped(estimate.outOfRange));
    html += QStringLiteral("<ul>");
    for (const std::string& assumption : estimate.assumptions)
        html += QStringLiteral("<li>%1</li>").arg(escaped(assumption));
    return html + QStringLiteral("</ul>");
}

}  // namespace

QString estimatesHtml(const std::vector<std::pair<const Model*, Result<Estimate>>>& estimates, const GpuSpec* gpu,
                      const std::optional<Measurement>& measurement) {
    if (!gpu) return Texts::tr("<p>No GPU is chosen, so no model can say anything.</p>");
    if (estimates.empty()) return Texts::tr("<p>The models need an emulated run; there is none yet.</p>");
    QString html = Texts::tr("<h3>What the models say for %1</h3>").arg(escaped(gpu->title));
    if (measurement)
        html += Texts::tr("<p>%1 on %2: median %3, middle half %4 to %5.</p>")
                    .arg(measurement->origin == Origin::Replayed ? Texts::tr("Replayed") : Texts::tr("Measured"),
                         escaped(measurement->provenance.gpu), timeText(measurement->median),
                         timeText(measurement->lowerQuartile), timeText(measurement->upperQuartile));
    for (const auto& [model, estimate] : estimates) {
        html += QStringLiteral("<h4>%1</h4><p><i>%2</i></p>").arg(escaped(model->title()), escaped(model->source()));
        html += estimate ? estimateHtml(*estimate, measurement)
                         : QStringLiteral("<p>%1</p>").arg(escaped(describe(estimate.error())));
    }
    return html;
}

}  // namespace lanescope
