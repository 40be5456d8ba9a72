// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/read_footprint.h"

#include <algorithm>

namespace lanescope::timing {

std::vector<BufferRead> ReadFootprint::read(double steps) const {
    const double longer = stepsPerBlock > 0 ? std::max(1.0, steps / stepsPerBlock) : 1;
    std::vector<BufferRead> read;
    for (const Buffer& buffer : buffers)
        read.push_back({std::min(buffer.distinct * longer, buffer.sectors), buffer.apart * steps});
    return read;
}

double ReadFootprint::distinct(double steps) const {
    double sum = 0;
    for (const BufferRead& buffer : read(steps)) sum += buffer.distinct;
    return sum;
}

}  // namespace lanescope::timing
