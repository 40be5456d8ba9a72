// SPDX-License-Identifier: GPL-3.0-or-later
// The watched plan, and the first beside it, or what is pinned, in time on the chosen GPU: reckoned on another thread
// while somebody looks.
#pragma once

#include <QObject>
#include <memory>

#include "widgets/explore/plan_picture.h"

namespace lanescope {

struct Emulation;
class Workbench;

class PlanTimeWork final : public QObject {
    Q_OBJECT

public:
    /// `workbench` must outlive this.
    explicit PlanTimeWork(Workbench& workbench, QObject* parent = nullptr);

    /// With `missing` until something is known.
    [[nodiscard]] const PlanPicture& picture() const { return m_picture; }
    void setWanted(bool wanted);

Q_SIGNALS:
    void changed();

private:
    void followBaseline();
    void outdate();
    void start();
    void show(PlanPicture picture);
    void showNothing(const QString& why);

    Workbench& m_workbench;
    PlanPicture m_picture;
    std::shared_ptr<const Emulation> m_baseline;  ///< that the picture was made beside; nullptr: none
    bool m_wanted = false;
    bool m_outdated = true;
};

}  // namespace lanescope
