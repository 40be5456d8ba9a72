// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/engine/printed_output.h"

namespace lanescope::simt {

void PrintedOutput::add(Text text) {
    cut = cut || bytes + text.text.size() > kMostBytes;
    if (cut) return;
    bytes += text.text.size();
    texts.push_back(std::move(text));
}

}  // namespace lanescope::simt
