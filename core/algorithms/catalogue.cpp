// SPDX-License-Identifier: GPL-3.0-or-later
// The plain list of all algorithms.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "core/algorithms/algorithm.h"
#include "core/algorithms/matmul.h"
#include "core/base/resources.h"
#include "core/ptx/parser.h"

namespace lanescope {
namespace {

/// A family's two files, by the name that they share.
struct Family {
    std::shared_ptr<const ptx::Module> module;
    std::shared_ptr<const std::string> source;
};

Result<Family> loadFamily(const std::string& resources, const std::string& name) {
    Result<std::string> text = readFile(resources + "/ptx/" + name + ".ptx");
    if (!text) return fail(text.error());
    Result<std::string> source = readFile(resources + "/kernels/" + name + ".cu");
    if (!source) return fail(source.error());
    Result<ptx::Module> module = ptx::parse(std::move(*text), name + ".ptx");
    if (!module) return fail(module.error());
    return Family{std::make_shared<const ptx::Module>(std::move(*module)),
                  std::make_shared<const std::string>(std::move(*source))};
}

/// Letters to insert, delete or replace to make one word of the other (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

Result<Catalogue> Catalogue::load(const std::string& resources) {
    Catalogue catalogue;
    const auto add = [&](std::vector<std::unique_ptr<Algorithm>> family) {
        std::ranges::move(family, std::back_inserter(catalogue.m_algorithms));
    };
    Result<Family> matmul = loadFamily(resources, "matmul");
    if (!matmul) return fail(matmul.error());
    add(matrixMultiplications(matmul->module, matmul->source));
    return catalogue;
}

Result<const Algorithm*> Catalogue::find(std::string_view id) const {
    const auto found = std::ranges::find(m_algorithms, id, [](const auto& algorithm) { return algorithm->id(); });
    if (found != m_algorithms.end()) return found->get();

    std::vector<std::string_view> known;
    for (const auto& algorithm : m_algorithms) known.push_back(algorithm->id());
    std::ranges::stable_sort(known, {}, [&](std::string_view other) { return editDistance(id, other); });
    constexpr std::size_t kNearest = 6;
    std::string list;
    for (std::size_t i = 0; i < std::min(kNearest, known.size()); ++i)
        list += (i == 0 ? "" : ", ") + std::string(known[i]);
    return fail(ErrorCode::UnknownAlgorithm, {{"algorithm", std::string(id)}, {"known", list}});
}

}  // namespace lanescope
