// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/offence.h"

#include "core/base/words.h"

namespace lanescope {
namespace {

std::string numberOf(Dim3 at) {
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

Message sideOf(const AccessPlace& place) {
    return Message("offence.thread"_id, {{"thread", numberOf(place.thread)}, {"block", numberOf(place.block)}});
}

Message lineOf(const AccessPlace& place) {
    if (place.sourceLine == 0) return Message("offence.ptx_line"_id, {{"line", place.ptxLine}});
    const std::size_t slash = place.sourceFile.rfind('/');
    const std::string file = slash == std::string::npos ? place.sourceFile : place.sourceFile.substr(slash + 1);
    return Message::plain(file + ":" + std::to_string(place.sourceLine));
}

/// "thread (1, 0, 0) of block (0, 0, 0) reads a[3] (add.cu:12)".
Message clause(const AccessPlace& place, CellUse use, const Message& cell) {
    const auto said = [&](std::string_view id) {
        Message message(id);
        message.arguments = {{"thread", sideOf(place)}, {"cell", cell}, {"place", lineOf(place)}};
        return message;
    };
    switch (use) {
        case CellUse::Read: return said("offence.reads"_id);
        case CellUse::Write: return said("offence.writes"_id);
        case CellUse::AtomicAdd: return said("offence.adds"_id);
        case CellUse::AtomicExchange: return said("offence.exchanges"_id);
        case CellUse::AtomicOther: break;
    }
    return said("offence.changes"_id);
}

}  // namespace

std::string_view nameOf(Legality legality) {
    switch (legality) {
        case Legality::Legal: return "legal";
        case Legality::Illegal: return "illegal";
        case Legality::NotSeenWhole: break;
    }
    return "not seen whole";
}

const std::string& wordsOf(Legality legality) {
    switch (legality) {
        case Legality::Legal: return textOf("machine.legal"_id);
        case Legality::Illegal: return textOf("machine.illegal"_id);
        case Legality::NotSeenWhole: break;
    }
    return textOf("machine.not_seen_whole"_id);
}

std::string describe(const Offence& offence) {
    const Message first = clause(offence.first, offence.firstUse, Message::plain(offence.cell));
    const Message second = clause(offence.second, offence.secondUse, Message("offence.it"_id));
    if (offence.threads <= 2)
        return inWords(Message("offence.sentence"_id, {{"step", offence.step},
                                                       {"kernel", offence.kernel},
                                                       {"first", first},
                                                       {"second", second},
                                                       {"why", offence.why}}));
    return inWords(Message::counted("offence.of_more"_id, offence.threads - 2,
                                    {{"step", offence.step},
                                     {"kernel", offence.kernel},
                                     {"first", first},
                                     {"second", second},
                                     {"why", offence.why}}));
}

}  // namespace lanescope
