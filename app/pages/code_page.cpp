// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/code_page.h"

#include <algorithm>

#include "app/state/workbench.h"
#include "widgets/stage/code/code_view.h"

namespace lanescope {
namespace {

const QString kRead = QStringLiteral("machine code");
constexpr const char* kUsual = "sm_90";

}  // namespace

CodePage::CodePage(const PageFrame& frame, PageIdentity identity, CodeStage* view)
    : StagePage(frame, std::move(identity), view), m_view(view), m_times(frame.workbench) {
    connect(&workbench(), &Workbench::emulationChanged, view,
            [this] { m_view->setCorrected(workbench().correctedKernel()); });
    connect(view, &CodeStage::machineWanted, this, &CodePage::readMachineCode);
    connect(view, &CodeStage::architectureWanted, this, &CodePage::choose);
    connect(&workbench(), &Workbench::choiceChanged, this, &CodePage::showArchitecture);
    connect(view, &CodeStage::timeShownChanged, this, &CodePage::wantTimes);
    connect(&m_times, &CodeTimesWork::changed, view, [this] { m_view->setTimes(m_times.times()); });
    showArchitecture();
}

CodePage::~CodePage() = default;

void CodePage::setShown(bool shown) {
    m_shown = shown;
    wantTimes();
}

void CodePage::wantTimes() { m_times.setWanted(m_shown && m_view->isTimeShown()); }

std::set<Origin> CodePage::origins() const {
    std::set<Origin> origins = StagePage::origins();
    if (m_view->isTimeShown() && !m_view->times().sides.empty()) origins.insert(Origin::Simulated);
    return origins;
}

std::string CodePage::architecture() const {
    if (!workbench().machine().empty()) return workbench().machine();
    if (!m_chosen.empty()) return m_chosen;
    const auto& kept = sass::keptArchitectures();
    const GpuSpec* const gpu = workbench().gpu();
    const std::string own = gpu ? sass::architectureOf(gpu->computeCapability) : std::string();
    return std::ranges::find(kept, own) != kept.end() ? own : kUsual;
}

void CodePage::showArchitecture() {
    const std::string now = architecture();
    m_view->setArchitectures(sass::keptArchitectures(), now);
    if (m_kernel && now != m_architecture && m_view->isMachineOpen()) readMachineCode();
}

/// What is watched follows, if it is machine code.
void CodePage::choose(const QString& architecture) {
    m_chosen = architecture.toStdString();
    if (!workbench().machine().empty()) return workbench().chooseMachine(architecture);
    showArchitecture();
}

/// The kernel whose machine code is meant: what runs, or, of machine code that runs, what that was made of.
std::shared_ptr<const Kernel> CodePage::ptxOfWatched() const {
    std::shared_ptr<const Kernel> watched = m_view->watchedKernel();
    if (!watched || !code::isMachineCode(*watched)) return watched;
    const auto launches = workbench().plan()->launches();
    const auto made =
        std::ranges::find_if(launches, [&](const Launch* launch) { return launch->kernel->entry == watched->entry; });
    return made == launches.end() ? nullptr : (*made)->kernel;
}

void CodePage::readMachineCode() {
    const std::shared_ptr<const Kernel> kernel = ptxOfWatched();
    const std::string now = architecture();
    if (!kernel || (kernel == m_kernel && now == m_architecture)) return;
    m_kernel = kernel;
    m_architecture = now;
    m_view->setMachine({kernel, now, nullptr, {}, {}});
    if (!m_jobs) m_jobs = std::make_unique<JobRunner>();
    m_jobs->start<sass::MachineCode>(
        kRead, tr("Reading machine code"),
        [&codes = workbench().library().machineCodes(), kernel, now](const JobContext& job) {
            const program::Module& ptx = *kernel->module;
            return codes.code({ptx.name, ptx.text, kernel->code().name, now}, job);
        },
        [this, kernel, now](Result<sass::MachineCode> code) {
            code::MachineForm form{kernel, now, nullptr, {}, {}};
            if (code) {
                form.listing = std::make_shared<const sass::Listing>(std::move(code->listing));
                form.madeBy = tr("ptxas %1").arg(QString::fromStdString(code->ptxas));
            } else {
                form.missing = QString::fromStdString(describe(code.error()));
            }
            m_view->setMachine(form);
        });
}

}  // namespace lanescope
