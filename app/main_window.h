// SPDX-License-Identifier: GPL-3.0-or-later
// The window: four zones that never change places (choose, see, explain, time) and pages that change what fills them.
// It lists the pages and knows none of them by name.
#pragma once

#include <QMainWindow>
#include <memory>
#include <vector>

#include "app/pages/page.h"
#include "app/state/workbench.h"
#include "app/worker/worker_client.h"
#include "app/zones/place_finder.h"
#include "widgets/playback/playback.h"
#include "widgets/playback/selection.h"
#include "widgets/style/theme.h"

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QProgressBar;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace lanescope {

class ChoosePanel;
class ExplainPanel;
class NoticeBar;
class Settings;
class TransportBar;

class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// `theme` and `settings` must outlive this. `worker` is the measuring process's program.
    MainWindow(std::shared_ptr<const Library> library, Theme& theme, Settings& settings, const QString& worker,
               const QStringList& workerArguments = {QStringLiteral("worker")}, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workbench& workbench() { return m_workbench; }
    [[nodiscard]] WorkerClient& worker() { return m_worker; }
    [[nodiscard]] Playback& playback() { return m_playback; }
    [[nodiscard]] Selection& selection() { return m_selection; }
    [[nodiscard]] ChoosePanel* choosePanel() const { return m_choose; }
    [[nodiscard]] ExplainPanel* explainPanel() const { return m_explain; }
    [[nodiscard]] TransportBar* transportBar() const { return m_transport; }

    /// In the order of their tabs and keys.
    [[nodiscard]] const std::vector<std::unique_ptr<Page>>& pages() const { return m_pages; }
    /// That of this type.
    template <typename P>
    [[nodiscard]] P& page() const {
        for (const auto& page : m_pages)
            if (auto* found = dynamic_cast<P*>(page.get())) return *found;
        qFatal("no such page in the list");
    }
    [[nodiscard]] Page& currentPage() const;
    void setPage(const Page& page);
    template <typename P>
    void setPage() {
        setPage(page<P>());
    }
    /// The picture of the page that is shown, at the size it is shown.
    [[nodiscard]] Picture picture() const;
    /// Writes what the page shows (png, svg, pdf), its points (csv; of a page without any, those of the first page that
    /// has some) or the study (json), by the file's ending.
    [[nodiscard]] Result<void> exportTo(const QString& path);
    /// What the strip above the zones says; empty when it is hidden.
    [[nodiscard]] QString notice() const;

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void buildZones();
    void buildPages();
    void buildStatusBar();
    void buildMenus();
    void buildFileMenu();
    void buildViewMenu();
    void buildHelpMenu();
    void connectAll();
    void connectPages();
    void connectProgress();
    void restoreState();
    void askExport(const QStringList& endings);
    void say(const Error& error);
    void showPage();
    [[nodiscard]] Page& pageWithRows() const;
    void showEmulation();
    void showTrace();
    void watchBlock();
    void showTraceMemory();
    void sayHowTraceCame(const TracedBlock& traced);
    void sayWhatTraceLacks();
    void showMachine();
    void showProgress(const QString& title);
    [[nodiscard]] QString pageKeys() const;
    [[nodiscard]] QString pageTitles() const;
    void setTextScale(double scale);
    void shareRoom();

    Theme& m_theme;
    Settings& m_settings;
    Workbench m_workbench;
    WorkerClient m_worker;
    Playback m_playback;
    Selection m_selection;
    PlaceFinder m_finder;

    bool m_wasShown = false;
    bool m_zonesChosen = false;  ///< the user has dragged their handles, now or in an earlier session
    NoticeBar* m_notice = nullptr;
    QSplitter* m_zones = nullptr;
    ChoosePanel* m_choose = nullptr;
    QTabWidget* m_tabs = nullptr;
    std::vector<std::unique_ptr<Page>> m_pages;
    std::vector<QWidget*> m_bars;  ///< of each page its own, or nullptr
    ExplainPanel* m_explain = nullptr;
    TransportBar* m_transport = nullptr;
    QLabel* m_status = nullptr;
    QString m_summary;  ///< what the status says when nothing runs
    QString m_lacks;    ///< what the notice says of the trace
    QLabel* m_memory = nullptr;
    QLabel* m_machine = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_stop = nullptr;
    QActionGroup* m_scales = nullptr;
};

}  // namespace lanescope
