// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the window: what fills the zone in the middle, with all that the rest of the window must know of it. The
// window lists pages (page_list.h) and knows none of them by name.
#pragma once

#include <QObject>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/zones/explain_panel.h"
#include "core/base/result.h"
#include "core/metrics/counters.h"
#include "core/plan/plan.h"
#include "core/session/session.h"
#include "widgets/export/export.h"

namespace lanescope {

class Clock;
class Motion;
class Playback;
class Selection;
class Theme;
class WorkerClient;
class Workbench;

/// What a page says of itself once and for all.
struct PageIdentity {
    QString id;     ///< names what is written of it: "occupancy"
    QString title;  ///< of its tab and its entry in the menu; & stands before the entry's key
    QString hint;   ///< a sentence for its tab, without its key
    /// Which panels stand beside it.
    Explained explained = Explained::Run;
    /// The lowest zone steps through the watched block; else it is the page's own bar, or nothing.
    bool playback = false;
};

/// What the window lends its pages. All of it outlives them.
struct PageFrame {
    Workbench& workbench;
    WorkerClient& worker;
    Playback& playback;
    const Motion& motion;
    Selection& selection;
    Theme& theme;
    QWidget* parent;  ///< of the page's widget

    [[nodiscard]] StageFrame stage() const { return {theme, playback, motion, selection}; }
};

class Page : public QObject {
    Q_OBJECT

public:
    explicit Page(PageIdentity identity) : m_identity(std::move(identity)) {}

    [[nodiscard]] const PageIdentity& identity() const { return m_identity; }
    /// As it stands on the tab.
    [[nodiscard]] QString title() const;
    /// Endings of the files that a page can be written to, the usual one first.
    [[nodiscard]] static QStringList endings();

    /// Fills the zone in the middle; has its own accessible name. Made once, with the page.
    [[nodiscard]] virtual QWidget* widget() const = 0;
    /// The view of the stage that it shows, which the panel beside it explains; nullptr: it shows none.
    [[nodiscard]] virtual StageView* view() const;
    /// In words what is to be seen, of a page without a view(); nothing: it has no such sentence.
    [[nodiscard]] virtual Why why() const;
    /// What the transport drives while the page is shown, if that is not the steps of the watched block; nullptr: it
    /// is.
    [[nodiscard]] virtual Clock* clock() const;
    /// The lowest zone while the page is shown; nullptr: the page has none of its own. Called once.
    [[nodiscard]] virtual QWidget* makeBar(QWidget* parent);
    /// What is shown, at the size it is shown, up to date even when it is not seen. Without a title: the window's.
    [[nodiscard]] virtual Picture picture() = 0;
    /// Is what stands beside the chosen run in what is shown? Else its own choices say what is.
    [[nodiscard]] virtual bool showsBeside() const { return view() != nullptr; }
    /// Where the numbers of what is shown are from.
    [[nodiscard]] virtual std::set<Origin> origins() const;
    /// What is shown as comma-separated values, with a head; the head alone where nothing is shown.
    [[nodiscard]] virtual std::string csv() = 0;
    /// What was chosen here of how it looks, for sessions: by name, without what is as usual.
    [[nodiscard]] virtual session::PageLook look() const;
    /// Takes it on; what it does not name is as usual again. What this page does not have stays as it is, and is told.
    virtual QStringList setLook(const session::PageLook& look);
    /// The page came to the front, or went from it. Work that only its picture needs is done while it is there.
    virtual void setShown(bool shown);
    /// Work of its own stops until something else is wanted.
    virtual void stop();

Q_SIGNALS:
    /// What is under the mouse or the keyboard's cursor, for the status line; empty for nothing.
    void described(const QString& text);
    /// Something was chosen; what is known of it is to be seen beside the page.
    void explanationWanted();
    /// The chosen algorithm is to be measured with each of these.
    void measureWanted(const std::vector<lanescope::Parameters>& configurations);
    /// Another page is to come to the front, by its id.
    void pageWanted(const QString& id);
    /// why() may be another.
    void whyChanged();
    /// look() is another: somebody chose it.
    void lookChanged();
    /// Something that was asked for is not possible.
    void failed(const lanescope::Error& error);

private:
    PageIdentity m_identity;
};

}  // namespace lanescope
