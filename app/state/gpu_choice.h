// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU that the models are asked about: the chosen one, with what was changed of its numbers (what if).
#pragma once

#include <QObject>
#include <map>
#include <optional>
#include <string>

#include "core/gpus/gpu_spec.h"

namespace lanescope {

class GpuChoice final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// nullptr: none. It must outlive this. What was changed of a GPU is kept for when it is chosen again.
    void choose(const GpuSpec* gpu);
    /// With what was changed, which its title and sources say; nullptr if none is chosen.
    [[nodiscard]] const GpuSpec* spec() const { return m_spec ? &*m_spec : nullptr; }
    /// As the file says.
    [[nodiscard]] const GpuSpec* base() const { return m_base; }
    /// nothing = as the file says. Error: why the value cannot be; nothing is changed then.
    Result<void> setWhatIf(const std::string& id, std::optional<double> value);
    void resetWhatIf();
    /// All of it at once, as whatIf() said it.
    void restoreWhatIf(const std::map<std::string, double>& values);
    [[nodiscard]] const std::map<std::string, double>& whatIf() const;

Q_SIGNALS:
    void changed();  ///< spec()

private:
    void apply();

    const GpuSpec* m_base = nullptr;
    std::optional<GpuSpec> m_spec;
    std::map<std::string, std::map<std::string, double>> m_whatIf;  ///< by the GPU's id
};

}  // namespace lanescope
