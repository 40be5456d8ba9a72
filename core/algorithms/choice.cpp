// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/algorithms/choice.h"

#include <cassert>

#include "core/base/words.h"

namespace lanescope {

std::string Choice::text(std::string_view name) const {
    std::string value = m_parameters.value(name);
    assert(!value.empty());
    return value;
}

std::uint32_t Choice::number(std::string_view name) const { return static_cast<std::uint32_t>(std::stoul(text(name))); }

ElementType Choice::type(std::string_view name) const { return elementTypeFromName(text(name)).value(); }

tl::unexpected<Error> illegal(const Choice& choice, std::string_view parameter, const Message& legal) {
    return fail(ErrorCode::IllegalValue,
                {{"parameter", std::string(parameter)}, {"value", choice.text(parameter)}, {"legal", inWords(legal)}});
}

std::vector<Message> nearestMultiples(std::uint64_t value, std::uint64_t step) {
    const std::uint64_t below = value / step * step;
    std::vector<Message> multiples;
    if (below > 0) multiples.push_back(Message::plain(std::to_string(below)));
    multiples.push_back(Message::plain(std::to_string(below + step)));
    return multiples;
}

}  // namespace lanescope
