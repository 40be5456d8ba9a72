// SPDX-License-Identifier: GPL-3.0-or-later
// A session that holds everything that one can hold, none of it as usual.
#pragma once

#include "core/session/session.h"
#include "tests/core/study/example_study.h"

namespace lanescope::session {

inline GpuSpec exampleGpu() {
    return {.id = "small",
            .title = "A small GPU",
            .computeCapability = "9.0",
            .values = {{"sm_count", {.value = 4, .unit = "", .source = "made up for a test"}}}};
}

inline story::Story exampleStory() {
    story::Bookmark bookmark;
    bookmark.configuration.algorithm = "matmul.tiled";
    bookmark.caption = "It is {global_load_efficiency}";
    bookmark.note = "Ask first.";
    return {.title = "Tiles", .about = "What they save.", .author = "A. N.", .bookmarks = {bookmark, bookmark}};
}

inline Session wholeSession() {
    Session session;
    session.program = "0.1.0";
    session.saved = "2026-11-23T16:30:00Z";
    Choice first;
    first.configuration = {.algorithm = "matmul.tiled",
                           .parameters = {{"n", "64"}, {"block", "16"}},
                           .launch = 1,
                           .block = {2, 3, 0},
                           .scheduling = simt::Scheduling::IndependentThreads,
                           .gpu = "h200",
                           .beside = {{"matmul.global", {}}, {"matmul.tiled", {{"block", "8"}}}}};
    first.whatIf = {{"sm_count", 7}, {"memory_bandwidth", 1.25e12}};
    first.machine = "sm_90";
    Choice second;
    second.configuration = {.algorithm = "vector.add", .parameters = {{"n", "100"}}};
    session.choices = {second, first, second};
    session.at = 1;
    session.view.page = "memory";
    session.view.position = {
        .part = story::Position::Part{flow::PhaseKind::Multiply, 2, 3}, .stopInPart = 4, .stop = 77, .event = 1234};
    session.view.until = story::Position{.share = 0.75};
    session.view.zoom = {2.5, 0.25, 0.125};
    session.view.spotlight =
        story::Spotlight{.kind = story::Spotlight::Kind::Tile, .array = "A", .row = 16, .rows = 4, .columns = 8};
    session.view.looks = {{"explore", {{"across", "block"}, {"colour", "l1_hit_rate"}}}, {"compare", {{"over", "1"}}}};
    session.view.marks = {{story::Mark::Kind::Box, {{0.1, 0.2}, {0.3, 0.4}}}};
    session.baseline = second;
    session.measured = exampleStudy();
    session.story = exampleStory();
    session.bookmark = 1;
    session.gpu = exampleGpu();
    session.kernels = {{"matmul.ptx", "matmul.cu", ".version 9.0\n.target sm_75\n", "__global__ void f() {}\n"},
                       {"vector.ptx", "vector.cu", ".version 9.0\n", "// \xC3\xA9\n"}};
    return session;
}

}  // namespace lanescope::session
