// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/machine.h"

#include <algorithm>

#include "core/base/words.h"
#include "core/models/abstract/machine_list.h"

namespace lanescope {

std::string MachineSentence::with(const std::function<std::string(const MachineNumber&)>& write) const {
    if (id.empty()) return {};
    Message message(id);
    for (const auto& [name, value] : numbers) message.arguments.emplace_back(name, write(value));
    return inWords(message);
}

std::optional<MachineNumber> MachineAnswer::valueOf(std::string_view term) const {
    const auto found = std::ranges::find(terms, term, &MachineTerm::id);
    return found == terms.end() ? std::nullopt : std::optional(found->value);
}

MachineAnswer AbstractMachine::emptyAnswer() const {
    MachineAnswer answer;
    answer.machine = m_description.id;
    answer.title = m_description.title;
    answer.source = m_description.source;
    return answer;
}

std::vector<std::unique_ptr<AbstractMachine>> abstractMachines() {
    std::vector<std::unique_ptr<AbstractMachine>> all;
#define LANESCOPE_ADD_MACHINE(maker) all.push_back(maker());
    LANESCOPE_ABSTRACT_MACHINES(LANESCOPE_ADD_MACHINE)
#undef LANESCOPE_ADD_MACHINE
    return all;
}

}  // namespace lanescope
