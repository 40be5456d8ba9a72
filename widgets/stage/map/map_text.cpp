// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_text.h"

#include <algorithm>
#include <set>

#include "widgets/stage/map/map_steps.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using Fate = MapItem::Fate;

constexpr int kLongestLine = 40;  // letters of a formula; longer ones give the value alone

QString text(const std::string& string) { return QString::fromStdString(string); }

QString extent(const Dim3& size) {
    QString text = QString::number(size.x);
    if (size.y > 1 || size.z > 1) text += QStringLiteral(" × %1").arg(size.y);
    if (size.z > 1) text += QStringLiteral(" × %1").arg(size.z);
    return text;
}

QString at(const MapScene& scene, const MapItem& item) {
    const Dim3 index = scene.blockOf(item);
    const Dim3& grid = scene.groups[item.group].grid;
    if (grid.count() == grid.x) return QString::number(index.x);
    if (grid.z == 1) return QStringLiteral("(%1, %2)").arg(index.x).arg(index.y);
    return QStringLiteral("(%1, %2, %3)").arg(index.x).arg(index.y).arg(index.z);
}

QString range(std::uint32_t first, std::uint32_t count) {
    return count == 1 ? QString::number(first) : QStringLiteral("%1…%2").arg(first).arg(first + count - 1);
}

QString setText(const SourceStep& step) {
    const QString inserted = text(step.inserted), value = text(step.value);
    const QString shown = QString(value).replace(QLatin1Char('-'), QStringLiteral("−"));
    if (step.plain || inserted == value || inserted == shown)
        return QStringLiteral("%1 = %2").arg(text(step.name), shown);
    const QString all = QStringLiteral("%1 = %2 = %3").arg(text(step.name), inserted, shown);
    return all.size() <= kLongestLine ? all : QStringLiteral("%1 = %2").arg(text(step.name), shown);
}

/// Lines from the walk: CUDA's own numbers, the last condition, and the last values that were worked out.
QStringList walkLines(const std::vector<SourceStep>& steps) {
    using Kind = SourceStep::Kind;
    QStringList own, worked;
    QString asked;
    bool left = false, ofThread = false;
    for (const SourceStep& step : steps) {
        ofThread = ofThread || step.formula.find("threadIdx") != std::string::npos;
        if (step.kind == Kind::Set && step.plain) own += setText(step);
        if (step.kind == Kind::Set && !step.plain) worked += setText(step);
        if (step.kind == Kind::Asked)
            asked = MapText::tr("%1: %2").arg(text(step.inserted), step.holds ? MapText::tr("yes") : MapText::tr("no"));
        left = left || step.kind == Kind::Left;
    }
    QStringList lines;
    constexpr qsizetype kMostWorked = 3;
    if (!own.isEmpty()) {
        lines += own.join(QStringLiteral(", "));
        if (ofThread) lines.last().prepend(MapText::tr("first thread: "));
    }
    if (left) {
        if (!worked.isEmpty() && own.isEmpty()) lines += worked.last();
        lines += asked;
        lines += MapText::tr("the block ends at once");
        return lines;
    }
    if (!asked.isEmpty()) lines += asked;
    worked = worked.mid(std::max<qsizetype>(0, worked.size() - kMostWorked));
    QStringList packed;
    for (const QString& part : worked)
        if (!packed.isEmpty() && packed.last().size() + part.size() + 2 <= kLongestLine)
            packed.last() += QStringLiteral(", ") + part;
        else
            packed += part;
    return lines + packed;
}

QString joined(const QStringList& names) {
    if (names.size() < 2) return names.join(QString());
    return MapText::tr("%1 and %2").arg(names.mid(0, names.size() - 1).join(QStringLiteral(", ")), names.last());
}

QString inTheOthers(const QStringList& names, qsizetype all) {
    if (names.size() == 1) return MapText::tr("In %1 it finds a tile of its own.").arg(names.first());
    if (names.size() + 1 == all && names.size() == 2)
        return MapText::tr("In the other two it finds a tile of its own.");
    if (names.size() + 1 == all && names.size() == 3)
        return MapText::tr("In the other three it finds a tile of its own.");
    return MapText::tr("In %1 it finds a tile of its own.").arg(joined(names));
}

QString laneText(const MapScene& scene, const MapItem& item) { return text(scene.groups[item.group].name); }

}  // namespace

QString MapText::unit(const MapScene& scene) {
    switch (scene.kind) {
        case MapKind::Blocks: return tr("block");
        case MapKind::Passes: return tr("pass");
        case MapKind::Steps: return tr("step");
    }
    return {};
}

QString MapText::target(const MapScene& scene, const MapItem& item) {
    if (!scene.buffer || item.fate != Fate::Writes) return {};
    const Buffer& buffer = scene.plan->buffers[*scene.buffer];
    const QString name = text(buffer.name);
    const MapRect& box = item.box;
    if (scene.kind == MapKind::Steps && scene.isWhole(box)) return tr("all of %1").arg(name);
    if (item.pieces == 1 && !item.boxed) {
        if (buffer.rows == 1)
            return box.columns == 1 ? tr("%1[%2]").arg(name).arg(box.column)
                                    : tr("%1[%2]").arg(name, range(box.column, box.columns));
        if (box.rows == 1 && box.columns == 1) return tr("%1[%2][%3]").arg(name).arg(box.row).arg(box.column);
        return tr("rows %1, columns %2 of %3").arg(range(box.row, box.rows), range(box.column, box.columns), name);
    }
    if (item.boxed)
        return tr("%1 elements of %2, here and there in rows %3, columns %4")
            .arg(countText(item.elements), name, range(box.row, box.rows), range(box.column, box.columns));
    return tr("%1 elements of %2, in %3 pieces").arg(countText(item.elements), name).arg(item.pieces);
}

std::vector<SourceStep> MapText::walk(const MapScene& scene, std::uint64_t number) {
    if (scene.kind != MapKind::Blocks || number >= scene.items.size()) return {};
    const MapItem& item = scene.items[number];
    const auto launches = scene.plan->launches();
    return walkSource(*launches[scene.groups[item.group].launch], scene.blockOf(item), {0, 0, 0});
}

QStringList MapText::formula(const MapScene& scene, std::uint64_t position) {
    if (position == 0 || position > scene.items.size()) return {};
    const MapItem& item = scene.items[position - 1];
    QStringList lines;
    if (scene.kind == MapKind::Steps) {
        lines += tr("step %1, %2").arg(item.step).arg(laneText(scene, item));
        lines += text(describe(scene.plan->steps[item.step], *scene.plan));
    } else if (scene.kind == MapKind::Passes) {
        lines += tr("pass %1: element %2 of each thread").arg(item.number).arg(item.number + 1);
        if (!scene.ordered) lines += tr("numbered by place, not by time");
    } else {
        lines = walkLines(walk(scene, position - 1));
    }
    switch (item.fate) {
        case Fate::Writes: {
            const bool tile = scene.hasTiles() && item.pieces == 1 && scene.latticeRows > 1 &&
                              scene.latticeColumns > 1 && scene.kind == MapKind::Blocks;
            const MapRect& piece = *scene.piecesOf(item);
            lines += tile ? tr("→ tile (%1, %2): rows %3, columns %4")
                                .arg(scene.latticeRow(piece))
                                .arg(scene.latticeColumn(piece))
                                .arg(range(item.box.row, item.box.rows), range(item.box.column, item.box.columns))
                          : tr("→ %1").arg(target(scene, item));
            break;
        }
        case Fate::Wasted:
            if (lines.isEmpty()) lines += tr("no thread of it writes anything");
            break;
        case Fate::Elsewhere: lines += tr("→ %1").arg(fate(scene, item)); break;
        case Fate::Unknown: lines += tr("not run: only a sample of the grid was"); break;
    }
    return lines;
}

QString MapText::fate(const MapScene& scene, const MapItem& item) {
    switch (item.fate) {
        case Fate::Wasted: return tr("wasted");
        case Fate::Unknown: return tr("not run");
        case Fate::Writes: return {};
        case Fate::Elsewhere: break;
    }
    if (scene.kind == MapKind::Steps) {
        const Step& step = scene.plan->steps[item.step];
        if (const auto* launch = std::get_if<LaunchStep>(&step)) {
            if (const auto first =
                    bufferOf(launch->launch.arguments.empty() ? Argument{} : launch->launch.arguments[0]))
                return tr("to %1").arg(text(scene.plan->buffers[*first].name));
            return tr("to a copy");
        }
        if (const auto* copy = std::get_if<CopyStep>(&step))
            return tr("to %1").arg(text(scene.plan->buffers[copy->to.buffer].name));
        if (std::holds_alternative<WaitStep>(step)) return tr("waits");
        return tr("to another array");
    }
    return tr("writes %1").arg(text(scene.plan->buffers[item.other].name));
}

QString MapText::gridName(const MapScene& scene, const MapGroup& group) {
    if (scene.kind == MapKind::Steps) return text(group.name);
    if (scene.kind == MapKind::Passes) return tr("one block, %1 threads").arg(extent(group.block));
    if (scene.groups.size() == 1) return tr("grid %1").arg(extent(group.grid));
    return tr("%1 %2").arg(text(group.name), extent(group.grid));
}

QString MapText::matrixName(const MapScene& scene) {
    if (!scene.buffer) return scene.items.empty() ? tr("nothing was run") : tr("no thread writes anything");
    const Buffer& buffer = scene.plan->buffers[*scene.buffer];
    const QString name = text(buffer.name);
    if (scene.hasTiles()) return tr("%1, %2 × %3 tiles").arg(name).arg(scene.unitRows).arg(scene.unitColumns);
    return tr("%1, %2 × %3").arg(name, countText(buffer.rows), countText(buffer.columns));
}

QString MapText::launched(const MapScene& scene) {
    switch (scene.kind) {
        case MapKind::Blocks: return tr("%1 launched").arg(countText(scene.launched));
        case MapKind::Passes: return tr("%1 passes").arg(countText(scene.launched));
        case MapKind::Steps: return tr("%1 steps").arg(countText(scene.launched));
    }
    return {};
}

QString MapText::shares(const MapScene& scene) {
    if (scene.kind == MapKind::Passes) return tr("of one block");
    if (scene.kind == MapKind::Steps)
        return tr("%1 streams and the host")
            .arg(std::max<qsizetype>(1, static_cast<qsizetype>(scene.groups.size())) - 1);
    QString text = tr("%1 useful, %2 wasted").arg(countText(scene.useful()), countText(scene.wasted));
    if (scene.known < scene.launched) text += tr(", %1 not run").arg(countText(scene.launched - scene.known));
    return text;
}

QString MapText::item(const MapScene& scene, std::uint64_t number) {
    const MapItem& item = scene.items[number];
    QString who;
    if (scene.kind == MapKind::Blocks) {
        who = tr("Block %1, number %2").arg(at(scene, item)).arg(number);
        if (scene.groups.size() > 1) who += tr(" (%1)").arg(text(scene.groups[item.group].name));
    } else if (scene.kind == MapKind::Passes) {
        who = tr("Pass %1").arg(number);
    } else {
        who = tr("Step %1, %2: %3")
                  .arg(item.step)
                  .arg(laneText(scene, item), text(describe(scene.plan->steps[item.step], *scene.plan)));
    }
    switch (item.fate) {
        case Fate::Unknown: return tr("%1: it was not run, so what it writes is not known").arg(who);
        case Fate::Wasted: return tr("%1: wasted, no thread of it writes anything").arg(who);
        case Fate::Elsewhere: return tr("%1: %2").arg(who, fate(scene, item));
        case Fate::Writes: break;
    }
    QString text = tr("%1: writes %2").arg(who, target(scene, item));
    if (item.turned) text += tr(", turned by 180°");
    return text;
}

QString MapText::place(const MapScene& scene, std::uint32_t latticeRow, std::uint32_t latticeColumn) {
    const Buffer& buffer = scene.plan->buffers[*scene.buffer];
    const std::uint32_t row = scene.firstRow + latticeRow * scene.unitRows;
    const std::uint32_t column = scene.firstColumn + latticeColumn * scene.unitColumns;
    const auto rows = static_cast<std::uint32_t>(std::min<std::uint64_t>(scene.unitRows, buffer.rows - row));
    const auto columns =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(scene.unitColumns, buffer.columns - column));
    QString where;
    if (buffer.rows == 1)
        where = QStringLiteral("%1[%2]").arg(text(buffer.name), range(column, columns));
    else
        where = QStringLiteral("%1[%2][%3]").arg(text(buffer.name), range(row, rows), range(column, columns));
    // Of a tile on a diagonal the first element of the last row is written if anything is.
    constexpr std::size_t kNamed = 4;
    std::vector<std::uint64_t> writers;
    for (std::uint32_t r = row; r < row + rows && writers.empty(); ++r)
        writers = scene.writersOf(r, column, kNamed + 1);
    if (writers.empty()) return tr("%1: nobody writes here").arg(where);
    QStringList names;
    for (std::size_t i = 0; i < std::min(kNamed, writers.size()); ++i) names += QString::number(writers[i]);
    if (writers.size() > kNamed) names += tr("others");
    return tr("%1: written by %2 %3").arg(where, unit(scene), joined(names));
}

QString MapText::sentence(const std::vector<NamedMap>& maps, std::uint64_t position) {
    if (maps.empty()) return {};
    const MapScene& lead = *maps.front().scene;
    const auto here = [&](const NamedMap& map) { return position > 0 && position <= map.scene->items.size(); };
    if (position == 0)
        return lead.kind == MapKind::Blocks
                   ? tr("%1 blocks wait in the grid. Each will look for its place.").arg(countText(lead.launched))
                   : tr("Nothing is done yet.");
    const std::uint64_t number = position - 1;
    if (maps.size() == 1) {
        if (!here(maps.front())) return {};
        const MapItem& item = lead.items[number];
        const QString name = lead.kind == MapKind::Blocks ? tr("Block %1").arg(number)
                             : lead.kind == MapKind::Passes
                                 ? tr("In pass %1 the one block").arg(number)
                                 : tr("Step %1, %2:").arg(number).arg(text(shortNameOf(lead.plan->steps[item.step])));
        switch (item.fate) {
            case Fate::Unknown: return tr("%1 was not run.").arg(name);
            case Fate::Wasted: return tr("%1 finds nothing to do and ends.").arg(name);
            case Fate::Elsewhere: return tr("%1 %2.").arg(name, fate(lead, item));
            case Fate::Writes: break;
        }
        if (lead.kind == MapKind::Steps) return tr("%1 %2.").arg(name, target(lead, item));
        const QString turned = item.turned ? tr(", turned by 180°") : QString();
        return tr("%1 writes %2%3.").arg(name, target(lead, item), turned);
    }
    QStringList wasted, works, over;
    for (const NamedMap& map : maps) {
        if (!here(map))
            over += map.name;
        else if (map.scene->items[number].fate == Fate::Wasted)
            wasted += map.name;
        else
            works += map.name;
    }
    QStringList sentences;
    if (!wasted.isEmpty()) {
        sentences += tr("Block %1 of %2 finds nothing to do.").arg(number).arg(joined(wasted));
        if (!works.isEmpty()) sentences += inTheOthers(works, static_cast<qsizetype>(maps.size()));
    } else if (!works.isEmpty() && over.isEmpty()) {
        sentences += tr("Block %1 finds a place of its own in each map.").arg(number);
    } else if (!works.isEmpty()) {
        sentences += tr("Block %1 of %2 finds a place of its own.").arg(number).arg(joined(works));
    }
    if (!over.isEmpty() && sentences.size() < 2)
        sentences += over.size() == 1 ? tr("%1 is done.").arg(over.first()) : tr("%1 are done.").arg(joined(over));
    return sentences.join(QLatin1Char(' '));
}

QString MapText::detail(const std::vector<NamedMap>& maps, std::uint64_t position) {
    QStringList lines;
    for (const NamedMap& map : maps) {
        const MapScene& scene = *map.scene;
        if (scene.kind != MapKind::Blocks) continue;
        const std::uint64_t launched = std::min<std::uint64_t>(position, scene.items.size());
        const auto wasted =
            std::count_if(scene.items.begin(), scene.items.begin() + static_cast<std::ptrdiff_t>(launched),
                          [](const MapItem& item) { return item.fate == Fate::Wasted; });
        QString line = maps.size() > 1 ? tr("%1: ").arg(map.name) : QString();
        line += tr("%1 of %2 blocks launched, %3 wasted; %4 of %5 threads idle in all.")
                    .arg(countText(launched), countText(scene.launched), countText(static_cast<std::uint64_t>(wasted)),
                         countText(scene.idleThreads), countText(scene.threads));
        if (scene.again > 0) line += tr(" %1 elements are written more than once.").arg(countText(scene.again));
        if (scene.cut) line += tr(" More is written than there was room to keep.");
        lines += line;
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace lanescope
