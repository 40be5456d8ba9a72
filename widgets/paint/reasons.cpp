// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paint/reasons.h"

#include <QCoreApplication>

#include "core/timing/warp_states.h"

namespace lanescope {
namespace {

using timing::Reason;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Reasons)
};

}  // namespace

QString reasonWord(Reason reason) {
    switch (reason) {
        case Reason::Issuing: return Words::tr("issues");
        case Reason::Result: return Words::tr("a result");
        case Reason::Global: return Words::tr("global memory");
        case Reason::Shared: return Words::tr("shared memory");
        case Reason::Barrier: return Words::tr("a barrier");
        case Reason::Pipe: return Words::tr("a pipe");
        case Reason::Requests: return Words::tr("the load-store unit");
        case Reason::Fetch: return Words::tr("instructions");
        case Reason::Constants: return Words::tr("constants");
        case Reason::NotSelected: return Words::tr("its turn");
        case Reason::Drain: return Words::tr("its end");
    }
    return {};
}

QString stateWord(Reason reason) { return QString::fromStdString(timing::profilerStateWords(reason)); }

QColor reasonColour(Reason reason, const Theme& theme) {
    switch (reason) {
        case Reason::Issuing: return theme.colour(Colour::Text);
        case Reason::Result: return theme.colour(Colour::B);
        case Reason::Global: return theme.colour(Colour::A);
        case Reason::Shared: return theme.colour(Colour::Shared0);
        case Reason::Barrier: return theme.colour(Colour::Sums);
        case Reason::Pipe: return theme.colour(Colour::Shared1);
        case Reason::Requests: return theme.colour(Colour::C);
        case Reason::Fetch: return theme.colour(Colour::Idle);
        case Reason::Constants: return theme.colour(Colour::E);
        case Reason::NotSelected: return theme.colour(Colour::GridLine);
        case Reason::Drain: return theme.colour(Colour::D);
    }
    return {};
}

}  // namespace lanescope
