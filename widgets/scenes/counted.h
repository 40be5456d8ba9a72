// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <cstdint>

#include "widgets/style/numbers.h"

namespace lanescope {

/// "1 lane", "16 lanes": a number with its noun.
class Counted {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Counted)
public:
    [[nodiscard]] static QString lanes(int n) { return n == 1 ? tr("1 lane") : tr("%1 lanes").arg(n); }
    [[nodiscard]] static QString elements(int n) { return n == 1 ? tr("1 element") : tr("%1 elements").arg(n); }
    [[nodiscard]] static QString sectors(int n) { return n == 1 ? tr("1 sector") : tr("%1 sectors").arg(n); }
    [[nodiscard]] static QString wavefronts(int n) { return n == 1 ? tr("1 wavefront") : tr("%1 wavefronts").arg(n); }
    [[nodiscard]] static QString bytes(int n) { return n == 1 ? tr("1 byte") : tr("%1 bytes").arg(n); }
    [[nodiscard]] static QString blocks(std::uint64_t n) {
        return n == 1 ? tr("1 block") : tr("%1 blocks").arg(countText(n));
    }
    [[nodiscard]] static QString warps(std::uint64_t n) {
        return n == 1 ? tr("1 warp") : tr("%1 warps").arg(countText(n));
    }
    [[nodiscard]] static QString threads(std::uint64_t n) {
        return n == 1 ? tr("1 thread") : tr("%1 threads").arg(countText(n));
    }
    [[nodiscard]] static QString registers(std::uint64_t n) {
        return n == 1 ? tr("1 register") : tr("%1 registers").arg(countText(n));
    }
    [[nodiscard]] static QString steps(std::uint64_t n) {
        return n == 1 ? tr("1 step") : tr("%1 steps").arg(countText(n));
    }
};

}  // namespace lanescope
