// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/gpu_choice.h"

#include <QStringList>

#include "core/models/model.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

const std::map<std::string, double> kNothing;

}  // namespace

void GpuChoice::choose(const GpuSpec* gpu) {
    if (gpu == m_base) return;
    m_base = gpu;
    apply();
}

const std::map<std::string, double>& GpuChoice::whatIf() const {
    const auto found = m_base ? m_whatIf.find(m_base->id) : m_whatIf.end();
    return found == m_whatIf.end() ? kNothing : found->second;
}

Result<void> GpuChoice::setWhatIf(const std::string& id, std::optional<double> value) {
    if (!m_base) return fail(ErrorCode::UnknownGpu, {{"gpu", ""}, {"known", ""}});
    if (value) {
        const Result<GpuSpec> possible = withValue(*m_base, id, *value);
        if (!possible) return fail(possible.error());
    }
    const GpuValue* filed = m_base->find(id);
    if (!value || (filed && filed->value == *value))
        m_whatIf[m_base->id].erase(id);
    else
        m_whatIf[m_base->id][id] = *value;
    apply();
    return {};
}

void GpuChoice::resetWhatIf() {
    if (!m_base || whatIf().empty()) return;
    m_whatIf.erase(m_base->id);
    apply();
}

void GpuChoice::restoreWhatIf(const std::map<std::string, double>& values) {
    if (!m_base || values == whatIf()) return;
    m_whatIf[m_base->id] = values;
    apply();
}

void GpuChoice::apply() {
    m_spec.reset();
    if (m_base) {
        GpuSpec gpu = *m_base;
        QStringList changes;
        for (const auto& [id, value] : whatIf()) {
            Result<GpuSpec> changed = withValue(gpu, id, value);
            if (!changed) continue;
            gpu = std::move(*changed);
            changes += QStringLiteral("%1 = %2").arg(
                QString::fromStdString(id), shortValueText(value, QString::fromStdString(gpu.values.at(id).unit)));
        }
        if (!changes.isEmpty()) {
            gpu.id = m_base->id + "-what-if";
            gpu.title = tr("%1, what if %2")
                            .arg(QString::fromStdString(m_base->title), changes.join(QStringLiteral(", ")))
                            .toStdString();
        }
        m_spec = std::move(gpu);
    }
    Q_EMIT changed();
}

}  // namespace lanescope
