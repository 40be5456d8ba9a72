// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenter/class_window.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/presenter/class_tables.h"
#include "core/base/file_writer.h"
#include "widgets/export/export.h"
#include "widgets/paint/marks.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

QString named(const std::string& utf8) { return shownName(utf8); }

QString aboutOf(const ClassFolder& folder, const ClassResult& result) {
    QString about = ClassWindow::tr("%1: %2, the median of %3 samples")
                        .arg(named(folder.files[result.file].name), timeText(result.median), countText(result.samples));
    if (!result.date.empty()) about += ClassWindow::tr(", %1").arg(named(result.date.substr(0, 10)));
    if (result.throttled) about += ClassWindow::tr("; its GPU was slowed down");
    return about;
}

ClassColumn::Rank rankOf(const ClassBest* best, const ClassSpread& spread, const ClassSummary& summary) {
    if (best == nullptr || &summary.spreads[best->spread] != &spread) return ClassColumn::Rank::Other;
    return best->sure == ClassBest::Sure::Overlaps ? ClassColumn::Rank::BestByLittle : ClassColumn::Rank::Best;
}

}  // namespace

ClassWindow::ClassWindow(const Catalogue& catalogue, const Theme& theme, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_catalogue(catalogue),
      m_theme(theme),
      m_title(plainLabel(this)),
      m_algorithm(new QComboBox(this)),
      m_computed(new QComboBox(this)),
      m_open(new QPushButton(tr("Another &folder …"), this)),
      m_export(new QPushButton(tr("&Export …"), this)),
      m_dots(new ClassDots(theme, this)),
      m_files(makeFilesTable(this)),
      m_spreads(makeSpreadsTable(this)),
      m_said(sentenceLabel(this)) {
    setObjectName(QStringLiteral("class"));
    setWindowTitle(tr("Lanescope: a class's results"));
    build();
    connect(&theme, &Theme::changed, this, &ClassWindow::restyle);
    connect(m_algorithm, &QComboBox::currentIndexChanged, this, &ClassWindow::showAlgorithm);
    connect(m_computed, &QComboBox::currentIndexChanged, this, &ClassWindow::showDots);
    connect(m_open, &QPushButton::clicked, this, &ClassWindow::folderWanted);
    connect(m_export, &QPushButton::clicked, this, &ClassWindow::askExport);
    connect(m_dots, &ClassDots::fileChosen, this, [this](int file, const QString& about) {
        m_said->setText(about);
        for (int row = 0; row < m_files->rowCount(); ++row)
            if (m_files->item(row, 0)->data(kClassFile) == file) m_files->setCurrentCell(row, 0);
    });
    connect(m_files, &QTableWidget::itemSelectionChanged, this, [this] {
        const QTableWidgetItem* item =
            m_files->selectedItems().isEmpty() ? nullptr : m_files->item(m_files->currentRow(), 0);
        const QVariant file = item != nullptr ? item->data(kClassFile) : QVariant();
        m_dots->setFile(file.isValid() ? std::optional(file.toInt()) : std::nullopt);
        if (item != nullptr && !file.isValid()) m_said->setText(shownText(item->data(kClassWhy).toString()));
    });
    connect(m_spreads, &QTableWidget::itemActivated, this, [this](const QTableWidgetItem* item) {
        const auto at = static_cast<std::size_t>(m_spreads->item(item->row(), 0)->data(kClassSpread).toInt());
        const ClassSpread& spread = m_summary.spreads[at];
        Parameters both = spread.fixed;
        for (const auto& [name, value] : spread.chosen) both.add(name, value);
        Q_EMIT configurationChosen(QString::fromStdString(spread.algorithm), both);
    });
    restyle();
    resize(1280, 720);
}

void ClassWindow::build() {
    auto* rows = new QVBoxLayout(this);
    auto* head = new QHBoxLayout;
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setMinimumWidth(1);  // a folder's long name is no reason for the window to grow
    m_algorithm->setAccessibleName(tr("Algorithm"));
    m_computed->setAccessibleName(tr("What is computed"));
    head->addWidget(m_title, 1);
    for (QWidget* part : {static_cast<QWidget*>(m_algorithm), static_cast<QWidget*>(m_computed),
                          static_cast<QWidget*>(m_export), static_cast<QWidget*>(m_open)})
        head->addWidget(part);
    rows->addLayout(head);
    auto* middle = new QHBoxLayout;
    middle->addWidget(m_dots, 3);
    middle->addWidget(m_files, 2);
    rows->addLayout(middle, 3);
    m_said->setAccessibleName(tr("What is said of it"));
    rows->addWidget(m_said);
    rows->addWidget(m_spreads, 2);
}

void ClassWindow::open(const QString& folder) {
    m_title->setText(tr("Reading …"));
    m_jobs.start<ClassFolder>(
        QStringLiteral("class"), tr("Reading a class's results"),
        [path = folder.toStdString()](const JobContext& job) { return readClass(path, job); },
        [this](Result<ClassFolder> read) {
            if (read) return showFolder(std::move(*read));
            m_title->setText(tr("Not read"));
            m_said->setText(shownText(describe(read.error())));
        });
}

void ClassWindow::showFolder(ClassFolder folder) {
    m_folder = std::move(folder);
    m_summary = summaryOf(m_folder, m_catalogue);
    QStringList places;
    for (const ClassResult& result : m_folder.results)
        if (const QString where = named(result.where); !places.contains(where)) places += where;
    m_title->setText(tr("%1: %2 files on %3 GPUs, %4 left out")
                         .arg(shownName(QDir(QString::fromStdString(m_folder.folder)).dirName()),
                              countText(m_folder.files.size()), countText(places.size()),
                              countText(m_folder.leftOut.size())));
    fillFiles(*m_files, m_folder);
    QStringList algorithms;
    for (const ClassSpread& spread : m_summary.spreads)
        if (const QString id = QString::fromStdString(spread.algorithm); !algorithms.contains(id)) algorithms += id;
    const QSignalBlocker quiet(m_algorithm);
    m_algorithm->clear();
    m_algorithm->addItems(algorithms);
    m_algorithm->setVisible(!algorithms.isEmpty());
    showAlgorithm();
}

std::string ClassWindow::shownAlgorithm() const { return m_algorithm->currentText().toStdString(); }

void ClassWindow::showAlgorithm() {
    QStringList sizes;
    for (const ClassSpread& spread : m_summary.spreads)
        if (const QString size = QString::fromStdString(toString(spread.fixed));
            spread.algorithm == shownAlgorithm() && !sizes.contains(size))
            sizes += size;
    {
        const QSignalBlocker quiet(m_computed);
        m_computed->clear();
        m_computed->addItems(sizes);
        // The largest: what is small is mostly noise.
        m_computed->setCurrentIndex(static_cast<int>(sizes.size()) - 1);
        m_computed->setVisible(!sizes.isEmpty());
        m_export->setEnabled(!sizes.isEmpty());
    }
    fillSpreads(*m_spreads, m_folder, m_summary, shownAlgorithm());
    showDots();
}

std::vector<const ClassSpread*> ClassWindow::shownSpreads() const {
    std::vector<const ClassSpread*> shown;
    for (const ClassSpread& spread : m_summary.spreads)
        if (spread.algorithm == shownAlgorithm() &&
            QString::fromStdString(toString(spread.fixed)) == m_computed->currentText())
            shown.push_back(&spread);
    return shown;
}

void ClassWindow::showDots() {
    const std::vector<const ClassSpread*> shown = shownSpreads();
    // What is the same of all columns is said above them.
    Parameters common = shown.empty() ? Parameters() : shown.front()->chosen;
    for (const ClassSpread* spread : shown)
        for (const auto& [name, value] : Parameters(common))
            if (spread->chosen.value(name) != value) common = common.without(name);
    std::vector<ClassGroup> groups;
    QString said;
    for (const ClassSpread* spread : shown) {
        if (groups.empty() || groups.back().name != named(spread->where)) groups.push_back({named(spread->where), {}});
        const ClassBest* best = bestOf(m_summary, *spread);
        ClassColumn column{.name = named(unlike(spread->chosen, common)),
                           .lower = spread->seconds.lower,
                           .median = spread->seconds.median,
                           .upper = spread->seconds.upper,
                           .dots = {},
                           .rank = rankOf(best, *spread, m_summary)};
        for (const std::size_t at : spread->results) {
            const ClassResult& result = m_folder.results[at];
            column.dots.push_back({.seconds = result.median,
                                   .file = static_cast<int>(result.file),
                                   .about = aboutOf(m_folder, result),
                                   .outlier = std::ranges::find(spread->outliers, at) != spread->outliers.end()});
        }
        if (column.dots.empty()) continue;
        if (best != nullptr)
            said += tr("%1: %2. %3 ").arg(groups.back().name, column.name, named(sureInWords(m_summary, *best)));
        groups.back().columns.push_back(std::move(column));
    }
    std::erase_if(groups, [](const ClassGroup& group) { return group.columns.empty(); });
    for (ClassGroup& group : groups)
        std::ranges::stable_sort(group.columns, [](const ClassColumn& a, const ClassColumn& b) {
            return a.name.size() != b.name.size() ? a.name.size() < b.name.size() : a.name < b.name;
        });
    m_dots->setGroups(std::move(groups));
    m_said->setText(said.trimmed());
}

QString ClassWindow::said() const { return m_said->text(); }

Result<void> ClassWindow::exportTo(const QString& path) const {
    const Result<ExportFormat> format = exportFormatOf(path);
    if (!format) return fail(format.error());
    if (*format == ExportFormat::Csv || *format == ExportFormat::Json) {
        const Result<const Algorithm*> algorithm = m_catalogue.find(shownAlgorithm());
        return writeFile(path.toStdString(),
                         toCsv(classData(m_folder, m_summary, algorithm ? *algorithm : nullptr, shownAlgorithm())));
    }
    return exportPicture({tr("A class's results: %1, %2").arg(m_algorithm->currentText(), m_computed->currentText()),
                          m_dots->size(), [this](QPainter& painter, QSize size) { m_dots->paintTo(painter, size); }},
                         path);
}

void ClassWindow::askExport() {
    auto* dialog = new QFileDialog(this, tr("Export a class's results"), QString(),
                                   tr("Rows (*.csv);;Picture (*.png);;Drawing (*.svg);;Page (*.pdf)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const Result<void> written = exportTo(path);
        m_said->setText(written ? tr("Written: %1").arg(shownName(path)) : shownText(describe(written.error())));
    });
    dialog->open();
}

void ClassWindow::restyle() {
    const int grid = qRound(m_theme.scaled(paint::kGrid));
    layout()->setContentsMargins(2 * grid, 2 * grid, 2 * grid, 2 * grid);
    layout()->setSpacing(grid);
    m_title->setFont(m_theme.type(Type::Title));
    m_said->setFont(m_theme.type(Type::Body));
    for (QWidget* part : {static_cast<QWidget*>(m_algorithm), static_cast<QWidget*>(m_computed),
                          static_cast<QWidget*>(m_open), static_cast<QWidget*>(m_export)})
        part->setFont(m_theme.type(Type::Body));
    for (QTableWidget* table : {m_files, m_spreads}) {
        table->setFont(m_theme.type(Type::Least));
        table->horizontalHeader()->setFont(m_theme.type(Type::Least));
        table->resizeColumnsToContents();
    }
}

}  // namespace lanescope
