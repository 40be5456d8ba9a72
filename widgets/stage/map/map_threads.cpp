// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/map_threads.h"

#include <QCoreApplication>
#include <algorithm>

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::MapThreads)
};

const ThreadWork* workOf(const MapLaunches& launches, const MapThread& thread) {
    return thread.launch < launches.size() ? launches[thread.launch].get() : nullptr;
}

std::uint64_t numberOf(const ThreadWork& work, const MapThread& thread) {
    return thread.block * work.block().count() + thread.thread;
}

/// "(3, 2)": as many numbers as the extent has.
QString place(const Dim3& extent, const Dim3& at) {
    if (extent.z > 1) return QStringLiteral("(%1, %2, %3)").arg(at.x).arg(at.y).arg(at.z);
    return extent.y > 1 ? QStringLiteral("(%1, %2)").arg(at.x).arg(at.y) : QString::number(at.x);
}

QString nameOf(const Buffer& buffer, std::uint64_t element) {
    const QString name = QString::fromStdString(buffer.name);
    if (buffer.rows == 1 || buffer.columns == 1) return QStringLiteral("%1[%2]").arg(name).arg(element);
    return QStringLiteral("%1[%2][%3]").arg(name).arg(element / buffer.columns).arg(element % buffer.columns);
}

}  // namespace

std::optional<MapThread> writerOf(const MapLaunches& launches, BufferId buffer, std::uint64_t element) {
    for (std::size_t launch = 0; launch < launches.size(); ++launch) {
        if (!launches[launch]) continue;
        const std::vector<std::uint32_t> writers = launches[launch]->writersOf(buffer, element);
        if (writers.empty()) continue;
        const std::uint64_t threads = launches[launch]->block().count();
        return MapThread{launch, writers.front() / threads, writers.front() % threads};
    }
    return std::nullopt;
}

std::vector<MapRect> elementsOf(const MapLaunches& launches, const MapScene& scene, const MapThread& thread,
                                std::size_t most) {
    std::vector<MapRect> elements;
    const ThreadWork* const work = workOf(launches, thread);
    if (work == nullptr || !scene.buffer) return elements;
    const std::uint64_t columns = std::max<std::uint64_t>(1, scene.plan->buffers[*scene.buffer].columns);
    for (const ThreadWork::Write& write : work->writesOf(numberOf(*work, thread)))
        if (write.buffer == *scene.buffer && elements.size() < most)
            elements.push_back({static_cast<std::uint32_t>(write.element / columns),
                                static_cast<std::uint32_t>(write.element % columns), 1, 1});
    return elements;
}

QString threadWords(const MapLaunches& launches, const Plan& plan, const MapThread& thread) {
    const ThreadWork* const work = workOf(launches, thread);
    if (work == nullptr) return {};
    const QString who = Texts::tr("Thread %1 of block %2")
                            .arg(place(work->block(), work->block().at(thread.thread)),
                                 place(work->grid(), work->grid().at(thread.block)));
    switch (work->state(numberOf(*work, thread))) {
        case ThreadWork::State::NotRun: return Texts::tr("%1: it was not run").arg(who);
        case ThreadWork::State::Idle: return Texts::tr("%1: writes nothing").arg(who);
        case ThreadWork::State::Helps: return Texts::tr("%1: writes to shared memory only").arg(who);
        case ThreadWork::State::Writes: break;
    }
    constexpr std::size_t kNamed = 4;
    QStringList names;
    const auto writes = work->writesOf(numberOf(*work, thread));
    for (std::size_t i = 0; i < std::min(kNamed, writes.size()); ++i)
        names += nameOf(plan.buffers[writes[i].buffer], writes[i].element);
    if (writes.size() > kNamed) names += Texts::tr("%1 more").arg(writes.size() - kNamed);
    return Texts::tr("%1: writes %2").arg(who, names.join(QStringLiteral(", ")));
}

std::optional<std::uint64_t> itemOf(const MapScene& scene, const MapThread& thread) {
    if (scene.kind != MapKind::Blocks) return std::nullopt;
    for (const MapGroup& group : scene.groups)
        if (group.launch == thread.launch && thread.block < group.items) return group.first + thread.block;
    return std::nullopt;
}

}  // namespace lanescope
