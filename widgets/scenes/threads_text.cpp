// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/threads_text.h"

#include <algorithm>

#include "core/simt/fault.h"
#include "widgets/style/numbers.h"

namespace lanescope {
namespace {

constexpr std::size_t kNamed = 4;  // elements or threads that are named before the rest is counted

QString extent(const Dim3& size) {
    QString text = QString::number(size.x);
    if (size.y > 1 || size.z > 1) text += QStringLiteral(" × %1").arg(size.y);
    if (size.z > 1) text += QStringLiteral(" × %1").arg(size.z);
    return text;
}

}  // namespace

QString ThreadsText::elementName(BufferId buffer, std::uint64_t element) const {
    const Buffer& shape = m_plan.buffers.at(buffer);
    const QString name = QString::fromStdString(shape.name);
    if (shape.rows == 1) return QStringLiteral("%1[%2]").arg(name).arg(element);
    return QStringLiteral("%1[%2][%3]").arg(name).arg(element / shape.columns).arg(element % shape.columns);
}

QString ThreadsText::threadName(std::uint64_t number) const {
    const ThreadSpace& space = m_scene.threads;
    return QString::fromStdString(
        simt::threadText(space.block.at(number % space.threads.count), space.grid.at(number / space.threads.count)));
}

QString ThreadsText::thread(std::uint64_t number) const {
    const std::uint64_t inBlock = number % m_scene.threads.threads.count;
    const QString who = tr("%1, warp %2, lane %3: ")
                            .arg(threadName(number))
                            .arg(inBlock / simt::kWarpSize)
                            .arg(inBlock % simt::kWarpSize);
    switch (m_scene.work->state(number)) {
        case ThreadWork::State::NotRun: return who + tr("its block was not run, so what it writes is not known");
        case ThreadWork::State::Idle:
            return who + (m_scene.work->isWasted(number / m_scene.threads.threads.count)
                              ? tr("writes nothing, nor does any other thread of its block")
                              : tr("writes nothing"));
        case ThreadWork::State::Helps: return who + tr("writes to shared memory only");
        case ThreadWork::State::Writes: break;
    }
    const auto writes = m_scene.work->writesOf(number);
    if (writes.empty()) return who + tr("writes, but there was no room to keep what");
    QStringList names;
    for (const ThreadWork::Write& write : writes.first(std::min(kNamed, writes.size())))
        names += elementName(write.buffer, write.element);
    if (writes.size() > kNamed) names += tr("%1 more elements").arg(countText(writes.size() - kNamed));
    return who + tr("writes %1").arg(names.join(QStringLiteral(", ")));
}

QString ThreadsText::element(std::uint64_t number) const {
    const QString name = elementName(m_scene.buffer, number);
    const std::vector<std::uint32_t> writers = m_scene.work->writersOf(m_scene.buffer, number);
    if (writers.empty()) return tr("%1: no thread of this launch that is known writes it").arg(name);
    QStringList names;
    for (std::size_t i = 0; i < std::min(kNamed, writers.size()); ++i) names += threadName(writers[i]);
    if (writers.size() > kNamed) names += tr("%1 more threads").arg(countText(writers.size() - kNamed));
    return tr("%1: written by %2").arg(name, names.join(QStringLiteral("; ")));
}

QString ThreadsText::summary() const {
    const ThreadWork::Totals& totals = m_scene.work->totals();
    QStringList sentences;
    if (totals.blocksKnown < totals.blocks)
        sentences += tr("Only %1 of %2 blocks are shown: the others were not run, or there was no room for them.")
                         .arg(countText(totals.blocksKnown), countText(totals.blocks));
    const std::uint64_t known = totals.writing + totals.helping + totals.idle;
    QString threads = (known == 1 ? tr("Emulated: of %1 thread %2 writes to global memory")
                                  : tr("Emulated: of %1 threads %2 write to global memory"))
                          .arg(countText(known), countText(totals.writing));
    if (totals.helping > 0) threads += tr(", %1 to shared memory only").arg(countText(totals.helping));
    threads += totals.idle == 1  ? tr(", and 1 writes nothing.")
               : totals.idle > 1 ? tr(", and %1 write nothing.").arg(countText(totals.idle))
                                 : tr("; none is idle.");
    sentences += threads;
    if (totals.blocksWasted > 0)
        sentences += (totals.blocksWasted == 1 ? tr("%1 of %2 blocks is wasted: no thread of it writes anything.")
                                               : tr("%1 of %2 blocks are wasted: no thread of theirs writes anything."))
                         .arg(countText(totals.blocksWasted), countText(totals.blocksKnown));
    if (m_scene.writers.size() < m_scene.data.elements.count)
        sentences += tr("The buffer has too many elements to be drawn.");
    if (m_scene.work->cut()) sentences += tr("More is written than there was room to keep.");
    if (m_scene.work->fault()) sentences += tr("The launch stopped at a fault; what came behind it is not here.");
    return sentences.join(QLatin1Char(' '));
}

QString ThreadsText::folding() const {
    QStringList parts;
    if (m_scene.threads.foldedBlock) parts += tr("each row of a block is a warp");
    if (m_scene.threads.foldedGrid)
        parts += tr("%1 blocks stand in a row").arg(countText(m_scene.threads.blocks.columns));
    if (m_scene.threads.grid.z > 1 || m_scene.threads.block.z > 1) parts += tr("layers of z stand one under the other");
    if (m_scene.data.folded()) parts += tr("%1 elements stand in a row").arg(countText(m_scene.data.elements.columns));
    if (parts.isEmpty()) return {};
    QString text = parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    text[0] = text[0].toUpper();
    return text;
}

QString ThreadsText::threadsTitle() const {
    const Dim3& grid = m_scene.threads.grid;
    return (grid.count() == 1 ? tr("%1 block of %2") : tr("%1 blocks of %2"))
        .arg(extent(grid), extent(m_scene.threads.block));
}

QString ThreadsText::threadsTitleShort() const {
    return tr("%1 of %2").arg(extent(m_scene.threads.grid), extent(m_scene.threads.block));
}

QString ThreadsText::dataTitle() const {
    const Buffer& buffer = m_plan.buffers.at(m_scene.buffer);
    return tr("%1, %2 × %3").arg(QString::fromStdString(buffer.name)).arg(buffer.rows).arg(buffer.columns);
}

}  // namespace lanescope
