// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/figure_dialog.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "app/figure/figure_desk.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

constexpr int kMargin = 16;
constexpr double kLargest = 1.0;  // of its own size; a larger one would promise more than there is

}  // namespace

FigurePreview::FigurePreview(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setAccessibleName(tr("The figure as it will be"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigurePreview::setSheet(const QPicture& drawn, const QSize& size) {
    m_drawn = drawn;
    m_size = size;
    update();
}

void FigurePreview::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
    painter.fillRect(rect(), m_theme.colour(Colour::Window));
    if (m_size.isEmpty()) return;
    const QSizeF room = QSizeF(size()) - QSizeF(2 * kMargin, 2 * kMargin);
    const double scale = std::min({kLargest, room.width() / m_size.width(), room.height() / m_size.height()});
    painter.translate((width() - scale * m_size.width()) / 2, (height() - scale * m_size.height()) / 2);
    painter.scale(scale, scale);
    painter.drawPicture(0, 0, m_drawn);
    painter.setPen(QPen(m_theme.colour(Colour::GridLine), 1 / scale));
    painter.drawRect(QRectF(QPointF(), QSizeF(m_size)));
}

FigureDialog::FigureDialog(FigureDesk& desk, Theme& theme, QWidget* parent)
    : QDialog(parent),
      m_desk(desk),
      m_theme(theme),
      m_figure(desk.figure()),
      m_wishes(desk.wishes()),
      m_preview(new FigurePreview(theme, this)),
      m_measures(sentenceLabel(this)) {
    setWindowTitle(tr("A figure for a paper"));
    build();
    constexpr double kShare = 0.85;  // of the window
    resize(parent->size() * kShare);
    show(m_wishes);
}

QComboBox* FigureDialog::addChoices(QLayout* rows, const QString& title, const QStringList& names, int chosen) {
    auto* const box = new QComboBox(this);
    for (const QString& name : names) box->addItem(name);
    box->setCurrentIndex(chosen);
    auto* const label = plainLabel(title, this);
    label->setBuddy(box);
    rows->addWidget(label);
    rows->addWidget(box);
    connect(box, &QComboBox::currentIndexChanged, this, &FigureDialog::read);
    return box;
}

void FigureDialog::build() {
    auto* const across = new QHBoxLayout(this);
    across->addWidget(m_preview, 1);
    auto* const rows = new QVBoxLayout;
    across->addLayout(rows);
    QStringList forms;
    for (const FigureForm& form : figureForms()) forms += form.title();
    m_forms = addChoices(rows, tr("For"), forms, static_cast<int>(m_wishes.form - figureForms().data()));
    m_colours = addChoices(rows, tr("Colours"), {tr("as they are seen"), tr("for paper")},
                           m_wishes.colours == FigureWishes::Colours::Print ? 1 : 0);
    const auto addBox = [&](const QString& title, bool on, const QString& tip) {
        auto* const box = new QCheckBox(title, this);
        box->setChecked(on);
        box->setToolTip(plainTip(tip));
        connect(box, &QCheckBox::toggled, this, &FigureDialog::read);
        rows->addWidget(box);
        return box;
    };
    m_caption = addBox(tr("A line that says what it is of"), m_wishes.caption,
                       tr("Algorithm, values, step, GPU, and where the numbers are from"));
    m_outlines = addBox(tr("Letters as outlines in SVG"), m_wishes.outlines,
                        tr("For programs that do not have these fonts; text can not be searched then"));
    rows->addWidget(m_measures);
    rows->addStretch(1);
    auto* const held = sentenceLabel(this);
    held->setText(tr("It holds its session: drop it on the window, and all is as it was."));
    rows->addWidget(held);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* const save = buttons->addButton(tr("&Save as …"), QDialogButtonBox::ActionRole);
    auto* const copy = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    save->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copy, &QPushButton::clicked, this, [this] { m_desk.copyPicture(m_wishes); });
    connect(save, &QPushButton::clicked, this, [this] {
        m_desk.ask(m_desk.suggestedName() + QLatin1Char('-') + QString::fromLatin1(m_wishes.form->id),
                   {QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png")},
                   [&desk = m_desk, figure = m_figure, wishes = m_wishes](const QString& path) {
                       return desk.write(path, figure, wishes);
                   });
        accept();
    });
    rows->addWidget(buttons);
}

void FigureDialog::read() {
    using Colours = FigureWishes::Colours;
    FigureWishes wishes;
    wishes.form = &figureForms()[static_cast<std::size_t>(m_forms->currentIndex())];
    wishes.colours = m_colours->currentIndex() == 1 ? Colours::Print : Colours::Seen;
    wishes.caption = m_caption->isChecked();
    wishes.outlines = m_outlines->isChecked();
    m_desk.setWishes(wishes);
    show(wishes);
}

void FigureDialog::show(const FigureWishes& wishes) {
    m_wishes = wishes;
    QPicture drawn;
    const FigureLook look(m_theme, wishes);
    const Picture sheet = sheetOf(m_figure, wishes, m_theme);
    QPainter painter(&drawn);
    sheet.paint(painter, sheet.size);
    painter.end();
    m_preview->setSheet(drawn, sheet.size);
    m_measures->setText(measuresOf(sheet, *wishes.form));
}

}  // namespace lanescope
