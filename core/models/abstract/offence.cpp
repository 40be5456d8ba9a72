// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/abstract/offence.h"

namespace lanescope {
namespace {

std::string_view verbOf(CellUse use) {
    switch (use) {
        case CellUse::Read: return "reads";
        case CellUse::Write: return "writes";
        case CellUse::AtomicAdd: return "atomically adds to";
        case CellUse::AtomicExchange: return "atomically exchanges";
        case CellUse::AtomicOther: break;
    }
    return "atomically changes";
}

std::string numberOf(Dim3 at) {
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
}

std::string sideOf(const AccessPlace& place) {
    return "thread " + numberOf(place.thread) + " of block " + numberOf(place.block);
}

std::string lineOf(const AccessPlace& place) {
    if (place.sourceLine == 0) return " (PTX line " + std::to_string(place.ptxLine) + ")";
    const std::size_t slash = place.sourceFile.rfind('/');
    const std::string file = slash == std::string::npos ? place.sourceFile : place.sourceFile.substr(slash + 1);
    return " (" + file + ":" + std::to_string(place.sourceLine) + ")";
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

std::string describe(const Offence& offence) {
    std::string text = "Step " + std::to_string(offence.step) + ", " + offence.kernel + ": " + sideOf(offence.first) +
                       " " + std::string(verbOf(offence.firstUse)) + " " + offence.cell + lineOf(offence.first) +
                       " while " + sideOf(offence.second) + " " + std::string(verbOf(offence.secondUse)) + " it" +
                       lineOf(offence.second);
    if (offence.threads > 2) text += ", and " + std::to_string(offence.threads - 2) + " more threads use it";
    return text + ": " + offence.why + ".";
}

}  // namespace lanescope
