// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lanescope {

/// A number that follows from an algorithm's parameters alone: how many threads find nothing to do, from where on a
/// formula is inexact. For tables and JSON.
struct Fact {
    std::string id;     ///< "blocks_idle"; also the metric of a published number that it can be compared with
    std::string title;  ///< "Idle blocks"
    double value = 0;
    std::string unit;  ///< "blocks"; empty for a plain number
    std::string note;  ///< what it means or how it was found, in a sentence; may be empty
};

}  // namespace lanescope
