// SPDX-License-Identifier: GPL-3.0-or-later
// The atlas of the chosen algorithm on the chosen GPU: made on another thread while somebody looks, then filled with
// what the models say, cell by cell; what is superseded is stopped.
#pragma once

#include <QObject>
#include <map>
#include <string>

#include "core/study/atlas.h"

namespace lanescope {

struct PointCounts;
class Workbench;

class AtlasWork final : public QObject {
    Q_OBJECT

public:
    /// `workbench` must outlive this.
    explicit AtlasWork(Workbench& workbench, QObject* parent = nullptr);

    /// Over these parameters: across, down, and by panels. An empty x is chosen for the algorithm; an empty y or z is
    /// one row, one panel. At first it is the main size over the block.
    void setAxes(const std::string& x, const std::string& y, const std::string& z);
    [[nodiscard]] const std::string& x() const { return m_x; }
    [[nodiscard]] const std::string& y() const { return m_y; }
    [[nodiscard]] const std::string& z() const { return m_z; }
    /// Are the axes those that are chosen for the algorithm at first?
    [[nodiscard]] bool isUsual() const;
    /// Empty until the first one is there; while another one is being made, the one before.
    [[nodiscard]] const Atlas& atlas() const { return m_atlas; }
    /// The chosen configuration's cell.
    [[nodiscard]] std::optional<std::size_t> chosen() const;
    /// The baseline's cell; nothing where it is not in the atlas.
    [[nodiscard]] std::optional<std::size_t> baseline() const;
    /// Why there is no atlas; empty if there is one.
    [[nodiscard]] const QString& missing() const { return m_missing; }
    /// Cells that models were not asked about yet.
    [[nodiscard]] std::size_t unasked() const;
    /// Ids of models that answer in some cell, the best of a recording first.
    [[nodiscard]] std::vector<std::string> answering() const;

    /// Those at these places that were not measured are asked about before the others, with the time that a
    /// configuration has elsewhere, though they were asked about in short already.
    void estimate(const std::vector<std::size_t>& places);

    void setWanted(bool wanted);
    /// Counting stops until something else is wanted.
    void stop();

Q_SIGNALS:
    void changed();

private:
    void look();
    void make();
    void take(Atlas atlas);
    void askNext();
    void answer(std::size_t place, const PointCounts& counts, bool thorough);
    [[nodiscard]] std::optional<std::size_t> placeOf(const Parameters& parameters) const;
    [[nodiscard]] std::optional<std::size_t> nextCell() const;
    [[nodiscard]] std::string wantedKey() const;

    struct Known {
        std::map<std::string, double, std::less<>> seconds;
        std::string missing;
        bool tooMuch = false;
    };
    Workbench& m_workbench;
    std::string m_x, m_y, m_z;
    std::string m_algorithm;  ///< that the axes are of
    std::string m_key;        ///< of what m_atlas was made for
    Atlas m_atlas;
    QString m_missing;
    std::map<std::string, Known> m_known;  ///< by configuration, of this GPU
    std::string m_gpu;                     ///< that m_known is of
    std::vector<std::size_t> m_thorough;   ///< places that estimate() was called for, the next one last
    bool m_wanted = false;
    bool m_stopped = false;
};

}  // namespace lanescope
