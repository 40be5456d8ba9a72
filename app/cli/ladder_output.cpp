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

/// Of hardware, else of the model.
std::optional<rules::Fact> usualTime(const LadderBaseline& baseline) {
    return baseline.times.hardware ? baseline.times.hardware : baseline.times.estimate;
}

std::string tableText(const Ladder& ladder) {
    std::vector<std::string> head{"step", "time", "from", "over before", "over first"};
    if (ladder.baseline) head.emplace_back("over baseline");
    head.insert(head.end(), {"registers", "shared", "occupancy"});
    TextTable table(head);
    for (std::size_t number = 0; number < ladder.steps.size(); ++number) {
        const LadderStep& step = ladder.steps[number];
        if (!step.possible()) {
            std::vector<std::string> cells(head.size(), kNone);
            cells[0] = step.rung.name;
            cells[2] = "not possible";
            table.add(std::move(cells));
            continue;
        }
        const std::optional<Rise>& rise = ladder.rises[number];
        const BlockResources* const block = step.block ? &step.block->block : nullptr;
        std::vector<std::string> cells{step.rung.name, step.time ? numbers::time(step.time->seconds) : kNone,
                                       step.time ? std::string(nameOf(step.time->origin)) : kNone,
                                       rise ? timesText(rise->speedUp) : kNone,
                                       timesText(ladder.speedUpOverFirst(number))};
        if (ladder.baseline) {
            const auto faster = ladder.speedUpOverBaseline(number);
            cells.push_back(faster ? numbers::factor(faster->first) : kNone);
        }
        cells.push_back(block != nullptr && block->registersPerThread ? std::to_string(*block->registersPerThread)
                                                                      : kNone);
        cells.push_back(block != nullptr ? numbers::memory(static_cast<double>(block->sharedBytes)) : kNone);
        cells.push_back(step.occupancy ? numbers::shortValue(step.occupancy->percent, "%") : kNone);
        table.add(std::move(cells));
    }
    return table.text(2);
}

/// "baseline: matmul.tiled n=1024 block=16, 425 µs, replayed"; empty without one.
std::string baselineText(const Ladder& ladder) {
    if (!ladder.baseline) return {};
    const std::optional<rules::Fact> time = usualTime(*ladder.baseline);
    return "baseline: " + ladder.baseline->name +
           (time ? ", " + numbers::time(time->value) + ", " + std::string(nameOf(time->origin)) : ", time not known") +
           '\n';
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
    if (const auto faster = ladder.speedUpOverBaseline(number))
        json["speed_up_over_baseline"] = {{"value", faster->first}, {"origin", std::string(nameOf(faster->second))}};
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
        << ladder.gpu.title << ", " << toString(ladder.given) << '\n'
        << baselineText(ladder) << '\n'
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
    if (ladder.baseline) {
        json["baseline"] = {{"name", ladder.baseline->name}};
        if (const auto time = usualTime(*ladder.baseline))
            json["baseline"]["time"] = {{"seconds", time->value}, {"origin", std::string(nameOf(time->origin))}};
    }
    json["steps"] = Json::array();
    for (std::size_t number = 0; number < ladder.steps.size(); ++number)
        json["steps"].push_back(stepJson(ladder, number));
    return json;
}

}  // namespace lanescope::cli
