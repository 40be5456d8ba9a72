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
    if (vessel.resource == Resource::Blocks) return Texts::tr("no slot of a block is left");
    if (vessel.resource == Resource::Warps && vessel.left == 0) return Texts::tr("no slot of a warp is left");
    const QString what =
        vessel.resource == Resource::Shared ? Texts::tr("bytes of shared memory") : resourceWord(vessel.resource);
    const QString needs = Texts::tr("would need %1 %2").arg(countText(vessel.perBlock), what);
    if (vessel.left == 0) return Texts::tr("%1, none are left").arg(needs);
    if (vessel.left < vessel.perBlock) return Texts::tr("%1, %2 are left").arg(needs, countText(vessel.left));
    // What is left is enough, but lies in parts that a warp cannot have together.
    return vessel.usable == 0 ? Texts::tr("%1, but no part has %2 left").arg(needs, countText(vessel.portion))
                              : Texts::tr("%1, only %2 can be had").arg(needs, countText(vessel.usable));
}

QString shortLackWords(const Vessel& vessel) {
    if (vessel.left == 0) return Texts::tr("none is left for one more");
    const QString needs = Texts::tr("one more needs %1").arg(countText(vessel.perBlock));
    if (vessel.left < vessel.perBlock) return Texts::tr("%1, %2 are left").arg(needs, countText(vessel.left));
    return vessel.usable == 0 ? Texts::tr("%1, but no part has %2 left").arg(needs, countText(vessel.portion))
                              : Texts::tr("%1, only %2 can be had").arg(needs, countText(vessel.usable));
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
    QStringList limits;
    for (const Vessel& vessel : scene.vessels)
        if (vessel.known && vessel.limits) limits += resourceWord(vessel.resource);
    return limits.isEmpty() ? QString() : Texts::tr("Limited by %1.").arg(joined(limits));
}

QString enoughWords(const BlockScene& scene) {
    QStringList enough;
    for (const Vessel& vessel : scene.vessels) {
        if (!vessel.known || vessel.limits || vessel.perBlock == 0 || vessel.enoughFor == ~0ULL) continue;
        QString resource = resourceWord(vessel.resource);
        if (enough.isEmpty()) resource[0] = resource[0].toUpper();
        enough += (enough.isEmpty() ? Texts::tr("%1 would do for %2 blocks") : Texts::tr("%1 for %2"))
                      .arg(resource, countText(vessel.enoughFor));
    }
    return enough.isEmpty() ? QString() : enough.join(QStringLiteral(", ")) + QLatin1Char('.');
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
