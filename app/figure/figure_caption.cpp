// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/figure_caption.h"

#include <QCoreApplication>
#include <QStringList>
#include <array>

#include "app/main_window.h"
#include "widgets/playback/position_words.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::FigureCaption)
};

QString wordOf(Origin origin) {
    // In the order of Origin.
    static constexpr std::array kWords{QT_TRANSLATE_NOOP("lanescope::FigureCaption", "measured"),
                                       QT_TRANSLATE_NOOP("lanescope::FigureCaption", "replayed from a recording"),
                                       QT_TRANSLATE_NOOP("lanescope::FigureCaption", "emulated"),
                                       QT_TRANSLATE_NOOP("lanescope::FigureCaption", "simulated"),
                                       QT_TRANSLATE_NOOP("lanescope::FigureCaption", "estimated"),
                                       QT_TRANSLATE_NOOP("lanescope::FigureCaption", "published")};
    return Texts::tr(kWords.at(static_cast<std::size_t>(origin)));
}

/// "Square tiles in shared memory (matmul.tiled), n = 1024, block = 32"
QString configurationOf(const Workbench& workbench) {
    const Algorithm& algorithm = *workbench.algorithm();
    QStringList words{Texts::tr("%1 (%2)").arg(shownName(algorithm.title()), shownName(algorithm.id()))};
    for (const auto& [name, value] : workbench.parameters())
        words += QStringLiteral("%1 = %2").arg(shownName(name), shownName(value));
    if (!workbench.machine().empty()) words += Texts::tr("machine code of %1").arg(shownName(workbench.machine()));
    return words.join(QStringLiteral(", "));
}

QString besideOf(const Workbench& workbench) {
    QStringList names;
    for (std::size_t i = 1; i < workbench.sides().size(); ++i) names += workbench.sides()[i].name;
    return names.isEmpty() ? QString() : Texts::tr("beside it: %1").arg(names.join(QStringLiteral(", ")));
}

}  // namespace

QString figureCaption(MainWindow& window) {
    const Workbench& workbench = window.workbench();
    if (workbench.algorithm() == nullptr) return {};
    const Page& page = window.currentPage();
    QStringList parts{configurationOf(workbench)};
    if (const QString beside = besideOf(workbench); page.showsBeside() && !beside.isEmpty()) parts += beside;
    if (page.identity().playback)
        if (const flow::BlockFlow* const flow = window.playback().flow())
            parts += positionWords(*flow, window.playback().position()).join(QStringLiteral(", "));
    // What is emulated is the same on each.
    if (page.view() == nullptr && workbench.gpu() != nullptr) parts += shownName(workbench.gpu()->title);
    QStringList origins;
    for (const Origin origin : page.origins()) origins += wordOf(origin);
    if (!origins.isEmpty()) parts += origins.join(QStringLiteral(", "));
    parts += Texts::tr("Lanescope %1").arg(QCoreApplication::applicationVersion());
    return parts.join(QStringLiteral(" · "));
}

}  // namespace lanescope
