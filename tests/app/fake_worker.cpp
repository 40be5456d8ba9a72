// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for lanescope-cli worker: answers hello, and treats each measured "algorithm" as an order of what to do.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "core/study/study.h"

namespace {

using Json = nlohmann::json;

void answer(const Json& id, const char* event, Json fields) {
    fields.update(Json{{"v", 1}, {"id", id}, {"event", event}});
    std::cout << fields.dump() << std::endl;
}

lanescope::Measurement sample() {
    lanescope::Measurement m;
    m.seconds = {1e-5, 2e-5, 3e-5};
    lanescope::summarise(m);
    m.counters = {{{"global_load_sectors", 1234}}};
    m.provenance.gpu = "A GPU of tests";
    return m;
}

void hang() {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void measure(const Json& request) {
    const Json& id = request["id"];
    const std::string mode = std::getenv("FAKE_WORKER") ? std::getenv("FAKE_WORKER") : "";
    answer(id, "progress", {{"fraction", 0.5}});
    if (mode == "hang") hang();
    if (mode == "die") std::abort();
    if (mode == "garbage") {
        std::cout << "this is no JSON" << std::endl;
        return;
    }
    if (mode == "error")
        return answer(id, "error",
                      {{"code", "no_device"}, {"message", "…"}, {"arguments", {{"reason", "none plugged in"}}}});
    if (mode == "wait") return;  // for a cancel
    answer(id, "result",
           {{"algorithm", request["algorithm"]},
            {"parameters", request["parameters"]},
            {"measurement", Json::parse(lanescope::toJson(sample()))}});
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || std::string(argv[1]) != "worker") return 2;
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::parse(line);
        if (request["verb"] == "hello")
            answer(request["id"], "hello",
                   {{"lanescope", "test"},
                    {"gpu", {{"name", "A GPU of tests"}}},
                    {"gpu_missing", ""},
                    {"counters", true},
                    {"counters_missing", ""}});
        else if (request["verb"] == "measure")
            measure(request);
        else if (request["verb"] == "cancel")
            answer(request["id"], "error",
                   {{"code", "cancelled"}, {"message", "Stopped."}, {"arguments", Json::object()}});
    }
}
