// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ladder/ladder_csv.h"

#include "core/base/csv_cell.h"
#include "core/base/number_format.h"
#include "core/ladder/ladder_words.h"

namespace lanescope {
namespace {

class Rows {
public:
    explicit Rows(const LadderStep& step)
        : m_head(csvQuoted(step.rung.name) + ',' + csvQuoted(step.rung.algorithm) + ',' +
                 csvQuoted(toString(step.parameters)) + ',') {}

    void add(const std::string& what, const std::string& unit, const std::optional<rules::Fact>& before,
             const rules::Fact& now) {
        m_text += m_head + csvQuoted(what) + ',' + csvQuoted(unit) + ',' +
                  (before ? numbers::exact(before->value) : "") + ',' + numbers::exact(now.value) + ',' +
                  (before ? std::string(nameOf(before->origin)) : std::string()) + ',' +
                  std::string(nameOf(now.origin)) + '\n';
    }
    void add(const Moved& moved) {
        add(moved.metric, unitOf(moved), rules::Fact{moved.before, moved.from}, rules::Fact{moved.after, moved.origin});
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_head, m_text;
};

rules::Fact code(std::size_t value) { return {static_cast<double>(value), Origin::Estimated}; }

void addRise(Rows& rows, const Rise& rise) {
    if (rise.speedUp) rows.add("speed_up", "", std::nullopt, rules::Fact{*rise.speedUp, rise.origin});
    for (const Moved& counter : rise.counters) rows.add(counter);
    for (const Moved& cost : rise.costs) rows.add(cost);
    if (!rise.machine.known) return;
    rows.add("machine_instructions", "", code(rise.machine.before), code(rise.machine.after));
    for (const OpcodeChange& opcode : rise.machine.opcodes)
        rows.add("opcode " + opcode.opcode, "", code(opcode.before), code(opcode.after));
}

}  // namespace

std::string toCsv(const Ladder& ladder) {
    std::string csv = "step,algorithm,parameters,quantity,unit,before,value,before_origin,origin\n";
    for (std::size_t number = 0; number < ladder.steps.size(); ++number) {
        const LadderStep& step = ladder.steps[number];
        Rows rows(step);
        if (step.time) rows.add("time", "s", std::nullopt, rules::Fact{step.time->seconds, step.time->origin});
        if (const auto faster = ladder.speedUpOverBaseline(number))
            rows.add("speed_up_over_baseline", "", std::nullopt, rules::Fact{faster->first, faster->second});
        if (step.roofline && step.roofline->rate)
            rows.add(step.roofline->work == rules::Roofline::Work::Operations ? "operations_rate" : "instruction_rate",
                     "1/s", std::nullopt, *step.roofline->rate);
        if (step.roofline)
            for (const rules::RooflinePoint& point : step.roofline->points)
                rows.add("intensity " + std::string(rules::idOf(point.level)), "1/B", std::nullopt,
                         rules::Fact{point.intensity, point.bytesFrom});
        if (ladder.rises[number]) addRise(rows, *ladder.rises[number]);
        csv += rows.text();
    }
    return csv;
}

}  // namespace lanescope
