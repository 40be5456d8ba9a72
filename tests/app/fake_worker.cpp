// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for lanescope-cli worker: answers hello, and treats a measurement as an order of what to do: its parameter
// "order", else $FAKE_WORKER. $FAKE_WORKER=deaf is a program that ends at once with a sentence.
// $FAKE_WORKER_GPU is what its GPU is called, "none" that there is none; else it is "A GPU of tests".
//   (none)   measures at once           wait     says that it has begun, and waits for a cancel
//   error    there is no device         hung     a kernel does not end; ends, too
//   lost     a kernel faults; ends      die      is killed in the middle
//   unheard  is killed before it begins, if $FAKE_WORKER_FLAG names a file that is not there yet, which it then makes
//   garbage  says what is no JSON       version  speaks another version
//   endless  a line that never ends     silent   says that it has begun, and nothing more, whatever it is told
//   id       an id of more than 63 bits
//   doubled  one name twice             binary   what is no UTF-8
//   timed    its times first, then all  timed-wait  its times, and waits for a cancel
//   greeting says hello instead
// Other orders are of one that means harm; the first line of the file that $FAKE_WORKER_ORDERS names comes before all:
//   words:NAME     hostile_words.h in all that it says of a measurement      refuse:NAME  the same as an error
//   raw:LINE       says LINE, in which ID stands for the request's id, and then measures
//   flood          progress, as fast as it can, for 2 s                      noise        64 MB to stderr
//   others         answers for everybody else first                          twice        answers twice
//   half           half a line, and then nothing                             elsewhere    measures something else
//   exit:N         ends with code N in the middle of a line                  deep         an answer of 100,000 lists
//   samples:TEXT   TEXT as the samples                                       many         a million samples
//   counters       odd names of counters                                     tags         a byte that is no UTF-8
// and of hello:
//   name:NAME, missing:NAME, lacks:NAME  these words as the GPU, as why there is none, as why there are no counters
//   types          members of other types than they should be                early        answers to what nobody asked
//   gone           ends at once
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "core/worker/codec.h"
#include "core/worker/protocol.h"
#include "tests/app/hostile_words.h"

namespace {

using namespace lanescope;

void say(const worker::Answer& answer) { std::cout << worker::write(answer) << std::flush; }

/// An answer, for somebody who changes it to what no worker of ours would say.
nlohmann::ordered_json jsonOf(const worker::Answer& answer) {
    return nlohmann::ordered_json::parse(worker::write(answer));
}

void sayRaw(const nlohmann::ordered_json& answer) { std::cout << answer.dump() << std::endl; }

worker::Answer error(std::optional<std::int64_t> id, ErrorCode code, std::map<std::string, std::string> arguments = {},
                     bool ends = false) {
    return {id, worker::Failure{Error(code, std::move(arguments)), ends}};
}

worker::Answer progress(std::int64_t id, double fraction, const std::string& phase = "time") {
    return {id, worker::Progress{phase, fraction, 1.5}};
}

worker::Answer result(const worker::Request& request, const Measurement& measurement) {
    const auto& asked = std::get<worker::Measure>(request.verb);
    return {request.id, worker::Measured{asked.algorithm, asked.parameters, measurement}};
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string gpuName() {
    const std::string name = environment("FAKE_WORKER_GPU");
    return name.empty() ? "A GPU of tests" : name;
}

Measurement sample() {
    Measurement m;
    m.seconds = {1e-5, 2e-5, 3e-5};
    summarise(m);
    m.counters = {{{"global_load_sectors", 1234}}};
    m.provenance.gpu = gpuName();
    return m;
}

/// What is ordered now; empty without such a file.
std::string orderInFile() {
    std::ifstream file(environment("FAKE_WORKER_ORDERS"));
    std::string line;
    std::getline(file, line);
    return line;
}

/// What stands behind "name:" in the order; nothing if it is another.
std::optional<std::string> behind(const std::string& order, const std::string& name) {
    if (!order.starts_with(name + ":")) return std::nullopt;
    return order.substr(name.size() + 1);
}

std::string words(const std::string& name) { return hostileWords(name, environment("FAKE_WORKER_FIFO")); }

/// ID stands for the request's id.
void sayRaw(std::string line, std::int64_t id) {
    for (std::size_t at; (at = line.find("ID")) != std::string::npos;) line.replace(at, 2, std::to_string(id));
    std::cout << line << std::endl;
}

void beforeBeginning(const std::string& order) {
    if (order != "unheard" || std::filesystem::exists(environment("FAKE_WORKER_FLAG"))) return;
    std::ofstream(environment("FAKE_WORKER_FLAG")) << "was here";
    raise(SIGKILL);
}

/// Whether that was all that it says to the request.
bool meansHarm(const std::string& order, const worker::Request& request) {
    const std::int64_t id = request.id;
    Measurement measurement = sample();
    if (const auto name = behind(order, "words")) {
        const std::string text = words(*name);
        say(progress(id, 0.5, text));
        std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it is looked at
        Provenance& from = measurement.provenance;
        for (std::string* each : {&from.gpu, &from.computeCapability, &from.driver, &from.cuda, &from.cupti, &from.date,
                                  &from.lanescope, &from.host})
            *each = text;
        measurement.notes = {text, text};
        measurement.countersMissing = text;
        measurement.counters[0][text] = 7;
        say(result(request, measurement));
    } else if (const auto what = behind(order, "refuse")) {
        const std::string text = words(*what);
        auto answer = jsonOf(error(id, ErrorCode::CudaFailure, {{"call", text}, {"reason", text}, {text, text}}));
        answer["message"] = text;
        sayRaw(answer);
    } else if (const auto line = behind(order, "raw")) {
        sayRaw(*line, id);
        say(result(request, measurement));
    } else if (order == "flood") {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        std::string many;
        for (int i = 0; i < 1000; ++i) many += worker::write(progress(id, 0.25));
        while (std::chrono::steady_clock::now() < end) std::cout << many << std::flush;
        say(result(request, measurement));
    } else if (order == "noise") {
        say(progress(id, 0.5));
        const std::string piece(1 << 20, '<');
        for (int i = 0; i < 64; ++i) std::cerr << piece << std::flush;
        say(result(request, measurement));
    } else if (order == "others") {
        for (const std::optional<std::int64_t> other :
             {std::optional<std::int64_t>(0), std::optional<std::int64_t>(-1),
              std::optional<std::int64_t>(std::numeric_limits<std::int64_t>::max()),
              std::optional<std::int64_t>(9007199254740993), std::optional<std::int64_t>(),
              std::optional<std::int64_t>(id - 1), std::optional<std::int64_t>(id + 1)})
            say(error(other, ErrorCode::NoDevice, {{"reason", "of another"}}));
        say(result(request, measurement));
    } else if (order == "twice") {
        say(result(request, measurement));
        measurement.median = 1;
        say(result(request, measurement));
        say(error(id, ErrorCode::NoDevice, {{"reason", "a second answer"}}));
    } else if (order == "half") {
        std::cout << R"({"v":2,"id":)" << id << R"(,"event":"progr)" << std::flush;
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    } else if (order == "elsewhere") {
        say({id, worker::Measured{"vector.add", {{"n", "64"}}, measurement}});
    } else if (const auto code = behind(order, "exit")) {
        say(progress(id, 0.5));
        std::cout << R"({"v":2,"id":)" << id << R"(,"event":"resu)" << std::flush;
        std::_Exit(std::stoi(*code));
    } else if (order == "deep") {
        constexpr std::size_t kDepth = 100'000;
        sayRaw(R"({"v":2,"id":ID,"event":"progress","fraction":0.5,"phase":)" + std::string(kDepth, '[') +
                   std::string(kDepth, ']') + "}",
               id);
        say(result(request, measurement));
    } else if (const auto samples = behind(order, "samples")) {
        std::string text = worker::write(result(request, measurement));
        const std::size_t at = text.find("\"seconds\":[") + 10;
        text.replace(at, text.find(']', at) + 1 - at, *samples);
        std::cout << text << std::flush;
    } else if (order == "many") {
        measurement.seconds.assign(1'000'000, 1e-5);
        measurement.samplesTaken = 1'000'000;
        say(result(request, measurement));
    } else if (order == "counters") {
        Counters& counters = measurement.counters[0];
        for (const char* odd : {"", " ", "<img src=/dev/zero>", "\n", "time", "__proto__", "sm__cycles.avg.per_second"})
            counters[odd] = 1e308;
        for (int i = 0; i < 20'000; ++i) counters["counter " + std::to_string(i)] = -i;
        say(result(request, measurement));
    } else if (order == "tags") {
        std::cout << R"({"v":2,"id":)" << id << ",\"event\":\"progress\",\"phase\":\"\xff\xc0\x80\",\"fraction\":0.5}"
                  << std::endl;
        say(result(request, measurement));
    } else {
        return false;
    }
    return true;
}

/// What is ordered of a measurement.
std::string orderIn(const worker::Measure& asked) {
    const std::string inFile = orderInFile();
    if (!inFile.empty()) return inFile;
    if (const std::string* order = asked.parameters.find("order")) return *order;
    return environment("FAKE_WORKER");
}

void measure(const worker::Request& request) {
    const std::int64_t id = request.id;
    const auto& asked = std::get<worker::Measure>(request.verb);
    const std::string order = orderIn(asked);
    beforeBeginning(order);
    if (meansHarm(order, request)) return;
    say(progress(id, 0.5));
    if (order == "wait") return;
    if (order == "silent")
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    if (order == "die") raise(SIGKILL);
    if (order == "garbage") return sayRaw("this is no JSON", id);
    if (order == "id")
        return sayRaw(R"({"v":2,"id":18446744073709551615,"event":"progress","phase":"time","fraction":0.6})", id);
    if (order == "doubled") return sayRaw(R"({"v":2,"id":0,"event":"progress","id":1})", id);
    if (order == "binary") return sayRaw("{\"v\":2,\"id\":1,\"event\":\"\xff\"}", id);
    if (order == "greeting") return say({id, worker::Machine{}});
    if (order == "endless")
        for (const std::string piece(1 << 20, 'x');;) std::cout << piece << std::flush;
    if (order == "version") {
        auto other = jsonOf(progress(id, 0.6));
        other["v"] = 9;
        return sayRaw(other);
    }
    if (order == "error") return say(error(id, ErrorCode::NoDevice, {{"reason", "none plugged in"}}));
    if (order == "hung") {
        say(error(id, ErrorCode::KernelHung, {{"kernel", "k"}, {"limit", "1 s"}}, true));
        std::_Exit(worker::kExitHung);
    }
    if (order == "lost") {
        say(error(id, ErrorCode::KernelFault, {{"fault", "an illegal address"}}, true));
        std::_Exit(worker::kExitNoGpuLeft);
    }
    Measurement measurement = sample();
    if (order == "timed" || order == "timed-wait") {
        Measurement timed = measurement;
        timed.counters.clear();
        timed.countersMissing = "being read";
        say({id, worker::Progress{"time", 1, {}, worker::Measured{asked.algorithm, asked.parameters, timed}}});
        if (order == "timed-wait") return;
    }
    if (asked.choice.counterSet == MetricSet::Whole) measurement.notes.emplace_back("All counters were read.");
    say(result(request, measurement));
}

void hello(std::int64_t id) {
    const std::string order = orderInFile();
    if (order == "gone") std::_Exit(3);
    if (order == "early")
        for (std::int64_t early = id + 1; early < id + 9; ++early)
            say(error(early, ErrorCode::NoDevice, {{"reason", "before it was asked"}}));
    worker::Machine machine;
    machine.lanescope = "test";
    machine.gpu = {gpuName(), "", "", ""};
    if (gpuName() == "none") {
        machine.gpu.reset();
        machine.gpuMissing = "no device";
    }
    if (const auto name = behind(order, "name")) machine.gpu->name = words(*name);
    if (const auto why = behind(order, "missing")) {
        machine.gpu.reset();
        machine.gpuMissing = words(*why);
    }
    if (const auto why = behind(order, "lacks")) machine.countersMissing = words(*why);
    if (order != "types") return say({id, machine});
    auto odd = jsonOf({id, machine});
    odd["gpu"] = 7;
    odd["gpu_missing"] = nlohmann::ordered_json::array();
    odd["counters_missing"] = {{"a", 1}};
    sayRaw(odd);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || std::string(argv[1]) != "worker") return 2;
    if (environment("FAKE_WORKER") == "deaf") {
        std::cerr << "nobody is at home" << std::endl;
        return 255;
    }
    for (std::string line; std::getline(std::cin, line);) {
        const auto request = worker::readRequest(line);
        if (!request)
            say({request.error().id, worker::Failure{request.error().error, false}});
        else if (std::holds_alternative<worker::Hello>(request->verb))
            hello(request->id);
        else if (std::holds_alternative<worker::Measure>(request->verb))
            measure(*request);
        else
            say(error(request->id, ErrorCode::Cancelled));
    }
}
