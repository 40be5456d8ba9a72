// SPDX-License-Identifier: GPL-3.0-or-later
// The pages that need no more than their view.
#include "app/pages/code_page.h"
#include "app/pages/page_list.h"
#include "app/pages/stage_page.h"
#include "app/state/workbench.h"
#include "widgets/stage/code/code_view.h"
#include "widgets/stage/memory/memory_view.h"
#include "widgets/stage/tiles/tiles_view.h"
#include "widgets/stage/warps/warps_view.h"

namespace lanescope {
namespace {

/// "tiles", "&Tiles", what is seen there.
PageIdentity stepping(const QString& id, const QString& title, const QString& hint) {
    return {.id = id, .title = title, .hint = hint, .playback = true};
}

}  // namespace

std::unique_ptr<Page> tilesPage(const PageFrame& frame) {
    auto* view = new TilesStage(frame.stage(), frame.parent);
    auto page = std::make_unique<StagePage>(frame,
                                            stepping(QStringLiteral("tiles"), StagePage::tr("&Tiles"),
                                                     StagePage::tr("Where values lie, and how they travel")),
                                            view);
    QObject::connect(view, &TilesStage::elementActivated, view,
                     [&workbench = frame.workbench](const ElementPick& pick) {
                         if (pick.array.kind == ArrayRef::Kind::Buffer)
                             workbench.chooseWriterOf({pick.array.index, pick.row, pick.column});
                     });
    const auto showDifferences = [view, &workbench = frame.workbench] {
        view->setDifferencesShown(workbench.differencesShown());
    };
    showDifferences();
    QObject::connect(&frame.workbench, &Workbench::differencesChanged, view, showDifferences);
    return page;
}

std::unique_ptr<Page> warpsPage(const PageFrame& frame) {
    return std::make_unique<StagePage>(
        frame, stepping(QStringLiteral("warps"), StagePage::tr("&Warps"), StagePage::tr("Which lanes go which way")),
        new WarpsView(frame.stage(), frame.parent));
}

std::unique_ptr<Page> memoryPage(const PageFrame& frame) {
    return std::make_unique<StagePage>(
        frame,
        stepping(QStringLiteral("memory"), StagePage::tr("&Memory"), StagePage::tr("What a request costs, and why")),
        new MemoryView(frame.stage(), frame.parent));
}

std::unique_ptr<Page> codePage(const PageFrame& frame) {
    return std::make_unique<CodePage>(frame,
                                      stepping(QStringLiteral("code"), StagePage::tr("&Code"),
                                               StagePage::tr("Line by line: CUDA, PTX and machine code")),
                                      new CodeStage(frame.stage(), frame.parent));
}

}  // namespace lanescope
