// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/figure_desk.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <algorithm>

#include "app/figure/figure_caption.h"
#include "app/figure/figure_dialog.h"
#include "app/main_window.h"
#include "app/session/session_desk.h"
#include "app/state/settings.h"
#include "app/zones/status_line.h"
#include "core/base/file_writer.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

const QString kForm = QStringLiteral("figure/form");
const QString kColours = QStringLiteral("figure/colours");
const QString kCaption = QStringLiteral("figure/caption");
const QString kOutlines = QStringLiteral("figure/outlines");

constexpr double kCopiedRatio = 2;

QString filterFor(const QStringList& endings) {
    QStringList filters;
    for (const QString& ending : endings) filters += QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending);
    return filters.join(QStringLiteral(";;"));
}

FigureWishes asItIs(ExportFormat format) {
    FigureWishes wishes;
    // What goes into a paper is for paper; what is kept as pixels is as it is seen.
    wishes.colours = format == ExportFormat::Png ? FigureWishes::Colours::Seen : FigureWishes::Colours::Print;
    wishes.caption = false;
    return wishes;
}

}  // namespace

FigureDesk::FigureDesk(MainWindow& window, Theme& theme, Settings& settings)
    : QObject(&window), m_window(window), m_theme(theme), m_settings(settings) {
    const auto forms = figureForms();
    const auto last = static_cast<std::int64_t>(forms.size()) - 1;
    m_wishes.form = &forms[static_cast<std::size_t>(settings.whole(kForm, {0, last}).value_or(1))];
    m_wishes.colours =
        settings.whole(kColours, {0, 1}).value_or(1) == 0 ? FigureWishes::Colours::Seen : FigureWishes::Colours::Print;
    m_wishes.caption = settings.whole(kCaption, {0, 1}).value_or(1) == 1;
    m_wishes.outlines = settings.whole(kOutlines, {0, 1}).value_or(0) == 1;
}

void FigureDesk::setWishes(const FigureWishes& wishes) {
    m_wishes = wishes;
    m_settings.setWhole(kForm, wishes.form - figureForms().data());
    m_settings.setWhole(kColours, wishes.colours == FigureWishes::Colours::Print ? 1 : 0);
    m_settings.setWhole(kCaption, wishes.caption ? 1 : 0);
    m_settings.setWhole(kOutlines, wishes.outlines ? 1 : 0);
}

void FigureDesk::fillFileMenu(QMenu& menu) {
    menu.addAction(tr("&Export this page as …"), QKeySequence(Qt::CTRL | Qt::Key_E), this, [this] {
        ask(suggestedName(), Page::endings(), [this](const QString& path) { return write(path); });
    });
    menu.addAction(tr("A &figure for a paper …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), this,
                   &FigureDesk::showDialog);
    menu.addAction(tr("The s&tudy as JSON …"), this, [this] {
        ask(QStringLiteral("study"), {QStringLiteral("json")},
            [this](const QString& path) { return m_window.exportStudy(path); });
    });
}

/// What is shown, for a document that is open beside it.
void FigureDesk::fillEditMenu(QMenu& menu) {
    menu.addAction(tr("&Copy this page as a picture"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this,
                   [this] { copyPicture(asItIs(ExportFormat::Png)); });
    menu.addAction(tr("Copy its rows as C&SV"), this, [this] { copyRows(DataFormat::Csv); });
    menu.addAction(tr("Copy its rows as &Markdown"), this, [this] { copyRows(DataFormat::Markdown); });
    menu.addAction(tr("Copy its rows as a &LaTeX table"), this, [this] { copyRows(DataFormat::Latex); });
    menu.addAction(tr("Copy its rows for &pgfplots"), this, [this] { copyRows(DataFormat::Pgfplots); });
}

void FigureDesk::showDialog() {
    auto* const dialog = new FigureDialog(*this, m_theme, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

Picture FigureDesk::picture() const {
    Picture picture = m_window.currentPage().picture();
    if (picture.title.isEmpty()) picture.title = m_window.currentPage().title();
    if (const Algorithm* const algorithm = m_window.workbench().algorithm())
        picture.title = QStringLiteral("%1: %2").arg(shownName(algorithm->id()), picture.title);
    return picture;
}

Figure FigureDesk::figure() const { return {picture(), figureCaption(m_window), m_window.sessions().bytes()}; }

Result<void> FigureDesk::write(const QString& path) const {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) return fail(format.error());
    return write(path, figure(), asItIs(*format));
}

Result<void> FigureDesk::write(const QString& path, const Figure& figure, const FigureWishes& wishes) const {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) return fail(format.error());
    if (*format == ExportFormat::Csv || *format == ExportFormat::Json) return writeRows(path, *format);
    return writeFile(path.toStdString(), render(figure, wishes, m_theme, *format));
}

Result<void> FigureDesk::writeRows(const QString& path, ExportFormat format) const {
    const std::string csv = m_window.currentPage().csv();
    return writeFile(path.toStdString(), format == ExportFormat::Csv ? csv : jsonOf(tableOf(csv)));
}

QString FigureDesk::suggestedName() const {
    QString name = m_window.currentPage().identity().id;
    const Workbench& workbench = m_window.workbench();
    if (const Algorithm* const algorithm = workbench.algorithm()) {
        name += QLatin1Char('-') + shownName(algorithm->id());
        for (const auto& [parameter, value] : workbench.parameters())
            name += QLatin1Char('-') + shownName(parameter) + shownName(value);
    }
    static const QRegularExpression others(QStringLiteral("[^A-Za-z0-9._-]+"));
    constexpr qsizetype kMostOfName = 120;
    return name.replace(others, QStringLiteral("_")).left(kMostOfName);
}

void FigureDesk::copyPicture(const FigureWishes& wishes) const {
    const FigureLook look(m_theme, wishes);
    const Picture sheet = sheetOf({picture(), figureCaption(m_window), {}}, wishes, m_theme);
    QImage image(sheet.size * kCopiedRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kCopiedRatio);
    image.fill(Qt::white);
    QPainter painter(&image);
    sheet.paint(painter, sheet.size);
    painter.end();
    QGuiApplication::clipboard()->setImage(image);
    m_window.statusLine()->sumUp(tr("Copied: %1").arg(sheet.title));
}

void FigureDesk::copyRows(DataFormat format) const {
    const DataTable table = tableOf(m_window.currentPage().csv());
    QGuiApplication::clipboard()->setText(QString::fromStdString(textOf(table, format)));
    m_window.statusLine()->sumUp(tr("Copied: %1 rows").arg(table.rows.size()));
}

void FigureDesk::ask(const QString& name, const QStringList& endings,
                     const std::function<Result<void>(const QString& path)>& write) const {
    // Not modal to the program: open() returns at once.
    auto* dialog = new QFileDialog(&m_window, tr("Export"), QString(), filterFor(endings));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(endings.front());
    dialog->selectFile(QStringLiteral("%1.%2").arg(name, endings.front()));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, endings](const QString& filter) {
        for (const QString& ending : endings)
            if (filter.contains(QStringLiteral("*.") + ending)) dialog->setDefaultSuffix(ending);
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this, write](const QString& path) {
        if (const Result<void> result = write(path))
            m_window.tell(tr("Written: %1").arg(path));
        else
            m_window.say(result.error());
    });
    dialog->open();
}

}  // namespace lanescope
