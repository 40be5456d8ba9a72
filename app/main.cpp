// SPDX-License-Identifier: GPL-3.0-or-later
// lanescope: the window. It links no CUDA; measuring is done by lanescope-cli, which is looked for beside it.
#include <QApplication>
#include <QDir>
#include <QHashSeed>
#include <QScreen>
#include <QTimer>
#include <iostream>

#include "app/main_window.h"
#include "app/options.h"
#include "app/presenter/presenter.h"
#include "app/render/render_figure.h"
#include "app/render/render_story.h"
#include "app/session/session_desk.h"
#include "app/state/settings.h"
#include "app/tour.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/base/standard_output.h"
#include "core/base/thrown.h"
#include "core/base/words.h"

namespace {

using namespace lanescope;

int complain(const QString& message, int code) {
    (code == 0 ? std::cout : std::cerr) << printable(message.toStdString()) << '\n';
    return code;
}

void sayWhatIsSerious(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg) complain(message, 1);
}

/// As the command line says, else as it was when the window was last closed.
void setUpTheme(Theme& theme, const Options& options, Settings& settings) {
    const auto mode = settings.whole(QStringLiteral("theme/mode"),
                                     {static_cast<int>(Theme::Mode::System), static_cast<int>(Theme::Mode::Dark)});
    const auto scale = settings.real(QStringLiteral("theme/scale"), Theme::kTextScaleRange);
    // What is rendered looks the same whoever does it.
    if (!options.render.isEmpty()) {
        theme.setMode(options.theme.value_or(Theme::Mode::Light));
        theme.setTextScale(options.scale.value_or(1));
        return;
    }
    theme.setMode(options.theme.value_or(static_cast<Theme::Mode>(mode.value_or(0))));
    theme.setTextScale(options.scale.value_or(scale.value_or(1)));
}

/// Where the window does not fit with its frame, it begins as large as the screen.
void placeForTheFirstTime(MainWindow& window) {
    constexpr QSize kFrame(16, 48);
    const QSize room = window.screen()->availableSize(), wanted = window.size() + kFrame;
    if (wanted.width() > room.width() || wanted.height() > room.height()) window.setWindowState(Qt::WindowMaximized);
}

int runWindow(QApplication& application, const Options& options) {
    const Result<std::shared_ptr<const Library>> library = openLibrary({LibraryPart::Catalogue});
    if (!library) return complain(QString::fromStdString(describe(library.error())), 1);

    Settings settings;
    Theme theme;
    setUpTheme(theme, options, settings);
    QStringList worker = options.worker;
    if (worker.isEmpty())
        worker = {QDir(QApplication::applicationDirPath()).filePath(QStringLiteral("lanescope-cli")),
                  QStringLiteral("worker")};
    const QString program = worker.takeFirst();
    MainWindow window(*library, theme, settings, program, worker);
    if (options.size)
        window.resize(*options.size);
    else if (options.render.isEmpty() && options.tour.isEmpty() && !window.hasItsPlace())
        placeForTheFirstTime(window);
    if (!options.render.isEmpty()) window.setAttribute(Qt::WA_DontShowOnScreen);
    window.show();
    if (!options.figure.isEmpty()) return renderFigure(window, options, std::cout, std::cerr);
    if (!options.render.isEmpty()) return renderStory(window, theme, options, std::cout, std::cerr);
    if (!options.tour.isEmpty()) return runTour(window, theme, options, std::cout);
    window.workbench().chooseAlgorithm(options.algorithm);
    if (!options.algorithmGiven) window.presenter().begin();
    if (!options.parameters.empty()) window.workbench().choose(options.parameters);
    window.sessions().begin();
    if (!options.session.isEmpty()) window.sessions().open(options.session);
    return application.exec();
}

int run(int argc, char** argv) {
    for (const Error& problem : chooseLanguage()) complain(QString::fromStdString(describe(problem)), 1);
    QCoreApplication::setOrganizationName(QStringLiteral("Lanescope"));
    QCoreApplication::setApplicationName(QStringLiteral("lanescope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(LANESCOPE_VERSION));
    QStringList arguments;
    for (int i = 0; i < argc; ++i) arguments += QString::fromLocal8Bit(argv[i]);
    // Before any window system is asked for, so that --help works without one.
    const Options options = parseOptions(arguments);
    if (!options.message.isEmpty()) return complain(options.message, options.exitCode);

    // Fonts of a PDF come in the order of a hash: the same story gives the same bytes.
    // Its dates are as long as anybody's.
    if (!options.render.isEmpty()) {
        QHashSeed::setDeterministicGlobalSeed();
        qputenv("TZ", "UTC");
    }
    // Rendering wants no display, and what Qt thinks of that is nothing for whoever waits.
    if (!options.render.isEmpty()) qInstallMessageHandler(sayWhatIsSerious);
    if (!options.render.isEmpty() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setDesktopFileName(QStringLiteral("org.lanescope.Lanescope"));
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("org.lanescope.Lanescope")));
    return runWindow(application, options);
}

}  // namespace

int main(int argc, char** argv) {
    takeOverStandardStreams();
    endInWordsWhenOutOfMemory();
    giveLargeMemoryBack();
    return exitCodeAfterOutput(run(argc, argv));
}
