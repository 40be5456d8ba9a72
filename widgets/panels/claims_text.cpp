// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/claims_text.h"

#include <QCoreApplication>

#include "core/models/model.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using Verdict = AccuracyClaim::Verdict;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::ClaimsText)
};

/// What the claim is about: a model by its title, or a formula.
QString subjectOf(const AccuracyClaim& claim) {
    if (claim.model == "divergence") return Texts::tr("the formula of divergence");
    if (claim.model == "atomics") return Texts::tr("the formula of atomics");
    const Result<const Model*> model = findModel(claim.model);
    return model ? escaped((*model)->title()) : escaped(claim.model);
}

}  // namespace

QString verdictText(Verdict verdict) {
    switch (verdict) {
        case Verdict::Holds: return Texts::tr("✓ holds");
        case Verdict::HoldsInPart: return Texts::tr("✗ holds in part only");
        case Verdict::Fails: return Texts::tr("✗ does not hold");
        case Verdict::CannotBeTold: break;
    }
    return Texts::tr("? cannot be told");
}

QString claimTitle(const AccuracyClaim& claim) {
    return Texts::tr("%1: 004's claim, section %2")
        .arg(verdictText(claim.verdict), QString::fromStdString(claim.section));
}

QString claimHtml(const AccuracyClaim& claim) {
    QString html = Texts::tr("<p><b>%1</b>: document 004, section %2, of %3: <i>%4</i>")
                       .arg(verdictText(claim.verdict), escaped(claim.section), subjectOf(claim), escaped(claim.claim));
    if (!claim.measure.empty()) html += Texts::tr(" Taken as: %1.").arg(escaped(claim.measure));
    return html + Texts::tr("<br>Recomputed from its tables: %1</p>").arg(escaped(claim.recomputed));
}

QString claimsHtml(const std::vector<AccuracyClaim>& claims) {
    QString html;
    for (const AccuracyClaim& claim : claims) html += claimHtml(claim);
    return html;
}

}  // namespace lanescope
