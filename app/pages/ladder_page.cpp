// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/ladder_page.h"

#include <QComboBox>
#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/pages/page_list.h"
#include "app/state/baseline_run.h"
#include "core/base/words.h"
#include "core/ladder/ladder_csv.h"
#include "core/ladder/ladder_words.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/style/theme.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownChanges = 7, kShownLines = 12;
// What sessions call it.
constexpr std::string_view kLadder = "ladder", kRoofline = "roofline", kYes = "yes";
constexpr double kNarrowRatio = 1.25;  // the words stand below the staircase

QString text(const std::string& string) { return QString::fromStdString(string); }
QString said(const Message& message) { return text(inWords(message)); }

QString originOf(const Moved& moved) {
    const auto name = [](Origin origin) { return text(std::string(nameOf(origin))); };
    return moved.from == moved.origin ? name(moved.origin)
                                      : name(moved.from) + QStringLiteral(", ") + name(moved.origin);
}

/// What changed, a line each, the largest first: name, from and to, where the numbers are from.
struct Change {
    QString name, moved, origin;
};
std::vector<Change> changesOf(const Rise& rise) {
    std::vector<Change> changes;
    for (const Moved& moved : told(rise)) {
        if (changes.size() == kShownChanges) break;
        changes.push_back({said(nameOf(moved)), said(inShort(moved)), originOf(moved)});
    }
    return changes;
}

QString codeHtml(QLatin1Char sign, const std::vector<CodeLine>& lines, const QString& faint) {
    QString html;
    std::size_t shown = 0;
    for (const CodeLine& line : lines) {
        if (shown++ == kShownLines) return html + QStringLiteral("<br>…");
        html += QStringLiteral("<br><span style='color:%1'>%2 %3</span> <code>%4</code>")
                    .arg(faint, QString(sign), QString::number(line.number), escaped(text(line.text)));
    }
    return html;
}

}  // namespace

LadderPage::LadderPage(const PageFrame& frame)
    : Page({.id = QStringLiteral("ladder"),
            .title = tr("L&adder"),
            .hint = tr("From kernel to kernel: a staircase of time, and what changed on each step"),
            .explained = Explained::Run,
            .playback = false}),
      m_theme(frame.theme),
      m_work(frame.workbench),
      m_widget(new QWidget(frame.parent)),
      m_controls(new QWidget(m_widget)),
      m_kind(new QComboBox(m_controls)),
      m_usual(new QToolButton(m_controls)),
      m_rooflineButton(new QToolButton(m_controls)),
      m_stack(new QStackedWidget(m_widget)),
      m_chart(new LadderChart(frame.theme, m_stack)),
      m_roofline(new LimitsChart(LimitsChart::Part::Roofline, frame.theme, m_stack)),
      m_changes(new RichBrowser(m_widget)) {
    m_widget->setAccessibleName(tr("Ladder of the chosen algorithm"));
    buildControls();
    m_changes->setAccessibleName(tr("What changed on the watched step, the largest first"));
    m_changes->setFrameShape(QFrame::NoFrame);
    m_changes->setOpenLinks(false);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_roofline);
    auto* parts = new QSplitter(Qt::Horizontal, m_widget);
    parts->addWidget(m_stack);
    parts->addWidget(m_changes);
    parts->setStretchFactor(0, 5);
    parts->setStretchFactor(1, 3);
    parts->setSizes({600, 330});
    auto* layout = new QVBoxLayout(m_widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_controls);
    layout->addWidget(parts, 1);
    connect(&m_work, &LadderWork::changed, this, &LadderPage::refresh);
    connect(m_chart, &LadderChart::stepChosen, this, [this](std::size_t step) { m_work.watch(step); });
    connect(m_chart, &LadderChart::described, this, &LadderPage::described);
    connect(&m_theme, &Theme::changed, this, &LadderPage::showTheme);
    m_widget->installEventFilter(this);
    showTheme();
}

void LadderPage::buildControls() {
    auto* layout = new FlowLayout(m_controls);
    layout->setContentsMargins(10, 6, 10, 2);
    layout->setSpacing(14);
    m_kind->setAccessibleName(tr("Which ladder"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_kind->setMaximumWidth(48 * QFontMetrics(m_theme.font()).averageCharWidth());
    m_usual->setText(tr("At its &usual size"));
    m_usual->setAccessibleName(tr("Choose the parameters that this ladder is usually climbed with"));
    m_usual->setFocusPolicy(Qt::StrongFocus);
    m_rooflineButton->setText(tr("R&oofline"));
    m_rooflineButton->setCheckable(true);
    m_rooflineButton->setToolTip(tr("The same steps as points of the roofline, joined in their order"));
    m_rooflineButton->setAccessibleName(tr("Show the steps in the roofline"));
    m_rooflineButton->setFocusPolicy(Qt::StrongFocus);
    for (QWidget* const each : std::initializer_list<QWidget*>{m_kind, m_usual, m_rooflineButton})
        layout->addWidget(each);
    connect(m_kind, &QComboBox::activated, this, [this] {
        m_work.setKind(m_kind->currentData().toString().toStdString());
        Q_EMIT lookChanged();
    });
    connect(m_usual, &QToolButton::clicked, this, [this] { m_work.takeUsual(); });
    connect(m_rooflineButton, &QToolButton::toggled, this, [this](bool roofline) {
        m_stack->setCurrentIndex(roofline ? 1 : 0);
        Q_EMIT lookChanged();
    });
}

void LadderPage::showTheme() {
    m_changes->setFont(m_theme.type(Type::Body));
    shareRoom();
    refresh();
}

void LadderPage::shareRoom() {
    constexpr int kFewestLetters = 60;
    const int letter = QFontMetrics(m_theme.type(Type::Body)).averageCharWidth();
    m_changes->setVisible(m_widget->width() >= kFewestLetters * letter);
}

bool LadderPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_widget && event->type() == QEvent::Resize) shareRoom();
    return Page::eventFilter(watched, event);
}

void LadderPage::fillControls() {
    const QSignalBlocker blocked(m_kind);
    m_kind->clear();
    for (const LadderKind& kind : m_work.kinds()) m_kind->addItem(text(kind.title), text(kind.id));
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(text(m_work.ladder().kind.id))));
    m_controls->setVisible(!m_work.kinds().empty());
    const Parameters& usual = m_work.ladder().kind.usual;
    m_usual->setVisible(!usual.empty() && !m_work.isUsual());
    m_usual->setToolTip(
        plainTip(tr("%1: there its steps differ, and there are recordings of them").arg(text(toString(usual)))));
}

void LadderPage::refresh() {
    fillControls();
    m_chart->setPicture(ladderPicture());
    m_roofline->setPicture(rooflinePicture(), why().sentence);
    m_changes->setHtml(changesHtml());
    Q_EMIT whyChanged();
}

LadderPicture LadderPage::ladderPicture() const {
    LadderPicture picture;
    picture.ladder = m_work.ladder();
    picture.missing = m_work.missing();
    if (picture.ladder.steps.empty() && picture.missing.isEmpty()) picture.missing = tr("Looking up the steps …");
    picture.about = tr("%1, %2").arg(text(picture.ladder.gpu.title), text(toString(picture.ladder.given)));
    picture.watched = m_work.watched();
    if (const auto line = m_work.baseline().line()) {
        picture.baseline = line->seconds;
        picture.baselineWords = line->words;
    }
    if (!picture.watched) return picture;
    const std::size_t step = *picture.watched;
    picture.words << said(riseSentence(picture.ladder, step));
    const std::optional<Rise>& rise = picture.ladder.rises[step];
    if (!rise) return picture;
    for (const Change& change : changesOf(*rise))
        picture.words << tr("%1: %2 (%3)").arg(change.name, change.moved, change.origin);
    if (const Message roofline = rooflineSentence(picture.ladder.steps[rise->from], picture.ladder.steps[step]);
        !roofline.id.empty())
        picture.words << said(roofline);
    picture.words << said(sourceSentence(*rise)) << said(machineSentence(*rise));
    return picture;
}

LimitsPicture LadderPage::rooflinePicture() const {
    LimitsPicture picture;
    const Ladder& ladder = m_work.ladder();
    picture.gpu = text(ladder.gpu.title);
    const std::optional<std::size_t> watched = m_work.watched();
    const auto add = [&](std::size_t number) {
        const LadderStep& step = ladder.steps[number];
        if (!step.roofline) return;
        LimitsSide side;
        side.name = text(step.rung.name);
        if (step.roofline->rate && step.time) side.seconds = rules::Fact{step.time->seconds, step.time->origin};
        side.roofline = *step.roofline;
        picture.sides.push_back(std::move(side));
    };
    if (watched) add(*watched);
    // The watched one stands first, and on the path where it is on the ladder.
    if (picture.sides.empty()) {
        picture.missing = m_work.missing().isEmpty() ? tr("The steps are being counted …") : m_work.missing();
        return picture;
    }
    for (std::size_t step = 0; step < ladder.steps.size(); ++step) {
        if (step == *watched) {
            picture.path.push_back(0);
            continue;
        }
        const std::size_t before = picture.sides.size();
        add(step);
        if (picture.sides.size() > before) picture.path.push_back(before);
    }
    return picture;
}

QString LadderPage::changesHtml() const {
    const Ladder& ladder = m_work.ladder();
    const std::optional<std::size_t> watched = m_work.watched();
    if (!watched) return {};
    const QString faint = m_theme.colour(Colour::FaintText).name();
    const LadderStep& step = ladder.steps[*watched];
    const auto paragraph = [](const QString& words) {
        return QStringLiteral("<p style='margin:8px 6px 0 6px'>%1</p>").arg(words);
    };
    QString html = paragraph(QStringLiteral("<b>%1</b>").arg(escaped(said(riseSentence(ladder, *watched)))));
    // Of the second step that is said already.
    const std::optional<Rise>& from = ladder.rises[*watched];
    if (const auto first = ladder.speedUpOverFirst(*watched); first && !(from && from->from == *ladder.first()))
        html += paragraph(
            escaped(tr("%1 times as fast as %2.")
                        .arg(QString::number(*first, 'g', 3), text(ladder.steps[*ladder.first()].rung.name))));
    if (step.wrong) html += paragraph(escaped(tr("✗ Its result is wrong.")));
    if (!step.notCounted.empty()) html += paragraph(escaped(tr("Not counted: %1").arg(text(step.notCounted))));
    const std::optional<Rise>& rise = ladder.rises[*watched];
    if (rise) {
        for (const Change& change : changesOf(*rise))
            html += paragraph(QStringLiteral("<b>%1</b><br>%2 <span style='color:%4'>(%3)</span>")
                                  .arg(escaped(change.name), escaped(change.moved), escaped(change.origin), faint));
        if (const Message roofline = rooflineSentence(ladder.steps[rise->from], step); !roofline.id.empty())
            html += paragraph(escaped(said(roofline)));
        html += paragraph(escaped(said(machineSentence(*rise))));
        html += paragraph(escaped(said(sourceSentence(*rise))) + codeHtml(QLatin1Char('-'), rise->source.gone, faint) +
                          codeHtml(QLatin1Char('+'), rise->source.come, faint));
    }
    if (step.sampled)
        html += paragraph(QStringLiteral("<span style='color:%2'>%1</span>")
                              .arg(escaped(tr("Some blocks were counted, and stand for the rest.")), faint));
    return html;
}

Why LadderPage::why() const {
    const Ladder& ladder = m_work.ladder();
    const std::optional<std::size_t> watched = m_work.watched();
    if (!watched) return {};
    const std::optional<Rise>& rise = ladder.rises[*watched];
    const std::vector<Moved> moved = rise ? told(*rise) : std::vector<Moved>();
    QString detail;
    if (!moved.empty()) detail = tr("%1: %2.").arg(said(nameOf(moved.front())), said(inShort(moved.front())));
    if (const std::size_t uncounted = m_work.uncounted(); uncounted > 0)
        detail += QLatin1Char(' ') + tr("%n more step(s) are being counted.", nullptr, static_cast<int>(uncounted));
    return {.sentence = said(riseSentence(ladder, *watched)), .detail = detail.trimmed(), .metrics = {}, .lines = {}};
}

Picture LadderPage::picture() {
    const bool roofline = m_rooflineButton->isChecked();
    return {m_work.ladder().steps.empty() ? tr("Ladder") : text(m_work.ladder().kind.title),
            roofline ? m_roofline->size() : m_widget->size(),
            [this, roofline](QPainter& painter, QSize size) {
                if (roofline)
                    m_roofline->paintTo(painter, size);
                else
                    m_chart->paintTo(painter, size);
            },
            roofline ? 1 : kNarrowRatio};
}

std::set<Origin> LadderPage::origins() const {
    std::set<Origin> origins;
    for (const LadderStep& step : m_work.ladder().steps)
        if (step.time) origins.insert(step.time->origin);
    return origins;
}

std::string LadderPage::csv() {
    Ladder ladder = m_work.ladder();
    if (const auto& before = m_work.baseline().before()) {
        ladder.baseline = LadderBaseline{before->algorithm + ' ' + toString(before->parameters), before->times};
        // Times of another GPU, or by another model than the steps', are no step's rival.
        if (before->measuredOn != ladder.gpu.title) ladder.baseline->times.hardware.reset();
        const auto likeIt = [&](const LadderStep& step) {
            return step.estimate && before->estimatedOn == step.estimate->from + ", " + ladder.gpu.title;
        };
        if (std::ranges::none_of(ladder.steps, likeIt)) ladder.baseline->times.estimate.reset();
    }
    return toCsv(ladder);
}

session::PageLook LadderPage::look() const {
    session::PageLook look;
    if (!m_work.wantedKind().empty()) look.emplace(kLadder, m_work.wantedKind());
    if (m_rooflineButton->isChecked()) look.emplace(kRoofline, kYes);
    return look;
}

QStringList LadderPage::setLook(const session::PageLook& look) {
    QStringList unknown;
    for (const auto& [name, value] : look)
        if (name != kLadder && name != kRoofline) unknown += text(name);
    const auto kind = look.find(kLadder);
    m_work.setKind(kind == look.end() ? std::string() : kind->second);
    const auto roofline = look.find(kRoofline);
    m_rooflineButton->setChecked(roofline != look.end() && roofline->second == kYes);
    return unknown;
}

std::unique_ptr<Page> ladderPage(const PageFrame& frame) { return std::make_unique<LadderPage>(frame); }

}  // namespace lanescope
