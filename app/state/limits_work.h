// SPDX-License-Identifier: GPL-3.0-or-later
// What limits the watched launch, and where those beside it stand: found out on another thread while somebody looks.
#pragma once

#include <QObject>
#include <memory>

#include "core/rules/rules.h"
#include "widgets/explore/limits_picture.h"

namespace lanescope {

class Workbench;

class LimitsWork final : public QObject {
    Q_OBJECT

public:
    struct Limits {
        LimitsPicture picture;
        rules::Advices advices;
        QString seconds;                            ///< in words: "280 µs, replayed", or why there is none
        std::shared_ptr<const std::string> source;  ///< of the kernel
        bool sampled = false;
    };
    /// `workbench` must outlive this.
    explicit LimitsWork(Workbench& workbench, QObject* parent = nullptr);

    /// With picture.missing until something is known.
    [[nodiscard]] const Limits& limits() const { return m_limits; }
    void setWanted(bool wanted);

Q_SIGNALS:
    void changed();

private:
    void outdate();
    void start();
    void showNothing(const QString& why);

    Workbench& m_workbench;
    Limits m_limits;
    bool m_wanted = false;
    bool m_outdated = true;
};

}  // namespace lanescope
