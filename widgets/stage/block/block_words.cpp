// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include "widgets/stage/block/block_scene.h"
#include "widgets/style/numbers.h"

namespace lanescope::block {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::BlockWords)
};

QString counted(std::uint64_t count, const QString& one, const QString& many) {
    return count == 1 ? one : many.arg(countText(count));
}

QString blocksText(std::uint64_t count) { return counted(count, Texts::tr("1 block"), Texts::tr("%1 blocks")); }
QString warpsText(std::uint64_t count) { return counted(count, Texts::tr("1 warp"), Texts::tr("%1 warps")); }

QString joined(const QStringList& words) {
    if (words.size() < 2) return words.join(QString());
    return Texts::tr("%1 and %2").arg(words.mid(0, words.size() - 1).join(QStringLiteral(", ")), words.last());
}

}  // namespace

QString resourceWord(Resource resource) {
    switch (resource) {
        case Resource::Warps: return Texts::tr("warps");
        case Resource::Registers: return Texts::tr("registers");
        case Resource::Shared: return Texts::tr("shared memory");
        case Resource::Blocks: return Texts::tr("slots of blocks");
        case Resource::Barriers: return Texts::tr("barriers");
    }
    return {};
}

QString lackWords(const Vessel& vessel) {
    const QString needs = countText(vessel.perBlock);
    const QString left = countText(vessel.left);
    switch (vessel.resource) {
        case Resource::Warps:
            return vessel.left == 0 ? Texts::tr("no slot of a warp is left")
                                    : Texts::tr("would need %1 warps, %2 are left").arg(needs, left);
        case Resource::Registers:
            return vessel.left == 0 ? Texts::tr("would need %1 registers, none are left").arg(needs)
                                    : Texts::tr("would need %1 registers, %2 are left").arg(needs, left);
        case Resource::Shared:
            return vessel.left == 0 ? Texts::tr("would need %1 bytes, none are left").arg(needs)
                                    : Texts::tr("would need %1 bytes, %2 are left").arg(needs, left);
        case Resource::Blocks: return Texts::tr("no slot of a block is left");
        case Resource::Barriers: return Texts::tr("would need %1 barriers, %2 are left").arg(needs, left);
    }
    return {};
}

QString fitWords(const BlockScene& scene) {
    if (!scene.occupancy) return scene.impossible;
    const Occupancy& occupancy = *scene.occupancy;
    if (occupancy.blocksPerSm == 0) return Texts::tr("Not one block of %1 fits.").arg(warpsText(scene.warpsPerBlock));
    const QString blocks = blocksText(occupancy.blocksPerSm);
    return (occupancy.blocksPerSm == 1 ? Texts::tr("%1 of %2 fits: %3 of %4 warps.")
                                       : Texts::tr("%1 of %2 fit: %3 of %4 warps."))
        .arg(blocks, warpsText(scene.warpsPerBlock), countText(occupancy.warpsPerSm), countText(scene.warps));
}

QString limitWords(const BlockScene& scene) {
    if (!scene.occupancy) return {};
    QStringList limits, enough;
    for (const Vessel& vessel : scene.vessels) {
        if (!vessel.known) continue;
        if (vessel.limits)
            limits += resourceWord(vessel.resource);
        else if (vessel.perBlock > 0 && vessel.enoughFor != ~0ULL)
            enough += Texts::tr("%1 for %2").arg(resourceWord(vessel.resource), countText(vessel.enoughFor));
    }
    QString words = limits.size() == 1 && limits.front() != resourceWord(Resource::Shared)
                        ? Texts::tr("The limit: %1.").arg(limits.front())
                        : Texts::tr("The limit: %1.").arg(joined(limits));
    if (!enough.isEmpty()) words += QLatin1Char(' ') + Texts::tr("Enough of %1 blocks.").arg(joined(enough));
    return words;
}

QString fewBlocksWords(const BlockScene& scene) {
    const std::uint64_t blocks = scene.input.launch.blocks;
    if (scene.roomForBlocks == 0 || blocks == 0 || blocks >= scene.roomForBlocks) return {};
    return Texts::tr("The launch has %1; the whole GPU has room for %2.")
        .arg(blocksText(blocks), countText(scene.roomForBlocks));
}

QString launchWords(const BlockScene& scene) {
    const BlockResources& block = scene.input.launch.block;
    QStringList takes{Texts::tr("%1 threads").arg(countText(block.threads))};
    if (block.registersPerThread) {
        const QString from = QString::fromStdString(scene.input.launch.registersFrom);
        takes += from.isEmpty()
                     ? Texts::tr("%1 registers a thread").arg(countText(*block.registersPerThread))
                     : Texts::tr("%1 registers a thread (%2)").arg(countText(*block.registersPerThread), from);
    }
    takes += Texts::tr("%1 bytes of shared memory").arg(countText(block.sharedBytes));
    return Texts::tr("a block of %1 takes %2")
        .arg(QString::fromStdString(scene.input.launch.kernel), takes.join(QStringLiteral(", ")));
}

}  // namespace lanescope::block
