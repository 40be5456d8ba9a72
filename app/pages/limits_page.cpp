// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/limits_page.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QUrl>
#include <QVBoxLayout>
#include <QtMath>
#include <algorithm>
#include <sstream>

#include "app/pages/page_list.h"
#include "app/state/workbench.h"
#include "core/base/words.h"
#include "widgets/explore/limits_csv.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownRules = 5;
constexpr double kNarrowRatio = 1.6;  // roofline and bytes lie one below the other
// Pixels at normal size. A narrower page has its parts one below the other, and is scrolled.
constexpr double kAbreast = 820, kLeastRoofline = 240, kStackedRoofline = 340;

QString said(const Message& message) { return QString::fromStdString(inWords(message)); }

QString lineOf(const std::string& source, std::uint32_t number) {
    std::istringstream lines(source);
    std::string line;
    for (std::uint32_t i = 0; i < number; ++i) std::getline(lines, line);
    return QString::fromStdString(line).trimmed();
}

/// The page on which a rule's fault is seen.
QString pageOf(const rules::Advice& advice) {
    return advice.rule == "divergence" ? QStringLiteral("warps") : QStringLiteral("memory");
}

}  // namespace

LimitsPage::LimitsPage(const PageFrame& frame)
    : Page({.id = QStringLiteral("limits"),
            .title = tr("L&imits"),
            .hint = tr("Why it is slow: what limits the launch, in rules, a roofline and bytes")}),
      m_playback(frame.playback),
      m_selection(frame.selection),
      m_theme(frame.theme),
      m_work(frame.workbench),
      m_widget(new QScrollArea(frame.parent)),
      m_parts(new QSplitter(Qt::Horizontal)),
      m_chart(new LimitsChart(LimitsChart::Part::Roofline, frame.theme, m_parts)),
      m_bytes(new LimitsChart(LimitsChart::Part::Bytes, frame.theme)),
      m_rules(new RichBrowser(m_parts)) {
    m_widget->setAccessibleName(tr("Why it is slow"));
    m_rules->setAccessibleName(tr("What limits the launch, most first"));
    m_rules->setFrameShape(QFrame::NoFrame);
    m_rules->setOpenLinks(false);
    m_parts->setChildrenCollapsible(false);
    m_parts->setStretchFactor(0, 5);
    m_parts->setStretchFactor(1, 3);
    m_parts->setSizes({560, 360});
    auto* all = new QWidget;
    auto* layout = new QVBoxLayout(all);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_parts, 1);
    layout->addWidget(m_bytes);
    m_widget->setFrameShape(QFrame::NoFrame);
    m_widget->setWidgetResizable(true);
    m_widget->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_widget->setWidget(all);
    m_widget->viewport()->installEventFilter(this);
    m_chart->installEventFilter(this);
    m_bytes->installEventFilter(this);
    connect(m_rules->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &LimitsPage::arrange);
    connect(&m_work, &LimitsWork::changed, this, &LimitsPage::refresh);
    connect(m_rules, &RichBrowser::anchorClicked, this, &LimitsPage::follow);
    connect(&m_theme, &Theme::changed, this, &LimitsPage::showTheme);
    showTheme();
}

QWidget* LimitsPage::widget() const { return m_widget; }

bool LimitsPage::isStacked() const { return m_parts->orientation() == Qt::Vertical; }

void LimitsPage::setShown(bool shown) { m_work.setWanted(shown); }

void LimitsPage::showTheme() {
    m_rules->setFont(m_theme.type(Type::Body));
    refresh();
}

bool LimitsPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) arrange();
    return Page::eventFilter(watched, event);
}

void LimitsPage::arrange() {
    const bool stacked = m_widget->viewport()->width() < m_theme.scaled(kAbreast);
    m_parts->setOrientation(stacked ? Qt::Vertical : Qt::Horizontal);
    m_chart->setMinimumHeight(
        std::max(qRound(m_theme.scaled(stacked ? kStackedRoofline : kLeastRoofline)), m_chart->leastHeight()));
    m_bytes->setFixedHeight(m_bytes->leastHeight());
    // A scroll bar takes room, and in less room the page needs one: where all fits without it there is none.
    const int whole = m_chart->minimumHeight() + m_bytes->leastHeightAt(m_widget->width());
    const bool fits = m_widget->width() >= m_theme.scaled(kAbreast) && whole <= m_widget->height();
    m_widget->setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    // Beside the roofline the rules scroll by themselves; below it the page does.
    m_rules->setVerticalScrollBarPolicy(stacked ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    m_rules->setMinimumHeight(stacked ? qCeil(m_rules->document()->size().height()) : 0);
}

void LimitsPage::refresh() {
    const LimitsWork::Limits& limits = m_work.limits();
    m_chart->setPicture(limits.picture, why().sentence);
    m_bytes->setPicture(limits.picture, why().sentence);
    m_rules->setHtml(rulesHtml());
    arrange();
    Q_EMIT whyChanged();
}

QString LimitsPage::rulesHtml() const {
    const LimitsWork::Limits& limits = m_work.limits();
    if (!limits.picture.missing.isEmpty()) return escaped(limits.picture.missing);
    const QString faint = m_theme.colour(Colour::FaintText).name(), ink = m_theme.colour(Colour::Text).name();
    QString html;
    if (limits.advices.list.empty()) html = escaped(said(limits.advices.sentence));
    std::size_t number = 0;
    for (const rules::Advice& advice : limits.advices.list) {
        if (number == kShownRules) break;
        html +=
            QStringLiteral("<p style='margin:10px 6px 0 6px'><b>%1&nbsp; %2</b> <span style='color:%4'>%3</span><br>")
                .arg(++number)
                .arg(escaped(said(advice.title)),
                     escaped(QString::fromStdString(rules::shareInWords(advice)).replace(u' ', QChar::Nbsp)), faint);
        html += escaped(said(advice.sentence));
        if (!advice.possible.id.empty()) html += QStringLiteral(" <b>%1</b>").arg(escaped(said(advice.possible)));
        if (advice.line > 0) {
            html += QStringLiteral("<br><a href='line:%1' style='color:%3'>%2</a>")
                        .arg(advice.line)
                        .arg(tr("line %1").arg(advice.line), ink);
            if (limits.source)
                html += QStringLiteral(" <code>%1</code>").arg(escaped(lineOf(*limits.source, advice.line)));
        }
        if (advice.event)
            html +=
                QStringLiteral(" <a href='event:%1' style='color:%3'>%2</a>").arg(number - 1).arg(tr("see it"), ink);
        html += QStringLiteral("</p>");
    }
    html +=
        QStringLiteral("<p style='margin:14px 6px 0 6px;color:%2'>%1</p>")
            .arg(limits.advices.ofTime
                     ? escaped(
                           tr("Percentages: the share that would go at most, of %1. Rates are those of the GPU's file, "
                              "whole lines as measured, dashed as its maker says.")
                               .arg(limits.seconds))
                     : escaped(limits.seconds),
                 faint);
    if (limits.sampled)
        html += QStringLiteral("<p style='margin:6px;color:%2'>%1</p>")
                    .arg(escaped(tr("Some blocks were counted, and stand for the rest.")), faint);
    return html;
}

void LimitsPage::follow(const QUrl& link) {
    const auto number = link.path().toULongLong();
    if (link.scheme() == QStringLiteral("line")) {
        Focus line;
        line.sourceLine = static_cast<std::uint32_t>(number);
        m_selection.setPinned(line);
        Q_EMIT pageWanted(QStringLiteral("code"));
    } else if (link.scheme() == QStringLiteral("event")) {
        const auto& list = m_work.limits().advices.list;
        if (number >= list.size() || !list[number].event) return;
        m_playback.pause();
        m_playback.seek(*list[number].event + 1);
        Q_EMIT pageWanted(pageOf(list[number]));
    }
}

Why LimitsPage::why() const {
    const LimitsWork::Limits& limits = m_work.limits();
    if (!limits.picture.missing.isEmpty() || limits.advices.list.empty()) return {};
    const rules::Advice& first = limits.advices.list.front();
    return {.sentence = said(first.title) + QLatin1Char('.'),
            .detail = said(first.sentence),
            .metrics = {std::string(first.metric)},
            .lines = {}};
}

Picture LimitsPage::picture() {
    return {tr("Why it is slow"), QSize(m_bytes->width(), m_chart->height() + m_bytes->height()),
            [this](QPainter& painter, QSize size) { m_chart->paintTo(painter, size); }, kNarrowRatio};
}

std::set<Origin> LimitsPage::origins() const {
    std::set<Origin> origins;
    for (const LimitsSide& side : m_chart->shown().sides) {
        if (side.seconds) origins.insert(side.seconds->origin);
        for (const rules::RooflinePoint& point : side.roofline.points) origins.insert(point.bytesFrom);
    }
    return origins;
}

std::string LimitsPage::csv() { return limitsCsv(m_chart->shown()); }

std::unique_ptr<Page> limitsPage(const PageFrame& frame) { return std::make_unique<LimitsPage>(frame); }

}  // namespace lanescope
