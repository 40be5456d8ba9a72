// SPDX-License-Identifier: GPL-3.0-or-later
// How a comparison looks: the chart with what stands beside it, and the bar below, over the real catalogue and
// recordings, in every size that windows have.
#include <gtest/gtest.h>

#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QTest>
#include <QToolButton>

#include "app/pages/chart_theme.h"
#include "app/zones/compare_bar.h"
#include "tests/app/wait_for.h"
#include "widgets/charts/comparison_facts.h"
#include "widgets/charts/qcp.h"
#include "widgets/style/numbers.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> loaded = openLibrary({LibraryPart::Catalogue}).value();
    return loaded;
}

/// A menu's text as people see it.
QString shownOf(QString text) {
    const QString kept = QStringLiteral("\u0001");
    return text.replace(QStringLiteral("&&"), kept).remove(QLatin1Char('&')).replace(kept, QStringLiteral("&"));
}

struct CompareLook : ::testing::Test {
    CompareLook() : comparison(library(), measured, gpu, jobs), bar(comparison, library()->catalogue()) {
        gpu.choose(*library()->gpus().find("h200"));
    }
    void choose(const char* id, const Parameters& parameters) {
        const Algorithm& algorithm = *library()->catalogue().find(id).value();
        comparison.setChoice(&algorithm, algorithm.complete(parameters).value());
    }
    void look() {
        comparison.setWanted(true);
        ASSERT_TRUE(waitFor([this] { return !jobs.isBusy(); }));
    }
    /// The stage and the lowest zone of a window.
    QImage drawn(QSize stage, QSize below, double ratio) {
        const ChartStyle style = chartStyleOf(theme);
        bar.setChartStyle(style);
        chart.setChartStyle(style);
        for (QWidget* widget : {static_cast<QWidget*>(&chart), static_cast<QWidget*>(&bar)}) {
            widget->setAttribute(Qt::WA_DontShowOnScreen);
            widget->show();
        }
        chart.resize(stage);
        bar.resize(below);
        chart.setData(comparison.chart().data);
        QCoreApplication::processEvents();
        QImage image(QSize(below.width(), stage.height() + below.height()) * ratio,
                     QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        image.fill(theme.colour(Colour::Raised));
        QPainter painter(&image);
        chart.render(&painter, QPoint(0, 0));
        bar.render(&painter, QPoint(0, stage.height()));
        return image;
    }
    static void keep(const QImage& image, const QString& name) {
        const QString folder = qEnvironmentVariable("LANESCOPE_PICTURES");
        if (!folder.isEmpty()) image.save(QStringLiteral("%1/compare-%2.png").arg(folder, name));
    }
    void keepAll(const QString& name) {
        for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
            theme.setMode(mode);
            const QString look = name + (mode == Theme::Mode::Dark ? QStringLiteral("-dark") : QString());
            theme.setCompact(true);
            keep(drawn({928, 504}, {1280, 176}, 1), look + QStringLiteral("-720p"));
            theme.setCompact(false);
            keep(drawn({1440, 840}, {1920, 192}, 1), look + QStringLiteral("-1080p"));
            keep(drawn({1440, 840}, {1920, 192}, 2), look + QStringLiteral("-4k"));
            theme.setTextScale(2);
            keep(drawn({1440, 840}, {1920, 280}, 1), look + QStringLiteral("-large"));
            theme.setTextScale(1);
        }
    }

    std::vector<StudyEntry> measured;
    Theme theme;
    JobRunner jobs;
    GpuChoice gpu;
    Comparison comparison;
    Chart chart;
    CompareBar bar;
};

// The numbers of the page are those of the recording.
TEST_F(CompareLook, TilesBesideNoTiles) {
    choose("matmul.tiled", {{"n", "1024"}, {"block", "16"}, {"type", "f32"}});
    ASSERT_TRUE(comparison.add("matmul.global"));
    look();
    const ComparisonInput input = comparison.input();
    const ComparisonFacts facts = factsOf(input);
    ASSERT_TRUE(facts.speed && facts.model);
    const Measurement* tiled = library()->recordings().find("matmul.tiled", comparison.parametersAt({0, 4096, {}}));
    const Measurement* global = library()->recordings().find("matmul.global", comparison.parametersAt({1, 4096, {}}));
    ASSERT_TRUE(tiled && global);
    EXPECT_EQ(facts.speed->lastX, 4096U);
    EXPECT_DOUBLE_EQ(facts.speed->lastRatio, global->median / tiled->median);
    ASSERT_FALSE(comparison.chart().data.figures.empty());
    EXPECT_EQ(comparison.chart().data.figures.front().number, "1.54");
    EXPECT_TRUE(facts.model->whileFull);
    EXPECT_EQ(models()[facts.model->model]->id(), "simulation");
    EXPECT_TRUE(factSentence(input, facts).contains(QStringLiteral("tiled saves up to")))
        << factSentence(input, facts).toStdString();
    EXPECT_LE(factSentence(input, facts).size(), 120);
    EXPECT_EQ(comparison.chart().sentence, factSentence(input, facts).toStdString());
    ASSERT_EQ(comparison.chart().data.spans.size(), 2U);
    EXPECT_GT(comparison.chart().data.spans.front().to, 512);
    EXPECT_LT(comparison.chart().data.spans.front().to, 1024);
    comparison.choosePlace({0, 1024, std::nullopt});
    chart.setData(comparison.chart().data);
    for (std::size_t s = 0; s < comparison.chart().keys.size(); ++s)
        if (comparison.chart().keys[s].item == 0 && comparison.chart().data.series[s].origin == Origin::Replayed) {
            const auto& points = comparison.chart().data.series[s].points;
            const auto at = std::ranges::find(points, 1024, &ChartPoint::x);
            ASSERT_NE(at, points.end());
            chart.setCurrent(ChartPlace{s, static_cast<std::size_t>(at - points.begin())});
        }
    keepAll(QStringLiteral("tiles"));
}

TEST_F(CompareLook, OthersOfTheCatalogue) {
    choose("matmul.tiled", {{"n", "128"}, {"block", "8"}, {"type", "f64"}});
    ASSERT_TRUE(comparison.add("matmul.rect2"));
    ComparisonView view = comparison.view();
    view.x = "block";
    comparison.setView(view);
    look();
    keepAll(QStringLiteral("block"));
    view.x = "n";
    comparison.setView(view);
    comparison.remove(1);
    choose("matmul.rect4-prefetch", {{"n", "256"}, {"block", "16"}});
    look();
    view = comparison.view();
    view.published = true;
    comparison.setView(view);
    keepAll(QStringLiteral("published"));
    view = comparison.view();
    view.hiddenModels.clear();
    comparison.setView(view);
    keepAll(QStringLiteral("all-models"));
}

// An ampersand in a name is a character, and what stands there already is not offered.
TEST_F(CompareLook, TheMenusOfferWhatCanBeAddedUnderItsWholeName) {
    choose("matmul.tiled", {});
    ASSERT_TRUE(comparison.add("matmul.global"));
    look();
    QMenu* menu = bar.besideButton()->menu();
    Q_EMIT menu->aboutToShow();
    std::set<QString> offered, families;
    for (QAction* family : menu->actions()) {
        if (!family->menu()) continue;
        families.insert(shownOf(family->text()));
        for (QAction* action : family->menu()->actions()) offered.insert(action->data().toString());
    }
    EXPECT_FALSE(offered.contains(QStringLiteral("matmul.tiled")));
    EXPECT_FALSE(offered.contains(QStringLiteral("matmul.global")));
    EXPECT_TRUE(offered.contains(QStringLiteral("matmul.rect2")));
    EXPECT_EQ(offered.size() + 2, library()->catalogue().algorithms().size());
    for (const auto& algorithm : library()->catalogue().algorithms())
        EXPECT_TRUE(families.contains(
            QString::fromUtf8(algorithm->family().data(), static_cast<qsizetype>(algorithm->family().size()))))
            << algorithm->family();
    menu = bar.modelsButton()->menu();
    Q_EMIT menu->aboutToShow();
    std::set<QString> named;
    for (QAction* action : menu->actions()) named.insert(shownOf(action->text()));
    for (const auto& model : models())
        EXPECT_TRUE(std::ranges::any_of(named, [&](const QString& name) {
            return name.startsWith(
                QString::fromUtf8(model->title().data(), static_cast<qsizetype>(model->title().size())));
        })) << model->title();
}

TEST_F(CompareLook, TheBarsSayHowFarAndWhyNot) {
    choose("matmul.tiled", {});
    EXPECT_TRUE(bar.trust()->rows().empty()) << "nobody was asked yet";
    look();
    const std::vector<TrustRow>& rows = bar.trust()->rows();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[2].model, QStringLiteral("Nugteren"));
    EXPECT_FALSE(rows[2].outOfRange.isEmpty());
    EXPECT_TRUE(rows[0].outOfRange.isEmpty() && rows[1].outOfRange.isEmpty());
    for (const TrustRow& row : rows)
        EXPECT_TRUE(std::ranges::any_of(comparison.accuracy()->rows, [&](const RecordedAccuracy::Row& known) {
            return known.medianApe == row.medianError;
        })) << row.model.toStdString();
    EXPECT_TRUE(bar.trust()->about().contains(countText(comparison.accuracy()->find("nugteren")->compared)));
    EXPECT_TRUE(bar.trust()->accessibleDescription().contains(QStringLiteral("out of range")));
}

}  // namespace
}  // namespace lanescope
