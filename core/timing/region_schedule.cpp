// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/region_schedule.h"

#include <algorithm>

namespace lanescope::timing {
namespace {

/// What ptxas takes for the latency of a result when it orders: the order is all that these decide.
int expected(const Unplaced& one, const Parameters::Order& by) {
    if (one.load) return by.load;
    switch (one.op.after) {
        case After::Access:
        case After::Shared:
        case After::Constant: return by.shared;
        case After::Sfu: return by.sfu;
        case After::Fp64: return by.fp64;
        default: return by.result;
    }
}

/// What is left of a thread's registers; a few always are.
int besides(std::uint64_t registers, std::uint64_t reserve) {
    constexpr std::uint64_t kFew = 4;
    return static_cast<int>(std::max(registers, reserve + kFew) - reserve);
}

class Order {
public:
    Order(const std::vector<Unplaced>& ops, std::uint64_t registers, const Parameters::Order& by)
        : m_ops(ops),
          m_by(by),
          m_values(besides(registers, by.valuesReserve)),
          m_loads(besides(registers, by.loadsReserve)),
          m_way(ops.size(), 0),
          m_open(ops.size(), 0),
          m_uses(ops.size(), 0),
          m_ready(ops.size(), 0),
          m_placed(ops.size(), false) {
        for (std::size_t i = ops.size(); i-- > 0;) {
            m_way[i] += 1;
            for (const std::uint16_t before : ops[i].waits) {
                m_way[before] = std::max(m_way[before], m_way[i] + expected(ops[before], m_by));
                ++m_uses[before];
            }
            for (const std::uint16_t before : ops[i].behind) m_way[before] = std::max(m_way[before], m_way[i]);
        }
    }

    std::vector<std::uint16_t> run() {
        std::vector<std::uint16_t> order;
        for (int now = 0; order.size() < m_ops.size(); ++now) {
            while (m_first < m_ops.size() && m_placed[m_first]) ++m_first;
            const std::size_t next = choose(now);
            place(next, now);
            order.push_back(static_cast<std::uint16_t>(next));
        }
        return order;
    }

private:
    [[nodiscard]] bool possible(std::size_t i) const {
        const auto placed = [this](std::uint16_t before) { return static_cast<bool>(m_placed[before]); };
        return std::ranges::all_of(m_ops[i].waits, placed) && std::ranges::all_of(m_ops[i].behind, placed);
    }
    [[nodiscard]] bool fits(std::size_t i, int now) const {
        const Unplaced& one = m_ops[i];
        if (one.words == 0 || m_uses[i] == 0) return true;
        if (m_alive + one.words > m_values) return false;
        if (!one.load) return true;
        int underWay = one.words;
        for (const std::size_t load : m_underWay)
            if (m_ready[load] > now && m_uses[load] > m_open[load]) underWay += m_ops[load].words;
        return underWay <= m_loads;
    }
    /// Those whose operands are there go first, by their way; then the one whose come soonest.
    [[nodiscard]] std::size_t choose(int now) const {
        constexpr std::size_t kAhead = 96;  // a window keeps long regions from taking long
        std::size_t best = m_ops.size();
        int bestStart = 0;
        std::size_t seen = 0;
        for (std::size_t i = m_first; i < m_ops.size() && seen < kAhead; ++i) {
            if (m_placed[i]) continue;
            ++seen;
            if (!possible(i) || !fits(i, now)) continue;
            int start = now;
            for (const std::uint16_t before : m_ops[i].waits) start = std::max(start, m_ready[before]);
            const bool better =
                best == m_ops.size() || start < bestStart || (start == bestStart && m_way[i] > m_way[best]);
            if (!better) continue;
            best = i;
            bestStart = start;
        }
        return best == m_ops.size() ? m_first : best;
    }
    void place(std::size_t i, int now) {
        m_placed[i] = true;
        m_ready[i] = now + expected(m_ops[i], m_by);
        for (const std::uint16_t before : m_ops[i].waits)
            if (++m_open[before] == m_uses[before]) m_alive -= m_ops[before].words;
        if (m_uses[i] > 0) m_alive += m_ops[i].words;
        if (m_ops[i].load) m_underWay.push_back(i);
    }

    const std::vector<Unplaced>& m_ops;
    const Parameters::Order& m_by;
    int m_values;
    int m_loads;
    std::vector<int> m_way;
    std::vector<int> m_open;  ///< uses so far
    std::vector<int> m_uses;
    std::vector<int> m_ready;
    std::vector<bool> m_placed;
    std::vector<std::size_t> m_underWay;
    std::size_t m_first = 0;
    int m_alive = 0;
};

}  // namespace

std::vector<std::uint16_t> scheduled(const std::vector<Unplaced>& ops, std::uint64_t registersPerThread,
                                     const Parameters::Order& by) {
    return Order(ops, registersPerThread, by).run();
}

}  // namespace lanescope::timing
