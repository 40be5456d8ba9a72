// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/memory/request_words.h"

#include <algorithm>
#include <bit>

#include "widgets/stage/memory/lane_fit.h"
#include "widgets/stage/memory/request_facts.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

using program::Space;

/// "lanes 0 … 15: word 0, lanes 16 … 31: word 16"; empty if more would have to be told.
QString inTwo(const RequestScene& scene, const LaneNumbers& word) {
    const auto two = twoFits(word, word, scene.request.lanes);
    if (!two) return {};
    QStringList parts;
    for (const simt::LaneMask those : {two->first, two->second})
        parts.push_back(RequestWords::tr("%1: word %2").arg(lanesText(those), formulaOf(*fitOf(word, those))));
    return parts.join(QStringLiteral(", "));
}

}  // namespace

QString RequestWords::verb(const RequestScene& scene) {
    if (scene.isAtomic()) return tr("updates");
    return scene.isLoad() ? tr("reads") : tr("writes");
}

QString RequestWords::memory(const RequestScene& scene) {
    switch (scene.request.space) {
        case Space::Shared: return tr("Shared memory");
        case Space::Local: return tr("Local memory");
        default: return tr("Global memory");
    }
}

QString RequestWords::kind(const RequestScene& scene) {
    if (scene.isAtomic()) return scene.isShared() ? tr("shared atomic") : tr("global atomic");
    if (scene.isShared()) return scene.isLoad() ? tr("shared load") : tr("shared store");
    if (scene.request.space == Space::Local) return scene.isLoad() ? tr("local load") : tr("local store");
    return scene.isLoad() ? tr("global load") : tr("global store");
}

QString RequestWords::place(const RequestScene& scene) {
    const QString name = QString::fromStdString(scene.array);
    if (name.isEmpty() || scene.columns == 0) return name;
    if (scene.isVector()) return QStringLiteral("%1[%2]").arg(name, countText(scene.rows * scene.columns));
    return QStringLiteral("%1[%2][%3]").arg(name, countText(scene.rows), countText(scene.columns));
}

QString RequestWords::what(const RequestScene& scene) {
    const QString line = scene.line > 0 ? tr(", line %1").arg(scene.line) : QString();
    return tr("Warp %1, %2 of %3%4")
        .arg(QString::number(scene.warp), kind(scene), lanes(simt::lanesIn(scene.request.lanes)), line);
}

PointWords RequestWords::point(const RequestScene& scene) {
    const simt::RequestCost& cost = scene.cost;
    if (scene.isAtomic()) {
        const QString number = countText(cost.meeting);
        if (cost.meeting == 1) return {number, tr("lane"), tr("at each address: none waits for another")};
        const QString at = placeText(scene, fullestMeeting(scene).address);
        return {number, tr("lanes"),
                at.isEmpty() ? tr("at one address, one after the other") : tr("at %1, one after the other").arg(at)};
    }
    if (scene.isShared()) {
        const QString number = countText(cost.shared.wavefronts);
        const QString unit = cost.shared.wavefronts == 1 ? tr("wavefront") : tr("wavefronts");
        if (cost.shared.wavefronts > cost.shared.fewest)
            return {number, unit,
                    cost.shared.fewest == 1 ? tr("one after the other, for one request")
                                            : tr("one after the other, where %1 would do").arg(cost.shared.fewest)};
        if (scene.words.size() == 1 && simt::lanesIn(scene.request.lanes) > 1)
            return {number, unit, tr("one word for all lanes")};
        if (cost.shared.wavefronts > 1) return {number, unit, tr("as few as %1 bytes need").arg(countText(cost.bytes))};
        return {number, unit, tr("all lanes at once")};
    }
    const QString number = countText(cost.sectors);
    const QString unit = cost.sectors == 1 ? tr("sector") : tr("sectors");
    const QString moved = countText(scene.movedBytes());
    if (cost.sectors > cost.fewestSectors)
        return {number, unit,
                tr("%1 would do: %2 of %3 bytes used")
                    .arg(QString::number(cost.fewestSectors), countText(cost.bytes), moved)};
    if (scene.movedBytes() == cost.bytes) return {number, unit, tr("all %1 bytes used").arg(moved)};
    return {number, unit, tr("as few as %1 bytes need").arg(countText(cost.bytes))};
}

QString RequestWords::law(const RequestScene& scene) {
    if (scene.isAtomic()) {
        const auto addresses = scene.meetings.size();
        if (addresses == 1) {
            const QString at = placeText(scene, scene.meetings[0].address);
            return at.isEmpty() ? tr("every lane updates one address") : tr("every lane updates %1").arg(at);
        }
        return tr("%1 update %2 addresses").arg(lanes(simt::lanesIn(scene.request.lanes))).arg(addresses);
    }
    return scene.isShared() ? sharedLaw(scene) : globalLaw(scene);
}

QString RequestWords::briefLaw(const RequestScene& scene) {
    const QString whole = law(scene);
    const QString said = tr("lane l %1").arg(verb(scene)) + QLatin1Char(' ');
    return whole.startsWith(said) ? whole.mid(said.size()) : whole;
}

QString RequestWords::sharedLaw(const RequestScene& scene) {
    constexpr std::int64_t kBanks = simt::kSharedBanks;
    LaneNumbers word{};
    simt::eachLane(scene.request.lanes, [&](unsigned lane) {
        word[lane] = static_cast<std::int64_t>(scene.request.address[lane] / simt::kWordBytes);
    });
    const auto fit = fitOf(word, scene.request.lanes);
    const Fullest fullest = fullestOf(scene);
    if (!fit) {
        if (const QString parts = inTwo(scene, word); !parts.isEmpty()) return parts;
        if (fullest.words <= 1) return tr("%1 in %2 banks").arg(words(scene.words.size())).arg(scene.words.size());
        return fullest.banks == 1
                   ? tr("%1, %2 of them in bank %3").arg(words(scene.words.size())).arg(fullest.words).arg(fullest.bank)
                   : tr("%1, up to %2 of them in one bank").arg(words(scene.words.size())).arg(fullest.words);
    }
    const QString formula = formulaOf(*fit);
    if (fit->slope == 0) {
        const QString who = simt::lanesIn(scene.request.lanes) == 1 ? lanesText(scene.request.lanes) : tr("every lane");
        return tr("%1 %2 word %3: bank %4").arg(who, verb(scene), formula).arg(fit->offset % kBanks);
    }
    if (scene.request.bytes > simt::kWordBytes)
        return tr("lane l %1 %2 words from word %3 on")
            .arg(verb(scene))
            .arg(scene.request.bytes / simt::kWordBytes)
            .arg(formula);
    const auto modulo = [](std::int64_t n) { return (n % kBanks + kBanks) % kBanks; };
    const LaneFit bank{modulo(fit->slope), modulo(fit->offset)};
    if (bank.slope == 0) return tr("lane l %1 word %2: always bank %3").arg(verb(scene), formula).arg(bank.offset);
    const QString banks = formulaOf(bank);
    const bool wraps = bank.at(static_cast<unsigned>(31 - std::countl_zero(scene.request.lanes))) >= kBanks;
    if (!wraps) return tr("lane l %1 word %2: bank %3").arg(verb(scene), formula, banks);
    return tr("lane l %1 word %2: bank (%3) mod 32").arg(verb(scene), formula, banks);
}

QString RequestWords::globalLaw(const RequestScene& scene) {
    if (scene.array.empty() || scene.columns == 0)
        return tr("%1 touch %2 lines of 128 B").arg(lanes(simt::lanesIn(scene.request.lanes))).arg(scene.lines.size());
    LaneNumbers row{};
    LaneNumbers column{};
    simt::eachLane(scene.request.lanes, [&](unsigned lane) {
        const std::uint64_t index = (scene.request.address[lane] - scene.base) / scene.elementBytes;
        row[lane] = scene.isVector() ? 0 : static_cast<std::int64_t>(index / scene.columns);
        column[lane] = static_cast<std::int64_t>(scene.isVector() ? index : index % scene.columns);
    });
    const auto element = [&](const LaneFit& r, const LaneFit& c) {
        const QString name = QString::fromStdString(scene.array);
        return scene.isVector() ? QStringLiteral("%1[%2]").arg(name, formulaOf(c))
                                : QStringLiteral("%1[%2][%3]").arg(name, formulaOf(r), formulaOf(c));
    };
    const auto rows = fitOf(row, scene.request.lanes);
    const auto columns = fitOf(column, scene.request.lanes);
    if (rows && columns) {
        if (simt::lanesIn(scene.request.lanes) == 1)
            return tr("%1 %2 %3").arg(lanesText(scene.request.lanes), verb(scene), element(*rows, *columns));
        if (rows->slope == 0 && columns->slope == 0)
            return tr("every lane %1 %2").arg(verb(scene), element(*rows, *columns));
        return tr("lane l %1 %2").arg(verb(scene), element(*rows, *columns));
    }
    if (const auto two = twoFits(row, column, scene.request.lanes)) {
        QStringList parts;
        for (const simt::LaneMask those : {two->first, two->second})
            parts.push_back(tr("%1: %2").arg(lanesText(those), element(*fitOf(row, those), *fitOf(column, those))));
        return parts.join(QStringLiteral(", "));
    }
    const QString count = lanes(simt::lanesIn(scene.request.lanes));
    const QString name = QString::fromStdString(scene.array);
    return scene.isLoad() ? tr("%1 read elements of %2").arg(count, name)
                          : tr("%1 write elements of %2").arg(count, name);
}

QString RequestWords::cost(const RequestScene& scene) {
    if (scene.isShared()) return tr("%1, %2").arg(words(scene.words.size()), wavefronts(scene.cost.shared.wavefronts));
    const QString lines =
        scene.lines.size() == 1 ? tr("1 line of 128 B") : tr("%1 lines of 128 B").arg(scene.lines.size());
    const QString used =
        scene.movedBytes() == scene.cost.bytes
            ? tr("all used")
            : tr("%1 of %2 bytes used").arg(countText(scene.cost.bytes), countText(scene.movedBytes()));
    return tr("%1, %2, %3").arg(sectors(scene.cost.sectors), lines, used);
}

QString RequestWords::lineName(const RequestScene& scene, const LineUse& line) {
    const std::uint64_t first = std::max(line.address, scene.base);
    if (scene.array.empty() || scene.columns == 0) return tr("line %1").arg(line.address / simt::kLineBytes);
    const std::uint64_t begin = (first - scene.base) / scene.elementBytes;
    const std::uint64_t beyond = (line.address + simt::kLineBytes - 1 - scene.base) / scene.elementBytes;
    if (!scene.isVector() && begin / scene.columns == beyond / scene.columns)
        return tr("row %1").arg(begin / scene.columns);
    return placeText(scene, first);
}

QString RequestWords::briefLineName(const RequestScene& scene, const LineUse& line) {
    const QString whole = lineName(scene, line);
    const qsizetype index = whole.indexOf(QLatin1Char('['));
    return index > 0 ? whole.mid(index) : whole;
}

QString RequestWords::lane(const RequestScene& scene, unsigned lane) {
    if ((scene.request.lanes >> lane & 1U) == 0) return tr("lane %1 takes no part").arg(lane);
    const std::uint64_t address = scene.request.address[lane];
    QString text = tr("lane %1 %2").arg(QString::number(lane), verb(scene));
    const QString element = placeText(scene, address);
    if (!element.isEmpty()) text += QStringLiteral(" ") + element;
    if (scene.isShared()) {
        for (const simt::BankWord& word : scene.words) {
            if ((word.lanes >> lane & 1U) == 0) continue;
            text += tr(": word %1, bank %2, wavefront %3 of %4")
                        .arg(countText(word.word))
                        .arg(word.word % simt::kSharedBanks)
                        .arg(word.wavefront + 1)
                        .arg(scene.cost.shared.wavefronts);
            break;
        }
        return text;
    }
    for (std::size_t i = 0; i < scene.sectors.size(); ++i)
        if ((scene.sectors[i].lanes >> lane & 1U) != 0)
            return text +
                   tr(": %1 bytes, sector %2 of %3").arg(scene.request.bytes).arg(i + 1).arg(scene.sectors.size());
    return text;
}

std::vector<std::string> RequestWords::metrics(const RequestScene& scene) {
    const bool load = scene.isLoad();
    if (scene.isAtomic()) return {"atomic_requests", "atomic_sectors"};
    if (scene.isShared())
        return load ? std::vector<std::string>{"shared_load_requests", "shared_load_wavefronts",
                                               "shared_load_conflicts", "shared_efficiency"}
                    : std::vector<std::string>{"shared_store_requests", "shared_store_wavefronts",
                                               "shared_store_conflicts", "shared_efficiency"};
    if (scene.request.space == Space::Local)
        return load ? std::vector<std::string>{"local_load_requests", "local_load_sectors"}
                    : std::vector<std::string>{"local_store_requests", "local_store_sectors"};
    return load ? std::vector<std::string>{"global_load_sectors", "global_load_efficiency", "global_load_requests"}
                : std::vector<std::string>{"global_store_sectors", "global_store_efficiency", "global_store_requests"};
}

}  // namespace lanescope
