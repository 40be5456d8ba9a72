// SPDX-License-Identifier: GPL-3.0-or-later
// A ladder that the chosen algorithm stands on: looked up on another thread while somebody looks, then counted step by
// step; what is superseded is stopped. All steps have the chosen parameters, as far as they have them at all.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/ladder/ladder.h"

namespace lanescope {

class BaselineRun;
class Workbench;

/// Where no other is known to be better.
inline constexpr std::string_view kUsualModel = "volkov";
/// The best of those that are in their range for the chosen configuration; nullptr: there is none at all. `sampled`:
/// the run keeps what the models of time need, so that they can be asked.
[[nodiscard]] const Model* modelAsked(const Workbench& workbench, bool sampled);

class LadderWork final : public QObject {
    Q_OBJECT

public:
    /// `workbench` must outlive this.
    explicit LadderWork(Workbench& workbench, QObject* parent = nullptr);

    /// Those with the chosen algorithm.
    [[nodiscard]] const std::vector<LadderKind>& kinds() const { return m_kinds; }
    /// Of one of kinds(), by its id; of none it is the first.
    void setKind(const std::string& id);
    /// That was chosen; empty: nobody has chosen one.
    [[nodiscard]] const std::string& wantedKind() const { return m_wantedKind; }
    /// Without steps until the first one is there; while another one is made, the one before.
    [[nodiscard]] const Ladder& ladder() const { return m_ladder; }
    /// The step that is chosen.
    [[nodiscard]] std::optional<std::size_t> watched() const;
    /// Steps that are still to be counted.
    [[nodiscard]] std::size_t uncounted() const;
    /// Why there is no ladder; empty if there is one.
    [[nodiscard]] const QString& missing() const { return m_missing; }

    /// Watches the configuration of a step. Nothing happens where it is not possible.
    void watch(std::size_t step);
    /// Takes on the parameters at which the ladder's steps differ, and of which there are recordings.
    void takeUsual();
    [[nodiscard]] bool isUsual() const;

    /// What the steps' times are held against.
    [[nodiscard]] const BaselineRun& baseline() const;
    void setWanted(bool wanted);
    /// Counting stops until something else is wanted.
    void stop();

Q_SIGNALS:
    void changed();

private:
    void look();
    void make();
    void countNext();
    [[nodiscard]] LadderQuestion question() const;
    [[nodiscard]] std::string wantedKey() const;
    void showNothing(const QString& why);

    Workbench& m_workbench;
    std::vector<LadderKind> m_kinds;
    std::string m_wantedKind;
    LadderKind m_kind;
    Parameters m_given;
    Ladder m_ladder;
    std::string m_key;  ///< of what m_ladder was made for
    QString m_missing;
    bool m_wanted = false;
    bool m_stopped = false;
    bool m_choosing = false;  ///< a choice is being made of several
};

}  // namespace lanescope
