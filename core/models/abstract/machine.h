// SPDX-License-Identifier: GPL-3.0-or-later
// An abstract machine: it is shown what the threads of a run did with the memory that they share, and answers in its
// own steps, not in seconds. What it answers is data that the command line and the window put into words alike, so that
// a new machine is one file here and one line in machine_list.h.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/job_context.h"
#include "core/models/abstract/offence.h"
#include "core/models/model.h"
#include "core/plan/plan.h"

namespace lanescope {

/// Counts are whole; what was computed with the numbers of a GPU is not.
using MachineNumber = std::variant<std::uint64_t, double>;

/// A number of an answer.
struct MachineTerm {
    std::string_view id;  ///< "access_steps": its name in JSON, unique among the terms beside it
    MachineNumber value;
    std::string_view unit;  ///< "steps", "cycles", "words"
};

/// A sentence: the id of a text and the numbers that are put into it, by placeholder.
struct MachineSentence {
    std::string_view id;
    std::vector<std::pair<std::string_view, MachineNumber>> numbers{};
    /// In words, with the numbers as `write` has them; empty without a text.
    [[nodiscard]] std::string with(const std::function<std::string(const MachineNumber&)>& write) const;
};

/// Where a queue was longest.
struct Queue {
    std::uint64_t length = 0;
    std::size_t launch = 0;
    std::string kernel;
    std::string cell;  ///< empty if there was no access
};

/// One way to count a machine's steps.
struct MachineReading {
    std::string_view id;     ///< "lockstep": its name in JSON, unlike those of terms
    std::string_view title;  ///< "in lockstep"
    std::uint64_t steps = 0;
    Queue longest;
};

/// Details for whoever reads by program: rows of named fields.
struct MachineList {
    using Field = std::variant<std::uint64_t, double, bool, std::string>;
    std::string_view id;
    std::vector<std::vector<std::pair<std::string_view, Field>>> rows;
};

/// The same machine with the numbers of a GPU: in cycles of its clock.
struct MachineOnGpu {
    std::vector<MachineTerm> terms;
    MachineSentence line;            ///< all in one line
    MachineSentence sentence;        ///< for a page
    std::vector<std::string> notes;  ///< sentences: what had to be assumed
};

/// All parts but the first three may be empty.
struct MachineAnswer {
    std::string_view machine;  ///< id
    std::string_view title;    ///< "QRQW PRAM"
    std::string_view source;
    std::vector<MachineTerm> terms;
    MachineSentence line;                  ///< the terms in one line, behind the title
    MachineSentence gist;                  ///< for a page: what matters most …
    MachineSentence rest;                  ///< … and how the sentence goes on
    std::vector<Verdict> verdicts;         ///< may the program be run? By variant.
    std::vector<MachineReading> readings;  ///< steps, where there are several ways to count them
    std::optional<MachineList> list;
    std::optional<MachineOnGpu> onGpu;
    std::optional<Error> gpuProblem;  ///< ModelOutOfRange: why there is no answer for the GPU

    /// A term's value; none if there is no such term.
    [[nodiscard]] std::optional<MachineNumber> valueOf(std::string_view term) const;
};

/// Made anew for each run: it is shown the launches, then asked.
class AbstractMachine {
public:
    /// `answers`: what it answers with, in words.
    AbstractMachine(const ModelDescription& description, std::string_view answers)
        : m_description(description), m_answers(answers) {}
    virtual ~AbstractMachine() = default;
    [[nodiscard]] const ModelDescription& description() const { return m_description; }
    [[nodiscard]] std::string_view answers() const { return m_answers; }

    /// The launches come in their order, each with its accesses in any order; the machine may leave them in another.
    /// Error: Cancelled.
    [[nodiscard]] virtual Result<void> add(LaunchAccesses& /*launch*/, const JobContext& /*job*/) { return {}; }
    /// There were launches that nobody looked at.
    virtual void addUnseen() {}
    /// `gpu`: nullptr if nobody asks for cycles.
    [[nodiscard]] virtual MachineAnswer answer(const Plan& plan, const GpuSpec* gpu) const = 0;

protected:
    /// With the machine's own name.
    [[nodiscard]] MachineAnswer emptyAnswer() const;

private:
    ModelDescription m_description;
    std::string_view m_answers;
};

/// All of them, in the order in which they are listed, for one run.
[[nodiscard]] std::vector<std::unique_ptr<AbstractMachine>> abstractMachines();

}  // namespace lanescope
