// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, as a user finds it: opened with the tiled multiply. No GPU: a fake worker stands in for
// lanescope-cli.
#pragma once

#include <gtest/gtest.h>

#include <QDropEvent>
#include <QMimeData>
#include <QSpinBox>
#include <QTest>

#include "app/main_window.h"
#include "app/state/settings.h"
#include "app/zones/choice_bar.h"
#include "tests/app/wait_for.h"
#include "tests/gui/library.h"
#include "widgets/panels/configuration_form.h"
#include "widgets/stage/tiles/tiles_view.h"

namespace lanescope {

struct Window : ::testing::Test {
    Window() : window((prepare(), library()), theme, settings, QStringLiteral(LANESCOPE_FAKE_WORKER)) {
        window.resize(1280, 720);
        window.show();
        window.workbench().chooseAlgorithm(QStringLiteral("matmul.tiled"));
        settle();
    }
    void prepare() {
        settings.clear();
        qputenv("FAKE_WORKER", "");
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] {
            return !window.workbench().jobs().isBusy() && !window.workbench().isCounting() &&
                   !window.workbench().checks().isLooking();
        }));
    }
    Page& page(const char* id) { return window.page(QLatin1StringView(id)); }
    void show(const char* id) { window.setPage(page(id)); }
    TilesStage& tiles() { return dynamic_cast<TilesStage&>(*page("tiles").widget()); }
    std::string parameter(const char* name) { return window.workbench().parameters().value(name); }
    void type(const char* field, const QString& value) {
        auto* box = qobject_cast<QSpinBox*>(window.choiceBar()->form()->field(field));
        ASSERT_NE(box, nullptr);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, value);
        QTest::keyClick(box, Qt::Key_Return);
    }

    void dropFile(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enters(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enters);
        QDropEvent dropped(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &dropped);
    }

    Settings settings;
    Theme theme;
    MainWindow window;
};

}  // namespace lanescope
