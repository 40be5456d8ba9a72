// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measurement_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::MeasurementText)
};

QString text(const std::string& string) { return QString::fromStdString(string); }

/// How caches stood before each sample.
QString modeText(const Provenance& p) {
    if (p.mode == "cold" || (p.mode.empty() && p.l2 == "flushed"))
        return Texts::tr("cold: the L2 cache was flushed before each sample");
    if (p.mode == "hot" || (p.mode.empty() && p.l2 == "warm"))
        return Texts::tr("hot: the same had just run before each sample");
    return text(p.mode);
}

QString samplesText(const Measurement& m) {
    const std::uint64_t samples = std::max<std::uint64_t>(m.samplesTaken, m.seconds.size());
    QString line = samples == 1 ? Texts::tr("one sample") : Texts::tr("median of %1 samples").arg(samples);
    if (m.batch > 1) line += Texts::tr(", each the mean of %1 runs").arg(countText(m.batch));
    if (m.throttledSamples == 1)
        line += Texts::tr("; one more was dropped, because the GPU was slowed down");
    else if (m.throttledSamples > 0)
        line += Texts::tr("; %1 more were dropped, because the GPU was slowed down").arg(countText(m.throttledSamples));
    else if (m.provenance.throttled)
        line += Texts::tr("; the GPU was slowed down meanwhile");
    return line;
}

QString countersText(const Measurement& m) {
    if (m.counters.empty()) return text(m.countersMissing);
    if (m.counterPasses == 0) return Texts::tr("hardware counters from separate runs");
    const QString passes = m.counterPasses == 1
                               ? Texts::tr("hardware counters from one separate pass")
                               : Texts::tr("hardware counters from %1 separate passes").arg(m.counterPasses);
    return m.counterReadings > 1 ? Texts::tr("%1, the middle of %2 readings").arg(passes).arg(m.counterReadings)
                                 : passes;
}

QString clockText(const Provenance& p) {
    if (p.smClockHz <= 0) return {};
    const auto megahertz = [](double hertz) { return QString::number(hertz / 1e6, 'f', 0); };
    if (p.smClockHzLowest > 0 && p.smClockHzLowest != p.smClockHzHighest)
        return Texts::tr("clock %1 MHz (%2 to %3)")
            .arg(megahertz(p.smClockHz), megahertz(p.smClockHzLowest), megahertz(p.smClockHzHighest));
    return Texts::tr("clock %1 MHz").arg(megahertz(p.smClockHz));
}

QString versionsText(const Provenance& p) {
    QStringList parts;
    if (!p.driver.empty()) parts += Texts::tr("driver %1").arg(text(p.driver));
    if (!p.cuda.empty()) parts += Texts::tr("CUDA %1").arg(text(p.cuda));
    if (p.ecc) parts += *p.ecc ? Texts::tr("ECC on") : Texts::tr("ECC off");
    if (!p.lanescope.empty()) parts += Texts::tr("Lanescope %1").arg(text(p.lanescope));
    if (!p.date.empty()) parts += text(p.date);
    return parts.join(QStringLiteral(", "));
}

}  // namespace

QString originWord(Origin origin) {
    switch (origin) {
        case Origin::Measured: return Texts::tr("Measured");
        case Origin::Replayed: return Texts::tr("Replayed");
        case Origin::Emulated: return Texts::tr("Emulated");
        case Origin::Simulated: return Texts::tr("Simulated");
        case Origin::Estimated: return Texts::tr("Estimated");
        case Origin::Published: return Texts::tr("Published");
    }
    return {};
}

std::string machineOf(const Provenance& provenance) {
    return provenance.gpu.empty() ? provenance.host : provenance.gpu;
}

QString whereFrom(const Measurement& measurement) {
    const std::string day = measurement.provenance.date.substr(0, 10);
    QString where = originWord(measurement.origin) + QStringLiteral(": ") + text(machineOf(measurement.provenance));
    if (!day.empty()) where += QStringLiteral(", ") + text(day);
    return where;
}

QString howMeasured(const Measurement& measurement) {
    QStringList lines;
    for (const QString& line : {modeText(measurement.provenance), samplesText(measurement), countersText(measurement),
                                clockText(measurement.provenance), versionsText(measurement.provenance)})
        if (!line.isEmpty()) lines += line;
    for (const std::string& note : measurement.notes) lines += text(note);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace lanescope
