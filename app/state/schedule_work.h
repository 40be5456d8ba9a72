// SPDX-License-Identifier: GPL-3.0-or-later
// The watched launch, and the first beside it, or what is pinned, simulated on the chosen GPU: on another thread while
// somebody looks. What if its numbers were others is simulated from the same sample, and stands beside it then.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "core/models/model.h"
#include "core/plan/plan.h"
#include "widgets/explore/schedule_picture.h"

namespace lanescope {

struct Emulation;
class Workbench;

class ScheduleWork final : public QObject {
    Q_OBJECT

public:
    /// Of warps that are kept of a side: some ten to fifty megabytes.
    static constexpr std::size_t kMostIntervals = 600'000;

    /// A launch with what its blocks did.
    struct Sampled {
        QString name;
        Plan plan;
        std::size_t launch = 0;
        LaunchProfile profile{};
        std::shared_ptr<const Kernel> kernel{};  ///< of PTX
    };

    /// `workbench` must outlive this.
    explicit ScheduleWork(Workbench& workbench, QObject* parent = nullptr);

    /// With `missing` until something is known. With changed numbers: the launch, and what would become of it.
    [[nodiscard]] const SchedulePicture& picture() const { return m_picture; }
    /// The second side of it is the launch with changed numbers.
    [[nodiscard]] bool hasChanged() const { return m_changed.has_value(); }
    /// That the first side of it is of; nullptr: none.
    [[nodiscard]] const Sampled* sampled() const { return m_sampled.empty() ? nullptr : &m_sampled.front(); }
    void setWanted(bool wanted);
    /// All multiprocessors, too.
    void setWavesWanted(bool wanted);
    /// Numbers that are others, as --what-if takes them; none: nothing is changed. What was asked before is stopped.
    void setWhatIf(const std::vector<std::string>& words);
    /// In words what comes of them, or why nothing does; empty: nothing is changed, or it is not known yet.
    [[nodiscard]] const QString& answer() const { return m_answer; }
    [[nodiscard]] bool isAnswering() const;

Q_SIGNALS:
    void changed();
    /// isAnswering()
    void asked();

private:
    [[nodiscard]] bool isChanged() const;
    void followBaseline();
    void outdate();
    void start();
    void showNothing(const QString& why);
    void ask();
    void startWhatIf();
    void compose();

    Workbench& m_workbench;
    SchedulePicture m_base;
    std::optional<ScheduleSide> m_changed;
    SchedulePicture m_picture;  ///< of both
    std::vector<Sampled> m_sampled;
    std::vector<std::string> m_words;
    QString m_answer;
    QTimer m_soon;                                ///< while somebody drags, not every number is asked for
    std::shared_ptr<const Emulation> m_baseline;  ///< that the picture was made beside; nullptr: none
    bool m_wanted = false;
    bool m_waves = false;
    bool m_outdated = true;
};

}  // namespace lanescope
