// SPDX-License-Identifier: GPL-3.0-or-later
// Our own numbers for each configuration that a document prints numbers of: emulated one after another while somebody
// looks, or replayed from a recording where only a GPU can tell.
#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/state/job_runner.h"
#include "core/library/library.h"
#include "core/run/emulation.h"
#include "widgets/panels/published_table.h"

namespace lanescope {

/// What an emulated run has to say on a metric of a document: the counters of its first launch, static_shared_bytes,
/// and of all launches together "kernel_calls", "blocks" and "threads".
[[nodiscard]] std::map<std::string, double> ownNumbers(const Emulation& emulation);

class PublishedComparison final : public QObject {
    Q_OBJECT

public:
    /// `jobs` must outlive this.
    PublishedComparison(std::shared_ptr<const Library> library, JobRunner& jobs, QObject* parent = nullptr);

    /// nullptr: nothing is chosen.
    void setChoice(const Algorithm* algorithm, const Parameters& parameters);
    /// Emulations are made only while someone looks.
    void setWanted(bool wanted);
    /// The emulation that runs for the table stops, and no other follows until something is chosen.
    void stop();

    [[nodiscard]] std::vector<PublishedLine> lines() const;
    /// Why there are none.
    [[nodiscard]] QString missing() const;
    /// All configurations have been emulated, as far as that is possible.
    [[nodiscard]] bool complete() const;

Q_SIGNALS:
    void changed();

private:
    /// Of one configuration.
    struct Own {
        std::map<std::string, double> numbers;
        QString missing;
    };
    /// The row's configuration, completed; what the document leaves open is as it is chosen.
    [[nodiscard]] Result<Parameters> configurationOf(const Published::Row& row) const;
    void fillNext();

    std::shared_ptr<const Library> m_library;
    JobRunner& m_jobs;
    const Algorithm* m_algorithm = nullptr;
    Parameters m_parameters;
    bool m_wanted = false;
    std::vector<Published::Row> m_rows;
    std::map<std::string, Own> m_own;  ///< by algorithm and parameters
};

}  // namespace lanescope
