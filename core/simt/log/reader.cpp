// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/simt/log/guesses.h"
#include "core/simt/log/launch_log.h"
#include "core/simt/memory/access_record.h"

namespace lanescope::simt {

LaunchLog::LaunchLog(std::shared_ptr<const Program> program, Dim3 grid, Dim3 block)
    : m_program(std::move(program)), m_grid(grid), m_block(block) {}
LaunchLog::~LaunchLog() = default;

const LaunchLog::Block* LaunchLog::find(Dim3 block) const {
    if (block.x >= m_grid.x || block.y >= m_grid.y || block.z >= m_grid.z) return nullptr;
    const std::uint64_t index = m_grid.linear(block);
    const auto found = std::ranges::lower_bound(m_blocks, index, {}, &Block::index);
    return found != m_blocks.end() && found->index == index ? &*found : nullptr;
}

std::uint64_t LaunchLog::bytes() const {
    std::uint64_t bytes = m_blocks.size() * sizeof(Block);
    for (const LogPart& part : m_parts) bytes += part.bytes.size() + part.patterns.size() * sizeof(LogPattern);
    return bytes;
}

struct LogReader::Impl {
    Impl(const LaunchLog& log, Dim3 block)
        : program(*log.m_program),
          plan(program),
          guesses(program, plan, static_cast<std::uint32_t>((log.m_block.count() + kWarpSize - 1) / kWarpSize)),
          left(log.stepsOf(block)),
          noted(plan.siteCount()) {
        if (left == 0) return;
        const LaunchLog::Block& where = *log.find(block);
        part = &log.m_parts[where.part];
        at = part->bytes.data() + where.offset;
        end = part->bytes.data() + part->bytes.size();
        guesses.begin(firstVisitOf(log.m_block));
        right = number();
    }

    /// The addresses that a site has noted in this visit.
    using Lanes = std::array<std::int64_t, kWarpSize>;

    const Program& program;
    LogPlan plan;
    LogGuesses guesses;
    std::uint64_t left;  ///< steps
    const LogPart* part = nullptr;
    const std::uint8_t* at = nullptr;
    const std::uint8_t* end = nullptr;
    std::uint64_t right = 0;  ///< guesses that come true before the next surprise
    LogVisit visit;
    bool whole = true;             ///< the visit began at its segment's start
    std::uint32_t index = 0;       ///< instruction that comes next
    std::uint32_t segmentEnd = 0;  ///< of the present visit
    const LogSite* site = nullptr;
    const LogSite* sitesEnd = nullptr;
    std::vector<Lanes> noted;  ///< by slot

    /// Behind the last block there is nothing to be read.
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; at != end; shift += 7) {
            const std::uint8_t byte = *at++;
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if ((byte & 0x80U) == 0) return value;
        }
        return ~std::uint64_t{0};
    }
    std::int64_t signedNumber() {
        const std::uint64_t value = number();
        return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
    }
    static std::int64_t sum(std::int64_t a, std::int64_t b) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    }

    /// Does the next guess come true?
    bool isRight() { return right != 0 && right-- != 0; }
    void surpriseRead() { right = number(); }

    void nextVisit() {
        visit = guesses.visit();
        if (!isRight()) {
            visit.warp = static_cast<std::uint32_t>(sum(visit.warp, signedNumber()));
            visit.pc = static_cast<std::uint32_t>(sum(visit.pc, signedNumber()));
            visit.mask ^= static_cast<LaneMask>(number());
            surpriseRead();
        }
        guesses.learn(visit);
        const std::uint32_t number = program.segmentOf(visit.pc);
        const std::span<const LogSite> sites = plan.sitesOf(number);
        index = visit.pc;
        whole = visit.pc == program.segments()[number].first;
        segmentEnd = program.segments()[number].end;
        site = sites.data();
        sitesEnd = site + sites.size();
        while (site != sitesEnd && site->instruction < index) ++site;
    }

    LaneMask guard(std::uint32_t slot) {
        LaneMask lanes = guesses.guard(visit.warp, slot);
        if (!isRight()) {
            lanes ^= static_cast<LaneMask>(number());
            surpriseRead();
        }
        guesses.learn(visit.warp, slot, lanes);
        return lanes;
    }

    void expand(std::uint32_t slot, std::int64_t base, std::uint32_t pattern) {
        for (unsigned lane = 0; lane < kWarpSize; ++lane)
            noted[slot][lane] = sum(base, part->patterns[pattern].distance[lane]);
    }

    void address(std::uint32_t slot, LaneMask active) {
        const LogGuesses::Address guess = guesses.address(visit.warp, slot);
        if (isRight()) {
            expand(slot, guess.base, guess.pattern);
            return guesses.confirm(visit.warp, slot);
        }
        const std::uint64_t kind = number();
        if (kind == 2) {
            spell(slot, active, guess);
        } else {
            const auto pattern = kind == 1 ? static_cast<std::uint32_t>(number()) : guess.pattern;
            const std::int64_t base = sum(guess.base, signedNumber());
            expand(slot, base, pattern);
            guesses.learn(visit.warp, slot, base, pattern);
        }
        surpriseRead();
    }

    /// Distances lane by lane.
    void spell(std::uint32_t slot, LaneMask active, const LogGuesses::Address& guess) {
        const std::int64_t base = sum(guess.base, signedNumber());
        const auto width = static_cast<unsigned>(number());
        noted[slot][static_cast<unsigned>(std::countr_zero(active))] = base;
        for (LaneMask rest = active & (active - 1); rest != 0; rest &= rest - 1) {
            std::int64_t distance = 0;
            std::memcpy(&distance, at, width);
            at += width;
            const unsigned unused = 64 - 8 * width;
            distance = static_cast<std::int64_t>(static_cast<std::uint64_t>(distance) << unused) >> unused;
            noted[slot][static_cast<unsigned>(std::countr_zero(rest))] = sum(base, distance);
        }
        guesses.learn(visit.warp, slot, base, guess.pattern);
    }

    bool next(StepRecord& record) {
        if (left == 0) return false;
        --left;
        if (index == segmentEnd) nextVisit();
        const Op& op = program.ops()[index];
        record = {};
        record.warp = visit.warp;
        record.instruction = index;
        record.active = visit.mask;
        if (site != sitesEnd && site->instruction == index) {
            if (site->guarded) record.active = guard(site->slot);
            const bool own = site->notesAddress() || (site->accesses && !whole);
            if (own && record.active != 0) address(site->slot, record.active);
            const Lanes& lanes = noted[whole ? site->addressSlot : site->slot];
            recordAccess(record, op, [&](unsigned lane) {
                return op.wideAddress ? lanes[lane] : std::int64_t{static_cast<std::int32_t>(lanes[lane])};
            });
            ++site;
        }
        ++index;
        return true;
    }
};

LogReader::LogReader(const LaunchLog& log, Dim3 block) : m_impl(std::make_unique<Impl>(log, block)) {}
LogReader::~LogReader() = default;
bool LogReader::next(StepRecord& record) { return m_impl->next(record); }

}  // namespace lanescope::simt
