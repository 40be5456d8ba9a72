// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/zones/picture_links.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>

#include "core/base/words.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

struct LinkTexts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::PictureLinks)
};

using FoundLink = std::optional<PictureLink>;

const QString kTilesPage = QStringLiteral("tiles"), kWarpsPage = QStringLiteral("warps"),
              kMemoryPage = QStringLiteral("memory");

Spotlight onWarp(std::uint32_t warp) {
    Spotlight light;
    light.kind = Spotlight::Kind::Warp;
    light.thread.warp = warp;
    return light;
}

/// Behind the step that makes the worst of the findings of a kind.
FoundLink findingOf(const flow::BlockFlow& flow, flow::Finding::Kind kind) {
    for (const flow::Finding& finding : flow.requests().findings())
        if (finding.kind == kind)
            return PictureLink{kMemoryPage, finding.event + 1, std::nullopt, shownName(inWords(messageOf(finding)))};
    return std::nullopt;
}

FoundLink bankConflict(const flow::BlockFlow& flow) { return findingOf(flow, flow::Finding::Kind::Wavefronts); }
FoundLink sectors(const flow::BlockFlow& flow) { return findingOf(flow, flow::Finding::Kind::Sectors); }
FoundLink meeting(const flow::BlockFlow& flow) { return findingOf(flow, flow::Finding::Kind::Meeting); }

/// Before the first barrier opens.
FoundLink barrier(const flow::BlockFlow& flow) {
    const BlockTrace& trace = flow.trace();
    if (trace.phaseCount() < 2 || trace.phaseStart(1) == 0) return std::nullopt;
    const std::uint64_t event = trace.phaseStart(1);
    return PictureLink{kWarpsPage, event, onWarp(trace.warp(event - 1)),
                       LinkTexts::tr("the first of %1 barriers").arg(countText(trace.phaseCount() - 1))};
}

/// Where a warp first works with some of the lanes that it has.
FoundLink divergence(const flow::BlockFlow& flow) {
    const BlockTrace& trace = flow.trace();
    std::vector<simt::LaneMask> lanes(trace.launch().block.count() / simt::kWarpSize + 1, 0);
    for (std::uint64_t event = 0; event < trace.size(); ++event) {
        const std::uint32_t warp = trace.warp(event);
        const simt::LaneMask active = trace.active(event);
        if (lanes[warp] == 0) lanes[warp] = active;
        if (active == lanes[warp] || active == 0) continue;
        return PictureLink{kWarpsPage, event + 1, onWarp(warp),
                           LinkTexts::tr("%1 of %2 lanes of warp %3 work")
                               .arg(std::popcount(active))
                               .arg(std::popcount(lanes[warp]))
                               .arg(warp)};
    }
    return std::nullopt;
}

FoundLink partOf(const flow::BlockFlow& flow, std::initializer_list<flow::PhaseKind> kinds) {
    const auto parts = flow.phases().parts();
    const auto part = std::ranges::find_if(
        parts, [kinds](const flow::Phase& one) { return std::ranges::find(kinds, one.kind) != kinds.end(); });
    if (part == parts.end()) return std::nullopt;
    // In its middle something is under way.
    const std::uint64_t event = part->first + (part->end - part->first) / 2 + 1;
    return PictureLink{kTilesPage, std::min(event, part->end), std::nullopt, shownName(inWords(nameOf(*part)))};
}

FoundLink loading(const flow::BlockFlow& flow) { return partOf(flow, {flow::PhaseKind::Load}); }
FoundLink arithmetic(const flow::BlockFlow& flow) {
    return partOf(flow, {flow::PhaseKind::Multiply, flow::PhaseKind::Add, flow::PhaseKind::Compute});
}
FoundLink storing(const flow::BlockFlow& flow) { return partOf(flow, {flow::PhaseKind::Store}); }

/// The grid, if it has several blocks.
FoundLink grid(const flow::BlockFlow& flow) {
    const std::uint64_t blocks = flow.trace().launch().grid.count();
    if (blocks < 2) return std::nullopt;
    return PictureLink{QStringLiteral("map"), std::nullopt, std::nullopt,
                       LinkTexts::tr("%1 blocks").arg(countText(blocks))};
}

/// What is spoken of, by beginnings of words; the more special ones first.
struct Topic {
    QString words;
    FoundLink (*find)(const flow::BlockFlow& flow);
};

std::array<Topic, 9> topics() {
    return {
        Topic{LinkTexts::tr("same bank|bank conflict|banks?|wavefronts?", "words that a text may have"), bankConflict},
        Topic{LinkTexts::tr("lanes divided|diverg\\w+|\\d+ lanes work|divisible", "words that a text may have"),
              divergence},
        Topic{LinkTexts::tr("barriers?|warps wait|wait for each other|waits until", "words that a text may have"),
              barrier},
        Topic{LinkTexts::tr("coalesc\\w+|sectors?|different rows|go along rows", "words that a text may have"),
              sectors},
        Topic{LinkTexts::tr("atomic\\w*|same address", "words that a text may have"), meeting},
        Topic{LinkTexts::tr("grid|empty blocks", "words that a text may have"), grid},
        Topic{LinkTexts::tr("into shared memory|brings? a (square )?tile|prefetch\\w*", "words that a text may have"),
              loading},
        Topic{LinkTexts::tr("multipl(y|ies)|adds? (those|pairs)|additions?", "words that a text may have"), arithmetic},
        Topic{LinkTexts::tr("write nothing|writes? (to|back|its)", "words that a text may have"), storing}};
}

}  // namespace

std::vector<LinkedWords> linksOf(const QString& text, const flow::BlockFlow* flow) {
    std::vector<LinkedWords> links;
    if (flow == nullptr || flow->trace().size() == 0) return links;
    static const QRegularExpression kEnd(QStringLiteral("[.!?:;](?=\\s|$)"));
    QSet<qsizetype> told;
    const std::array<Topic, 9> all = topics();
    for (qsizetype from = 0; from < text.size();) {
        const QRegularExpressionMatch end = kEnd.match(text, from);
        const qsizetype to = end.hasMatch() ? end.capturedEnd() : text.size();
        const QString sentence = text.mid(from, to - from);
        for (std::size_t topic = 0; topic < all.size(); ++topic) {
            const QRegularExpression words(QStringLiteral("\\b(%1)\\b").arg(all.at(topic).words),
                                           QRegularExpression::CaseInsensitiveOption);
            const QRegularExpressionMatch match = words.match(sentence);
            if (!match.hasMatch() || told.contains(static_cast<qsizetype>(topic))) continue;
            const FoundLink found = all.at(topic).find(*flow);
            if (!found) continue;
            told.insert(static_cast<qsizetype>(topic));
            links.push_back({from + match.capturedStart(), match.capturedLength(), *found});
            break;
        }
        from = to;
    }
    return links;
}

}  // namespace lanescope
