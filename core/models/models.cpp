// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_list.h"
#include "core/models/model_list.h"

namespace lanescope {
namespace {

std::vector<std::unique_ptr<Model>> allModels(const ModelOptions& options) {
    std::vector<std::unique_ptr<Model>> all;
#define LANESCOPE_ADD_MODEL(maker) all.push_back(maker(options));
    LANESCOPE_MODELS(LANESCOPE_ADD_MODEL)
#undef LANESCOPE_ADD_MODEL
    return all;
}

tl::unexpected<Error> unknown(std::string_view id) {
    const auto all = models();
    std::vector<std::string_view> known;
    for (const auto& model : all) known.push_back(model->id());
    return fail(ErrorCode::UnknownModel, {{"model", std::string(id)}, {"known", nameList(known, id)}});
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
