// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/launch_model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/number_format.h"
#include "core/base/words.h"
#include "core/models/words.h"

namespace lanescope {
namespace {

bool isCopy(std::string_view part) { return part.starts_with("copy ") || part == "fill" || part.starts_with("host "); }

void addOnce(std::vector<std::string>& sentences, const std::string& sentence) {
    if (!sentence.empty() && std::ranges::find(sentences, sentence) == sentences.end()) sentences.push_back(sentence);
}

std::vector<Message> plain(const std::vector<std::string>& list) {
    std::vector<Message> messages;
    messages.reserve(list.size());
    for (const std::string& words : list) messages.push_back(Message::plain(words));
    return messages;
}

/// Can the GPU run blocks of that size? Empty if it can.
std::string whyBlocksDoNotFit(const ModelInput& input, const GpuSpec& gpu) {
    const GpuValue* most = gpu.find("max_threads_per_block");
    for (const LaunchProfile& launch : input.launches) {
        if (most != nullptr && static_cast<double>(launch.threadsPerBlock) > most->value)
            return inWords(Message(
                "occupancy.too_many_threads"_id,
                {{"gpu", gpu.title}, {"most", numbers::plain(most->value)}, {"wanted", launch.threadsPerBlock}}));
    }
    return {};
}

}  // namespace

// ---- what formulas ask

int Pricing::computeCapabilityMajor() const { return std::atoi(m_gpu.computeCapability.c_str()); }

double Pricing::take(EstimateInput&& input) {
    const auto given = m_options.given.find(input.symbol);
    if (given != m_options.given.end()) {
        input.value = given->second;
        input.from = EstimateInput::From::Assumed;
        input.source = textOf("source.given"_id);
    }
    const double value = input.value;
    if (m_keeps && std::ranges::find(m_inputs, input.symbol, &EstimateInput::symbol) == m_inputs.end())
        m_inputs.push_back(std::move(input));
    return value;
}

double Pricing::gpu(std::string_view symbol, std::string_view id) { return gpu(symbol, {id}); }

double Pricing::gpu(std::string_view symbol, std::initializer_list<std::string_view> ids) {
    for (const std::string_view id : ids) {
        if (const GpuValue* value = m_gpu.find(id))
            return take({std::string(symbol), std::string(id), value->value, value->unit,
                         value->assumed ? EstimateInput::From::Assumed : EstimateInput::From::Gpu,
                         inWords(Message("source.of_gpu"_id,
                                         {{"quantity", id}, {"gpu", m_gpu.title}, {"source", value->source}}))});
    }
    if (m_options.given.contains(symbol)) return take({std::string(symbol), std::string(*ids.begin()), 0, "", {}, ""});
    std::vector<Message> names;
    for (const std::string_view id : ids) names.push_back(Message::plain(id));
    cannot(inWords(Message("cannot.unknown"_id, {{"quantity", Join::Or, std::move(names)}, {"gpu", m_gpu.title}})));
    return 0;
}

double Pricing::gpuOr(std::string_view symbol, std::string_view id, double standIn, std::string_view source) {
    if (knows(id) || m_options.given.contains(symbol)) return gpu(symbol, id);
    addOnce(m_standIns,
            inWords(Message("assume.stand_in"_id,
                            {{"quantity", id}, {"value", numbers::plain(standIn)}, {"source", textOf(source)}})));
    return take({std::string(symbol), std::string(id), standIn, "", EstimateInput::From::Assumed,
                 inWords(Message("source.stand_in"_id, {{"gpu", m_gpu.title}, {"source", textOf(source)}}))});
}

double Pricing::counted(std::string_view symbol, std::string_view name, double value, std::string_view unit,
                        std::string_view source) {
    const bool byDocument = m_counted == CountSource::Document;
    return take({std::string(symbol), textOf(name), value, std::string(unit),
                 byDocument ? EstimateInput::From::Document : EstimateInput::From::Counter,
                 byDocument ? textOf("source.by_hand"_id)
                            : inWords(Message("source.counted"_id,
                                              {{"counts", nameOf(m_counted)}, {"source", textOf(source)}}))});
}

double Pricing::counted(std::string_view symbol, std::string_view name, std::optional<double> value,
                        std::string_view unit, std::string_view source) {
    if (value || m_options.given.contains(symbol)) return counted(symbol, name, value.value_or(0), unit, source);
    cannot(inWords(Message("cannot.uncounted"_id, {{"what", textOf(name)}})));
    return 0;
}

double Pricing::planned(std::string_view symbol, std::string_view name, double value, std::string_view unit) {
    return take({std::string(symbol), textOf(name), value, std::string(unit), EstimateInput::From::Plan,
                 textOf("source.launch"_id)});
}

double Pricing::assumed(std::string_view symbol, std::string_view name, double value, std::string_view unit,
                        std::string_view source) {
    return take(
        {std::string(symbol), textOf(name), value, std::string(unit), EstimateInput::From::Assumed, textOf(source)});
}

double Pricing::derived(std::string_view symbol, std::string_view name, double value, std::string_view unit,
                        std::string_view formula) {
    return take({std::string(symbol), textOf(name), value, std::string(unit), EstimateInput::From::Derived,
                 std::string(formula)});
}

// ---- what they answer

double Pricing::clock() {
    m_clock = gpu("R", "clock");
    return m_clock;
}

void Pricing::add(std::string_view id, double seconds, bool inCycles, std::string_view formula, std::string_view part) {
    if (seconds == 0) return;
    const std::string_view whole = part.empty() ? std::string_view(m_part) : part;
    const double all = seconds * m_times;
    for (Term& term : m_terms) {
        if (term.id != id || term.part != whole) continue;
        term.seconds += all;
        if (m_keeps) term.formula = formula;
        return;
    }
    m_terms.push_back({std::string(id), std::string(whole), std::string(formula), all, inCycles});
}

void Pricing::cycles(std::string_view term, double cycles, std::string_view formula) {
    if (m_clock <= 0) clock();
    if (m_clock > 0) add(term, cycles / m_clock, true, formula, {});
}

void Pricing::seconds(std::string_view term, double seconds, std::string_view formula, std::string_view part) {
    add(term, seconds, false, formula, part);
}

void Pricing::longest(std::initializer_list<Bound> bounds, std::string_view part) {
    const Bound* most = std::ranges::max_element(bounds, {}, &Bound::seconds);
    double sum = 0;
    for (const Bound& bound : bounds) {
        sum += bound.seconds;
        seconds(bound.term, bound.seconds, bound.formula, part);
    }
    seconds("term.hidden"_id, most->seconds - sum, textOf("formula.longest"_id), part);
    if (m_caseTaken.empty()) caseTaken(inWords(Message("case.longest"_id, {{"term", textOf(most->term)}})));
}

void Pricing::caseTaken(const std::string& words) {
    if (m_keeps) m_caseTaken = words;
}
void Pricing::bound(std::string_view term) {
    if (m_keeps) m_bound = term.substr(term.find('.') + 1);
}
void Pricing::assume(const std::string& sentence) { addOnce(m_assumptions, sentence); }
void Pricing::outOfRange(const std::string& sentence) { addOnce(m_outOfRange, sentence); }
void Pricing::cannot(const std::string& reason) {
    if (m_cannot.empty()) m_cannot = reason;
}

// ---- the frame

void LaunchModel::priceRest(Pricing& pricing) const { pricing.assume(whatIsNotPriced(pricing.input())); }

Result<Estimate> LaunchModel::estimate(const ModelInput& input, const GpuSpec& gpu) const {
    Pricing pricing(*this, m_options, input, gpu);
    pricing.cannot(whyBlocksDoNotFit(input, gpu));
    pricing.assume(std::string(description().assumes));
    pricing.priceLaunches(*this);
    pricing.m_part.clear();
    priceRest(pricing);
    if (pricing.m_cannot.empty()) remark(pricing);
    return pricing.result();
}

void Pricing::priceLaunches(const LaunchModel& model) {
    const auto one = [&](const LaunchProfile& launch) {
        m_part = "kernel " + launch.kernel;
        m_times = static_cast<double>(launch.times);
        m_counted = launch.counted;
        model.price(launch, *this);
    };
    const LaunchProfile* longest = nullptr;
    double most = -1;
    m_keeps = false;
    for (const LaunchProfile& launch : m_input.launches) {
        const double before = total();
        one(launch);
        if (!m_cannot.empty()) break;
        addOnce(m_assumptions, launch.countsFrom);
        const double took = (total() - before) / m_times;
        if (took <= most) continue;
        most = took;
        longest = &launch;
    }
    m_keeps = true;
    if (longest != nullptr && m_cannot.empty()) {
        const std::vector<Term> summed = m_terms;
        one(*longest);
        keepFormulas(summed);
    }
    m_times = 1;
}

double Pricing::total() const {
    double sum = 0;
    for (const Term& term : m_terms) sum += term.seconds;
    return sum;
}

void Pricing::keepFormulas(const std::vector<Term>& summed) {
    std::vector<Term> formulas = std::move(m_terms);
    m_terms = summed;
    for (std::size_t i = 0; i < m_terms.size(); ++i) m_terms[i].formula = std::move(formulas[i].formula);
}

Result<Estimate> Pricing::result() {
    Estimate estimate;
    estimate.model = m_model.id();
    estimate.gpu = m_gpu.id;
    for (Term& term : m_terms) {
        estimate.seconds += term.seconds;
        if (!isCopy(term.part)) estimate.kernelSeconds += term.seconds;
        std::optional<double> cycles;
        if (term.inCycles) cycles = term.seconds * m_clock;
        estimate.terms.push_back(
            {textOf(term.id), term.seconds, cycles, std::move(term.formula), std::move(term.part)});
    }
    if (m_cannot.empty() && m_terms.empty() && m_input.launches.empty()) m_cannot = whyNothingIsPriced(m_input);
    if (m_cannot.empty() && !(std::isfinite(estimate.seconds) && estimate.seconds > 0))
        m_cannot = inWords(Message("cannot.no_number"_id, {{"seconds", numbers::plain(estimate.seconds)}}));
    if (!m_cannot.empty())
        return fail(ErrorCode::ModelOutOfRange, {{"model", std::string(m_model.id())}, {"reason", m_cannot}});
    if (!m_standIns.empty())
        m_assumptions.push_back(inWords(
            Message("assume.stand_ins"_id, {{"gpu", m_gpu.title}, {"values", Join::Comma, plain(m_standIns)}})));
    estimate.assumptions = std::move(m_assumptions);
    estimate.outOfRange = inWords(Message::joined(Join::Sentences, plain(m_outOfRange)));
    estimate.caseTaken = std::move(m_caseTaken);
    estimate.bound = std::move(m_bound);
    estimate.inputs = std::move(m_inputs);
    estimate.counters = std::move(m_counters);
    return estimate;
}

}  // namespace lanescope
