// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/metrics_input.h"

#include "core/sass/lower/lower.h"

namespace lanescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("lanescope::MetricsInput", text); }

}  // namespace

MetricsInput metricsInputOf(const Emulation* run, std::size_t launch, const Measurement* measurement,
                            const Library& library) {
    MetricsInput input;
    input.emulatedMissing = run != nullptr ? tr("nothing was launched") : tr("not run yet");
    input.measurementMissing = tr("There is no recording of this configuration, and it was not measured.");
    input.publishedMissing = tr("no document gives numbers for this configuration");
    if (run == nullptr) return input;
    // A launch behind one that faulted has not run.
    input.launch = launch;
    if (launch < run->launches.size()) {
        const simt::LaunchReport& report = run->launches[launch];
        if (report.fault) {
            input.emulatedMissing = QString::fromStdString(simt::describe(*report.fault));
        } else if (const Kernel& kernel = *run->plan.launches().at(launch)->kernel; kernel.code().meetsByCode) {
            input.machine = countersOf(*run, launch);
            input.architecture = QString::fromStdString(sass::architectureOf(*kernel.module));
            input.emulatedMissing = tr("machine code is watched, and its PTX was not run");
        } else {
            input.emulated = countersOf(*run, launch);
            input.predicted = predictionOf(*run, launch);
        }
        input.emulatedSampled = report.sampled();
        input.staticSharedBytes = report.staticSharedBytes;
    }
    if (measurement != nullptr) input.measurement = *measurement;
    if (const auto algorithm = library.catalogue().find(run->plan.algorithm))
        input.published = library.published().find(**algorithm, run->plan.parameters);
    return input;
}

}  // namespace lanescope
