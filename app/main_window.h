// SPDX-License-Identifier: GPL-3.0-or-later
// The window: four zones that never change places (choose, the stage, why, time) and pages that change what fills them.
// It lists the pages and knows none of them by name.
#pragma once

#include <QMainWindow>
#include <functional>
#include <memory>
#include <vector>

#include "app/pages/page.h"
#include "app/state/workbench.h"
#include "app/worker/worker_client.h"
#include "app/zones/place_finder.h"
#include "widgets/playback/motion.h"
#include "widgets/playback/playback.h"
#include "widgets/playback/selection.h"
#include "widgets/style/theme.h"

class QActionGroup;
class QMenu;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace lanescope {

class ChoiceBar;
class ExplainPanel;
class FigureDesk;
class Magnifier;
class NoticeBar;
class Presenter;
class Segments;
class SessionDesk;
class Settings;
class StatusLine;
class TimeStrip;
class Transport;

class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// `theme` and `settings` must outlive this. `worker` is the measuring process's program.
    MainWindow(std::shared_ptr<const Library> library, Theme& theme, Settings& settings, const QString& worker,
               const QStringList& workerArguments = {QStringLiteral("worker")}, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Where it was left in an earlier session.
    [[nodiscard]] bool hasItsPlace() const { return m_hasItsPlace; }
    [[nodiscard]] Workbench& workbench() { return m_workbench; }
    [[nodiscard]] WorkerClient& worker() { return m_worker; }
    [[nodiscard]] Playback& playback() { return m_playback; }
    [[nodiscard]] Selection& selection() { return m_selection; }
    [[nodiscard]] const Motion& motion() const { return m_motion; }
    [[nodiscard]] ChoiceBar* choiceBar() const { return m_choose; }
    [[nodiscard]] ExplainPanel* explainPanel() const { return m_explain; }
    [[nodiscard]] TimeStrip* timeStrip() const { return m_time; }
    [[nodiscard]] Transport* transport() const { return m_transport; }
    [[nodiscard]] StatusLine* statusLine() const { return m_status; }
    [[nodiscard]] Segments* views() const { return m_views; }
    [[nodiscard]] Magnifier* magnifier() const { return m_magnifier; }
    /// The pages, one of which is seen in the magnifier.
    [[nodiscard]] QStackedWidget* stage() const { return m_stack; }
    [[nodiscard]] Presenter& presenter() const { return *m_presenter; }
    [[nodiscard]] SessionDesk& sessions() const { return *m_sessions; }
    [[nodiscard]] FigureDesk& figures() const { return *m_figures; }

    /// Nothing but the stage is left, with what was added below it.
    void setBare(bool bare);
    [[nodiscard]] bool isBare() const { return m_bare; }
    void addBelowStage(QWidget* widget);

    /// In the order of their buttons and keys.
    [[nodiscard]] const std::vector<std::unique_ptr<Page>>& pages() const { return m_pages; }
    /// That of this type.
    template <typename P>
    [[nodiscard]] P& page() const {
        for (const auto& page : m_pages)
            if (auto* found = dynamic_cast<P*>(page.get())) return *found;
        qFatal("no such page in the list");
    }
    /// That of this id; there is one.
    [[nodiscard]] Page& page(const QString& id) const;
    [[nodiscard]] Page& currentPage() const;
    void setPage(const Page& page);
    template <typename P>
    void setPage() {
        setPage(page<P>());
    }
    /// All measurements and estimates, as core/study keeps them.
    [[nodiscard]] Result<void> exportStudy(const QString& path);
    /// What the strip above the zones says; empty when it is hidden.
    [[nodiscard]] QString notice() const;
    /// Says something in that strip.
    void tell(const QString& text);
    /// The same with a button that does something about it.
    void offer(const QString& text, const QString& button, std::function<void()> taken);
    void say(const Error& error);

Q_SIGNALS:
    /// currentPage()
    void pageShown();
    /// The run that the workbench came to have, or another block of it, is shown where it opens.
    void runShown();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void readLibrary(std::shared_ptr<const Library> what);
    void buildZones();
    void buildTop();
    void buildPages();
    [[nodiscard]] QMenu* submenu(const QString& title);
    void buildMenus();
    void buildFileMenu();
    void buildViewMenu();
    void buildHelpMenu();
    void connectAll();
    void connectPages();
    void connectProgress();
    void restoreState();
    void buildEditMenu();
    void showPage();
    void showEmulation();
    void sumUpRun();
    void showTrace();
    void watchBlock();
    void showBeside();
    void showFlags();
    void showTraceMemory();
    void sayHowTraceCame(const TracedBlock& traced);
    void sayWhatTraceLacks();
    void showMachine();
    void foldViews();
    void foldExplained(bool folded);
    void resetLayout();
    [[nodiscard]] QString pageKeys() const;
    [[nodiscard]] QString pageTitles() const;
    void setTextScale(double scale);
    void shareRoom();

    Theme& m_theme;
    Settings& m_settings;
    Workbench m_workbench;
    WorkerClient m_worker;
    Playback m_playback;
    Motion m_motion;
    Selection m_selection;
    PlaceFinder m_finder;

    bool m_hasItsPlace = false;
    bool m_wasShown = false;
    bool m_bare = false;
    bool m_zonesChosen = false;  ///< the user has dragged their handle, now or in an earlier session
    QList<int> m_zonesBefore;    ///< their sizes before the right one was folded
    QToolButton* m_menu = nullptr;
    ChoiceBar* m_choose = nullptr;
    Segments* m_views = nullptr;
    NoticeBar* m_notice = nullptr;
    QWidget* m_above = nullptr;  ///< what is chosen, and what is said
    QSplitter* m_zones = nullptr;
    Magnifier* m_magnifier = nullptr;
    QStackedWidget* m_stack = nullptr;
    QWidget* m_below = nullptr;  ///< time
    std::vector<std::unique_ptr<Page>> m_pages;
    std::vector<QWidget*> m_bars;  ///< of each page its own, or nullptr
    ExplainPanel* m_explain = nullptr;
    TimeStrip* m_time = nullptr;
    Transport* m_transport = nullptr;
    StatusLine* m_status = nullptr;
    QString m_lacks;  ///< what the notice says of the trace
    QActionGroup* m_scales = nullptr;
    std::unique_ptr<Presenter> m_presenter;
    std::unique_ptr<SessionDesk> m_sessions;
    std::unique_ptr<FigureDesk> m_figures;
};

}  // namespace lanescope
