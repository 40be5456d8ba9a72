// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "app/state/library.h"
#include "core/base/resources.h"

namespace lanescope {

/// What is shipped, read once for all tests of a program.
inline const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> loaded = loadLibrary(resourceFolder().value()).value();
    return loaded;
}

}  // namespace lanescope
