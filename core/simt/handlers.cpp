// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simt/handlers.h"

#include "core/simt/async_memory.h"
#include "core/simt/handler_families.h"
#include "core/simt/private_memory.h"

namespace lanescope::simt::LANESCOPE_ISA {
namespace {

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

Handler pick(const HandlerRequest& request) {
    if (const Handler handler = pickPrivate(request)) return handler;
    if (const Handler handler = pickAsync(request)) return handler;
    for (const auto family : {pickMemory, pickMove, pickCarry, pickHalf, pickRounding, pickFloat, pickInteger, pickDot,
                              pickFields, pickBits, pickCompare, pickConvert, pickAtomic, pickWarp})
        if (const Handler handler = family(request)) return handler;
    return nullptr;
}

}  // namespace

extern const Handlers kHandlers{pick, guarded, follows};

}  // namespace lanescope::simt::LANESCOPE_ISA
