// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ladder_output.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/output.h"
#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/ladder/ladder_words.h"

namespace lanescope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownChanges = 8;
const std::string kNone = "-";

std::string timesText(const std::optional<double>& times) { return times ? numbers::factor(*times) : kNone; }

std::string tableText(const Ladder& ladder) {
    TextTable table({"step", "time", "from", "over before", "over first", "registers", "shared", "occupancy"});
    for (std::size_t number = 0; number < ladder.steps.size(); ++number) {
        const LadderStep& step = ladder.steps[number];
        if (!step.possible()) {
            table.add({step.rung.name, kNone, "not possible", kNone, kNone, kNone, kNone, kNone});
            continue;
        }
        const std::optional<Rise>& rise = ladder.rises[number];
        const BlockResources* const block = step.block ? &step.block->block : nullptr;
        table.add({step.rung.name, step.time ? numbers::time(step.time->seconds) : kNone,
                   step.time ? std::string(nameOf(step.time->origin)) : kNone, rise ? timesText(rise->speedUp) : kNone,
                   timesText(ladder.speedUpOverFirst(number)),
                   block != nullptr && block->registersPerThread ? std::to_string(*block->registersPerThread) : kNone,
                   block != nullptr ? numbers::memory(static_cast<double>(block->sharedBytes)) : kNone,
                   step.occupancy ? numbers::shortValue(step.occupancy->percent, "%") : kNone});
    }
    return table.text(2);
}

void printNotes(std::ostream& out, const LadderStep& step) {
    if (step.wrong) out << "   Its result is wrong.\n";
    for (const std::string& name : step.leftOut) out << "   It has no parameter \"" << name << "\".\n";
    if (!step.notCounted.empty()) out << "   Not counted: " << step.notCounted << '\n';
    if (step.sampled) out << "   Some blocks were counted, and stand for the rest.\n";
}

std::string originsOf(const Moved& moved) {
    const std::string now(nameOf(moved.origin));
    return moved.from == moved.origin ? now : std::string(nameOf(moved.from)) + ", then " + now;
}

void printLines(std::ostream& out, char sign, const std::vector<CodeLine>& lines) {
    for (const CodeLine& line : lines) out << "     " << sign << ' ' << line.number << ": " << line.text << '\n';
}

void printRise(std::ostream& out, const Ladder& ladder, std::size_t number, bool source) {
    const Rise& rise = *ladder.rises[number];
    const LadderStep &from = ladder.steps[rise.from], &step = ladder.steps[number];
    std::size_t shown = 0;
    for (const Moved& moved : told(rise)) {
        if (shown++ == kShownChanges) break;
        out << "   " << inWords(nameOf(moved)) << ": " << inWords(inShort(moved)) << " (" << originsOf(moved) << ")\n";
    }
    if (const Message roofline = rooflineSentence(from, step); !roofline.id.empty())
        out << "   " << inWords(roofline) << '\n';
    out << "   " << inWords(sourceSentence(rise)) << '\n';
    if (source) {
        printLines(out, '-', rise.source.gone);
        printLines(out, '+', rise.source.come);
    }
    out << "   " << inWords(machineSentence(rise)) << '\n';
}

Json timeJson(const StepTime& time) {
    Json json{{"seconds", time.seconds}, {"origin", std::string(nameOf(time.origin))}, {"from", time.from}};
    if (time.upperQuartile > 0) {
        json["lower_quartile"] = time.lowerQuartile;
        json["upper_quartile"] = time.upperQuartile;
    }
    return json;
}

Json movedJson(const std::vector<Moved>& all) {
    Json list = Json::array();
    for (const Moved& moved : all)
        list.push_back({{"metric", moved.metric},
                        {"unit", unitOf(moved)},
                        {"before", moved.before},
                        {"before_origin", std::string(nameOf(moved.from))},
                        {"after", moved.after},
                        {"origin", std::string(nameOf(moved.origin))}});
    return list;
}

Json linesJson(const std::string& file, const std::vector<CodeLine>& lines) {
    Json list = Json::array();
    for (const CodeLine& line : lines) list.push_back({{"file", file}, {"line", line.number}, {"text", line.text}});
    return list;
}

Json riseJson(const Ladder& ladder, std::size_t number) {
    const Rise& rise = *ladder.rises[number];
    Json json{{"from", ladder.steps[rise.from].rung.name}, {"sentence", inWords(riseSentence(ladder, number))}};
    if (rise.speedUp) json["speed_up"] = {{"value", *rise.speedUp}, {"origin", std::string(nameOf(rise.origin))}};
    if (const auto first = ladder.speedUpOverFirst(number)) json["speed_up_over_first"] = *first;
    json["counters"] = movedJson(rise.counters);
    json["costs"] = movedJson(rise.costs);
    if (rise.source.known)
        json["source"] = {{"gone", linesJson(rise.source.fileBefore, rise.source.gone)},
                          {"come", linesJson(rise.source.file, rise.source.come)}};
    if (!rise.machine.known) return json;
    json["machine_code"] = {
        {"before", rise.machine.before}, {"after", rise.machine.after}, {"alike", rise.machine.alike}};
    Json& opcodes = json["machine_code"]["opcodes"] = Json::array();
    for (const OpcodeChange& opcode : rise.machine.opcodes)
        opcodes.push_back({{"opcode", opcode.opcode}, {"before", opcode.before}, {"after", opcode.after}});
    return json;
}

Json rooflineJson(const rules::Roofline& roofline) {
    Json json{{"work", roofline.work == rules::Roofline::Work::Operations ? "Flop" : "thread instructions"}};
    if (roofline.rate)
        json["rate"] = {{"value", roofline.rate->value}, {"origin", std::string(nameOf(roofline.rate->origin))}};
    json["points"] = Json::array();
    for (const rules::RooflinePoint& point : roofline.points) {
        Json one{{"level", std::string(idOf(point.level))},
                 {"intensity", point.intensity},
                 {"bytes_from", std::string(nameOf(point.bytesFrom))}};
        if (point.share) one["share"] = *point.share;
        json["points"].push_back(std::move(one));
    }
    return json;
}

Json stepJson(const Ladder& ladder, std::size_t number) {
    const LadderStep& step = ladder.steps[number];
    Json json{{"step", step.rung.name}, {"algorithm", step.rung.algorithm}, {"title", step.title}};
    if (!step.possible()) {
        json["impossible"] = step.impossible;
        return json;
    }
    json["parameters"] = Json::object();
    for (const auto& [name, value] : step.parameters) json["parameters"][name] = value;
    if (!step.leftOut.empty()) json["left_out"] = step.leftOut;
    json["wrong"] = step.wrong;
    if (step.time) json["time"] = timeJson(*step.time);
    if (step.estimate) json["estimate"] = timeJson(*step.estimate);
    json["launches"] = step.launches;
    if (step.block) {
        json["kernel"] = step.block->kernel;
        json["threads_per_block"] = step.block->block.threads;
        json["shared_bytes_per_block"] = step.block->block.sharedBytes;
        if (step.block->block.registersPerThread) {
            json["registers_per_thread"] = *step.block->block.registersPerThread;
            json["registers_from"] = step.block->registersFrom;
        }
    }
    if (step.occupancy) json["theoretical_occupancy"] = step.occupancy->percent;
    if (!step.notCounted.empty()) json["not_counted"] = step.notCounted;
    json["sampled"] = step.sampled;
    if (step.roofline) json["roofline"] = rooflineJson(*step.roofline);
    if (ladder.rises[number]) json["rise"] = riseJson(ladder, number);
    return json;
}

}  // namespace

std::string ladderText(const Ladder& ladder, bool source) {
    std::ostringstream out;
    out << ladder.kind.title << "\n"
        << ladder.gpu.title << ", " << toString(ladder.given) << "\n\n"
        << tableText(ladder);
    for (std::size_t number = 0; number < ladder.steps.size(); ++number) {
        out << '\n' << number + 1 << ". " << inWords(riseSentence(ladder, number)) << '\n';
        printNotes(out, ladder.steps[number]);
        if (ladder.rises[number]) printRise(out, ladder, number, source);
    }
    return out.str();
}

Json ladderJson(const Ladder& ladder) {
    Json json{{"ladder", ladder.kind.id}, {"title", ladder.kind.title}, {"gpu", ladder.gpu.id}};
    json["given"] = Json::object();
    for (const auto& [name, value] : ladder.given) json["given"][name] = value;
    json["steps"] = Json::array();
    for (std::size_t number = 0; number < ladder.steps.size(); ++number)
        json["steps"].push_back(stepJson(ladder, number));
    return json;
}

}  // namespace lanescope::cli
