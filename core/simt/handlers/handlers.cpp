// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/handlers/handlers.h"

#include "core/simt/handlers/lanes.h"
#include "core/simt/memory/async_memory.h"
#include "core/simt/memory/private_memory.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

/// Runs a handler that is compiled for any x86-64.
void portable(Machine& m, const Op& op) {
    cleanVectors();
    op.plain(m, op);
}

void guarded(Machine& m, const Op& op) {
    const LaneMask warp = m.active;
    const LaneMask predicate = m.mask(op.guard);
    m.active = warp & (op.guardNegated ? ~predicate : predicate);
    if (m.active == 0) {
        m.active = warp;
        return;
    }
    const auto lanes = static_cast<unsigned>(__builtin_popcount(m.active));
    op.plain(m, op);
    if (m.fault.op != nullptr) return;
    m.site(op).passed += lanes;
    m.active = warp;
}

Handler pickPortable(const HandlerRequest& request) {
    const Handler handler = pickPrivate(request);
    return handler != nullptr ? handler : pickAsync(request);
}

Handler pick(const HandlerRequest& request) {
    for (const auto family : {pickPortable, pickWords, pickPredicates, pickGrouped, pickMemory, pickMove, pickCarry,
                              pickHalf, pickRounding, pickFloat, pickSimd, pickInteger, pickDot, pickFields, pickBits,
                              pickCompare, pickConvert, pickAtomic, pickWarp})
        if (const Handler handler = family(request)) return handler;
    return nullptr;
}

void run(Machine& m, const Op* first, const Op* end) {
    for (const Op* op = first; op != end; ++op) op->handler(m, *op);
    cleanVectors();
}

void runCarefully(Machine& m, const Op& op) {
    op.careful(m, op);
    cleanVectors();
}

}  // namespace

extern const Handlers kHandlers{pick, pickPortable, portable, guarded, arranged, arrange, run, runCarefully, follows};

}  // namespace lanescope::simt::LANESCOPE_ISA
