// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/film.h"

#include <unistd.h>

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <cmath>

#include "app/render/gif.h"
#include "core/base/file_reader.h"

namespace lanescope {
namespace {

constexpr int kFramesPerSecond = 4;
constexpr int kLongestWait = 120'000;  // milliseconds, for ffmpeg to take a picture or to end
constexpr int kStep = 200;
constexpr std::uint64_t kLargestFilm = std::uint64_t{1} << 31;
constexpr qsizetype kMostSaid = 400;  // letters of what ffmpeg prints

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Film)
};

tl::unexpected<Error> cannot(const QString& path, const QString& reason) {
    return fail(ErrorCode::CannotWrite, {{"file", path.toStdString()}, {"reason", reason.toStdString()}});
}

/// Draws page after page. `take` says whether it wants more. Whether nobody asked to stop.
template <typename Take>
bool forEachPage(const StoryPaper& paper, const std::vector<StoryPage>& pages, const JobContext& job, Take take) {
    for (std::size_t i = 0; i < pages.size(); ++i) {
        job.report(static_cast<double>(i) / static_cast<double>(pages.size()));
        if (job.stopRequested()) return false;
        if (!take(paper.image(pages[i]), pages[i].seconds)) break;
    }
    return true;
}

QString ffmpegProgram() { return QStandardPaths::findExecutable(QStringLiteral("ffmpeg")); }

/// The same pictures give the same bytes: without dates, versions and the number of this machine's cores.
QStringList argumentsFor(const QSize& size, const QString& out) {
    QStringList arguments{QStringLiteral("-hide_banner"),
                          QStringLiteral("-loglevel"),
                          QStringLiteral("error"),
                          QStringLiteral("-nostdin"),
                          QStringLiteral("-f"),
                          QStringLiteral("rawvideo"),
                          QStringLiteral("-pix_fmt"),
                          QStringLiteral("bgra"),
                          QStringLiteral("-s"),
                          QStringLiteral("%1x%2").arg(size.width()).arg(size.height()),
                          QStringLiteral("-r"),
                          QString::number(kFramesPerSecond),
                          QStringLiteral("-i"),
                          QStringLiteral("pipe:0"),
                          QStringLiteral("-vf"),
                          QStringLiteral("pad=ceil(iw/2)*2:ceil(ih/2)*2"),
                          QStringLiteral("-pix_fmt"),
                          QStringLiteral("yuv420p"),
                          QStringLiteral("-map_metadata"),
                          QStringLiteral("-1"),
                          QStringLiteral("-fflags"),
                          QStringLiteral("+bitexact"),
                          QStringLiteral("-flags:v"),
                          QStringLiteral("+bitexact"),
                          QStringLiteral("-threads"),
                          QStringLiteral("2")};
    if (out.endsWith(u".webm", Qt::CaseInsensitive))
        arguments += {QStringLiteral("-c:v"),      QStringLiteral("libvpx-vp9"), QStringLiteral("-crf"),
                      QStringLiteral("24"),        QStringLiteral("-b:v"),       QStringLiteral("0"),
                      QStringLiteral("-deadline"), QStringLiteral("good"),       QStringLiteral("-cpu-used"),
                      QStringLiteral("5")};
    else
        arguments += {QStringLiteral("-movflags"), QStringLiteral("+faststart")};
    arguments += out;
    return arguments;
}

/// Ctrl+C is for us: ffmpeg, in a group of its own, is ended by us.
class Ffmpeg {
public:
    Ffmpeg(const QSize& size, const QString& out) {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.setChildProcessModifier([] { ::setpgid(0, 0); });
        m_process.start(ffmpegProgram(), argumentsFor(size, out));
        m_process.waitForStarted();
    }
    ~Ffmpeg() {
        if (m_process.state() == QProcess::NotRunning) return;
        m_process.kill();
        m_process.waitForFinished();
    }
    Ffmpeg(const Ffmpeg&) = delete;
    Ffmpeg& operator=(const Ffmpeg&) = delete;

    /// Whether it takes more.
    bool take(const QImage& image, const JobContext& job) {
        m_process.write(reinterpret_cast<const char*>(image.constBits()), image.sizeInBytes());
        int waited = 0;
        while (m_process.state() == QProcess::Running && m_process.bytesToWrite() > 0) {
            if (job.stopRequested() || waited > kLongestWait) return false;
            if (!m_process.waitForBytesWritten(kStep)) waited += kStep;
        }
        return m_process.state() == QProcess::Running;
    }
    /// Waits for its end; whether that was a good one.
    bool finish(const JobContext& job) {
        m_process.closeWriteChannel();
        for (int waited = 0; m_process.state() != QProcess::NotRunning; waited += kStep) {
            if (m_process.waitForFinished(kStep)) break;
            job.report(1);
            if (job.stopRequested() || waited > kLongestWait) return false;
        }
        return m_process.exitStatus() == QProcess::NormalExit && m_process.exitCode() == 0;
    }
    [[nodiscard]] QString said() {
        const QString printed = QString::fromLocal8Bit(m_process.readAll()).simplified().left(kMostSaid);
        return printed.isEmpty() ? m_process.errorString() : printed;
    }

private:
    QProcess m_process;
};

}  // namespace

Result<std::string> gifOf(const StoryPaper& paper, const std::vector<StoryPage>& pages, const JobContext& job) {
    GifWriter gif(paper.layout.page());
    const bool whole = forEachPage(paper, pages, job, [&](const QImage& image, double seconds) {
        gif.add(image, seconds);
        return true;
    });
    if (!whole) return fail(ErrorCode::Cancelled);
    return gif.finish();
}

Result<void> checkFilm(const QString& path) {
    if (!ffmpegProgram().isEmpty()) return {};
    return cannot(path, Texts::tr("ffmpeg is not here, which makes MP4 and WebM; install it, or write a .gif"));
}

Result<std::string> filmOf(const StoryPaper& paper, const std::vector<StoryPage>& pages, const QString& path,
                           const JobContext& job) {
    if (const Result<void> able = checkFilm(path); !able) return fail(able.error());
    const QTemporaryDir folder;
    if (!folder.isValid()) return cannot(path, folder.errorString());
    const QString out = folder.filePath(QStringLiteral("film.") + QFileInfo(path).suffix().toLower());
    Ffmpeg ffmpeg(paper.layout.page(), out);
    const bool whole = forEachPage(paper, pages, job, [&](const QImage& image, double seconds) {
        const long frames = std::max(1L, std::lround(seconds * kFramesPerSecond));
        for (long i = 0; i < frames; ++i)
            if (!ffmpeg.take(image, job)) return false;
        return true;
    });
    const bool well = whole && ffmpeg.finish(job);
    if (!whole || job.stopRequested()) return fail(ErrorCode::Cancelled);
    if (!well) return cannot(path, Texts::tr("ffmpeg failed: %1").arg(ffmpeg.said()));
    return readFile(out.toStdString(), kLargestFilm);
}

}  // namespace lanescope
