// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences that stand beside the picture.
#include "widgets/stage/memory/request_facts.h"
#include "widgets/stage/memory/request_words.h"
#include "widgets/style/numbers.h"

namespace lanescope {

QString RequestWords::sentence(const RequestScene& scene) {
    if (scene.isAtomic()) return meetingSentence(scene);
    return scene.isShared() ? sharedSentence(scene) : globalSentence(scene);
}

QString RequestWords::sharedSentence(const RequestScene& scene) {
    const unsigned count = simt::lanesIn(scene.request.lanes);
    const unsigned wavefronts = scene.cost.shared.wavefronts;
    if (wavefronts <= scene.cost.shared.fewest) {
        if (scene.words.size() == 1 && count > 1)
            return tr("One word for %1 lanes: it is read once and handed to all.").arg(count);
        if (count == 1) return tr("One lane has the banks for itself.");
        if (wavefronts > 1)
            return tr("%1 bytes take %2 wavefronts: all 32 banks are busy in each.")
                .arg(countText(scene.cost.bytes))
                .arg(wavefronts);
        if (scene.words.size() < count)
            return tr("%1 lanes share %2 words, each from a bank of its own: one wavefront.")
                .arg(count)
                .arg(scene.words.size());
        return tr("%1 lanes, %1 banks: all are served at once.").arg(count);
    }
    const Fullest fullest = fullestOf(scene);
    if (fullest.words == scene.words.size())
        return tr("All %1 lanes want bank %2, and a bank serves one word at a time.").arg(count).arg(fullest.bank);
    if (fullest.banks == 1)
        return tr("%1 words lie in bank %2, which serves one at a time: %3 wavefronts.")
            .arg(fullest.words)
            .arg(fullest.bank)
            .arg(wavefronts);
    return tr("%1 lanes crowd %2 banks with %3 words each: %4 wavefronts.")
        .arg(count)
        .arg(fullest.banks)
        .arg(fullest.words)
        .arg(wavefronts);
}

QString RequestWords::meetingSentence(const RequestScene& scene) {
    const unsigned count = simt::lanesIn(scene.request.lanes);
    if (count == 1) return tr("One lane updates one address: nobody waits.");
    if (scene.cost.meeting == 1) return tr("%1 lanes update %1 addresses: nobody waits for another.").arg(count);
    const QString at = placeText(scene, fullestMeeting(scene).address);
    if (scene.meetings.size() == 1)
        return tr("%1 lanes meet at %2, and go one after the other.")
            .arg(QString::number(count), at.isEmpty() ? tr("one address") : at);
    return tr("%1 lanes meet at %2 addresses, up to %3 at one of them.")
        .arg(count)
        .arg(scene.meetings.size())
        .arg(scene.cost.meeting);
}

QString RequestWords::globalSentence(const RequestScene& scene) {
    const unsigned count = simt::lanesIn(scene.request.lanes);
    const QString name = scene.array.empty() ? memory(scene).toLower() : QString::fromStdString(scene.array);
    const QString who = tr("Warp %1 %2 %3").arg(QString::number(scene.warp), verb(scene), name);
    if (scene.cost.sectors > scene.cost.fewestSectors)
        return tr("%1: %2, %3 where %4 would do.")
            .arg(who, lanes(count), sectors(scene.cost.sectors), QString::number(scene.cost.fewestSectors));
    if (scene.movedBytes() == scene.cost.bytes)
        return tr("%1: %2, %3, no byte wasted.").arg(who, lanes(count), sectors(scene.cost.sectors));
    if (scene.cost.bytes <= scene.request.bytes && count > 1)
        return tr("%1: one element for %2, read once.").arg(who, lanes(count));
    return tr("%1: %2, %3, as few as these bytes need.").arg(who, lanes(count), sectors(scene.cost.sectors));
}

QString RequestWords::beside(const RequestScene& scene, const RequestScene& other, const QString& name) {
    if (scene.request.space != other.request.space || scene.isAtomic() != other.isAtomic()) return {};
    if (scene.isShared() && !scene.isAtomic()) {
        const unsigned mine = scene.cost.shared.wavefronts;
        const unsigned theirs = other.cost.shared.wavefronts;
        if (mine == theirs) return {};
        const bool widened =
            scene.array == other.array && scene.rows == other.rows && other.columns == scene.columns + 1;
        if (widened && theirs < mine && theirs == 1) return tr("One more column spreads them over all 32.");
        return tr("%1: %2.").arg(name, wavefronts(theirs));
    }
    if (!scene.isAtomic() && scene.cost.sectors != other.cost.sectors)
        return tr("%1: %2.").arg(name, sectors(other.cost.sectors));
    return {};
}

}  // namespace lanescope
