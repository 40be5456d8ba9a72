// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/base/resources.h"
#include "core/library/library.h"

namespace lanescope {

/// What is shipped, read once for all tests of a program.
inline const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> loaded = openLibrary({LibraryPart::Catalogue}).value();
    return loaded;
}

}  // namespace lanescope
