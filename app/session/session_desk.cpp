// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_desk.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <chrono>

#include "app/figure/figure_file.h"
#include "app/main_window.h"
#include "app/presenter/presenter.h"
#include "app/session/session_choices.h"
#include "app/session/session_stop.h"
#include "app/state/settings.h"
#include "app/zones/status_line.h"
#include "core/base/file_writer.h"
#include "core/session/session_file.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr std::chrono::milliseconds kRest{1500};  // after the last step
constexpr qsizetype kMostRecent = 8;

const QString kRecent = QStringLiteral("session/recent");
const QString kKeep = QStringLiteral("keep");

/// On a thread that may take its time.
std::string bytesOf(session::Session session, const std::vector<std::shared_ptr<const Plan>>& plans) {
    for (const auto& plan : plans) session::addKernels(session.kernels, *plan);
    return session::toBytes(session);
}

}  // namespace

bool SessionDesk::Outline::sameChoices(const Outline& other) const {
    session::View here = session.view;
    session::View there = other.session.view;
    here.position = there.position = {};
    return session.choices == other.session.choices && session.at == other.session.at && here == there &&
           session.baseline == other.session.baseline && session.story == other.session.story &&
           session.bookmark == other.session.bookmark && measured == other.measured;
}

SessionDesk::SessionDesk(MainWindow& window, Settings& settings)
    : QObject(&window), m_window(window), m_settings(settings) {
    for (const QByteArray& file : settings.state(kRecent).split('\n'))
        if (!file.isEmpty()) m_recent += QString::fromUtf8(file);
    m_look.setSingleShot(true);
    m_look.setInterval(0);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    connect(&m_look, &QTimer::timeout, this, &SessionDesk::look);
    connect(&m_rest, &QTimer::timeout, this, &SessionDesk::look);
    watch();
}

SessionDesk::~SessionDesk() = default;

bool SessionDesk::isSession(const QString& file) {
    return isFigure(file) || QFileInfo(file).suffix().compare(QLatin1StringView("lanescope"), Qt::CaseInsensitive) == 0;
}

void SessionDesk::watch() {
    const auto soon = [this] { m_look.start(); };
    Workbench& workbench = m_window.workbench();
    connect(&workbench, &Workbench::choiceChanged, this, soon);
    connect(&workbench, &Workbench::historyChanged, this, soon);
    connect(&workbench, &Workbench::numbersChanged, this, soon);
    connect(&m_window, &MainWindow::pageShown, this, soon);
    for (const auto& page : m_window.pages()) connect(page.get(), &Page::lookChanged, this, soon);
    connect(&m_window.presenter().desk(), &StoryDesk::changed, this, soon);
    connect(&m_window.presenter().desk(), &StoryDesk::placeChanged, this, soon);
    // Where one stands changes all the time while it plays.
    connect(&m_window.presenter().lecture(), &Lecture::wallChanged, this, [this] {
        if (m_arriving) m_look.start();
        m_rest.start();
    });
}

SessionDesk::Outline SessionDesk::outline() const {
    Outline outline;
    session::Session& session = outline.session;
    const Workbench& workbench = m_window.workbench();
    for (const Chosen& chosen : workbench.history().kept()) session.choices.push_back(choiceOf(chosen));
    session.at = workbench.history().at();
    session.view = viewOf(m_window.presenter().lecture().here());
    for (const auto& page : m_window.pages())
        if (session::PageLook look = page->look(); !look.empty())
            session.view.looks.emplace(page->identity().id.toStdString(), std::move(look));
    if (const session::Choice* const now = session.now(); now != nullptr && !now->baseline.empty())
        session.baseline = now->baseline.front();
    const StoryDesk& desk = m_window.presenter().desk();
    if (desk.count() > 0) session.story = desk.story();
    if (session.story && desk.place()) session.bookmark = static_cast<std::size_t>(*desk.place());
    const std::vector<StudyEntry>& measured = workbench.measured();
    if (!measured.empty() && measured.back().measurement)
        outline.measured = {measured.size(), measured.back().measurement->median};
    return outline;
}

session::Session SessionDesk::now() const {
    session::Session session = outline().session;
    session.program = QCoreApplication::applicationVersion().toStdString();
    session.saved = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    session.measured.entries = m_window.workbench().measured();
    if (const GpuSpec* const gpu = m_window.workbench().gpuChoice().base()) session.gpu = *gpu;
    return session;
}

std::vector<std::shared_ptr<const Plan>> SessionDesk::plans() const {
    std::vector<std::shared_ptr<const Plan>> plans;
    if (const auto& plan = m_window.workbench().plan()) plans.push_back(plan);
    for (const StageSide& side : m_window.workbench().sides())
        if (side.run) plans.emplace_back(side.run, &side.run->plan);
    return plans;
}

std::string SessionDesk::bytes() const { return bytesOf(now(), plans()); }

bool SessionDesk::isModified() const { return !m_seen.sameChoices(m_saved); }

/// Has something changed since?
void SessionDesk::look() {
    m_seen = outline();
    if (m_arriving) {
        // What was asked for is what is saved, as far as it is there.
        m_saved = m_seen;
        m_arriving = m_window.presenter().lecture().isGoing();
        if (!m_arriving) Q_EMIT opened();
    }
    showTitle();
    const bool moved = m_seen.session.view.position != m_kept.session.view.position;
    if (m_own && (moved || !m_seen.sameChoices(m_kept))) keep(kKeep);
}

void SessionDesk::keep(const QString& kind) {
    m_kept = m_seen;
    m_jobs.start<bool>(
        kind, {},
        [session = now(), plans = plans(), own = m_own, number = ++m_writes](const JobContext&) -> Result<bool> {
            const Result<void> written = own->write(number, bytesOf(session, plans));
            if (!written) return fail(written.error());
            return true;
        },
        [this](const Result<bool>& written) {
            if (written || std::exchange(m_complained, true)) return;
            m_window.say(written.error());
        });
}

void SessionDesk::begin() {
    const std::vector<SessionFolder::Kept> kept = m_folder.kept();
    m_own = m_folder.begin();
    look();
    m_saved = m_seen;
    const auto crashed = std::ranges::find_if(kept, &SessionFolder::Kept::crashed);
    if (crashed == kept.end()) return;
    m_folder.settle(*crashed);
    m_window.offer(tr("Lanescope was not closed when it ended last. What was open on %1 is kept.")
                       .arg(SessionFolder::textOf(crashed->written)),
                   tr("Take it up"), [this, file = crashed->file] { read(file, false); });
}

void SessionDesk::close() {
    if (!m_own) return;
    m_look.stop();
    m_rest.stop();
    m_seen = outline();
    m_jobs.drop(kKeep);
    // The last word, here: there is no window any more to wait for it.
    (void)m_own->write(++m_writes, bytesOf(now(), plans()));
    m_own.reset();
    m_folder.close();
}

void SessionDesk::open(const QString& file) { read(QFileInfo(file).absoluteFilePath(), !isFigure(file)); }

/// `named`: it is saved there again; else it is one that was kept.
void SessionDesk::read(const QString& file, bool named) {
    m_jobs.start<session::Session>(
        QStringLiteral("open"), tr("Opening %1").arg(shownName(QFileInfo(file).fileName())),
        [path = file.toStdString()](const JobContext&) { return sessionIn(path); },
        [this, file, named](const Result<session::Session>& session) {
            if (!session) return m_window.say(session.error());
            if (const Result<void> taken = take(*session, named ? file : QString()); !taken)
                m_window.say(taken.error());
        });
}

Result<void> SessionDesk::take(const session::Session& session, const QString& name) {
    Stop stop;
    if (session.now() != nullptr) {
        Result<Stop> there = stopOf(session, m_window.workbench().library());
        if (!there) return fail(there.error());
        stop = std::move(*there);
    }
    // What is open stays among those that were kept.
    if (m_own) {
        m_seen = outline();
        keep(QStringLiteral("keep the last"));
        m_own = m_folder.begin();
        m_kept = {};
    }
    m_file = name;
    if (!name.isEmpty()) remember(name);
    show(session, stop);
    m_arriving = true;
    m_look.start();
    return {};
}

void SessionDesk::show(const session::Session& session, const Stop& stop) {
    Presenter& presenter = m_window.presenter();
    presenter.lecture().leave();
    if (session.story)
        presenter.desk().takeOver(*session.story,
                                  session.bookmark ? std::optional(static_cast<int>(*session.bookmark)) : std::nullopt);
    else if (presenter.desk().count() > 0)
        presenter.desk().makeNew();
    // Measured in another window: here it is replayed, with where and when it was measured.
    std::vector<StudyEntry> measured = session.measured.entries;
    for (StudyEntry& entry : measured)
        if (entry.measurement) entry.measurement->origin = Origin::Replayed;
    Workbench& workbench = m_window.workbench();
    workbench.setMeasured(std::move(measured));
    if (stop.chosen.algorithm == nullptr) return;
    std::vector<Chosen> choices;
    std::size_t at = 0;
    for (std::size_t i = 0; i < session.choices.size(); ++i) {
        if (i == session.at) at = choices.size();
        if (const Result<Chosen> chosen = chosenOf(session.choices[i], workbench.library())) choices.push_back(*chosen);
    }
    presenter.lecture().goTo(stop);
    const std::size_t lost = session.choices.size() - choices.size();
    workbench.setHistory(std::move(choices), at);
    const QStringList unknown = takeLooks(session.view);
    if (const QString different = differences(session, lost, unknown); !different.isEmpty()) m_window.tell(different);
}

/// What was chosen of how pages look; what of it is not here.
QStringList SessionDesk::takeLooks(const session::View& view) {
    QStringList unknown;
    for (const auto& [id, look] : view.looks)
        if (std::ranges::none_of(m_window.pages(),
                                 [&](const auto& page) { return page->identity().id.toStdString() == id; }))
            unknown += shownName(id);
    for (const auto& page : m_window.pages()) {
        const auto look = view.looks.find(page->identity().id.toStdString());
        for (const QString& name : page->setLook(look == view.looks.end() ? session::PageLook() : look->second))
            unknown += page->identity().id + QLatin1Char(' ') + shownName(name.toStdString());
    }
    return unknown;
}

/// What is not as it was; empty: nothing.
QString SessionDesk::differences(const session::Session& session, std::size_t lost, const QStringList& unknown) const {
    QStringList all;
    const Workbench& workbench = m_window.workbench();
    std::vector<session::KernelText> kernels;
    if (workbench.plan()) session::addKernels(kernels, *workbench.plan());
    QStringList changed;
    for (const std::string& kernel : session::changedKernels(session.kernels, kernels)) changed += shownName(kernel);
    if (!changed.isEmpty())
        all += tr("Kernels are others than when this session was saved: %1. What is shown is of today's.")
                   .arg(changed.join(QStringLiteral(", ")));
    const std::string& gpu = session.now()->configuration.gpu;
    if (!gpu.empty() && !workbench.library().gpus().find(gpu))
        all += tr("The models' GPU of this session, %1, is not here; they are asked about another one.")
                   .arg(shownName(gpu));
    if (!unknown.isEmpty())
        all += tr("What this program cannot show as it was: %1.").arg(unknown.join(QStringLiteral(", ")));
    if (lost > 0)
        all += tr("%n choices of before cannot be gone back to: this program does not have them.", nullptr,
                  static_cast<int>(lost));
    return all.join(QLatin1Char(' '));
}

void SessionDesk::save(const QString& file) {
    look();
    m_jobs.start<bool>(
        QStringLiteral("save"), tr("Saving %1").arg(shownName(QFileInfo(file).fileName())),
        [session = now(), plans = plans(), path = file.toStdString()](const JobContext&) -> Result<bool> {
            const Result<void> written = writeFile(path, bytesOf(session, plans));
            if (!written) return fail(written.error());
            return true;
        },
        [this, file, outline = m_seen](const Result<bool>& written) {
            if (!written) return m_window.say(written.error());
            m_file = file;
            m_saved = outline;
            remember(file);
            showTitle();
            m_window.statusLine()->sumUp(tr("Saved: %1").arg(shownName(QFileInfo(file).fileName())));
            Q_EMIT saved();
        });
}

void SessionDesk::remember(const QString& file) {
    m_recent.removeAll(file);
    m_recent.prepend(file);
    while (m_recent.size() > kMostRecent) m_recent.removeLast();
    m_settings.setState(kRecent, m_recent.join(QLatin1Char('\n')).toUtf8());
}

/// Without a file there is nothing that could have changed in it.
void SessionDesk::showTitle() {
    const QString name = QFileInfo(m_file).fileName().replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
    m_window.setWindowTitle(m_file.isEmpty() ? tr("Lanescope") : tr("%1[*] – Lanescope").arg(name));
    m_window.setWindowModified(!m_file.isEmpty() && isModified());
}

}  // namespace lanescope
