// SPDX-License-Identifier: GPL-3.0-or-later
// A view of the stage on real runs, as the window would show it: for tests of what it says, and for pictures of it.
#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/emulated_run.h"
#include "widgets/stage/stage_view.h"

namespace lanescope::test {

struct Choice {
    std::string algorithm;
    Parameters parameters;
    QString name{};
    Dim3 block{0, 0, 0};
};

/// Owns all that the window lends a view.
class Staged {
public:
    explicit Staged(const std::vector<Choice>& choices) : motion(playback) {
        for (const Choice& choice : choices) {
            auto run =
                std::make_shared<const Emulation>(emulatedRun(choice.algorithm, choice.parameters, choice.block));
            if (!run->traces.empty()) blocks.push_back(std::make_shared<const flow::BlockFlow>(run->traces.front()));
            const QString name = choice.name.isEmpty() ? QString::fromStdString(choice.algorithm) : choice.name;
            sides.push_back({name, std::move(run), 0});
        }
        playback.setBlocks(blocks);
    }
    ~Staged() {
        theme.setMode(Theme::Mode::System);
        theme.setTextScale(1);
    }
    Staged(const Staged&) = delete;
    Staged& operator=(const Staged&) = delete;

    [[nodiscard]] StageFrame frame() { return {theme, playback, motion, selection}; }

    template <typename View>
    [[nodiscard]] std::unique_ptr<View> view() {
        auto made = std::make_unique<View>(frame(), nullptr);
        made->setSides(sides);
        return made;
    }

    /// Position behind the first event, from `from` on, that is so.
    template <typename Condition>
    [[nodiscard]] quint64 after(Condition condition, quint64 from = 0) const {
        const BlockTrace& trace = playback.flow(0).trace();
        for (quint64 event = from; event < trace.size(); ++event)
            if (condition(event)) return event + 1;
        ADD_FAILURE() << "no such event";
        return 0;
    }

    Theme theme;
    Playback playback;
    Motion motion;
    Selection selection;
    std::vector<StageSide> sides;
    std::vector<Playback::Block> blocks;
};

/// What a view shows at a size, on its ground.
inline QImage drawn(StageView& view, const Theme& theme, QSize size, double ratio = 1) {
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.colour(Colour::Ground));
    QPainter painter(&image);
    view.paintTo(painter, size);
    return image;
}

/// Saves a picture when LANESCOPE_PICTURES names a folder: to be looked at.
inline void keep(const QImage& image, const QString& name) {
    const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
    if (!folder.isEmpty()) image.save(QStringLiteral("%1/%2.png").arg(folder, name));
}

/// Draws a view at the three sizes of a stage (720p, 1080p, 4K), light and dark, and keeps the pictures.
inline void keepAllLooks(Staged& staged, StageView& view, const QString& name) {
    struct Size {
        const char* name;
        QSize size;
        double ratio;
        bool compact;
    };
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark})
        for (const Size& size : {Size{"720", {928, 504}, 1, true}, Size{"1080", {1440, 840}, 1, false},
                                 Size{"4k", {1440, 840}, 2, false}}) {
            if (mode == Theme::Mode::Dark && size.ratio == 2) continue;
            staged.theme.setMode(mode);
            staged.theme.setCompact(size.compact);
            const QImage image = drawn(view, staged.theme, size.size, size.ratio);
            keep(image, QStringLiteral("%1_%2_%3")
                            .arg(name, QLatin1String(size.name),
                                 mode == Theme::Mode::Dark ? QStringLiteral("dark") : QStringLiteral("light")));
            EXPECT_FALSE(image.isNull());
        }
    staged.theme.setCompact(false);
}

}  // namespace lanescope::test
