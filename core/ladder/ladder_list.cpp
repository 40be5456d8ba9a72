// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ladder/ladder_list.h"

#include <algorithm>
#include <optional>

#include "core/base/words.h"

namespace lanescope {
namespace {

/// The name of a step: what tells it from the others, as short as it can be; a number alone is no name.
LadderRung rung(const std::string& algorithm, const Parameters& fixed = {}) {
    if (!fixed.empty()) return {algorithm, fixed, toString(fixed)};
    const std::string last = algorithm.substr(algorithm.find('.') + 1);
    return {algorithm, fixed, last.find_first_not_of("0123456789") == std::string::npos ? algorithm : last};
}

/// From what was published to what is right; nothing of an algorithm that has no such variants.
std::optional<LadderKind> correctionOf(const Algorithm& algorithm) {
    const ParameterSpec* const variant = algorithm.specOf(ParameterRole::Variant);
    if (variant == nullptr) return std::nullopt;
    LadderKind kind{std::string(algorithm.id()), textOf("ladder.corrected.title"_id), {}, {}};
    for (const std::string_view each : {kPublished, kCorrected}) {
        if (std::ranges::find(variant->values, each) == variant->values.end()) return std::nullopt;
        Parameters fixed;
        fixed.set(variant->name, std::string(each));
        kind.rungs.push_back({std::string(algorithm.id()), fixed, std::string(each)});
    }
    return kind;
}

const Algorithm* found(const Catalogue& catalogue, const std::string& id) {
    const auto algorithm = catalogue.find(id);
    return algorithm ? *algorithm : nullptr;
}

}  // namespace

std::vector<LadderKind> ladderList() {
    return {
        {"matmul",
         textOf("ladder.matmul.title"_id),
         {rung("matmul.global"), rung("matmul.tiled"), rung("matmul.rect2"), rung("matmul.rect4-row"),
          rung("matmul.rect2-prefetch"), rung("matmul.rect4-prefetch")},
         {{"n", "1024"}, {"block", "16"}, {"type", "f32"}}},
        {"reduce",
         textOf("ladder.reduce.title"_id),
         {rung("reduce.0"), rung("reduce.1"), rung("reduce.2"), rung("reduce.3"), rung("reduce.4"), rung("reduce.5"),
          rung("reduce.6")},
         {{"n", "16777216"}, {"block", "256"}, {"blocks", "1056"}, {"type", "f32"}}},
        {"matvec",
         textOf("ladder.matvec.title"_id),
         {rung("matvec.columns"), rung("matvec.row-blocks"), rung("matvec.rows")},
         {{"n", "4096"}, {"m", "4096"}, {"block", "128"}, {"type", "f32"}}},
        {"transpose",
         textOf("ladder.transpose.title"_id),
         {rung("transpose.tiled", {{"padded", "no"}}), rung("transpose.tiled", {{"padded", "yes"}})},
         {{"width", "4096"}, {"height", "4096"}, {"tile", "32"}, {"type", "f32"}}},
    };
}

Result<LadderKind> ladderNamed(const Catalogue& catalogue, std::string_view id) {
    std::string known;
    for (LadderKind& kind : ladderList()) {
        if (kind.id == id) return std::move(kind);
        known += kind.id + ", ";
    }
    if (const Algorithm* const algorithm = found(catalogue, std::string(id)); algorithm != nullptr)
        if (auto kind = correctionOf(*algorithm)) return std::move(*kind);
    return fail(
        ErrorCode::IllegalValue,
        {{"parameter", "ladder"}, {"value", std::string(id)}, {"legal", known + textOf("ladder.or_an_algorithm"_id)}});
}

std::vector<LadderKind> laddersWith(const Algorithm& algorithm) {
    std::vector<LadderKind> kinds;
    for (LadderKind& kind : ladderList())
        if (std::ranges::find(kind.rungs, algorithm.id(), &LadderRung::algorithm) != kind.rungs.end())
            kinds.push_back(std::move(kind));
    if (auto kind = correctionOf(algorithm)) kinds.push_back(std::move(*kind));
    return kinds;
}

Result<void> checkGiven(const Catalogue& catalogue, const LadderKind& kind, const Parameters& given) {
    for (const auto& [name, value] : given) {
        std::string known;
        bool has = false;
        for (const LadderRung& rung : kind.rungs) {
            if (rung.fixed.find(name) != nullptr)
                return fail(ErrorCode::IllegalValue,
                            {{"parameter", name}, {"value", value}, {"legal", textOf("ladder.differs_in"_id)}});
            const Algorithm* const algorithm = found(catalogue, rung.algorithm);
            if (algorithm == nullptr) continue;
            for (const ParameterSpec& spec : algorithm->parameters()) {
                has = has || spec.name == name;
                if ((", " + known).find(", " + spec.name + ", ") == std::string::npos) known += spec.name + ", ";
            }
        }
        if (!has)
            return fail(ErrorCode::UnknownParameter,
                        {{"algorithm", kind.id}, {"parameter", name}, {"known", known.substr(0, known.size() - 2)}});
    }
    return {};
}

}  // namespace lanescope
