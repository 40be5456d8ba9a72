// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of all models that price launches one by one: a model's file holds its formulas and nothing else. The frame
// sums over a program, keeps what went in, and makes an error of what is missing.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/model.h"

namespace lanescope {

class LaunchModel;

/// What formulas ask, and what they answer. Whatever is asked is kept as an EstimateInput, and ModelOptions::given can
/// replace it by its symbol. A value that is missing is 0 here and becomes the estimate's error. Names, sources and
/// terms are ids of texts; formulas are words already, since most are symbols alone.
class Pricing {
public:
    Pricing(const Model& model, const ModelOptions& options, const ModelInput& input, const GpuSpec& gpu)
        : m_model(model), m_options(options), m_input(input), m_gpu(gpu) {}

    [[nodiscard]] const ModelInput& input() const { return m_input; }
    [[nodiscard]] const GpuSpec& gpu() const { return m_gpu; }
    [[nodiscard]] const ModelOptions& options() const { return m_options; }
    [[nodiscard]] int computeCapabilityMajor() const;

    /// A number of the GPU. Missing: the model cannot answer.
    double gpu(std::string_view symbol, std::string_view id);
    /// The first of these ids that the GPU has. Missing: the model cannot answer.
    double gpu(std::string_view symbol, std::initializer_list<std::string_view> ids);
    /// Missing: `standIn` is taken, which an assumption says, with the text `source`.
    double gpuOr(std::string_view symbol, std::string_view id, double standIn, std::string_view source);
    [[nodiscard]] bool knows(std::string_view id) const { return m_gpu.find(id) != nullptr; }

    /// What was counted of the launch, by the emulator or by a document.
    double counted(std::string_view symbol, std::string_view name, double value, std::string_view unit,
                   std::string_view source);
    /// The same for a count that not every launch has. Missing: the model cannot answer, because of `name`.
    double counted(std::string_view symbol, std::string_view name, std::optional<double> value, std::string_view unit,
                   std::string_view source);
    double planned(std::string_view symbol, std::string_view name, double value, std::string_view unit);
    double assumed(std::string_view symbol, std::string_view name, double value, std::string_view unit,
                   std::string_view source);
    double derived(std::string_view symbol, std::string_view name, double value, std::string_view unit,
                   std::string_view formula);

    /// The clock that turns cycles into seconds: R. Needed before cycles().
    double clock();
    /// A reason for time (`term`: id of its text), in cycles of the clock; below 0 for what overlapping hides. Terms of
    /// 0 are left out. `part`: of the program, if it is not the launch itself.
    void cycles(std::string_view term, double cycles, std::string_view formula);
    void seconds(std::string_view term, double seconds, std::string_view formula, std::string_view part = {});
    /// Terms that overlap fully, in seconds: the largest is what the launch takes, the others are hidden behind it.
    struct Bound {
        std::string_view term;
        double seconds = 0;
        std::string_view formula;
    };
    void longest(std::initializer_list<Bound> bounds, std::string_view part = {});

    /// What `make` finds out about a launch. The one that takes longest is priced twice, to be summed and to be told;
    /// this is done once.
    template <typename Make>
    const auto& once(const LaunchProfile& launch, Make make) {
        using Made = decltype(make());
        std::shared_ptr<const void>& made = m_made[&launch];
        if (!made) made = std::make_shared<const Made>(make());
        return *static_cast<const Made*>(made.get());
    }

    void caseTaken(const std::string& words);
    /// Estimate::bound, by the id of a term: "term.dram".
    void bound(std::string_view term);
    /// What counters would read of the launch; the longest one, which is priced twice, has them already.
    [[nodiscard]] bool wantsCounters() const { return m_options.counters && !m_keeps; }
    void counters(Counters counters) { m_counters.push_back(std::move(counters)); }
    void assume(const std::string& sentence);      ///< said once, however often it is said here
    void outOfRange(const std::string& sentence);  ///< likewise
    /// The model cannot answer. The first reason counts.
    void cannot(const std::string& reason);

private:
    friend class LaunchModel;
    struct Term {
        std::string id;  ///< of its text
        std::string part;
        std::string formula;
        double seconds = 0;
        bool inCycles = false;
    };

    double take(EstimateInput&& input);
    void add(std::string_view term, double seconds, bool inCycles, std::string_view formula, std::string_view part);
    void priceLaunches(const LaunchModel& model);
    /// Goes back to the summed terms, with the formulas that the last launch was priced with.
    void keepFormulas(const std::vector<Term>& summed);
    [[nodiscard]] double total() const;
    [[nodiscard]] Result<Estimate> result();

    const Model& m_model;
    const ModelOptions& m_options;
    const ModelInput& m_input;
    const GpuSpec& m_gpu;
    double m_clock = 0;
    CountSource m_counted = CountSource::Document;
    double m_times = 1;
    std::string m_part;   ///< of the launch
    bool m_keeps = true;  ///< inputs, formulas and the case: of one launch only
    std::map<const LaunchProfile*, std::shared_ptr<const void>> m_made;
    std::vector<Term> m_terms;
    std::vector<EstimateInput> m_inputs;
    std::vector<Counters> m_counters;
    std::vector<std::string> m_assumptions;
    std::vector<std::string> m_outOfRange;
    std::vector<std::string> m_standIns;
    std::string m_caseTaken;
    std::string m_bound;
    std::string m_cannot;
};

class LaunchModel : public Model {
public:
    LaunchModel(const ModelDescription& description, ModelOptions options)
        : Model(description), m_options(std::move(options)) {}
    [[nodiscard]] Result<Estimate> estimate(const ModelInput& input, const GpuSpec& gpu) const final;

protected:
    [[nodiscard]] const ModelOptions& options() const { return m_options; }
    /// What one launch like this takes.
    virtual void price(const LaunchProfile& launch, Pricing& pricing) const = 0;
    /// What the program takes besides its launches: copies, libraries, the host. Most models do not say.
    virtual void priceRest(Pricing& pricing) const;
    /// Sentences about the whole, and whether it is in the model's range.
    virtual void remark(Pricing& /*pricing*/) const {}

private:
    friend class Pricing;
    ModelOptions m_options;
};

}  // namespace lanescope
