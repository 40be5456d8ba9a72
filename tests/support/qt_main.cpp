// SPDX-License-Identifier: GPL-3.0-or-later
// main() of the widget tests: a QApplication that needs no display.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFont>
#include <QStandardPaths>

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");  // before QApplication
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    // What is kept is this process's own: others run beside it.
    QApplication::setApplicationName(QStringLiteral("lanescope-tests-%1").arg(QApplication::applicationPid()));
    QApplication::setStyle(QStringLiteral("Fusion"));
    QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 11));
    ::testing::InitGoogleTest(&argc, argv);
    const int failed = RUN_ALL_TESTS();
    QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).removeRecursively();
    return failed;
}
