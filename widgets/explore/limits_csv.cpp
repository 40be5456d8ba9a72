// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore/limits_csv.h"

#include "widgets/export/csv_rows.h"

namespace lanescope {
namespace {

class LimitRows {
public:
    explicit LimitRows(std::string side) : m_side(std::move(side)) {}

    void add(CsvRows& rows, std::string_view level, std::string_view quantity, double value, std::string_view unit,
             Origin origin) const {
        rows << m_side << level << quantity << value << unit << nameOf(origin);
        rows.end();
    }
    void add(CsvRows& rows, std::string_view level, std::string_view quantity, const rules::Amount& amount,
             std::string_view unit) const {
        if (amount.fact) add(rows, level, quantity, amount.fact->value, unit, amount.fact->origin);
    }

private:
    std::string m_side;
};

void addSide(CsvRows& rows, const LimitsSide& side) {
    const LimitRows of(side.name.toStdString());
    const bool flops = side.roofline.work == rules::Roofline::Work::Operations;
    const std::string work = flops ? "Flop" : "thread instructions";
    if (side.seconds) of.add(rows, "", "time", side.seconds->value, "s", side.seconds->origin);
    of.add(rows, "", "work", side.roofline.amount.value, work, side.roofline.amount.origin);
    if (side.roofline.rate)
        of.add(rows, "", "rate", side.roofline.rate->value, work + "/s", side.roofline.rate->origin);
    for (const rules::RooflinePoint& point : side.roofline.points) {
        const std::string_view level = rules::idOf(point.level);
        of.add(rows, level, "intensity", point.intensity, work + "/B", point.bytesFrom);
        of.add(rows, level, "attainable", point.attainable, work + "/s", Origin::Estimated);
        if (point.share) of.add(rows, level, "reached", 100 * *point.share, "%", Origin::Estimated);
    }
    for (const rules::LevelTraffic& traffic : side.bytes) {
        const std::string_view level = rules::idOf(traffic.level);
        of.add(rows, level, "read", traffic.read, "B");
        of.add(rows, level, "written", traffic.written, "B");
        of.add(rows, level, "moved", traffic.total, "B");
        of.add(rows, level, "hit rate", traffic.hits, "%");
    }
}

}  // namespace

std::string limitsCsv(const LimitsPicture& picture) {
    CsvRows rows({"side", "level", "quantity", "value", "unit", "origin"});
    for (const LimitsSide& side : picture.sides) addSide(rows, side);
    return rows.take();
}

}  // namespace lanescope
