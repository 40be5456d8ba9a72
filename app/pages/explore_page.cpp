// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/explore_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>
#include <set>
#include <sstream>

#include "app/pages/explore_range.h"
#include "app/pages/explore_table.h"
#include "app/pages/page_list.h"
#include "app/state/workbench.h"
#include "app/worker/worker_client.h"
#include "core/base/words.h"
#include "core/metrics/dictionary.h"
#include "widgets/charts/comparison_models.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/style/numbers.h"
#include "widgets/style/theme.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using Kind = AtlasQuantity::Kind;

// What sessions call it.
constexpr std::string_view kAcross = "across", kDown = "down", kPanels = "panels", kColour = "colour", kModel = "model",
                           kTable = "table", kRange = "range", kLeft = "left";
constexpr std::array kNames{kAcross, kDown, kPanels, kColour, kModel, kTable, kRange, kLeft};
constexpr double kRatioOfColumn = 1.1;      // cells of a narrow figure have their numbers and marks below each other
constexpr std::size_t kMostLeft = 10000;    // configurations, that a file may name
constexpr std::string_view kNothing = "-";  ///< down: there is one row alone

QString text(std::string_view string) {
    return QString::fromUtf8(string.data(), static_cast<qsizetype>(string.size()));
}

std::size_t placeOfModel(std::string_view id) {
    std::size_t place = 0;
    while (place < models().size() && models()[place]->id() != id) ++place;
    return place;
}

/// What was counted in some cell, in the dictionary's order.
std::vector<std::string_view> countersIn(const Atlas& atlas) {
    std::set<std::string_view> known;
    for (const AtlasCell& cell : atlas.cells)
        if (cell.time)
            for (const auto& [id, value] : cell.time->counters) known.insert(id);
    std::vector<std::string_view> ordered;
    for (const Metric& metric : metricDictionary())
        if (known.contains(metric.id)) ordered.push_back(metric.id);
    return ordered;
}

/// Refills a box and keeps what was chosen, if it is still there. The same entries stay as they are: the list may be
/// open.
void refill(QComboBox& box, const std::vector<std::pair<QString, QVariant>>& entries, const QVariant& chosen) {
    const QSignalBlocker blocked(box);
    const QVariant wanted = chosen.isValid() ? chosen : box.currentData();
    bool same = static_cast<int>(entries.size()) == box.count();
    for (int i = 0; same && i < box.count(); ++i) same = box.itemData(i) == entries[static_cast<std::size_t>(i)].second;
    if (!same) {
        box.clear();
        for (const auto& [name, value] : entries) box.addItem(name, value);
    }
    if (const int place = std::max(0, box.findData(wanted)); place != box.currentIndex()) box.setCurrentIndex(place);
}

}  // namespace

ExplorePage::ExplorePage(const PageFrame& frame)
    : Page({.id = QStringLiteral("explore"),
            .title = tr("&Explore"),
            .hint = tr("The atlas: every block size and every size at once"),
            .explained = Explained::Models}),
      m_workbench(frame.workbench),
      m_worker(frame.worker),
      m_work(frame.workbench),
      m_widget(new QWidget(frame.parent)),
      m_controls(new QWidget(m_widget)),
      m_tableButton(new QToolButton(m_controls)),
      m_measure(new QToolButton(m_controls)),
      m_range(new ExploreRange(m_work, frame.worker, m_widget)),
      m_stack(new QStackedWidget(m_widget)),
      m_chart(new AtlasChart(frame.theme, m_stack)),
      m_table(new QTableView(m_stack)),
      m_rows(new QStandardItemModel(m_table)) {
    m_widget->setAccessibleName(tr("Atlas of the chosen algorithm"));
    buildControls();
    auto* proxy = new QSortFilterProxyModel(m_table);
    proxy->setSourceModel(m_rows);
    proxy->setSortRole(kSortRole);
    m_table->setModel(proxy);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(0, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setAccessibleName(tr("Atlas as a table"));
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_table);
    auto* layout = new QVBoxLayout(m_widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_controls);
    layout->addWidget(m_range);
    layout->addWidget(m_stack, 1);
    connect(&m_work, &AtlasWork::changed, this, &ExplorePage::refresh);
    connect(m_chart, &AtlasChart::cellChosen, this, &ExplorePage::choose);
    connect(m_chart, &AtlasChart::rangeChanged, this, [this] {
        showRange();
        Q_EMIT lookChanged();
    });
    connect(m_range, &ExploreRange::measureWanted, this, &ExplorePage::measureWanted);
    connect(m_range, &ExploreRange::leftChanged, this, &ExplorePage::lookChanged);
    connect(m_chart, &AtlasChart::described, this, &ExplorePage::described);
    connect(m_chart, &AtlasChart::cellPointed, this, [this](std::size_t cell) {
        m_told = cell;
        Q_EMIT whyChanged();
    });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        choose(static_cast<std::size_t>(index.data(kPlaceRole).toULongLong()));
    });
    connect(&m_worker, &WorkerClient::machineChanged, this, &ExplorePage::refresh);
    connect(&m_workbench, &Workbench::baselineChanged, this, &ExplorePage::refresh);
    connect(&m_workbench, &Workbench::choiceChanged, this, [this] { m_told.reset(); });
}

QComboBox* ExplorePage::box(const QString& words, const QString& accessible) {
    auto* group = new QWidget(m_controls);
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    auto* made = new QComboBox(group);
    made->setAccessibleName(accessible);
    made->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* label = plainLabel(words, group);
    label->setBuddy(made);
    row->addWidget(label);
    row->addWidget(made);
    m_controls->layout()->addWidget(group);
    return made;
}

void ExplorePage::buildControls() {
    auto* layout = new FlowLayout(m_controls);
    layout->setContentsMargins(10, 6, 10, 2);
    layout->setSpacing(14);
    m_y = box(tr("do&wn"), tr("Parameter from top to bottom"));
    m_x = box(tr("acro&ss"), tr("Parameter from left to right"));
    m_z = box(tr("pa&nels"), tr("Parameter from panel to panel"));
    m_colour = box(tr("co&lour"), tr("What cells are coloured by"));
    m_model = box(tr("mo&del"), tr("Model for what was not measured"));
    m_tableButton->setText(tr("&Table"));
    m_tableButton->setCheckable(true);
    m_tableButton->setToolTip(tr("The same as a table that can be sorted"));
    m_tableButton->setAccessibleName(tr("Show the atlas as a table"));
    m_tableButton->setFocusPolicy(Qt::StrongFocus);
    m_measure->setText(tr("Measure what is &missing"));
    m_measure->setToolTip(tr("Measure the configurations of this atlas that were not measured, one after the other"));
    m_measure->setAccessibleName(tr("Measure what is missing on this machine"));
    m_measure->setFocusPolicy(Qt::StrongFocus);
    m_measure->hide();
    layout->addWidget(m_tableButton);
    layout->addWidget(m_measure);
    connect(m_x, &QComboBox::activated, this, &ExplorePage::applyAxes);
    connect(m_y, &QComboBox::activated, this, &ExplorePage::applyAxes);
    connect(m_z, &QComboBox::activated, this, &ExplorePage::applyAxes);
    const auto chosen = [this] {
        m_colourWanted.clear();
        m_modelWanted.clear();
        refresh();
        Q_EMIT lookChanged();
    };
    connect(m_colour, &QComboBox::activated, this, chosen);
    connect(m_model, &QComboBox::activated, this, chosen);
    connect(m_tableButton, &QToolButton::toggled, this, [this](bool table) {
        m_stack->setCurrentIndex(table ? 1 : 0);
        m_range->setTable(table);
        m_table->resizeColumnsToContents();
        Q_EMIT lookChanged();
    });
    connect(m_measure, &QToolButton::clicked, this, &ExplorePage::measureMissing);
}

void ExplorePage::setShown(bool shown) {
    m_shown = shown;
    m_work.setWanted(shown);
}

void ExplorePage::applyAxes() {
    m_told.reset();
    const auto chosen = [](const QComboBox* axis) { return axis->currentData().toString().toStdString(); };
    m_work.setAxes(chosen(m_x), chosen(m_y), chosen(m_z));
    Q_EMIT lookChanged();
}

AtlasQuantity ExplorePage::quantity() const {
    AtlasQuantity quantity;
    const QString chosen = m_colour->currentData().toString();
    quantity.model = m_model->currentData().toString().toStdString();
    if (chosen == QStringLiteral("/rate")) quantity.kind = Kind::Rate;
    if (chosen == QStringLiteral("/speedup")) quantity.kind = Kind::SpeedUp;
    if (chosen == QStringLiteral("/error")) quantity.kind = Kind::ModelError;
    if (!chosen.isEmpty() && !chosen.startsWith(QLatin1Char('/'))) {
        quantity.kind = Kind::Counter;
        quantity.metric = chosen.toStdString();
    }
    return quantity;
}

void ExplorePage::fillControls() {
    std::vector<std::pair<QString, QVariant>> names;
    if (const Algorithm* const algorithm = m_workbench.algorithm())
        for (const std::string& name : atlasParameters(*algorithm)) names.emplace_back(text(name), text(name));
    refill(*m_x, names, text(m_work.x()));
    names.emplace_back(tr("nothing"), QString());
    refill(*m_y, names, text(m_work.y()));
    m_z->parentWidget()->setVisible(names.size() > 3);
    // What runs across or down already would be one panel a cell.
    std::erase_if(names, [&](const auto& entry) {
        return !entry.second.toString().isEmpty() &&
               (entry.second == text(m_work.x()) || entry.second == text(m_work.y()));
    });
    refill(*m_z, names, text(m_work.z()));
    fillColours();
    fillModels();
    const auto& machine = m_worker.machine();
    m_measure->setVisible(machine && !machine->gpu.isEmpty());
}

void ExplorePage::fillColours() {
    std::vector<std::pair<QString, QVariant>> colours{{tr("time"), QString()},
                                                      {tr("Flop/s"), QStringLiteral("/rate")},
                                                      {tr("speed-up over the chosen row"), QStringLiteral("/speedup")},
                                                      {tr("the model's error"), QStringLiteral("/error")}};
    for (const std::string_view id : countersIn(m_work.atlas()))
        colours.emplace_back(text(findMetric(id)->title), text(id));
    refill(*m_colour, colours, m_colourWanted.isEmpty() ? QVariant() : QVariant(m_colourWanted));
    if (!m_work.atlas().empty()) m_colourWanted.clear();
    m_colour->setItemText(m_colour->findData(QStringLiteral("/speedup")), m_work.baseline()
                                                                              ? tr("speed-up over the baseline's row")
                                                                              : tr("speed-up over the chosen row"));
}

void ExplorePage::fillModels() {
    std::vector<std::pair<QString, QVariant>> answering;
    for (const std::string& id : m_work.answering())
        answering.emplace_back(text(shortModelName(placeOfModel(id))), text(id));
    refill(*m_model, answering, m_modelWanted.isEmpty() ? QVariant() : QVariant(m_modelWanted));
    if (m_model->currentData().toString() == m_modelWanted) m_modelWanted.clear();
    m_model->parentWidget()->setVisible(!answering.empty());
}

void ExplorePage::refresh() {
    fillControls();
    AtlasPicture picture;
    picture.atlas = m_work.atlas();
    picture.missing = m_work.missing();
    if (picture.atlas.empty() && picture.missing.isEmpty()) picture.missing = tr("Looking up what was measured …");
    if (m_workbench.algorithm() != nullptr && picture.atlas.algorithm != m_workbench.algorithm()->id() &&
        picture.missing.isEmpty())
        picture.missing = tr("Looking up what was measured …");
    if (!picture.missing.isEmpty()) picture.atlas = {};
    picture.chosen = m_work.chosen();
    picture.baseline = m_work.baseline();
    const AtlasQuantity quantity = this->quantity();
    picture.models = chosenModels();
    std::vector<std::string> ids;
    for (const auto& [id, name] : picture.models) ids.push_back(id);
    if (!picture.atlas.empty())
        picture.values = atlasValues(picture.atlas, quantity, told(picture),
                                     picture.baseline ? picture.baseline : picture.chosen, ids);
    picture.title = tr("%1: %2").arg(text(picture.atlas.algorithm), m_colour->currentText());
    picture.about =
        tr("%1 of %2 measured on %3")
            .arg(countText(picture.values.known), countText(picture.values.possible), text(picture.atlas.gpu));
    if (!quantity.model.empty()) picture.modelName = m_model->currentText();
    fillTable(picture);
    m_chart->setPicture(std::move(picture));
    if (!m_rangeWanted.empty())
        if (const auto range = AtlasRange::fromName(m_chart->shown().atlas, m_rangeWanted)) {
            m_rangeWanted.clear();
            m_chart->setRange(range);
        }
    showRange();
    Q_EMIT whyChanged();
}

/// Whoever reads it stays where he is, at the same row.
void ExplorePage::fillTable(const AtlasPicture& picture) {
    const QModelIndex before = m_table->currentIndex();
    std::optional<std::size_t> current;
    if (before.isValid()) current = static_cast<std::size_t>(before.data(kPlaceRole).toULongLong());
    const std::size_t cells = m_chart->shown().atlas.cells.size();
    if (!current || cells != picture.atlas.cells.size()) current = picture.chosen;
    const int column = std::max(0, before.column()), scrolled = m_table->verticalScrollBar()->value();
    fillAtlasTable(*m_rows, picture);
    if (!m_tableButton->isChecked()) return;
    m_table->resizeColumnsToContents();
    for (int row = 0; current && row < m_table->model()->rowCount(); ++row)
        if (const QModelIndex index = m_table->model()->index(row, column);
            index.data(kPlaceRole).toULongLong() == *current)
            m_table->setCurrentIndex(index);
    m_table->verticalScrollBar()->setValue(scrolled);
}

std::size_t ExplorePage::told(const AtlasPicture& picture) const {
    return std::min(m_told.value_or(picture.chosen.value_or(0)), picture.atlas.cells.size() - 1);
}

void ExplorePage::choose(std::size_t place) {
    const Atlas& atlas = m_work.atlas();
    if (place >= atlas.cells.size()) return;
    const AtlasCell& cell = atlas.cells[place];
    if (!cell.impossible.empty()) {
        Q_EMIT described(cellWords(m_chart->shown(), place));
        return;
    }
    m_workbench.choose(cell.parameters);
}

void ExplorePage::measureMissing() {
    const Atlas& atlas = m_work.atlas();
    if (!atlas.empty()) m_range->measure(placesIn(atlas, AtlasRange::all(atlas)));
}

void ExplorePage::showRange() {
    const std::optional<AtlasRange>& range = m_chart->range();
    m_range->setPlaces(range ? placesIn(m_chart->shown().atlas, *range) : std::vector<std::size_t>());
}

/// The one for what was not measured, and those that were chosen in Compare, else the best; as many as letters can be
/// told apart.
std::vector<std::pair<std::string, QString>> ExplorePage::chosenModels() const {
    constexpr std::size_t kMost = 5;
    const std::string shown = quantity().model;
    const Comparison& comparison = m_workbench.comparison();
    std::vector<std::pair<std::string, QString>> models;
    for (const std::string& id : m_work.answering()) {
        const bool chosen =
            comparison.modelsAreChosen() ? !comparison.view().hiddenModels.contains(id) : models.size() < kBestModels;
        if (id == shown || (chosen && models.size() < kMost))
            models.emplace_back(id, text(shortModelName(placeOfModel(id))));
    }
    return models;
}

Why ExplorePage::why() const {
    const AtlasPicture& picture = m_chart->shown();
    if (picture.atlas.empty()) return {};
    const AtlasValues values = atlasValues(picture.atlas, picture.values.quantity, told(picture));
    QString detail = tr("%1 of %2 possible configurations were measured on %3.")
                         .arg(countText(values.known), countText(values.possible), text(picture.atlas.gpu));
    if (const std::size_t unasked = m_work.unasked(); unasked > 0)
        detail += QLatin1Char(' ') + tr("Models are being asked about %1 more.").arg(countText(unasked));
    return {.sentence = QString::fromStdString(inWords(values.sentence)), .detail = detail, .metrics = {}, .lines = {}};
}

Picture ExplorePage::picture() {
    return {m_chart->shown().title.isEmpty() ? tr("Atlas") : m_chart->shown().title, m_chart->size(),
            [this](QPainter& painter, QSize size) { m_chart->paintTo(painter, size); }, kRatioOfColumn};
}

std::set<Origin> ExplorePage::origins() const {
    std::set<Origin> origins;
    for (const AtlasValue& value : m_chart->shown().values.cells)
        if (value.value) origins.insert(value.origin);
    return origins;
}

std::string ExplorePage::csv() { return atlasCsv(m_chart->shown()); }

session::PageLook ExplorePage::look() const {
    session::PageLook look;
    const auto put = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) look.emplace(name, value);
    };
    if (!m_work.isUsual()) {
        put(kAcross, m_work.x());
        put(kDown, m_work.y().empty() ? std::string(kNothing) : m_work.y());
        put(kPanels, m_work.z());
    }
    put(kColour, (m_colourWanted.isEmpty() ? m_colour->currentData().toString() : m_colourWanted).toStdString());
    if (!m_modelWanted.isEmpty() || m_model->currentIndex() > 0)
        put(kModel, (m_modelWanted.isEmpty() ? m_model->currentData().toString() : m_modelWanted).toStdString());
    if (m_tableButton->isChecked()) put(kTable, "yes");
    if (const auto& range = m_chart->range(); range && m_rangeWanted.empty())
        put(kRange, range->named(m_chart->shown().atlas));
    put(kRange, m_rangeWanted);
    put(kLeft, leftToMeasure());
    return look;
}

/// "matmul.tiled", and a line for each configuration.
std::string ExplorePage::leftToMeasure() const {
    const auto [algorithm, configurations] = m_range->left();
    if (configurations.empty()) return {};
    std::string words = algorithm;
    for (const Parameters& parameters : configurations) words += '\n' + toString(parameters);
    return words;
}

/// What it has no configuration of is left out: a file may name anything.
void ExplorePage::setLeftToMeasure(const std::string& words) {
    std::istringstream lines(words);
    std::string id, line;
    std::getline(lines, id);
    std::vector<Parameters> configurations;
    const auto algorithm = m_workbench.library().catalogue().find(id);
    while (algorithm && std::getline(lines, line)) {
        Parameters given;
        std::istringstream parts(line);
        for (std::string part; parts >> part;)
            if (const auto equals = part.find('='); equals != std::string::npos)
                given.add(part.substr(0, equals), part.substr(equals + 1));
        const Result<Parameters> complete = (*algorithm)->complete(given);
        if (complete && configurations.size() < kMostLeft) configurations.push_back(*complete);
    }
    m_range->setLeft(configurations.empty() ? std::string() : id, configurations);
}

QStringList ExplorePage::setLook(const session::PageLook& look) {
    QStringList unknown;
    for (const auto& [name, value] : look)
        if (std::ranges::find(kNames, name) == kNames.end()) unknown += QString::fromStdString(name);
    const auto of = [&](std::string_view name) {
        const auto found = look.find(name);
        return found == look.end() ? std::string() : found->second;
    };
    m_told.reset();
    const std::string down = of(kDown);
    m_work.setAxes(of(kAcross), down == kNothing ? std::string() : down, of(kPanels));
    m_colourWanted = QString::fromStdString(of(kColour));
    m_modelWanted = QString::fromStdString(of(kModel));
    if (m_colourWanted.isEmpty()) m_colour->setCurrentIndex(0);
    if (m_modelWanted.isEmpty()) m_model->setCurrentIndex(0);
    m_tableButton->setChecked(!of(kTable).empty());
    m_rangeWanted = of(kRange);
    if (m_rangeWanted.empty()) m_chart->setRange(std::nullopt);
    setLeftToMeasure(of(kLeft));
    refresh();
    return unknown;
}

std::unique_ptr<Page> explorePage(const PageFrame& frame) { return std::make_unique<ExplorePage>(frame); }

}  // namespace lanescope
