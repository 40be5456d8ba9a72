// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/welcome.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "app/presenter/preparation.h"
#include "app/state/workbench.h"
#include "widgets/lecture/caption_bar.h"
#include "widgets/paint/marks.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr QSize kPictureSize(1120, 720);  // laid out as a stage, and shown smaller
constexpr double kRadius = 16;
constexpr double kMostHeight = 660;

}  // namespace

StoryCard::StoryCard(const Theme& theme, const Content& content, QWidget* parent)
    : QPushButton(parent), m_theme(theme), m_content(content) {
    setAccessibleName(content.title);
    setAccessibleDescription(content.about);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMaximumHeight(qRound(theme.scaled(kMostHeight)));
}

void StoryCard::setPicture(const QImage& picture) {
    m_picture = picture;
    update();
}

QSize StoryCard::sizeHint() const { return {qRound(m_theme.scaled(250)), qRound(m_theme.scaled(380))}; }

void StoryCard::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const double grid = m_theme.scaled(paint::kGrid);
    const bool marked = hasFocus() || underMouse();
    const QRectF all = QRectF(rect()).adjusted(2, 2, -2, -2);
    painter.setPen(QPen(m_theme.colour(marked ? Colour::Text : Colour::GridLine), marked ? 4 : 2));
    painter.setBrush(m_theme.colour(Colour::Raised));
    painter.drawRoundedRect(all, m_theme.scaled(kRadius), m_theme.scaled(kRadius));
    const QRectF inside = all.adjusted(2 * grid, 2 * grid, -2 * grid, -2 * grid);
    const QRectF picture(inside.topLeft(), QSizeF(inside.width(), all.height() * 0.42));
    painter.fillRect(picture, m_theme.colour(Colour::Ground));
    if (!m_picture.isNull()) {
        QSizeF size = m_picture.size();
        size.scale(picture.size(), Qt::KeepAspectRatio);
        painter.drawImage(QRectF(picture.center() - QPointF(size.width() / 2, size.height() / 2), size), m_picture);
    }
    double top = picture.bottom() + 2 * grid;
    const auto write = [&](const QFont& font, Colour colour, const QString& text, int most) {
        painter.setFont(font);
        painter.setPen(m_theme.colour(colour));
        const double line = QFontMetricsF(font).lineSpacing();
        for (const QString& words : brokenText(font, inside.width(), text, most)) {
            painter.drawText(QRectF(inside.left(), top, inside.width(), line), Qt::AlignLeft | Qt::AlignVCenter, words);
            top += line;
        }
        top += grid;
    };
    QFont title = m_theme.type(Type::Second);
    title.setWeight(QFont::Bold);
    QFont about = m_theme.type(Type::Name);
    about.setWeight(QFont::Normal);
    write(title, Colour::Text, m_content.title, 2);
    // Watch, and the key that does it, stand below; what is run is one line.
    const double radius = 2.2 * grid;
    const double room =
        inside.bottom() - 2 * radius - grid - QFontMetricsF(m_theme.type(Type::Code)).lineSpacing() - 2 * grid - top;
    write(about, Colour::FaintText, m_content.about,
          std::max(1, static_cast<int>(room / QFontMetricsF(about).lineSpacing())));
    write(m_theme.type(Type::Code), Colour::FaintText, m_content.runs, 1);
    const QPointF centre(inside.left() + radius, inside.bottom() - radius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.colour(Colour::Text));
    painter.drawEllipse(centre, radius, radius);
    QPainterPath sign(centre + QPointF(-radius * 0.3, -radius * 0.45));
    sign.lineTo(centre + QPointF(radius * 0.5, 0));
    sign.lineTo(centre + QPointF(-radius * 0.3, radius * 0.45));
    painter.fillPath(sign, m_theme.colour(Colour::Raised));
    painter.setFont(m_theme.type(Type::Name));
    painter.setPen(m_theme.colour(Colour::Text));
    const QRectF words(inside.left() + 2 * radius + grid, centre.y() - radius, inside.width() - 2 * radius - grid,
                       2 * radius);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, tr("Watch"));
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, QString::number(m_content.number));
}

Welcome::Welcome(Workbench& workbench, Preparation& preparation, const Theme& theme, QWidget* window)
    : QWidget(window), m_preparation(preparation), m_theme(theme), m_stories(StoryDesk::shippedCards(kCards)) {
    setObjectName(QStringLiteral("welcome"));
    setFocusPolicy(Qt::StrongFocus);
    std::vector<Chosen> wanted;
    for (std::size_t i = 0; i < m_stories.size(); ++i) {
        StoryCard::Content content{m_stories[i].title, m_stories[i].about, {}, static_cast<int>(i) + 1};
        Stop first;
        if (const Result<Stop> stop = StoryDesk::coverOf(m_stories[i].file, workbench)) {
            first = *stop;
            wanted.push_back(first.chosen);
            QStringList runs;
            for (const StopRun& run : runsOf(first.chosen))
                runs += QString::fromUtf8(run.key.algorithm->id().data(),
                                          static_cast<qsizetype>(run.key.algorithm->id().size()));
            runs.removeDuplicates();
            content.runs = runs.join(QStringLiteral(" | "));
        }
        m_first.push_back(first);
        m_cards.push_back(new StoryCard(theme, content, this));
        connect(m_cards.back(), &QPushButton::clicked, this, [this, i] {
            hide();
            Q_EMIT storyWanted(m_stories[i].file);
        });
    }
    build();
    restyle();
    connect(&theme, &Theme::changed, this, &Welcome::restyle);
    connect(&preparation, &Preparation::changed, this, &Welcome::showPictures);
    preparation.want(wanted);
    showPictures();
    window->installEventFilter(this);
    setGeometry(window->rect());
}

void Welcome::build() {
    auto* rows = new QVBoxLayout(this);
    m_title = plainLabel(tr("See what every lane does."), this);
    m_about = plainLabel(tr("Four stories of about a minute. Space plays, arrows step, F11 fills the wall."), this);
    rows->addWidget(m_title);
    rows->addWidget(m_about);
    auto* cards = new QHBoxLayout;
    for (StoryCard* card : m_cards) cards->addWidget(card);
    rows->addLayout(cards, 1);
    auto* foot = new QHBoxLayout;
    struct Button {
        QString text;
        void (Welcome::*wanted)();
    };
    for (const Button& what :
         {Button{tr("All algorithms"), &Welcome::algorithmsWanted}, Button{tr("Open a story …"), &Welcome::openWanted},
          Button{tr("To the window (Esc)"), nullptr}}) {
        auto* button = new QPushButton(what.text, this);
        connect(button, &QPushButton::clicked, this, [this, wanted = what.wanted] {
            hide();
            if (wanted != nullptr) Q_EMIT(this->*wanted)();
        });
        m_buttons.push_back(button);
        foot->addWidget(button);
    }
    foot->addStretch(1);
    m_foot = plainLabel(tr("No GPU is needed: kernels are emulated, times are replayed."), this);
    foot->addWidget(m_foot);
    rows->addLayout(foot);
}

void Welcome::restyle() {
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    const bool compact = m_theme.isCompact();
    const int side = compact ? 4 * grid : 8 * grid;
    layout()->setContentsMargins(side, compact ? 2 * grid : 6 * grid, side, compact ? 2 * grid : 6 * grid);
    layout()->setSpacing(compact ? grid : 2 * grid);
    QFont title = m_theme.type(Type::Caption);
    m_title->setFont(title);
    m_about->setFont(m_theme.type(compact ? Type::Name : Type::Second));
    m_foot->setFont(m_theme.type(Type::Least));
    for (QPushButton* button : m_buttons) button->setFont(m_theme.type(Type::Least));
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, m_theme.colour(Colour::Text));
    setPalette(palette);
    update();
}

void Welcome::showPictures() {
    if (!isVisibleTo(parentWidget())) return;
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        if (m_cards[i]->hasPicture() || m_first[i].chosen.algorithm == nullptr) continue;
        const Preparation::Runs runs = m_preparation.runs(m_first[i].chosen);
        if (!runs.blocks.empty())
            m_cards[i]->setPicture(pictureOf(m_first[i], runs.sides, runs.blocks, m_theme, kPictureSize));
    }
}

void Welcome::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    Q_EMIT left();
}

void Welcome::keyPressEvent(QKeyEvent* event) {
    const int number = event->key() - Qt::Key_1;
    if (number >= 0 && number < static_cast<int>(m_cards.size()))
        m_cards[static_cast<std::size_t>(number)]->click();
    else if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

bool Welcome::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == parentWidget()) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void Welcome::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colour(Colour::Ground));
}

}  // namespace lanescope
