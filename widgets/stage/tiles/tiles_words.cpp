// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/tiles/tiles_words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <set>

#include "core/plan/kernel_source.h"
#include "core/simt/memory/access_pattern.h"
#include "widgets/scenes/step_facts.h"
#include "widgets/stage/tiles/tiles_painter.h"
#include "widgets/style/numbers.h"

namespace lanescope::tiles {
namespace {

using flow::InstructionKind;

QString tr(const char* text) { return QCoreApplication::translate("lanescope::tiles::Words", text); }

QString nameOf(const Array& array) { return QString::fromStdString(array.name); }

/// Small numbers as words, as in a sentence.
QString counted(std::size_t number) {
    switch (number) {
        case 1: return tr("one");
        case 2: return tr("two");
        case 3: return tr("three");
        case 4: return tr("four");
        default: return countText(number);
    }
}
QString capital(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}
QString lanes(unsigned count) { return count == 1 ? tr("1 lane") : tr("%1 lanes").arg(count); }
QString sectors(unsigned count) { return count == 1 ? tr("1 sector") : tr("%1 sectors").arg(count); }
QString wavefronts(unsigned count) { return count == 1 ? tr("1 wavefront") : tr("%1 wavefronts").arg(count); }

struct Sentences {
    const Block& block;
    const Scene& scene;
    const Timeline& timeline;
    const Stream* stream;

    [[nodiscard]] const BlockTrace& trace() const { return block.flow().trace(); }
    [[nodiscard]] QString warp() const { return tr("Warp %1").arg(scene.warp); }

    /// The elements of one array that a stream reads or writes, and the array.
    struct Touched {
        std::size_t array = 0;
        std::set<std::uint64_t> elements;
    };
    [[nodiscard]] std::optional<Touched> touched(bool source) const {
        if (stream == nullptr) return std::nullopt;
        std::optional<Touched> found;
        for (const Flight& flight : stream->flights) {
            const Spot& spot = source ? flight.from : flight.to;
            if (spot.kind != Spot::Kind::Cell) continue;
            if (!found) found = Touched{spot.index, {}};
            if (spot.index == found->array) found->elements.insert(spot.number);
        }
        return found;
    }

    /// "two rows of a tile of A", "a column of A", "32 neighbours of a".
    [[nodiscard]] QString shapeOf(const Touched& what) const {
        const Array& array = block.arrays()[what.array];
        const QString name = nameOf(array);
        const std::size_t count = what.elements.size();
        if (count == 1) return tr("one element of %1").arg(name);
        const std::uint64_t span = *what.elements.rbegin() - *what.elements.begin() + 1;
        if (array.isVector()) {
            if (span == count) return tr("%1 neighbours of %2").arg(count).arg(name);
            const std::uint64_t step = *std::next(what.elements.begin()) - *what.elements.begin();
            bool even = true;
            for (auto at = what.elements.begin(); std::next(at) != what.elements.end(); ++at)
                even = even && *std::next(at) - *at == step;
            if (even && step > 1) return tr("%1 elements of %2, %3 apart").arg(count).arg(name).arg(step);
            return tr("%1 elements of %2").arg(count).arg(name);
        }
        std::set<std::uint64_t> rows;
        std::set<std::uint64_t> columns;
        for (const std::uint64_t e : what.elements) {
            rows.insert(e / array.columns);
            columns.insert(e % array.columns);
        }
        const bool full = rows.size() * columns.size() == count;
        const bool together = *columns.rbegin() - *columns.begin() + 1 == columns.size();
        if (columns.size() == 1) return tr("%1 elements of a column of %2").arg(count).arg(name);
        if (full && together && rows.size() == 1)
            return columns.size() == array.columns ? tr("a row of %1").arg(name)
                                                   : tr("%1 neighbours in a row of %2").arg(count).arg(name);
        if (full && together)
            return columns.size() == array.columns ? tr("%1 rows of %2").arg(counted(rows.size()), name)
                                                   : tr("%1 rows of a tile of %2").arg(counted(rows.size()), name);
        return tr("%1 elements of %2").arg(count).arg(name);
    }

    [[nodiscard]] QString wasted(const simt::StepRecord& record) const {
        const unsigned moved = simt::kSectorBytes * simt::sectorsOf(record.address, record.active, record.bytesPerLane);
        const unsigned used = simt::uniqueBytesOf(record.address, record.active, record.bytesPerLane);
        if (moved <= used) return tr("no byte wasted");
        return tr("%1 of %2 bytes wasted").arg(moved - used).arg(moved);
    }

    void global(Why& why, bool load) const {
        const simt::StepRecord record = trace().record(*scene.telling);
        const unsigned count = simt::lanesIn(record.active);
        const unsigned moved = simt::sectorsOf(record.address, record.active, record.bytesPerLane);
        const auto what = touched(load);
        const QString shape = what ? shapeOf(*what) : tr("%1 values").arg(count);
        why.sentence =
            load ? tr("%1 fetches %2: %3, %4, %5.").arg(warp(), shape, lanes(count), sectors(moved), wasted(record))
                 : tr("%1 stores to %2: %3, %4, %5.").arg(warp(), shape, lanes(count), sectors(moved), wasted(record));
        if (load && scene.next) {
            const auto kind = block.flow().moves().kind(scene.next->event);
            why.detail = kind == InstructionKind::StoreShared
                             ? tr("Each value goes through a register on its way to shared memory.")
                             : tr("Each value goes through a register on its way to where it is stored.");
        } else if (load) {
            why.detail = tr("The values wait in a register of each thread for the arithmetic.");
        } else if (stream != nullptr && !stream->flights.empty() &&
                   stream->flights.front().from.kind == Spot::Kind::Sum) {
            why.detail = tr("What the threads have gathered leaves their registers.");
        }
        why.metrics =
            load ? std::vector<std::string>{"global_load_sectors", "global_load_efficiency", "global_load_requests"}
                 : std::vector<std::string>{"global_store_sectors", "global_store_efficiency", "global_store_requests"};
    }

    void shared(Why& why, bool load) const {
        const simt::StepRecord record = trace().record(*scene.telling);
        const simt::SharedCost cost = simt::sharedCostOf(record.address, record.active, record.bytesPerLane);
        const unsigned count = simt::lanesIn(record.active);
        const auto what = touched(load);
        const QString passes = cost.wavefronts > cost.fewest
                                   ? tr("%1 where %2 would do").arg(wavefronts(cost.wavefronts)).arg(cost.fewest)
                                   : wavefronts(cost.wavefronts);
        const QString shape = what ? shapeOf(*what) : tr("%1 values").arg(count);
        if (load && what && what->elements.size() < count)
            why.sentence = tr("%1 reads %2 for %3: %4.").arg(warp(), shape, lanes(count), passes);
        else
            why.sentence = (load ? tr("%1 reads %2: %3, %4.") : tr("%1 puts values into %2: %3, %4."))
                               .arg(warp(), shape, lanes(count), passes);
        if (!load) why.detail = tr("The other threads of the block can read them behind the next barrier.");
        why.metrics =
            load ? std::vector<std::string>{"shared_load_requests", "shared_load_wavefronts", "shared_load_conflicts"}
                 : std::vector<std::string>{"shared_store_requests", "shared_store_wavefronts",
                                            "shared_store_conflicts"};
    }

    [[nodiscard]] QString calculation() const {
        if (!scene.equation) return {};
        QString text;
        for (const Term& term : scene.equation->terms) {
            if (!text.isEmpty()) text += QLatin1Char(' ');
            text += term.text;
        }
        return text;
    }

    void compute(Why& why) const {
        std::set<Spot> left;
        std::set<Spot> above;
        if (stream != nullptr)
            for (const Flight& flight : stream->flights) {
                if (flight.from.kind != Spot::Kind::Slot) continue;
                if (flight.from.index == Block::kLeft) left.insert(flight.from);
                if (flight.from.index == Block::kAbove) above.insert(flight.from);
            }
        const unsigned count = simt::lanesIn(scene.active);
        if (!left.empty() && !above.empty() && block.product()) {
            const QString a = nameOf(block.arrays()[block.product()->left]);
            const QString b = nameOf(block.arrays()[block.product()->above]);
            why.sentence =
                tr("%1 of %2 and %3 of %4 feed %5 threads: each is read once and shared.")
                    .arg(capital(left.size() == 1 ? tr("one value") : tr("%1 values").arg(counted(left.size()))), a)
                    .arg(above.size())
                    .arg(b)
                    .arg(count);
            why.detail = captionOf(block, scene);
            why.metrics = {"shared_load_requests", "shared_load_wavefronts", "shared_load_conflicts"};
            if (!block.arrays()[block.product()->left].isShared()) {
                why.sentence =
                    tr("%1 of %2 and %3 of %4 feed %5 threads, straight from global memory.")
                        .arg(capital(left.size() == 1 ? tr("one value") : tr("%1 values").arg(counted(left.size()))), a)
                        .arg(above.size())
                        .arg(b)
                        .arg(count);
                why.metrics = {"global_load_requests", "global_load_sectors", "global_load_efficiency"};
            }
            return;
        }
        const QString sum = calculation();
        if (sum.isEmpty() || scene.equation->thread.warp != scene.warp)
            why.sentence = count == 1 ? tr("One thread of warp %1 computes.").arg(scene.warp)
                                      : tr("%1 threads of warp %2 compute at once.").arg(count).arg(scene.warp);
        else
            why.sentence = count == 1
                               ? tr("Thread %1 computes alone: %2.").arg(threadName(block, scene.equation->thread), sum)
                               : tr("%1 threads compute at once; thread %2: %3.")
                                     .arg(count)
                                     .arg(threadName(block, scene.equation->thread), sum);
        why.detail = captionOf(block, scene);
    }

    void barrier(Why& why) const {
        const StepFacts facts = stepFacts(timeline);
        if (facts.warpsAtBarrier == 0)
            why.sentence =
                tr("All %1 warps have come to the barrier: what each has stored, all may read.").arg(facts.warpCount);
        else
            why.sentence = tr("%1 waits at the barrier: %2 of %3 warps are there.")
                               .arg(warp())
                               .arg(facts.warpsAtBarrier)
                               .arg(facts.warpCount);
    }

    void atomic(Why& why) const {
        const auto what = touched(false);
        const unsigned count = simt::lanesIn(scene.active);
        if (what && what->elements.size() < count)
            why.sentence = tr("%1 updates %2: %3 meet there and are served one after the other.")
                               .arg(warp(), shapeOf(*what), lanes(count));
        else
            why.sentence = tr("%1 updates %2: %3, none in another's way.")
                               .arg(warp(), what ? shapeOf(*what) : tr("memory"), lanes(count));
        why.metrics = {"atomic_requests", "atomic_sectors"};
    }

    [[nodiscard]] Why why() const {
        Why why;
        const Dim3 block3 = trace().block();
        const std::uint64_t threads = trace().launch().block.count();
        if (!scene.telling) {
            why.sentence = block.warps() == 1 ? tr("Block (%1, %2) begins: %3 threads, one warp.")
                                                    .arg(block3.x)
                                                    .arg(block3.y)
                                                    .arg(countText(threads))
                                              : tr("Block (%1, %2) begins: %3 threads in %4 warps.")
                                                    .arg(block3.x)
                                                    .arg(block3.y)
                                                    .arg(countText(threads))
                                                    .arg(block.warps());
            return why;
        }
        switch (scene.kind) {
            case InstructionKind::AsyncCopy:
            case InstructionKind::LoadGlobal: global(why, true); break;
            case InstructionKind::StoreGlobal: global(why, false); break;
            case InstructionKind::LoadShared: shared(why, true); break;
            case InstructionKind::StoreShared: shared(why, false); break;
            case InstructionKind::Compute: compute(why); break;
            case InstructionKind::Barrier: barrier(why); break;
            case InstructionKind::Atomic: atomic(why); break;
            case InstructionKind::Exchange:
                why.sentence = tr("%1 passes values between its lanes: no memory takes part.").arg(warp());
                break;
            case InstructionKind::End:
                why.sentence = scene.position >= trace().size()
                                   ? tr("The block has ended after %1 steps.").arg(countText(trace().size()))
                                   : tr("%1 has ended.").arg(warp());
                break;
            default:
                why.sentence = scene.position >= trace().size()
                                   ? tr("The block has ended after %1 steps.").arg(countText(trace().size()))
                                   : tr("%1 works out where it works and how it goes on.").arg(warp());
        }
        const program::Instruction& what = block.flow().entry().instructions[trace().instruction(*scene.telling)];
        if (what.source.line != 0 && isFromSource(*trace().launch().kernel, what.source))
            why.lines = {what.source.line};
        else if (what.calledFrom.line != 0 && isFromSource(*trace().launch().kernel, what.calledFrom))
            why.lines = {what.calledFrom.line};
        return why;
    }
};

flow::Place placeOf(const Block& block, const Spot& spot) {
    const Array& array = block.arrays()[spot.index];
    return flow::memoryPlace(block.flow().trace(), array.isShared() ? program::Space::Shared : program::Space::Global,
                             0, 0, array.base + spot.number * sizeOf(array.type));
}

QString who(const Block& block, std::uint64_t event, unsigned lane) {
    const std::uint32_t warp = block.flow().trace().warp(event);
    return tr("thread %1, warp %2 lane %3").arg(threadName(block, {warp, lane})).arg(warp).arg(lane);
}

/// The element that the value came from which an event wrote, by the links: through registers back to memory.
std::optional<Element> originOf(const Block& block, const flow::Touch& written, const flow::Place& place) {
    const flow::Moves& moves = block.flow().moves();
    flow::Touch at = written;
    flow::Place target = place;
    for (int hop = 0; hop < 8; ++hop) {
        for (const flow::Move& move : moves.of(at.event)) {
            if (move.lane != at.lane || move.from.kind == flow::Place::Kind::None) continue;
            if (target.kind == flow::Place::Kind::Register && !(move.to == target)) continue;
            if (move.how != flow::Move::How::Copy) return std::nullopt;
            if (move.from.isMemory()) return block.arrays().at(move.from);
            const auto before = moves.writerOf(move, at.event);
            if (!before) return std::nullopt;
            target = move.from;
            at = *before;
            break;
        }
    }
    return std::nullopt;
}

QStringList describeCell(const Block& block, const Scene& scene, const Timeline& timeline, const CheckResult* check,
                         const Spot& spot) {
    const Array& array = block.arrays()[spot.index];
    const QString name = elementName(array, spot.number);
    const flow::Place place = placeOf(block, spot);
    const auto size = static_cast<unsigned>(sizeOf(array.type));
    QStringList lines;
    const auto writer = block.flow().moves().writerOf(place, size, scene.position);
    bool has = writer.has_value();
    if (!has && !array.isShared()) {
        const simt::DeviceMemory::Allocation& all = timeline.memory().allocation(array.ref.index);
        const std::size_t word = spot.number * size / 4;
        has = all.uninitialisedWords == 0 || (word < all.initialised.size() && all.initialised[word] != 0);
    }
    const auto bits = flow::bitsAt(place, size, timeline);
    lines << (has && bits ? tr("%1 = %2").arg(name, valueText(array.type, *bits))
                          : tr("%1 has no value yet: nothing has been stored there.").arg(name));
    if (writer) {
        const auto from = originOf(block, *writer, place);
        const QString step = countText(writer->event + 1);
        lines << (from ? tr("Written at step %1 by %2, with %3.")
                             .arg(step, who(block, writer->event, writer->lane),
                                  elementName(block.arrays()[from->array], from->number))
                       : tr("Written at step %1 by %2.").arg(step, who(block, writer->event, writer->lane)));
    } else if (has) {
        lines << tr("It lay in memory when the block began.");
    }
    for (const Stream& stream : scene.streams) {
        QStringList readers;
        QStringList writers;
        for (const Flight& flight : stream.flights) {
            if (flight.from == spot) readers << QString::number(flight.move.lane);
            if (flight.to == spot) writers << QString::number(flight.move.lane);
        }
        readers.removeDuplicates();
        writers.removeDuplicates();
        if (!readers.isEmpty())
            lines << tr("Read now by warp %1, lanes %2.").arg(stream.warp).arg(readers.join(QStringLiteral(", ")));
        if (!writers.isEmpty())
            lines << tr("Written now by warp %1, lanes %2.").arg(stream.warp).arg(writers.join(QStringLiteral(", ")));
    }
    if (check != nullptr && !array.isShared() && check->buffer == array.name &&
        spot.number < check->wrongElements.size() && check->wrongElements[spot.number]) {
        QString wrong = tr("Wrong in the end: the kernel does not compute the right value here.");
        for (const CheckResult::Difference& d : check->first)
            if (d.row * array.columns + d.column == spot.number)
                wrong = tr("Wrong in the end: the kernel computes %1, right is %2.").arg(d.computed).arg(d.expected);
        lines << wrong;
    }
    return lines;
}

}  // namespace

Why whyOf(const Block& block, const Scene& scene, const Timeline& timeline) {
    const Stream* telling = nullptr;
    for (const Stream& stream : scene.streams)
        if (scene.telling && stream.event == *scene.telling) telling = &stream;
    return Sentences{block, scene, timeline, telling}.why();
}

QString describe(const Block& block, const Scene& scene, const Timeline& timeline, const CheckResult* check,
                 const Spot& spot) {
    const flow::Owned& owned = block.flow().owned();
    switch (spot.kind) {
        case Spot::Kind::Cell: return describeCell(block, scene, timeline, check, spot).join(QLatin1Char('\n'));
        case Spot::Kind::Slot: {
            if (spot.index >= Block::kPlaces || spot.number >= simt::kWarpSize) return {};
            const SlotState& state = scene.slots[spot.index];
            const SlotState::Lane& lane = state.lanes[spot.number];
            const QString thread = threadName(block, {scene.warp, static_cast<std::uint32_t>(spot.number)});
            if (!state.event || !lane.has)
                return tr("Thread %1, warp %2: holds no value here now.").arg(thread).arg(scene.warp);
            if (lane.source.kind == Spot::Kind::Cell)
                return tr("Thread %1, warp %2 holds %3: from %4, step %5.")
                    .arg(thread)
                    .arg(scene.warp)
                    .arg(lane.text, elementName(block.arrays()[lane.source.index], lane.source.number))
                    .arg(countText(*state.event + 1));
            return tr("Thread %1, warp %2 holds %3, since step %4.")
                .arg(thread)
                .arg(scene.warp)
                .arg(lane.text)
                .arg(countText(*state.event + 1));
        }
        case Spot::Kind::Sum: {
            if (owned.columns() == 0 || spot.number >= scene.sums.size()) return {};
            const auto cell = owned.at({static_cast<std::uint32_t>(spot.number / owned.columns()),
                                        static_cast<std::uint32_t>(spot.number % owned.columns())});
            if (!cell) return {};
            const SumProgress& progress = scene.sums[spot.number];
            const QString thread = threadName(block, {cell->warp, cell->lane});
            const auto value = sumText(block, *cell, timeline);
            if (!value)
                return tr("Thread %1, warp %2 lane %3 has gathered nothing yet: 0 of %4.")
                    .arg(thread)
                    .arg(cell->warp)
                    .arg(cell->lane)
                    .arg(countText(progress.all));
            return tr("Thread %1, warp %2 lane %3 has %4: %5 of %6 are in.")
                .arg(thread)
                .arg(cell->warp)
                .arg(cell->lane)
                .arg(*value, countText(progress.done), countText(progress.all));
        }
        case Spot::Kind::None: break;
    }
    return {};
}

QFont valueFont(const Theme& theme, const QSizeF& cell) {
    QFont font = theme.type(Type::Least);
    const QFontMetricsF metrics(font);
    constexpr double kMostGrowth = 2.5;
    constexpr double kAround = 8;
    const double across = (cell.width() - theme.scaled(kAround)) / metrics.horizontalAdvance(QStringLiteral("00000"));
    const double down = 0.6 * cell.height() / metrics.height();
    const double growth = std::clamp(std::min(across, down), 1.0, kMostGrowth);
    font.setPixelSize(static_cast<int>(font.pixelSize() * growth));
    return font;
}

}  // namespace lanescope::tiles
