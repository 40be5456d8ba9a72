// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/state/settings.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QFileInfo>
#include <filesystem>

#include "tests/support/temporary_folder.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

struct SettingsFile : ::testing::Test {
    TemporaryFolder folder;
    QString name = QString::fromStdString(folder.path("lanescope.conf"));
    QString aside = name + QStringLiteral(".wrong");

    void write(const std::string& text) const { folder.write("lanescope.conf", text); }
    /// What is there is put aside as it is, which is said, and settings can be saved and read again.
    void expectPutAside(const char* what) const {
        Settings settings(name);
        const QStringList problems = settings.takeProblems();
        ASSERT_EQ(problems.size(), 1) << what;
        EXPECT_TRUE(problems.front().contains(aside)) << what << ": " << problems.front().toStdString();
        EXPECT_TRUE(std::filesystem::exists(std::filesystem::symlink_status(aside.toStdString()))) << what;
        EXPECT_TRUE(settings.takeProblems().isEmpty()) << "said once";
        settings.setReal(QStringLiteral("theme/scale"), 1.5);
        EXPECT_TRUE(settings.save()) << what;
        EXPECT_EQ(Settings(name).real(QStringLiteral("theme/scale"), {1, 3}), 1.5) << what;
        std::filesystem::remove_all(name.toStdString());
        std::filesystem::remove_all(aside.toStdString());
    }
};

TEST_F(SettingsFile, WhatIsSavedIsReadAgain) {
    Settings first(name);
    EXPECT_EQ(first.whole(QStringLiteral("theme/mode"), {0, 2}), std::nullopt);
    first.setWhole(QStringLiteral("theme/mode"), 2);
    first.setReal(QStringLiteral("theme/scale"), 2.5);
    first.setState(QStringLiteral("window/zones"), QByteArray("\0\xff\x01 a", 5));
    EXPECT_TRUE(first.save());
    Settings second(name);
    EXPECT_EQ(second.whole(QStringLiteral("theme/mode"), {0, 2}), 2);
    EXPECT_EQ(second.real(QStringLiteral("theme/scale"), {1, 3}), 2.5);
    EXPECT_EQ(second.state(QStringLiteral("window/zones")), QByteArray("\0\xff\x01 a", 5));
    EXPECT_TRUE(second.takeProblems().isEmpty());
}

TEST_F(SettingsFile, WrongValuesAreLeftOutAndSaid) {
    for (const char* wrong : {"nan", "inf", "-inf", "-1", "", "18446744073709551616", "1e400", "0x10", "big", "1,5",
                              "\" 1\"", "@Invalid()", "@Variant(\\0\\0\\0\\x7f)", "0", "4"}) {
        write(std::string("[theme]\nscale=") + wrong + "\nmode=" + (std::string(wrong) == "0" ? "-1" : wrong) + "\n");
        Settings settings(name);
        EXPECT_EQ(settings.real(QStringLiteral("theme/scale"), Theme::kTextScaleRange), std::nullopt) << wrong;
        EXPECT_EQ(settings.whole(QStringLiteral("theme/mode"), {0, 2}), std::nullopt) << wrong;
        const QStringList problems = settings.takeProblems();
        ASSERT_EQ(problems.size(), 2) << wrong;
        EXPECT_TRUE(problems[0].contains(QStringLiteral("theme/scale"))) << wrong;
        EXPECT_TRUE(problems[0].contains(QStringLiteral("a number from 1 to 3"))) << wrong;
        EXPECT_TRUE(QFileInfo::exists(name));
        QFile::remove(name);
    }
}

TEST_F(SettingsFile, WhatIsNoFileOfSettingsIsPutAside) {
    write("this is no settings file\n\x01\x02");
    expectPutAside("no INI");
    write("[theme\nscale=1\n");
    expectPutAside("half a section");
    write(std::string(Settings::kMostBytes + 1, 'a'));
    expectPutAside("too large");
    std::filesystem::create_directories(name.toStdString() + "/inner");
    expectPutAside("a folder");
    ASSERT_EQ(::mkfifo(name.toLocal8Bit().constData(), 0600), 0);
    expectPutAside("a FIFO");  // must not be waited for
    std::filesystem::create_symlink("/dev/zero", name.toStdString());
    expectPutAside("a link to a device");
    std::filesystem::create_symlink("nowhere", name.toStdString());
    expectPutAside("a link to nothing");
    if (::geteuid() == 0) return;  // who may read everything
    write("[theme]\nscale=2\n");
    std::filesystem::permissions(name.toStdString(), std::filesystem::perms::none);
    expectPutAside("not readable");
}

TEST_F(SettingsFile, WhatWasPutAsideBeforeStays) {
    for (const char* text : {"one", "two", "three"}) {
        write(text);
        EXPECT_EQ(Settings(name).takeProblems().size(), 1);
    }
    for (const auto& [file, text] :
         {std::pair{aside, "one"}, {aside + QStringLiteral("-2"), "two"}, {aside + QStringLiteral("-3"), "three"}}) {
        QFile kept(file);
        ASSERT_TRUE(kept.open(QIODevice::ReadOnly)) << file.toStdString();
        EXPECT_EQ(kept.readAll(), QByteArray(text));
    }
}

TEST_F(SettingsFile, ScalesThatAreNoneAreNotTakenOn) {
    Theme theme;
    for (const double scale : std::initializer_list<double>{std::nan(""), INFINITY, -INFINITY, -1.0, 0.0, 1e308}) {
        theme.setTextScale(scale);
        EXPECT_TRUE(Theme::kTextScaleRange.holds(theme.textScale())) << scale;
    }
}

}  // namespace
}  // namespace lanescope
