// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the code: its view, and the machine code that it asks for.
#pragma once

#include <memory>
#include <string>

#include "app/pages/stage_page.h"
#include "app/state/code_times_work.h"
#include "app/state/job_runner.h"

namespace lanescope {

class CodeStage;

class CodePage final : public StagePage {
    Q_OBJECT

public:
    CodePage(const PageFrame& frame, PageIdentity identity, CodeStage* view);
    ~CodePage() override;

    /// What is counted, and what was simulated of it, if that is shown.
    [[nodiscard]] std::set<Origin> origins() const override;
    void setShown(bool shown) override;

private:
    /// The one that is watched, or was chosen here, or that of the models' GPU.
    [[nodiscard]] std::string architecture() const;
    [[nodiscard]] std::shared_ptr<const Kernel> ptxOfWatched() const;
    void showArchitecture();
    void choose(const QString& architecture);
    void readMachineCode();
    void wantTimes();

    CodeStage* m_view;
    CodeTimesWork m_times;
    bool m_shown = false;
    std::string m_chosen;                    ///< architecture; empty: nobody has chosen one
    std::shared_ptr<const Kernel> m_kernel;  ///< that the view has machine code of, or will have
    std::string m_architecture;              ///< of that
    std::unique_ptr<JobRunner> m_jobs;       ///< from the first time on that machine code is wanted
};

}  // namespace lanescope
