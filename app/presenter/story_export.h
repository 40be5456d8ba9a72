// SPDX-License-Identifier: GPL-3.0-or-later
// The open story, taken home: this program once more, as `lanescope --render`, so that the window stays free and the
// file is the same as from the command line.
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <memory>

#include "core/base/result.h"
#include "core/story/story.h"
#include "widgets/style/theme.h"

namespace lanescope {

class StoryExport final : public QObject {
    Q_OBJECT
public:
    explicit StoryExport(QObject* parent = nullptr);
    ~StoryExport() override;

    /// The program that renders; at first the one that runs.
    void setProgram(const QString& program) { m_program = program; }
    /// Begins to write the story, as it is now, to a file or a folder/. Nothing happens while another is being written.
    void start(const story::Story& story, const QString& to, Theme::Mode mode);
    [[nodiscard]] bool isBusy() const { return m_process.state() != QProcess::NotRunning; }
    /// Nothing is written then.
    void cancel();

Q_SIGNALS:
    void started(const QString& title);
    /// In [0, 1].
    void progressed(double share);
    /// It is over; a sentence of what came of it, empty if it was cancelled.
    void finished(const QString& sentence);

private:
    void read();
    void end();

    QString m_program;
    QString m_to;
    QString m_told;  ///< what it says but how far it is
    bool m_cancelled = false;
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcess m_process;
};

}  // namespace lanescope
