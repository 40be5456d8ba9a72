// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of the watched launches goes by instruction, simulated on the chosen GPU: on another thread while
// somebody looks.
#pragma once

#include <QObject>
#include <vector>

#include "widgets/stage/code/code_times.h"

namespace lanescope {

class Workbench;

class CodeTimesWork final : public QObject {
    Q_OBJECT

public:
    /// `workbench` must outlive this.
    explicit CodeTimesWork(Workbench& workbench, QObject* parent = nullptr);

    /// Of Workbench::sides(), in their order; none while they are being simulated.
    [[nodiscard]] const code::Times& times() const { return m_times; }
    void setWanted(bool wanted);

Q_SIGNALS:
    void changed();

private:
    void outdate();
    void followLaunch();
    void start();
    void show(code::Times times);

    Workbench& m_workbench;
    code::Times m_times;
    std::vector<std::size_t> m_launches;  ///< by side, that were simulated
    bool m_wanted = false;
    bool m_outdated = true;
};

}  // namespace lanescope
