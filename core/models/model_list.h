// SPDX-License-Identifier: GPL-3.0-or-later
// The list of models, in the order in which they are shown: of each the function that makes it, which its file defines.
// Private to this room.
#pragma once

#include "core/models/model.h"

#define LANESCOPE_MODELS(MODEL)     \
    MODEL(hongKimModel)             \
    MODEL(simModel)                 \
    MODEL(baghsorkhiModel)          \
    MODEL(mukherjeeSumModel)        \
    MODEL(mukherjeeMaxModel)        \
    MODEL(mukherjeeSumCacheModel)   \
    MODEL(mukherjeeMaxCacheModel)   \
    MODEL(nugterenModel)            \
    MODEL(thesisModel)              \
    MODEL(thesisMaxModel)           \
    MODEL(rooflineModel)            \
    MODEL(instructionRooflineModel) \
    MODEL(volkovModel)              \
    MODEL(intervalModel)            \
    MODEL(simulationModel)

namespace lanescope {

#define LANESCOPE_DECLARE_MODEL(maker) [[nodiscard]] std::unique_ptr<Model> maker(const ModelOptions& options);
LANESCOPE_MODELS(LANESCOPE_DECLARE_MODEL)
#undef LANESCOPE_DECLARE_MODEL

}  // namespace lanescope
