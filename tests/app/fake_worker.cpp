// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for lanescope-cli worker: answers hello, and treats a measurement as an order of what to do: its parameter
// "order", else $FAKE_WORKER. $FAKE_WORKER=deaf is a program that ends at once with a sentence.
//   (none)   measures at once           wait     says that it has begun, and waits for a cancel
//   error    there is no device         hung     a kernel does not end; ends, too
//   lost     a kernel faults; ends      die      is killed in the middle
//   unheard  is killed before it begins, if $FAKE_WORKER_FLAG names a file that is not there yet, which it then makes
//   garbage  says what is no JSON       version  speaks another version
//   endless  a line that never ends     silent   says that it has begun, and nothing more, whatever it is told
//   id       an id of more than 63 bits
//   doubled  one name twice             binary   what is no UTF-8
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
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "core/study/study.h"
#include "core/worker/worker_protocol.h"
#include "tests/app/hostile_words.h"

namespace {

using Json = nlohmann::json;
using namespace lanescope;

void answer(const Json& id, const char* event, Json fields, int version = worker::kProtocol) {
    fields.update(Json{{"v", version}, {"id", id}, {"event", event}});
    std::cout << fields.dump() << std::endl;
}

void error(const Json& id, const char* code, Json arguments, bool ends = false) {
    answer(id, "error", {{"code", code}, {"message", "…"}, {"arguments", std::move(arguments)}, {"ends", ends}});
}

Measurement sample() {
    Measurement m;
    m.seconds = {1e-5, 2e-5, 3e-5};
    summarise(m);
    m.counters = {{{"global_load_sectors", 1234}}};
    m.provenance.gpu = "A GPU of tests";
    return m;
}

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
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

void sayRaw(std::string line, const Json& id) {
    for (std::size_t at; (at = line.find("ID")) != std::string::npos;) line.replace(at, 2, id.dump());
    std::cout << line << std::endl;
}

void result(const Json& request, const Json& measurement) {
    answer(request["id"], "result",
           {{"algorithm", request["algorithm"]}, {"parameters", request["parameters"]}, {"measurement", measurement}});
}

void beforeBeginning(const std::string& order) {
    if (order != "unheard" || std::filesystem::exists(environment("FAKE_WORKER_FLAG"))) return;
    std::ofstream(environment("FAKE_WORKER_FLAG")) << "was here";
    raise(SIGKILL);
}

/// Whether that was all that it says to the request.
bool meansHarm(const std::string& order, const Json& request) {
    const Json& id = request["id"];
    Json measurement = Json::parse(toJson(sample()));
    const auto progress = [&](double fraction) {
        answer(id, "progress", {{"phase", "time"}, {"fraction", fraction}, {"seconds_left", 1.5}});
    };
    if (const auto name = behind(order, "words")) {
        const std::string text = words(*name);
        answer(id, "progress", {{"phase", text}, {"fraction", 0.5}, {"seconds_left", 1.5}});
        std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it is looked at
        for (const char* key : {"gpu", "compute_capability", "driver", "cuda", "cupti", "date", "lanescope", "host"})
            if (measurement["provenance"].contains(key)) measurement["provenance"][key] = text;
        measurement["notes"] = {text, text};
        measurement["counters_missing"] = text;
        measurement["counters"][0][text] = 7;
        result(request, measurement);
    } else if (const auto what = behind(order, "refuse")) {
        const std::string text = words(*what);
        answer(id, "error",
               {{"code", "cuda_failure"},
                {"message", text},
                {"arguments", {{"call", text}, {"reason", text}, {text, text}}},
                {"ends", false}});
    } else if (const auto line = behind(order, "raw")) {
        sayRaw(*line, id);
        result(request, measurement);
    } else if (order == "flood") {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        const std::string one = Json{{"v", worker::kProtocol}, {"id", id},         {"event", "progress"},
                                     {"phase", "time"},        {"fraction", 0.25}, {"seconds_left", 1.5}}
                                    .dump() +
                                "\n";
        std::string many;
        for (int i = 0; i < 1000; ++i) many += one;
        while (std::chrono::steady_clock::now() < end) std::cout << many << std::flush;
        result(request, measurement);
    } else if (order == "noise") {
        progress(0.5);
        const std::string piece(1 << 20, '<');
        for (int i = 0; i < 64; ++i) std::cerr << piece << std::flush;
        result(request, measurement);
    } else if (order == "others") {
        for (const char* other : {"0", "-1", "9223372036854775807", "9007199254740993", "null"})
            sayRaw(R"({"v":2,"id":)" + std::string(other) +
                       R"(,"event":"error","code":"no_device","message":"","arguments":{"reason":"of another"}})",
                   id);
        for (const std::int64_t other : {id.get<std::int64_t>() - 1, id.get<std::int64_t>() + 1}) {
            answer(other, "error", {{"code", "no_device"}, {"message", ""}, {"arguments", {{"reason", "of another"}}}});
        }
        result(request, measurement);
    } else if (order == "twice") {
        result(request, measurement);
        measurement["median"] = 1;
        result(request, measurement);
        error(id, "no_device", {{"reason", "a second answer"}});
    } else if (order == "half") {
        std::cout << R"({"v":2,"id":)" << id << R"(,"event":"progr)" << std::flush;
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    } else if (order == "elsewhere") {
        Json other = request;
        other["algorithm"] = "vector.add";
        other["parameters"] = {{"n", "64"}};
        result(other, measurement);
    } else if (const auto code = behind(order, "exit")) {
        progress(0.5);
        std::cout << R"({"v":2,"id":)" << id << R"(,"event":"resu)" << std::flush;
        std::_Exit(std::stoi(*code));
    } else if (order == "deep") {
        constexpr std::size_t kDepth = 100'000;
        sayRaw(R"({"v":2,"id":ID,"event":"progress","fraction":0.5,"phase":)" + std::string(kDepth, '[') +
                   std::string(kDepth, ']') + "}",
               id);
        result(request, measurement);
    } else if (const auto samples = behind(order, "samples")) {
        std::string text = Json{
            {"v", worker::kProtocol},
            {"id", id},
            {"event", "result"},
            {"algorithm", request["algorithm"]},
            {"parameters", request["parameters"]},
            {"measurement",
             measurement}}.dump();
        const std::size_t at = text.find("\"seconds\":[") + 10;
        text.replace(at, text.find(']', at) + 1 - at, *samples);
        std::cout << text << std::endl;
    } else if (order == "many") {
        measurement["seconds"] = std::vector<double>(1'000'000, 1e-5);
        measurement["samples_taken"] = 1'000'000;
        result(request, measurement);
    } else if (order == "counters") {
        Json& counters = measurement["counters"][0];
        for (const char* odd : {"", " ", "<img src=/dev/zero>", "\n", "time", "__proto__", "sm__cycles.avg.per_second"})
            counters[odd] = 1e308;
        for (int i = 0; i < 20'000; ++i) counters["counter " + std::to_string(i)] = -i;
        result(request, measurement);
    } else if (order == "tags") {
        std::cout << R"({"v":2,"id":)" << id << ",\"event\":\"progress\",\"phase\":\"\xff\xc0\x80\",\"fraction\":0.5}"
                  << std::endl;
        result(request, measurement);
    } else {
        return false;
    }
    return true;
}

void measure(const Json& request) {
    const Json& id = request["id"];
    const std::string inFile = orderInFile();
    const std::string order =
        inFile.empty() ? request["parameters"].value("order", environment("FAKE_WORKER")) : inFile;
    beforeBeginning(order);
    if (meansHarm(order, request)) return;
    answer(id, "progress", {{"phase", "time"}, {"fraction", 0.5}, {"seconds_left", 1.5}});
    if (order == "wait") return;
    if (order == "silent")
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    if (order == "die") raise(SIGKILL);
    if (order == "garbage") {
        std::cout << "this is no JSON" << std::endl;
        return;
    }
    if (order == "id") {
        std::cout << R"({"v":2,"id":18446744073709551615,"event":"progress","phase":"time","fraction":0.6})"
                  << std::endl;
        return;
    }
    if (order == "doubled") {
        std::cout << R"({"v":2,"id":0,"event":"progress","id":1})" << std::endl;
        return;
    }
    if (order == "binary") {
        std::cout << "{\"v\":2,\"id\":1,\"event\":\"\xff\"}" << std::endl;
        return;
    }
    if (order == "greeting") return answer(id, "hello", {{"gpu", nullptr}});
    if (order == "endless")
        for (const std::string piece(1 << 20, 'x');;) std::cout << piece << std::flush;
    if (order == "version") return answer(id, "progress", {{"fraction", 0.6}}, 9);
    if (order == "error") return error(id, "no_device", {{"reason", "none plugged in"}});
    if (order == "hung") {
        error(id, "kernel_hung", {{"kernel", "k"}, {"limit", "1 s"}}, true);
        std::_Exit(worker::kExitHung);
    }
    if (order == "lost") {
        error(id, "kernel_fault", {{"fault", "an illegal address"}}, true);
        std::_Exit(worker::kExitNoGpuLeft);
    }
    Measurement measurement = sample();
    if (request["options"].value("all_counters", false)) measurement.notes.emplace_back("All counters were read.");
    result(request, Json::parse(toJson(measurement)));
}

}  // namespace

namespace {

void hello(const Json& request) {
    const std::string order = orderInFile();
    if (order == "gone") std::_Exit(3);
    if (order == "early")
        for (std::int64_t id = request["id"].get<std::int64_t>() + 1; id < request["id"].get<std::int64_t>() + 9; ++id)
            error(id, "no_device", {{"reason", "before it was asked"}});
    Json fields{{"lanescope", "test"},
                {"versions", worker::kSpoken},
                {"gpu", {{"name", "A GPU of tests"}}},
                {"gpu_missing", ""},
                {"counters", true},
                {"counters_missing", ""}};
    if (const auto name = behind(order, "name")) fields["gpu"]["name"] = words(*name);
    if (const auto why = behind(order, "missing")) {
        fields["gpu"] = nullptr;
        fields["gpu_missing"] = words(*why);
    }
    if (const auto why = behind(order, "lacks")) fields["counters_missing"] = words(*why);
    if (order == "types")
        fields.update(Json{{"gpu", 7}, {"gpu_missing", Json::array()}, {"counters_missing", {{"a", 1}}}});
    answer(request["id"], "hello", fields);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || std::string(argv[1]) != "worker") return 2;
    if (environment("FAKE_WORKER") == "deaf") {
        std::cerr << "nobody is at home" << std::endl;
        return 255;
    }
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::parse(line);
        if (request["verb"] == "hello")
            hello(request);
        else if (request["verb"] == "measure")
            measure(request);
        else if (request["verb"] == "cancel")
            error(request["id"], "cancelled", Json::object());
    }
}
