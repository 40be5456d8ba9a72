// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/film.h"

#include <QCoreApplication>
#include <QProcess>
#include <QStandardPaths>
#include <cmath>

#include "app/render/gif.h"
#include "core/base/file_writer.h"

namespace lanescope {
namespace {

constexpr int kFramesPerSecond = 4;
constexpr int kLongestWait = 60'000;  // milliseconds, for a picture to be taken

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Film)
};

template <typename Take>
void forEachFrame(const std::vector<Slide>& slides, const QString& title, const Theme& theme, const SlideLayout& layout,
                  Take take) {
    for (std::size_t i = 0; i < slides.size(); ++i)
        for (std::size_t frame = 0; frame < slides[i].frames.size(); ++frame)
            take(imageOf(slides[i], frame, footerOf(title, i + 1, slides.size()), theme, layout),
                 slides[i].frames[frame].seconds);
}

tl::unexpected<Error> cannot(const QString& path, const QString& reason) {
    return fail(ErrorCode::CannotWrite, {{"file", path.toStdString()}, {"reason", reason.toStdString()}});
}

}  // namespace

std::string gifOf(const std::vector<Slide>& slides, const QString& title, const Theme& theme,
                  const SlideLayout& layout) {
    GifWriter gif(layout.page);
    forEachFrame(slides, title, theme, layout, [&](const QImage& image, double seconds) { gif.add(image, seconds); });
    return gif.finish();
}

Result<void> writeFilm(const std::vector<Slide>& slides, const QString& title, const Theme& theme,
                       const SlideLayout& layout, const QString& path) {
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
    if (program.isEmpty())
        return cannot(path, Texts::tr("ffmpeg is not here, which makes MP4 and WebM; install it, or write a .gif"));
    if (const Result<void> writable = checkWritable(path.toStdString()); !writable) return writable;
    QProcess ffmpeg;
    ffmpeg.setProcessChannelMode(QProcess::MergedChannels);
    QStringList arguments{QStringLiteral("-hide_banner"),
                          QStringLiteral("-loglevel"),
                          QStringLiteral("error"),
                          QStringLiteral("-y"),
                          QStringLiteral("-f"),
                          QStringLiteral("rawvideo"),
                          QStringLiteral("-pix_fmt"),
                          QStringLiteral("bgra"),
                          QStringLiteral("-s"),
                          QStringLiteral("%1x%2").arg(layout.page.width()).arg(layout.page.height()),
                          QStringLiteral("-r"),
                          QString::number(kFramesPerSecond),
                          QStringLiteral("-i"),
                          QStringLiteral("-"),
                          QStringLiteral("-pix_fmt"),
                          QStringLiteral("yuv420p"),
                          QStringLiteral("-vf"),
                          QStringLiteral("pad=ceil(iw/2)*2:ceil(ih/2)*2"),
                          QStringLiteral("-fflags"),
                          QStringLiteral("+bitexact"),
                          path};
    ffmpeg.start(program, arguments);
    if (!ffmpeg.waitForStarted()) return cannot(path, ffmpeg.errorString());
    forEachFrame(slides, title, theme, layout, [&](const QImage& image, double seconds) {
        const long frames = std::max(1L, std::lround(seconds * kFramesPerSecond));
        for (long i = 0; i < frames && ffmpeg.state() == QProcess::Running; ++i) {
            ffmpeg.write(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes());
            while (ffmpeg.bytesToWrite() > 0 && ffmpeg.waitForBytesWritten(kLongestWait)) {
            }
        }
    });
    ffmpeg.closeWriteChannel();
    if (!ffmpeg.waitForFinished(kLongestWait) || ffmpeg.exitCode() != 0)
        return cannot(path, Texts::tr("ffmpeg failed: %1").arg(QString::fromLocal8Bit(ffmpeg.readAll()).left(400)));
    return {};
}

}  // namespace lanescope
