// SPDX-License-Identifier: GPL-3.0-or-later
// The window's tour draws, pixel by pixel, and writes, byte by byte, what it drew and wrote when it was frozen on this
// machine. Its pictures depend on the machine's fonts, on FreeType and on Qt's version and style, so that they cannot
// be frozen for all machines: they are kept outside the source tree, and where there are none the test is skipped.
#include <gtest/gtest.h>

#include <QImage>
#include <QRect>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/base/file_reader.h"
#include "tests/golden/ask.h"
#include "tests/golden/frozen.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_folder.h"

namespace lanescope::golden {
namespace {

namespace fs = std::filesystem;

/// $LANESCOPE_TOUR, for builds of several source trees to be held against one of them; else in this build.
std::string frozenFolder() {
    const char* const chosen = std::getenv("LANESCOPE_TOUR");
    return chosen != nullptr && *chosen != '\0' ? chosen : LANESCOPE_BINARY_DIR "/golden/tour";
}

/// What is never the same twice.
bool varies(const fs::path& file) { return file.extension() == ".pdf"; }  // says when it was written

/// The names of the files to compare.
std::set<std::string> filesIn(const std::string& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        if (!varies(entry.path())) names.insert(entry.path().filename().string());
    return names;
}

/// What of a picture of the window varies: how long the emulation took, at the left end of the lowest line, and the
/// cursor that blinks in the box for searching, at the top left. Pictures of parts of the window have neither.
std::vector<QRect> varyingParts(const std::string& name, const QImage& picture) {
    if (name.find('-') == std::string::npos) return {};
    const double scale = name.starts_with("10-dark-lecture") ? 1.5 : 1;
    const auto scaled = [&](int length) { return static_cast<int>(length * scale); };
    const int lowest = scaled(26);
    return {{0, picture.height() - lowest, scaled(240), lowest}, {0, scaled(28), scaled(16), scaled(30)}};
}

/// The smallest rectangle around all pixels that differ; empty if none does.
QRect difference(const QImage& before, const QImage& after, const std::vector<QRect>& but) {
    QRect around;
    for (int y = 0; y < before.height(); ++y)
        for (int x = 0; x < before.width(); ++x) {
            if (before.pixel(x, y) == after.pixel(x, y)) continue;
            if (std::ranges::none_of(but, [&](const QRect& part) { return part.contains(x, y); }))
                around |= QRect(x, y, 1, 1);
        }
    return around;
}

void expectSamePicture(const std::string& frozen, const std::string& now, const std::string& name) {
    const QImage before(QString::fromStdString(frozen));
    const QImage after(QString::fromStdString(now));
    ASSERT_FALSE(before.isNull()) << frozen;
    ASSERT_FALSE(after.isNull()) << now;
    ASSERT_TRUE(before.size() == after.size()) << "another size: see " << frozen << " and " << now;
    const QRect where = difference(before, after, varyingParts(name, before));
    EXPECT_TRUE(where.isEmpty()) << "another picture, from " << where.x() << ", " << where.y() << ", over "
                                 << where.width() << " × " << where.height() << " pixels: see " << frozen << " and "
                                 << now;
}

void expectSameBytes(const std::string& frozen, const std::string& now) {
    const Result<std::string> before = readFile(frozen);
    const Result<std::string> after = readFile(now);
    ASSERT_TRUE(before) << describe(before.error());
    ASSERT_TRUE(after) << describe(after.error());
    EXPECT_TRUE(*before == *after) << "another file: see " << frozen << " and " << now;
}

/// Of a machine without a GPU.
void runTour(const std::string& folder) {
    const TemporaryFolder home;
    auto environment = neutralEnvironment(home.path());
    environment["FAKE_CUDA"] = "none";
    environment["QT_QPA_PLATFORM"] = "offscreen";
    environment["QT_SCALE_FACTOR"] = "1";
    for (const char* const changes :
         {"QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "QT_FONT_DPI", "XDG_CURRENT_DESKTOP"})
        environment[changes] = "";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const ProgramResult tour = runProgram(LANESCOPE_BINARY_DIR "/bin/lanescope", {"--tour", folder}, environment);
    ASSERT_EQ(tour.exitCode, 0) << tour.out << tour.err;
}

TEST(GoldenTour, DrawsWhatItDrew) {
    const std::string frozen = frozenFolder();
    if (freezes()) {
        runTour(frozen);
        return;
    }
    if (!fs::exists(frozen))
        GTEST_SKIP() << "there are no pictures of this machine in " << frozen
                     << ": LANESCOPE_FREEZE=1 makes them (tests/golden/README.md)";
    const std::string now = LANESCOPE_BINARY_DIR "/golden/tour-now";
    runTour(now);
    if (HasFatalFailure()) return;
    EXPECT_EQ(filesIn(frozen), filesIn(now));
    for (const std::string& name : filesIn(now)) {
        SCOPED_TRACE(name);
        const std::string before = frozen + "/" + name;
        if (!fs::exists(before)) continue;  // said above
        name.ends_with(".png") ? expectSamePicture(before, now + "/" + name, name)
                               : expectSameBytes(before, now + "/" + name);
    }
}

/// A picture of the window with one other pixel.
QImage pictureWith(QPoint place) {
    QImage picture(1280, 720, QImage::Format_RGB32);
    picture.fill(Qt::white);
    picture.setPixelColor(place, Qt::black);
    return picture;
}

TEST(GoldenTour, SeesEveryPixelButThoseThatVary) {
    const QImage before = pictureWith({700, 300});
    const auto seen = [&](QPoint place) {
        return difference(before, pictureWith(place), varyingParts("1-opening.png", before));
    };
    EXPECT_TRUE(seen({700, 300}).isEmpty());
    EXPECT_EQ(seen({701, 302}), QRect(QPoint(700, 300), QPoint(701, 302)));
    EXPECT_EQ(seen({120, 700}), QRect(700, 300, 1, 1)) << "a wall time";
    EXPECT_FALSE(seen({300, 700}).isEmpty());
    EXPECT_TRUE(varyingParts("chart.png", before).empty());
}

}  // namespace
}  // namespace lanescope::golden
