// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the main window. Whatever a menu offers has a key of its own.
#include <QActionGroup>
#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "app/figure/figure_desk.h"
#include "app/main_window.h"
#include "app/pages/page_list.h"
#include "app/presenter/presenter.h"
#include "app/session/session_desk.h"
#include "app/zones/baseline_popup.h"
#include "app/zones/choice_bar.h"
#include "app/zones/explain_panel.h"
#include "app/zones/notice_bar.h"
#include "app/zones/status_line.h"
#include "widgets/stage/time/transport.h"
#include "widgets/style/words.h"

namespace lanescope {

/// The menus have no bar of their own: they are behind the one button, and their keys belong to the window.
QMenu* MainWindow::submenu(const QString& title) {
    if (m_menu->menu() == nullptr) m_menu->setMenu(new QMenu(m_menu));
    auto* menu = new QMenu(title, m_menu);
    m_menu->menu()->insertMenu(nullptr, menu);
    return menu;
}

void MainWindow::buildMenus() {
    buildFileMenu();
    buildEditMenu();
    auto* run = submenu(tr("&Run"));
    for (QAction* action : m_transport->playbackActions()) run->addAction(action);
    buildViewMenu();
    m_presenter->fillMenu(*submenu(tr("&Lecture")));
    buildHelpMenu();
    for (const QAction* menu : m_menu->menu()->actions())
        for (QAction* action : menu->menu()->actions()) addAction(action);
}

void MainWindow::buildFileMenu() {
    auto* file = submenu(tr("&File"));
    m_sessions->fillMenu(*file);
    file->addSeparator();
    m_figures->fillFileMenu(*file);
    file->addSeparator();
    file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
}

void MainWindow::buildEditMenu() {
    auto* const edit = submenu(tr("&Edit"));
    for (QAction* action : {m_choose->undoAction(), m_choose->redoAction()}) edit->addAction(action);
    edit->addSeparator();
    for (QAction* action : m_choose->baseline().acts()) edit->addAction(action);
    edit->addSeparator();
    m_figures->fillEditMenu(*edit);
}

void MainWindow::buildViewMenu() {
    auto* view = submenu(tr("&View"));
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        const QString& title = m_pages[i]->identity().title;
        QAction* action = view->addAction(title);
        action->setShortcut(keyOfPage(i));
        connect(action, &QAction::triggered, this, [this, page = m_pages[i].get()] { setPage(*page); });
    }
    view->addAction(tr("&Find an algorithm"), QKeySequence::Find, this, [this] { m_choose->findAlgorithm(); });
    view->addSeparator();

    auto* modes = new QActionGroup(this);
    const auto addMode = [&](QAction* action, Theme::Mode mode) {
        connect(action, &QAction::triggered, this, [this, mode] { m_theme.setMode(mode); });
        action->setCheckable(true);
        action->setActionGroup(modes);
        const auto show = [this, action, mode] { action->setChecked(m_theme.mode() == mode); };
        connect(&m_theme, &Theme::changed, action, show);
        show();
    };
    addMode(view->addAction(tr("&System's colours")), Theme::Mode::System);
    addMode(view->addAction(tr("&Light")), Theme::Mode::Light);
    addMode(view->addAction(tr("&Dark")), Theme::Mode::Dark);
    view->addSeparator();

    m_scales = new QActionGroup(this);
    for (const double scale : Theme::kTextScales) {
        QAction* action = view->addAction(tr("Text × %1").arg(scale), this, [this, scale] { setTextScale(scale); });
        action->setCheckable(true);
        action->setData(scale);
        action->setActionGroup(m_scales);
    }
    view->addAction(tr("Lar&ger text"), QKeySequence(Qt::CTRL | Qt::Key_Plus), this,
                    [this] { setTextScale(m_theme.textScale() + 0.5); });
    view->addAction(tr("Smaller te&xt"), QKeySequence(Qt::CTRL | Qt::Key_Minus), this,
                    [this] { setTextScale(m_theme.textScale() - 0.5); });
    setTextScale(m_theme.textScale());
    view->addSeparator();
    QAction* const reduced = view->addAction(tr("&Reduced motion"));
    reduced->setCheckable(true);
    connect(reduced, &QAction::toggled, this, [this](bool on) { m_motion.setReduced(on); });
    connect(view, &QMenu::aboutToShow, reduced, [this, reduced] { reduced->setChecked(m_motion.isReduced()); });
    view->addAction(tr("Fold what stands beside the pict&ure"), QKeySequence(Qt::Key_F7), this,
                    [this] { m_explain->setFolded(!m_explain->isFolded()); });
    view->addAction(tr("Reset the la&yout"), this, &MainWindow::resetLayout);
}

void MainWindow::setTextScale(double scale) {
    m_theme.setTextScale(scale);
    for (QAction* action : m_scales->actions()) action->setChecked(action->data().toDouble() == m_theme.textScale());
}

/// "Ctrl+1 to Ctrl+9, Ctrl+0"
QString MainWindow::pageKeys() const {
    constexpr std::size_t kInOrder = 9;
    const auto key = [](std::size_t page) { return keyOfPage(page).toString(QKeySequence::NativeText); };
    QString keys = tr("%1 to %2").arg(key(0), key(std::min(kInOrder, m_pages.size()) - 1));
    for (std::size_t i = kInOrder; i < m_pages.size(); ++i) keys += QStringLiteral(", ") + key(i);
    return keys;
}

/// "Watch, Threads, Compare, Occupancy"
QString MainWindow::pageTitles() const {
    QStringList titles;
    for (const auto& page : m_pages) titles += page->title();
    return titles.join(QStringLiteral(", "));
}

void MainWindow::buildHelpMenu() {
    const auto tell = [this](const QString& title, const QString& text) { openMessage(this, title, text); };
    auto* help = submenu(tr("&Help"));
    help->addAction(tr("&Keys"), QKeySequence::HelpContents, this, [this, tell] {
        tell(tr("Keys"),
             tr("<table cellspacing=6>"
                "<tr><td>F3</td><td>to the first step</td></tr><tr><td>F4</td><td>one step back</td></tr>"
                "<tr><td>F5</td><td>one step on</td></tr><tr><td>F6</td><td>play, pause</td></tr>"
                "<tr><td>F8</td><td>run to the end</td></tr><tr><td>Esc</td><td>stop what is computing or "
                "measuring</td></tr>"
                "<tr><td>F11</td><td>lecture: the picture and one sentence; its keys are in its menu</td></tr>"
                "<tr><td>Ctrl+D</td><td>make a bookmark of what is shown</td></tr>"
                "<tr><td>Ctrl+B</td><td>pin what is chosen: all numbers are held against it</td></tr>"
                "<tr><td>Ctrl+F</td><td>find an algorithm</td></tr><tr><td>%1</td><td>%2</td></tr>"
                "<tr><td>Ctrl+Return</td><td>in a matrix, or among the threads: watch the block that writes this "
                "element, or of this thread (or double-click it)</td></tr>"
                "<tr><td>Ctrl+E</td><td>export this page</td></tr><tr><td>Ctrl+S</td><td>save the session</td></tr>"
                "<tr><td>Ctrl+O</td><td>open a session or a story</td></tr>"
                "<tr><td>Ctrl++, Ctrl+−</td><td>larger, smaller text</td></tr>"
                "<tr><td>Tab, Shift+Tab</td><td>from control to control</td></tr></table>")
                 .arg(pageKeys(), pageTitles()));
    });
    help->addAction(tr("&About Lanescope"), this, [tell] {
        tell(tr("About Lanescope"),
             tr("<h3>Lanescope %1</h3><p>Watch what the lanes of a CUDA kernel do. Everything that is shown comes from "
                "running "
                "the kernel's real PTX in an emulator; every number says whether it is measured, replayed, emulated, "
                "estimated or published.</p><p>Free software under the GNU General Public License, version 3 or "
                "later.</p>")
                 .arg(QApplication::applicationVersion()));
    });
}

}  // namespace lanescope
