// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_stop.h"

#include <utility>

#include "app/presenter/bookmark_stop.h"
#include "app/session/session_choices.h"

namespace lanescope {

session::View viewOf(const Stop& stop) {
    session::View view;
    view.page = stop.page.toStdString();
    view.position = stop.position;
    view.until = stop.until;
    view.zoom = {stop.zoom, stop.centre.x(), stop.centre.y()};
    if (stop.chosen.algorithm == nullptr) return view;
    story::Bookmark bookmark;
    leadTo(bookmark, stop);
    view.spotlight = bookmark.spotlight;
    view.marks = std::move(bookmark.marks);
    return view;
}

Result<Stop> stopOf(const session::Session& session, const Library& library) {
    session::Choice choice = *session.now();
    // Sessions of before choices had baselines of their own.
    if (session.baseline) choice.baseline = {*session.baseline};
    Result<Chosen> chosen = chosenOf(choice, library);
    if (!chosen) return fail(chosen.error());
    story::Bookmark bookmark;
    bookmark.configuration = choice.configuration;
    bookmark.view = session.view.page;
    bookmark.position = session.view.position;
    bookmark.until = session.view.until;
    bookmark.zoom = session.view.zoom;
    bookmark.spotlight = session.view.spotlight;
    bookmark.marks = session.view.marks;
    Result<Stop> stop = stopOf(bookmark, library.catalogue(), {});
    if (stop) stop->chosen = std::move(*chosen);
    return stop;
}

}  // namespace lanescope
