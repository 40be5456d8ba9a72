// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for lanescope-cli worker: answers hello, and treats a measurement as an order of what to do: its parameter
// "order", else $FAKE_WORKER. $FAKE_WORKER=deaf is a program that ends at once with a sentence.
//   (none)   measures at once           wait     says that it has begun, and waits for a cancel
//   error    there is no device         hung     a kernel does not end; ends, too
//   lost     a kernel faults; ends      die      is killed in the middle
//   unheard  is killed before it begins, if $FAKE_WORKER_FLAG names a file that is not there yet, which it then makes
//   garbage  says what is no JSON       version  speaks another version
//   endless  a line that never ends     silent   says that it has begun, and nothing more, whatever it is told
//   deep     objects in objects         id       an id of more than 63 bits
//   twice    one name twice             binary   what is no UTF-8
//   greeting says hello instead
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "core/study/study.h"
#include "core/study/worker_protocol.h"

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

void beforeBeginning(const std::string& order) {
    if (order != "unheard" || std::filesystem::exists(environment("FAKE_WORKER_FLAG"))) return;
    std::ofstream(environment("FAKE_WORKER_FLAG")) << "was here";
    raise(SIGKILL);
}

void measure(const Json& request) {
    const Json& id = request["id"];
    const std::string order = request["parameters"].value("order", environment("FAKE_WORKER"));
    beforeBeginning(order);
    answer(id, "progress", {{"phase", "time"}, {"fraction", 0.5}, {"seconds_left", 1.5}});
    if (order == "wait") return;
    if (order == "silent")
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    if (order == "die") raise(SIGKILL);
    if (order == "garbage") {
        std::cout << "this is no JSON" << std::endl;
        return;
    }
    if (order == "deep") {
        std::string open;
        for (int i = 0; i < 100'000; ++i) open += "{\"arguments\":";
        std::cout << open << std::endl;
        return;
    }
    if (order == "id") {
        std::cout << R"({"v":2,"id":18446744073709551615,"event":"progress","phase":"time","fraction":0.6})"
                  << std::endl;
        return;
    }
    if (order == "twice") {
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
    answer(id, "result",
           {{"algorithm", request["algorithm"]},
            {"parameters", request["parameters"]},
            {"measurement", Json::parse(toJson(measurement))}});
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
            answer(request["id"], "hello",
                   {{"lanescope", "test"},
                    {"versions", worker::kSpoken},
                    {"gpu", {{"name", "A GPU of tests"}}},
                    {"gpu_missing", ""},
                    {"counters", true},
                    {"counters_missing", ""}});
        else if (request["verb"] == "measure")
            measure(request);
        else if (request["verb"] == "cancel")
            error(request["id"], "cancelled", Json::object());
    }
}
