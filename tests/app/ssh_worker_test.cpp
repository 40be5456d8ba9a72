// SPDX-License-Identifier: GPL-3.0-or-later
// --worker "ssh HOST lanescope-cli worker", against a server that the test starts and ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "app/options.h"
#include "app/worker/worker_client.h"
#include "tests/app/wait_for.h"

namespace lanescope {
namespace {

using testing::HasSubstr;

/// A port that nobody listens on, at this moment.
int freePort() {
    const int handle = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const general = reinterpret_cast<sockaddr*>(&address);
    const bool bound = bind(handle, general, size) == 0 && getsockname(handle, general, &size) == 0;
    close(handle);
    return bound ? ntohs(address.sin_port) : 0;
}

bool run(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    return process.waitForFinished(20'000) && process.exitCode() == 0;
}

void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
}

/// An ssh server of this user's, with keys of its own.
class Server {
public:
    /// Why there is none; empty if there is.
    QString start() {
        const QString sshd = QStandardPaths::findExecutable(QStringLiteral("sshd"),
                                                            {QStringLiteral("/usr/sbin"), QStringLiteral("/sbin")});
        if (sshd.isEmpty()) return QStringLiteral("no sshd is installed (packaging/setup.sh installs openssh-server)");
        if (QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty())
            return QStringLiteral("no ssh is installed");
        if (getuid() == 0) QDir().mkpath(QStringLiteral("/run/sshd"));  // it insists on this folder
        for (const char* key : {"host", "user"})
            if (!run(QStringLiteral("ssh-keygen"), {"-q", "-t", "ed25519", "-N", "", "-f", m_folder.filePath(key)}))
                return QStringLiteral("ssh-keygen fails");
        QFile::copy(m_folder.filePath("user.pub"), m_folder.filePath("authorized"));
        m_port = freePort();
        write(m_folder.filePath("config"), QStringLiteral("Port %1\nListenAddress 127.0.0.1\nHostKey %2/host\n"
                                                          "AuthorizedKeysFile %2/authorized\nPidFile none\n"
                                                          "StrictModes no\nUsePAM no\nPermitRootLogin yes\n"
                                                          "PasswordAuthentication no\nLogLevel ERROR\n")
                                               .arg(m_port)
                                               .arg(m_folder.path())
                                               .toUtf8());
        m_process.start(sshd, {"-D", "-e", "-f", m_folder.filePath("config")});
        for (int i = 0; i < 100; ++i) {
            if (m_process.waitForFinished(50)) return QString::fromUtf8(m_process.readAllStandardError());
            if (run(QStringLiteral("ssh"), words("ssh", "true").mid(1))) return {};
        }
        return QStringLiteral("it lets nobody in: ") + QString::fromUtf8(m_process.readAllStandardError());
    }
    ~Server() {
        m_process.kill();
        m_process.waitForFinished(5000);
    }
    /// The command line for --worker.
    [[nodiscard]] QString command(const QString& remote) const {
        return QStringLiteral(
                   "ssh -F none -p %1 -i '%2/user' -o BatchMode=yes -o StrictHostKeyChecking=no "
                   "-o UserKnownHostsFile=/dev/null -o LogLevel=ERROR 127.0.0.1 %3")
            .arg(m_port)
            .arg(m_folder.path(), remote);
    }

private:
    QStringList words(const char*, const char* remote) const {
        return *wordsOfCommand(command(QString::fromUtf8(remote)));
    }
    QTemporaryDir m_folder;
    QProcess m_process;
    int m_port = 0;
};

/// A client whose worker is told by --worker.
struct Remote {
    explicit Remote(const QString& command) {
        const Options options = parseOptions({"lanescope", "--worker", command});
        client = std::make_unique<WorkerClient>(options.worker.value(0), options.worker.mid(1));
        QObject::connect(client.get(), &WorkerClient::measured, [this](const StudyEntry& entry) { measured = entry; });
        QObject::connect(client.get(), &WorkerClient::failed, [this](const Error& error) { failed = error; });
    }
    bool measure(const MeasureChoice& choice = {}) {
        measured.reset();
        failed.reset();
        client->measure("matmul.tiled", {{"n", "32"}}, choice);
        return waitFor([this] { return measured || failed; });
    }
    std::unique_ptr<WorkerClient> client;
    std::optional<StudyEntry> measured;
    std::optional<Error> failed;
};

QString workerOn(const char* mode) {
    return QStringLiteral("env LD_LIBRARY_PATH=" LANESCOPE_BINARY_DIR "/tests/gpu/fake FAKE_CUDA=%1 " LANESCOPE_CLI
                          " worker")
        .arg(QLatin1StringView(mode));
}

TEST(SshWorker, MeasuresOnAnotherMachine) {
    Server server;
    if (const QString problem = server.start(); !problem.isEmpty()) GTEST_SKIP() << problem.toStdString();
    Remote remote(server.command(workerOn("")));
    remote.client->sayHello();
    ASSERT_TRUE(waitFor([&] { return remote.client->machine().has_value(); }));
    EXPECT_EQ(remote.client->machine()->gpu, QStringLiteral("Fake GPU"));
    ASSERT_TRUE(remote.measure());
    ASSERT_TRUE(remote.measured) << describe(*remote.failed);
    EXPECT_EQ(remote.measured->measurement->provenance.gpu, "Fake GPU");

    // A kernel that hangs there: the worker's exit code and last words come through.
    Remote hung(server.command(workerOn("hang")));
    MeasureChoice choice;
    choice.hangLimit = 0.3;
    ASSERT_TRUE(hung.measure(choice));
    ASSERT_TRUE(hung.failed);
    EXPECT_EQ(hung.failed->code, ErrorCode::KernelHung);
}

TEST(SshWorker, WhatSshSaysIsPassedOn) {
    Server server;
    if (const QString problem = server.start(); !problem.isEmpty()) GTEST_SKIP() << problem.toStdString();
    Remote missing(server.command(QStringLiteral("/nowhere/lanescope-cli worker")));
    ASSERT_TRUE(missing.measure());
    EXPECT_EQ(missing.failed->code, ErrorCode::WorkerDied);
    EXPECT_THAT(describe(*missing.failed), HasSubstr("exit code 127"));
    EXPECT_THAT(describe(*missing.failed), HasSubstr("/nowhere/lanescope-cli"));

    Remote nobody(QStringLiteral("ssh -F none -o BatchMode=yes -p %1 127.0.0.1 lanescope-cli worker").arg(freePort()));
    ASSERT_TRUE(nobody.measure());
    EXPECT_THAT(describe(*nobody.failed), HasSubstr("Connection refused"));
}

}  // namespace
}  // namespace lanescope
