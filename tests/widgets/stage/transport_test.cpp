// SPDX-License-Identifier: GPL-3.0-or-later
// The transport: its buttons and lists, the clock that it drives, Space wherever the focus is, and pictures of it.
#include "widgets/stage/time/transport.h"

#include <gmock/gmock.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "tests/support/staged.h"

namespace lanescope {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Counts blocks, as a map does.
class Blocks final : public Clock {
public:
    [[nodiscard]] quint64 position() const override { return m_position; }
    [[nodiscard]] quint64 size() const override { return 64; }
    [[nodiscard]] QString unit() const override { return counted; }
    QString counted = QStringLiteral("block");
    [[nodiscard]] QStringList words() const override {
        return {QStringLiteral("block %1 of each").arg(m_position), QStringLiteral("one clock for all four")};
    }

protected:
    void moveTo(quint64 position) override { m_position = position; }

private:
    quint64 m_position = 0;
};

class TransportTest : public testing::Test {
protected:
    void SetUp() override {
        window.setLayout(new QVBoxLayout);
        window.layout()->setContentsMargins(0, 0, 0, 0);
        window.layout()->addWidget(&line);
        window.layout()->addWidget(&button);
        window.layout()->addWidget(&choice);
        choice.addItems({QStringLiteral("one"), QStringLiteral("two")});
        transport = new Transport(staged.playback, staged.theme, &window);
        window.layout()->addWidget(transport);
        window.resize(1920, 300);
        window.show();
        QApplication::processEvents();
    }
    [[nodiscard]] Playback& playback() { return staged.playback; }
    [[nodiscard]] QString words() const { return transport->findChild<QLabel*>(QStringLiteral("position"))->text(); }
    [[nodiscard]] ChoiceChip* chip(const char* name) const {
        return transport->findChild<ChoiceChip*>(QString::fromLatin1(name));
    }
    static void choose(const ChoiceChip* chip, const QString& text) {
        for (QAction* action : chip->menu()->actions())
            if (action->text().remove(QLatin1Char('&')) == text) return action->trigger();
        ADD_FAILURE() << text.toStdString();
    }

    test::Staged staged{{{"matmul.tiled", {{"n", "64"}, {"block", "16"}, {"type", "f32"}}}}};
    QWidget window;
    QLineEdit line;
    QPushButton button;
    QComboBox choice;
    Transport* transport = nullptr;
};

TEST_F(TransportTest, SaysWhereTheRunStands) {
    EXPECT_THAT(words().toStdString(), StartsWith("start · step 0 of 2"));
    playback().seek(1477);
    EXPECT_THAT(words().toStdString(), StartsWith("load 3 · warp 3 · step 1"));
    playback().setBlocks({});
    EXPECT_EQ(words(), QStringLiteral("no run to show"));
    for (const QAction* action : transport->playbackActions()) EXPECT_FALSE(action->isEnabled());
}

TEST_F(TransportTest, KeysStepOnAndBack) {
    QTest::keyClick(&window, Qt::Key_F5);
    const quint64 first = playback().flow(0).stops().next(0);
    EXPECT_EQ(playback().position(), first);
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_EQ(playback().position(), playback().flow(0).stops().next(first));
    QTest::keyClick(&window, Qt::Key_F4);
    EXPECT_EQ(playback().position(), first);
    QTest::keyClick(&window, Qt::Key_F8);
    EXPECT_TRUE(playback().atEnd());
    QTest::keyClick(&window, Qt::Key_F3);
    EXPECT_TRUE(playback().atStart());
    QTest::keyClick(&window, Qt::Key_F6);
    EXPECT_TRUE(playback().isPlaying());
    QTest::keyClick(&window, Qt::Key_F6);
    EXPECT_FALSE(playback().isPlaying());
}

TEST_F(TransportTest, ButtonsAreNamedAndSayTheirKeys) {
    const auto buttons = transport->findChildren<GlyphButton*>();
    ASSERT_EQ(buttons.size(), 4);
    for (GlyphButton* each : buttons) {
        EXPECT_FALSE(each->accessibleName().isEmpty());
        EXPECT_FALSE(each->accessibleName().contains(QLatin1Char('&')));
        EXPECT_THAT(each->toolTip().toStdString(), HasSubstr("F"));
    }
    GlyphButton* play = buttons[2];
    EXPECT_EQ(play->accessibleName(), QStringLiteral("Play"));
    EXPECT_EQ(play->glyph(), TransportGlyph::Play);
    QTest::mouseClick(play, Qt::LeftButton);
    EXPECT_TRUE(playback().isPlaying());
    EXPECT_EQ(play->accessibleName(), QStringLiteral("Pause"));
    EXPECT_EQ(play->glyph(), TransportGlyph::Pause);
    playback().pause();
    EXPECT_EQ(play->accessibleName(), QStringLiteral("Play"));
}

TEST_F(TransportTest, ChipsChooseStepAndSpeed) {
    EXPECT_EQ(chip("stepBy")->value(), QStringLiteral("event"));
    EXPECT_EQ(chip("speed")->value(), QStringLiteral("4 a second"));
    const int width = chip("stepBy")->sizeHint().width();
    choose(chip("stepBy"), QStringLiteral("phase"));
    EXPECT_EQ(playback().stepBy(), StepBy::Phase);
    EXPECT_EQ(chip("stepBy")->value(), QStringLiteral("phase"));
    EXPECT_EQ(chip("stepBy")->sizeHint().width(), width) << "nothing moves";
    playback().setStepBy(StepBy::Operation);
    EXPECT_EQ(chip("stepBy")->value(), QStringLiteral("operation"));
    choose(chip("speed"), QStringLiteral("0.5 a second"));
    EXPECT_EQ(playback().speed(), 0.5);
    auto* typed = chip("speed")->menu()->findChild<QLineEdit*>(QStringLiteral("typedSpeed"));
    ASSERT_NE(typed, nullptr);
    typed->setText(QStringLiteral("12,5"));
    Q_EMIT typed->returnPressed();
    EXPECT_EQ(playback().speed(), 12.5);
    EXPECT_EQ(chip("speed")->value(), QStringLiteral("12.5 a second"));
    for (const char* wrong : {"fast", "", "0", "1e9"}) {
        typed->setText(QString::fromLatin1(wrong));
        Q_EMIT typed->returnPressed();
        EXPECT_GE(playback().speed(), Clock::kSlowest) << wrong;
    }
}

TEST_F(TransportTest, DrivesAnotherClockAndComesBack) {
    Blocks blocks;
    playback().play();
    transport->setClock(&blocks);
    EXPECT_FALSE(playback().isPlaying());
    EXPECT_THAT(words().toStdString(), StartsWith("block 0 of each"));
    EXPECT_EQ(chip("stepBy")->value(), QStringLiteral("block"));
    EXPECT_FALSE(chip("stepBy")->isEnabled());
    QTest::keyClick(&window, Qt::Key_F5);
    QTest::keyClick(&window, Qt::Key_F5);
    EXPECT_EQ(blocks.position(), 2U);
    EXPECT_TRUE(playback().atStart());
    EXPECT_THAT(words().toStdString(), StartsWith("block 2 of each · one clock"));
    // Another map counts another thing.
    blocks.counted = QStringLiteral("round");
    blocks.seek(1);
    EXPECT_EQ(chip("stepBy")->value(), QStringLiteral("round"));
    blocks.seek(2);
    playback().seek(100);
    EXPECT_THAT(words().toStdString(), StartsWith("block 2 of each")) << "of the clock that is driven";
    QTest::keyClick(&window, Qt::Key_Space);
    EXPECT_TRUE(blocks.isPlaying());
    transport->setClock(nullptr);
    EXPECT_FALSE(blocks.isPlaying());
    EXPECT_TRUE(chip("stepBy")->isEnabled());
    EXPECT_THAT(words().toStdString(), HasSubstr("step 100 of"));
    {
        Blocks gone;
        transport->setClock(&gone);
    }
    EXPECT_EQ(&transport->clock(), &playback());
}

TEST_F(TransportTest, SpacePlaysWhereverTheFocusIs) {
    for (QWidget* focus : {static_cast<QWidget*>(&button), static_cast<QWidget*>(&choice)}) {
        focus->setFocus();
        QSignalSpy clicked(&button, &QPushButton::clicked);
        QTest::keyClick(focus, Qt::Key_Space);
        EXPECT_TRUE(playback().isPlaying());
        QTest::keyClick(focus, Qt::Key_Space);
        EXPECT_FALSE(playback().isPlaying());
        EXPECT_TRUE(clicked.isEmpty());
    }
    QSignalSpy clicked(&button, &QPushButton::clicked);
    button.setFocus();
    QTest::keyClick(&button, Qt::Key_Return);
    EXPECT_EQ(clicked.count(), 1) << "Enter presses what Space does not";
}

TEST_F(TransportTest, SpaceIsASpaceWhereOneIsWritten) {
    line.setFocus();
    QTest::keyClicks(&line, QStringLiteral("a b"));
    EXPECT_EQ(line.text(), QStringLiteral("a b"));
    EXPECT_FALSE(playback().isPlaying());
    choice.setEditable(true);
    choice.setFocus();
    QTest::keyClick(choice.lineEdit(), Qt::Key_Space);
    EXPECT_FALSE(playback().isPlaying());
    line.setReadOnly(true);
    QTest::keyClick(&line, Qt::Key_Space);
    EXPECT_TRUE(playback().isPlaying()) << "nothing is written there";
    playback().pause();
    transport->hide();
    QTest::keyClick(&button, Qt::Key_Space);
    EXPECT_FALSE(playback().isPlaying()) << "there is nothing to play on this page";
}

TEST_F(TransportTest, LooksTheSameWhereverItStands) {
    transport->setOrigins({Origin::Emulated, Origin::Replayed});
    playback().seek(1477);
    struct Size {
        const char* name;
        int width;
        bool compact;
    };
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark})
        for (const Size& size : {Size{"720p", 1280, true}, Size{"1080p", 1920, false}}) {
            staged.theme.setMode(mode);
            staged.theme.setCompact(size.compact);
            window.resize(size.width, 300);
            QApplication::processEvents();
            EXPECT_EQ(transport->height(), 48);
            EXPECT_THAT(words().toStdString(), HasSubstr("step 1")) << "there is room for all";
            // Nothing lies on anything else.
            const auto children = transport->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
            for (const QWidget* a : children)
                for (const QWidget* b : children)
                    if (a != b && a->isVisible() && b->isVisible() && !a->isWindow() && !b->isWindow()) {
                        EXPECT_FALSE(a->geometry().intersects(b->geometry()))
                            << a->objectName().toStdString() << ", " << b->objectName().toStdString();
                    }
            test::keep(transport->grab().toImage(),
                       QStringLiteral("transport_%1_%2")
                           .arg(QString::fromLatin1(size.name),
                                mode == Theme::Mode::Light ? QStringLiteral("light") : QStringLiteral("dark")));
        }
    staged.theme.setTextScale(2);
    window.resize(1280, 300);
    QApplication::processEvents();
    EXPECT_EQ(transport->height(), 96);
    test::keep(transport->grab().toImage(), QStringLiteral("transport_text_2"));
    const QLabel* position = transport->findChild<QLabel*>(QStringLiteral("position"));
    EXPECT_GE(position->width(), position->fontMetrics().horizontalAdvance(words())) << words().toStdString();
    EXPECT_THAT(words().toStdString(), StartsWith("load 3"));
    staged.theme.setTextScale(1);
    window.resize(500, 300);
    QApplication::processEvents();
    EXPECT_THAT(words().toStdString(), testing::Not(HasSubstr("step"))) << "what has no room is left out";
}

}  // namespace
}  // namespace lanescope
