// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_text.h"

#include <algorithm>
#include <set>

#include "widgets/stage/map/map_rounds.h"
#include "widgets/stage/map/map_steps.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using Fate = MapItem::Fate;

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

QString valueText(const SourceStep& step) {
    return QStringLiteral("%1 = %2").arg(text(step.name),
                                         text(step.value).replace(QLatin1Char('-'), QStringLiteral("−")));
}

/// With the values that it is made of, where that fits and says more.
QString setText(const SourceStep& step, const MapText::Fits& fits) {
    const QString value = text(step.value).replace(QLatin1Char('-'), QStringLiteral("−"));
    const QString inserted = text(step.inserted);
    if (step.plain || inserted == value) return valueText(step);
    const QString all = QStringLiteral("%1 = %2 = %3").arg(text(step.name), inserted, value);
    return fits(all) ? all : valueText(step);
}

void pack(QStringList& lines, const QString& part, const MapText::Fits& fits) {
    const QString joined = lines.isEmpty() ? part : lines.last() + QStringLiteral(", ") + part;
    if (!lines.isEmpty() && fits(joined))
        lines.last() = joined;
    else
        lines += part;
}

QString askedText(const SourceStep& step, bool ends, const MapText::Fits& fits) {
    if (!ends)
        return MapText::tr("%1: %2").arg(text(step.inserted), step.holds ? MapText::tr("yes") : MapText::tr("no"));
    const QString both = QStringLiteral("%1: %2").arg(text(step.formula), text(step.inserted));
    return fits(both) ? both : text(step.inserted);
}

/// The walk in lines: values, the last `full` of them with what they are made of, and the conditions that chose between
/// them. What is asked behind the last value chose nothing, unless the block ends there.
QStringList walkLines(const std::vector<SourceStep>& steps, std::size_t full, const MapText::Fits& fits) {
    using Kind = SourceStep::Kind;
    std::vector<std::size_t> sets;
    std::size_t asked = steps.size();
    bool ends = false, ofThread = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        ofThread = ofThread || steps[i].formula.find("threadIdx") != std::string::npos;
        if (steps[i].kind == Kind::Set && !steps[i].plain) sets.push_back(i);
        ends = ends || steps[i].kind == Kind::Left;
    }
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].kind == Kind::Asked && (ends || (!sets.empty() && i < sets.back()))) asked = i;
    const std::size_t firstFull = sets.size() > full ? sets[sets.size() - full] : 0;
    QStringList lines;
    bool open = false;  // the last line takes more
    const auto add = [&](const QString& part, bool packs) {
        if (packs && open)
            pack(lines, part, fits);
        else
            lines += part;
        open = packs;
    };
    bool shortOne = true;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].kind == Kind::Asked && i == asked) add(askedText(steps[i], ends, fits), false);
        if (steps[i].kind != Kind::Set) continue;
        const bool isShort = steps[i].plain || i < firstFull || ends;
        if (isShort != shortOne) open = false;
        shortOne = isShort;
        add(isShort ? valueText(steps[i]) : setText(steps[i], fits), true);
    }
    if (ofThread && !lines.isEmpty() && fits(MapText::tr("first thread: %1").arg(lines.first())))
        lines.first() = MapText::tr("first thread: %1").arg(lines.first());
    if (ends) lines += MapText::tr("the block ends at once");
    return lines;
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

/// "Round 3: 16 threads add, in 4 warps of reduce.0 and in 1 of reduce.1."
QString roundSentence(const std::vector<NamedMap>& maps, std::uint64_t number) {
    QStringList parts;
    for (const NamedMap& map : maps) {
        if (!map.scene->rounds || number >= map.scene->rounds->rounds.size()) continue;
        const MapRound& round = map.scene->rounds->rounds[number];
        const QString threads = round.threadCount == 1 ? MapText::tr("1 thread adds")
                                                       : MapText::tr("%1 threads add").arg(round.threadCount);
        const QString warps =
            round.warpCount == 1 ? MapText::tr("in 1 warp") : MapText::tr("in %1 warps").arg(round.warpCount);
        parts += maps.size() == 1 ? MapText::tr("%1, %2").arg(threads, warps)
                                  : MapText::tr("%1 %2 of %3").arg(threads, warps, map.name);
    }
    return MapText::tr("Round %1: %2.").arg(number + 1).arg(joined(parts));
}

QString laneText(const MapScene& scene, const MapItem& item) { return MapText::laneName(scene.groups[item.group]); }

}  // namespace

QString MapText::unit(const MapScene& scene) {
    switch (scene.kind) {
        case MapKind::Blocks: return tr("block");
        case MapKind::Passes: return tr("pass");
        case MapKind::Steps: return tr("step");
        case MapKind::Rounds: return tr("round");
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

QStringList MapText::formula(const MapScene& scene, std::uint64_t position, std::size_t room, const Fits& fits) {
    if (position == 0 || position > scene.items.size()) return {};
    const MapItem& item = scene.items[position - 1];
    if (scene.kind == MapKind::Rounds) {
        const std::size_t additions = scene.rounds->rounds[position - 1].additions.size();
        QStringList lines{addition(scene, position - 1, 0)};
        if (additions > 1 && room > 1) lines += addition(scene, position - 1, additions - 1);
        if (room > 2)
            lines += tr("→ %1 of %2 threads work")
                         .arg(scene.rounds->rounds[position - 1].threadCount)
                         .arg(scene.rounds->threads);
        return lines;
    }
    QString end;
    switch (item.fate) {
        case Fate::Writes: {
            const bool tile = scene.hasTiles() && item.pieces == 1 && scene.latticeRows > 1 &&
                              scene.latticeColumns > 1 && scene.kind == MapKind::Blocks;
            const MapRect& piece = *scene.piecesOf(item);
            const QString at = tile ? tr("→ tile (%1, %2)").arg(scene.latticeRow(piece)).arg(scene.latticeColumn(piece))
                                    : tr("→ %1").arg(target(scene, item));
            const QString rows =
                tr("%1: rows %2, columns %3")
                    .arg(at, range(item.box.row, item.box.rows), range(item.box.column, item.box.columns));
            end = tile && fits(rows) ? rows : at;
            break;
        }
        case Fate::Wasted: break;
        case Fate::Elsewhere: end = tr("→ %1").arg(fate(scene, item)); break;
        case Fate::Unknown: end = tr("not run: only a sample of the grid was"); break;
    }
    QStringList lines;
    if (scene.kind == MapKind::Steps) {
        lines += tr("step %1, %2").arg(item.step).arg(laneText(scene, item));
        lines += text(describe(scene.plan->steps[item.step], *scene.plan));
    } else if (scene.kind == MapKind::Passes) {
        lines += tr("pass %1: element %2 of each thread").arg(item.number).arg(item.number + 1);
        if (!scene.ordered) lines += tr("numbered by place, not by time");
    } else {
        const std::vector<SourceStep> steps = walk(scene, position - 1);
        const auto most = static_cast<qsizetype>(room) - (end.isEmpty() ? 0 : 1);
        constexpr std::size_t kMostFull = 3;
        for (std::size_t full = kMostFull + 1; full-- > 0;) {
            lines = walkLines(steps, full, fits);
            if (lines.size() <= most) break;
        }
        // The condition that sends a block away is worth more than the values before it.
        if (lines.size() > most) lines = lines.mid(lines.size() - std::max<qsizetype>(0, most));
    }
    if (item.fate == Fate::Wasted && lines.isEmpty()) lines += tr("no thread of it writes anything");
    if (!end.isEmpty()) lines += end;
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

QString MapText::addition(const MapScene& scene, std::size_t round, std::size_t number) {
    const MapRounds& rounds = *scene.rounds;
    const MapAddition& addition = rounds.rounds[round].additions[number];
    QStringList others;
    const auto name = [&](std::uint32_t element) {
        return rounds.array.empty() ? tr("that of thread %1").arg(element)
                                    : QStringLiteral("%1[%2]").arg(text(rounds.array)).arg(element);
    };
    for (const std::uint32_t source : addition.sources)
        if (source != addition.target) others += name(source);
    if (rounds.array.empty()) return tr("thread %1 adds %2 to its own").arg(addition.thread).arg(joined(others));
    const bool own = others.size() < static_cast<qsizetype>(addition.sources.size());
    return own ? tr("thread %1 adds %2 to %3").arg(addition.thread).arg(joined(others), name(addition.target))
               : tr("thread %1 puts %2 into %3").arg(addition.thread).arg(joined(others), name(addition.target));
}

QString MapText::stepName(const Step& step) {
    if (const auto* launch = std::get_if<LaunchStep>(&step)) {
        const QString entry = text(launch->launch.kernel->entry);
        return entry.left(entry.indexOf(QLatin1Char('<')));
    }
    if (const auto* call = std::get_if<LibraryStep>(&step)) {
        switch (call->call) {
            case LibraryStep::Call::Gemm: return QStringLiteral("gemm");
            case LibraryStep::Call::Syrk: return QStringLiteral("syrk");
            case LibraryStep::Call::Trsm: return QStringLiteral("trsm");
        }
    }
    if (const auto* host = std::get_if<HostStep>(&step))
        return text(host->name.substr(0, std::min(host->name.find(','), host->name.find(' '))));
    if (std::holds_alternative<UploadStep>(step)) return tr("upload");
    if (std::holds_alternative<DownloadStep>(step)) return tr("download");
    if (std::holds_alternative<FillStep>(step)) return tr("fill");
    if (const auto* copy = std::get_if<CopyStep>(&step)) {
        if (copy->direction == CopyStep::Direction::ToDevice) return tr("to GPU");
        return copy->direction == CopyStep::Direction::ToHost ? tr("to host") : tr("copy");
    }
    return tr("wait");
}

QString MapText::laneName(const MapGroup& lane) { return lane.stream ? tr("stream %1").arg(*lane.stream) : tr("host"); }

QString MapText::gridName(const MapScene& scene, const MapGroup& group) {
    if (scene.kind == MapKind::Steps) return laneName(group);
    if (scene.kind == MapKind::Passes) return tr("one block, %1 threads").arg(extent(group.block));
    if (scene.groups.size() == 1) return tr("grid %1").arg(extent(group.grid));
    return tr("%1 %2").arg(text(group.name), extent(group.grid));
}

QString MapText::matrixName(const MapScene& scene) {
    if (!scene.buffer) return scene.items.empty() ? tr("nothing was run") : tr("no thread writes anything");
    const Buffer& buffer = scene.plan->buffers[*scene.buffer];
    const QString name = text(buffer.name);
    QString words = scene.hasTiles() ? tr("%1, %2 × %3 tiles").arg(name).arg(scene.unitRows).arg(scene.unitColumns)
                                     : tr("%1, %2 × %3").arg(name, countText(buffer.rows), countText(buffer.columns));
    // Another one is shown by a click.
    const auto at = std::ranges::find(scene.written, *scene.buffer);
    if (scene.written.size() > 1 && at != scene.written.end())
        words += tr("; array %1 of %2 ▸").arg(at - scene.written.begin() + 1).arg(scene.written.size());
    return words;
}

QString MapText::launched(const MapScene& scene) {
    const bool one = scene.launched == 1;
    switch (scene.kind) {
        case MapKind::Blocks: return tr("%1 launched").arg(countText(scene.launched));
        case MapKind::Passes: return one ? tr("1 pass") : tr("%1 passes").arg(countText(scene.launched));
        case MapKind::Steps: return one ? tr("1 step") : tr("%1 steps").arg(countText(scene.launched));
        case MapKind::Rounds: return one ? tr("1 round") : tr("%1 rounds").arg(countText(scene.launched));
    }
    return {};
}

QString MapText::shares(const MapScene& scene) {
    if (scene.kind == MapKind::Passes) return tr("of one block");
    if (scene.kind == MapKind::Rounds) {
        std::uint64_t additions = 0, lanes = 0;
        for (const MapRound& round : scene.rounds->rounds) {
            additions += round.additions.size();
            lanes += std::uint64_t{round.warpCount} * simt::kWarpSize;
        }
        return tr("%1 additions, in warps of %2 lanes in all").arg(countText(additions), countText(lanes));
    }
    if (scene.kind == MapKind::Steps) {
        const bool host = !scene.groups.empty() && !scene.groups.front().stream;
        const std::size_t streams = scene.groups.size() - (host ? 1 : 0);
        const QString of = streams == 1 ? tr("one stream") : tr("%1 streams").arg(streams);
        if (streams == 0) return tr("by the host alone");
        return host ? tr("%1 and the host").arg(of) : of;
    }
    QString text = tr("%1 useful, %2 wasted").arg(countText(scene.useful()), countText(scene.wasted));
    if (scene.known < scene.launched) text += tr(", %1 not run").arg(countText(scene.launched - scene.known));
    return text;
}

QString MapText::item(const MapScene& scene, std::uint64_t number) {
    const MapItem& item = scene.items[number];
    if (scene.kind == MapKind::Rounds) {
        const MapRound& round = scene.rounds->rounds[number];
        return tr("Round %1: %2 of %3 threads add, in %4 of %5 warps; %6")
            .arg(number + 1)
            .arg(round.threadCount)
            .arg(scene.rounds->threads)
            .arg(round.warpCount)
            .arg(scene.rounds->warps)
            .arg(addition(scene, number, 0));
    }
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
                   : tr("Nothing is done yet: the first %1 is next.").arg(unit(lead));
    const std::uint64_t number = position - 1;
    if (lead.kind == MapKind::Rounds) return roundSentence(maps, number);
    if (maps.size() == 1) {
        if (!here(maps.front())) return {};
        const MapItem& item = lead.items[number];
        const QString name = lead.kind == MapKind::Blocks ? tr("Block %1").arg(number)
                             : lead.kind == MapKind::Passes
                                 ? tr("In pass %1 the one block").arg(number)
                                 : tr("Step %1, %2:").arg(number).arg(stepName(lead.plan->steps[item.step]));
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
