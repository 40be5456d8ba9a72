// SPDX-License-Identifier: GPL-3.0-or-later
// The list of models.
#include "core/models/baghsorkhi.h"
#include "core/models/hong_kim.h"
#include "core/models/model.h"
#include "core/models/mukherjee.h"
#include "core/models/nugteren.h"
#include "core/models/roofline.h"
#include "core/models/sim.h"
#include "core/models/thesis.h"
#include "core/models/volkov.h"

namespace lanescope {
namespace {

std::vector<std::unique_ptr<Model>> allModels(const ModelOptions& options) {
    std::vector<std::unique_ptr<Model>> all;
    all.push_back(hongKimModel(options));
    all.push_back(simModel(options));
    all.push_back(baghsorkhiModel(options));
    for (const bool cache : {false, true})
        for (const bool overlap : {false, true}) all.push_back(mukherjeeModel(overlap, cache, options));
    all.push_back(nugterenModel(options));
    for (const bool overlap : {false, true}) all.push_back(thesisModel(overlap, options));
    all.push_back(rooflineModel(options));
    all.push_back(instructionRooflineModel(options));
    all.push_back(volkovModel(options));
    return all;
}

tl::unexpected<Error> unknown(std::string_view id) {
    std::string known;
    for (const auto& model : models()) known += (known.empty() ? "" : ", ") + std::string(model->id());
    return fail(ErrorCode::UnknownModel, {{"model", std::string(id)}, {"known", known}});
}

}  // namespace

std::span<const std::unique_ptr<Model>> models() {
    static const std::vector<std::unique_ptr<Model>> all = allModels({});
    return all;
}

Result<const Model*> findModel(std::string_view id) {
    for (const auto& model : models())
        if (model->id() == id) return model.get();
    return unknown(id);
}

Result<std::unique_ptr<Model>> makeModel(std::string_view id, const ModelOptions& options) {
    for (auto& model : allModels(options))
        if (model->id() == id) return std::move(model);
    return unknown(id);
}

}  // namespace lanescope
