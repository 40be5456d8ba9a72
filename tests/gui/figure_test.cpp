// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as an author has them: by keys, in the dialog, dropped on the window again. $LANESCOPE_PICTURES names a
// folder for what is shown.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include "app/figure/figure_caption.h"
#include "app/figure/figure_desk.h"
#include "app/figure/figure_dialog.h"
#include "app/figure/figure_file.h"
#include "app/presenter/presenter.h"
#include "app/session/session_desk.h"
#include "core/base/file_reader.h"
#include "core/base/file_writer.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/staged.h"
#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

struct Figures : Window {
    ~Figures() override { theme.setTextScale(1); }
    FigureDesk& desk() { return window.figures(); }
    [[nodiscard]] QString path(const char* name) const { return QString::fromStdString(m_folder.path(name)); }
    [[nodiscard]] std::string svgOf(const char* form) {
        FigureWishes wishes;
        wishes.form = findFigureForm(QLatin1StringView(form));
        return render(desk().figure(), wishes, theme, ExportFormat::Svg);
    }
    void arrive() {
        ASSERT_TRUE(waitFor([this] { return !window.sessions().isBusy(); }));
        settle();
        ASSERT_TRUE(waitFor([this] { return !window.sessions().isBusy() && !window.presenter().lecture().isGoing(); }));
    }
    void drop(const QString& file) {
        dropFile(file);
        arrive();
    }
    FigureDialog* open() {
        window.activateWindow();
        EXPECT_TRUE(waitFor([&] { return window.isActiveWindow(); }));
        QTest::keyClick(&window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        return window.findChild<FigureDialog*>();
    }

    TemporaryFolder m_folder;
};

/// Least size of words in an SVG, in points on paper.
double leastWords(const std::string& svg) {
    static const QRegularExpression kPaper(QStringLiteral("<svg width=\"([0-9.]+)mm\""));
    static const QRegularExpression kBox(QStringLiteral("viewBox=\"0 0 ([0-9.]+) "));
    static const QRegularExpression kWords(QStringLiteral("<text[^>]*font-size=\"([0-9.]+)\""));
    const QString text = QString::fromStdString(svg);
    const double points = kPaper.match(text).captured(1).toDouble() / 25.4 * 72;
    const double pixels = kBox.match(text).captured(1).toDouble();
    double least = 1000;
    for (auto words = kWords.globalMatch(text); words.hasNext();)
        least = std::min(least, words.next().captured(1).toDouble());
    return least * points / pixels;
}

// Whatever the window looks like, a figure is laid out for its paper.
TEST_F(Figures, NothingIsBelowSixPoints) {
    theme.setTextScale(2);
    for (const auto& page : window.pages()) {
        window.setPage(*page);
        settle();
        for (const char* form : {"column", "page", "slide", "poster"}) {
            const std::string svg = svgOf(form);
            EXPECT_GE(leastWords(svg), 6) << page->identity().id.toStdString() << ", " << form;
            EXPECT_LT(leastWords(svg), 100) << "there are words";
        }
    }
    EXPECT_EQ(theme.look(), theme.isDark() ? Look::Dark : Look::Light) << "the window is as it was";
    EXPECT_EQ(theme.scaled(1), 2);
}

// Nor is anything drawn where there is no paper any more: a percent sign was.
TEST_F(Figures, NothingIsCutAtTheEdge) {
    constexpr int kBeyond = 120;
    for (const auto& page : window.pages()) {
        window.setPage(*page);
        settle();
        for (const char* form : {"column", "page"}) {
            FigureWishes wishes;
            wishes.form = findFigureForm(QLatin1StringView(form));
            const Picture picture = desk().picture();
            const FigureLook look(theme, wishes);
            const QSize size = wishes.form->layoutOf(picture);
            QImage image(size + QSize(kBeyond, kBeyond), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            picture.paint(painter, size);
            painter.end();
            QImage beyond = image.copy(size.width(), 0, kBeyond, image.height());
            QImage white(beyond.size(), beyond.format());
            white.fill(Qt::white);
            EXPECT_EQ(beyond, white) << page->identity().id.toStdString() << ", " << form;
        }
    }
}

// Compare does not draw what stands beside the chosen run: its own lists say what it draws.
TEST_F(Figures, TheLineNamesWhatStandsBesideOnlyWhereItIsSeen) {
    window.workbench().setBeside({window.workbench().partners().front()});
    settle();
    show("tiles");
    settle();
    EXPECT_TRUE(figureCaption(window).contains(QStringLiteral("beside it"))) << figureCaption(window).toStdString();
    show("compare");
    settle();
    EXPECT_FALSE(figureCaption(window).contains(QStringLiteral("beside it"))) << figureCaption(window).toStdString();
}

TEST_F(Figures, AColumnIsEightyFiveMillimetresWide) {
    show("compare");
    settle();
    EXPECT_NE(svgOf("column").find("<svg width=\"85mm"), std::string::npos) << svgOf("column").substr(0, 300);
    EXPECT_NE(svgOf("page").find("<svg width=\"170mm"), std::string::npos) << svgOf("page").substr(0, 300);
}

// Pages of IEEE, the lowest that are asked for, hold 241 mm, the caption among them.
TEST_F(Figures, AFigureFitsItsPage) {
    const FigureForm& page = *findFigureForm(QStringLiteral("page"));
    const QSize size = page.layoutOf({QString(), QSize(600, 1200), {}});
    EXPECT_LE(size.height() / page.pixelsPerInch(size.width()) * 25.4, 210);
    const FigureForm& column = *findFigureForm(QStringLiteral("column"));
    const QSize narrow = column.layoutOf({QString(), QSize(600, 1200), {}});
    EXPECT_LE(narrow.height() / column.pixelsPerInch(narrow.width()) * 25.4, 140);
}

TEST_F(Figures, TheLineBelowSaysWhatItIsOf) {
    show("tiles");
    const QString caption = figureCaption(window);
    for (const char* part : {"matmul.tiled", "block = ", "step ", "emulated", "Lanescope "})
        EXPECT_TRUE(caption.contains(QLatin1StringView(part))) << part << ": " << caption.toStdString();
    EXPECT_FALSE(caption.contains(QStringLiteral("H200"))) << "what is emulated is the same on each";
    show("schedule");
    settle();
    EXPECT_TRUE(figureCaption(window).contains(QStringLiteral("simulated")));
    EXPECT_TRUE(figureCaption(window).contains(QStringLiteral("NVIDIA")));
    FigureWishes without;
    without.form = findFigureForm(QStringLiteral("column"));
    without.caption = false;
    const std::string svg = render(desk().figure(), without, theme, ExportFormat::Svg);
    EXPECT_EQ(svg.find(" · Lanescope"), std::string::npos) << "it can be put away";
}

TEST_F(Figures, EveryPageHasRowsOfItsOwn) {
    std::set<std::string> heads;
    for (const auto& page : window.pages()) {
        window.setPage(*page);
        settle();
        const std::string name = "rows-" + page->identity().id.toStdString();
        ASSERT_TRUE(desk().write(path((name + ".csv").c_str())));
        ASSERT_TRUE(desk().write(path((name + ".json").c_str())));
        const std::string rows = readFile(m_folder.path(name + ".csv")).value();
        EXPECT_TRUE(heads.insert(rows.substr(0, rows.find('\n'))).second) << rows.substr(0, 200);
        EXPECT_TRUE(readFile(m_folder.path(name + ".json")).value().starts_with("["));
    }
}

// A request of the first step of a product: all lanes of a warp, by their own addresses.
TEST_F(Figures, RowsOfMemoryAreTheLanes) {
    show("memory");
    settle();
    const DataTable table = tableOf(page("memory").csv());
    ASSERT_EQ(table.rows.size(), 32U);
    EXPECT_EQ(table.head[7], "lane");
    EXPECT_EQ(table.rows[31][7], "31");
    EXPECT_EQ(table.rows[0][4], "read");
    EXPECT_FALSE(table.rows[0][11].empty()) << "the sector of a global load";
}

TEST_F(Figures, RowsOfTheCodeAddUp) {
    show("code");
    settle();
    const DataTable table = tableOf(page("code").csv());
    std::uint64_t runs = 0;
    for (const auto& row : table.rows)
        if (row[1] == "cuda" && !row[5].empty()) runs += std::stoull(row[5]);
    // Each step is an execution of a line, but for what the compiler gave no line.
    EXPECT_LE(runs, window.playback().size());
    EXPECT_GT(runs, window.playback().size() * 9 / 10);
}

TEST_F(Figures, TheDialogShowsWhatWillBeAndWritesIt) {
    show("compare");
    settle();
    FigureDialog* const dialog = open();
    ASSERT_NE(dialog, nullptr);
    const auto choose = [&](const QString& words) {
        for (auto* button : dialog->findChildren<QAbstractButton*>())
            if (button->text() == words)
                return QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(8, button->height() / 2));
        FAIL() << words.toStdString();
    };
    QTest::keyClick(dialog->forms(), Qt::Key_Home);
    QTest::keyClick(dialog->forms(), Qt::Key_Down);
    const QSize column = dialog->preview()->sheetSize();
    EXPECT_TRUE(dialog->measures()->text().startsWith(QStringLiteral("85 × ")))
        << dialog->measures()->text().toStdString();
    test::keep(dialog->grab().toImage(), QStringLiteral("figure_dialog"));
    QTest::keyClick(dialog->forms(), Qt::Key_Down);
    EXPECT_GT(dialog->preview()->sheetSize().width(), column.width());
    const int high = dialog->preview()->sheetSize().height();
    choose(QStringLiteral("A line that says what it is of"));
    EXPECT_LT(dialog->preview()->sheetSize().height(), high);
    choose(QStringLiteral("&Save as …"));
    auto* const files = window.findChild<QFileDialog*>();
    ASSERT_NE(files, nullptr);
    files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path("figure.pdf"));
    QTest::mouseClick(files->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return window.findChild<QFileDialog*>() == nullptr; }));
    EXPECT_TRUE(readFile(m_folder.path("figure.pdf")).value().starts_with("%PDF-"));
    EXPECT_EQ(desk().wishes().form, findFigureForm(QStringLiteral("page"))) << "the next one begins so";
    EXPECT_FALSE(desk().wishes().caption);
}

TEST_F(Figures, DroppedOnTheWindowItOpensAsItWas) {
    type("n", QStringLiteral("48"));
    settle();
    show("warps");
    window.playback().seek(window.playback().size() / 2);
    const quint64 position = window.playback().position();
    for (const char* name : {"f.png", "f.svg", "f.pdf"}) {
        ASSERT_TRUE(desk().write(path(name)));
        window.workbench().chooseAlgorithm(QStringLiteral("vector.add"));
        settle();
        show("compare");
        drop(path(name));
        EXPECT_EQ(parameter("n"), "48") << name;
        EXPECT_EQ(window.currentPage().identity().id, QStringLiteral("warps")) << name;
        EXPECT_EQ(window.playback().position(), position) << name;
        EXPECT_TRUE(window.sessions().file().isEmpty()) << "a session is not saved over a figure";
    }
    const QImage plain(20, 20, QImage::Format_RGB32);
    ASSERT_TRUE(plain.save(path("plain.png")));
    drop(path("plain.png"));
    EXPECT_TRUE(window.notice().contains(QStringLiteral("it holds no session"))) << window.notice().toStdString();
    EXPECT_EQ(parameter("n"), "48") << "nothing is lost";
}

}  // namespace
}  // namespace lanescope
