// SPDX-License-Identifier: GPL-3.0-or-later
// The watched launch, and the first beside it, or what is pinned, simulated on the chosen GPU: on another thread while
// somebody looks.
#pragma once

#include <QObject>
#include <memory>

#include "widgets/explore/schedule_picture.h"

namespace lanescope {

struct Emulation;
class Workbench;

class ScheduleWork final : public QObject {
    Q_OBJECT

public:
    /// Of warps that are kept of a side: some ten to fifty megabytes.
    static constexpr std::size_t kMostIntervals = 600'000;

    /// `workbench` must outlive this.
    explicit ScheduleWork(Workbench& workbench, QObject* parent = nullptr);

    /// With `missing` until something is known.
    [[nodiscard]] const SchedulePicture& picture() const { return m_picture; }
    void setWanted(bool wanted);

Q_SIGNALS:
    void changed();

private:
    void followBaseline();
    void outdate();
    void start();
    void showNothing(const QString& why);

    Workbench& m_workbench;
    SchedulePicture m_picture;
    std::shared_ptr<const Emulation> m_baseline;  ///< that the picture was made beside; nullptr: none
    bool m_wanted = false;
    bool m_outdated = true;
};

}  // namespace lanescope
