// SPDX-License-Identifier: GPL-3.0-or-later
// A request in words, by rules from its facts.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string>
#include <vector>

#include "widgets/stage/memory/request_scene.h"

namespace lanescope {

/// The number that is the point of a request, what it counts, and what it means.
struct PointWords {
    QString number;
    QString unit;
    QString about;
};

class RequestWords {
    Q_DECLARE_TR_FUNCTIONS(lanescope::RequestWords)
public:
    /// "32", "wavefronts", "one after the other, for one request"
    [[nodiscard]] static PointWords point(const RequestScene& scene);
    /// What its lanes want, if that follows a line: "lane l reads word 32·l + 11: always bank 11"; else how they are
    /// spread.
    [[nodiscard]] static QString law(const RequestScene& scene);
    /// The same where there is little room: "word 32·l + 11: always bank 11"
    [[nodiscard]] static QString briefLaw(const RequestScene& scene);
    /// "4 sectors, 1 line of 128 B, all used"; "32 words, one wavefront"
    [[nodiscard]] static QString cost(const RequestScene& scene);
    /// "Warp 3 loads from shared memory, line 28"
    [[nodiscard]] static QString what(const RequestScene& scene);
    /// "global load"
    [[nodiscard]] static QString kind(const RequestScene& scene);
    /// "tile[32][33]", "A 96 × 96"; empty if it has no name.
    [[nodiscard]] static QString place(const RequestScene& scene);
    /// "Global memory"
    [[nodiscard]] static QString memory(const RequestScene& scene);
    /// One lane of it; empty if it takes no part.
    [[nodiscard]] static QString lane(const RequestScene& scene, unsigned lane);
    /// The sentence that stands beside the picture.
    [[nodiscard]] static QString sentence(const RequestScene& scene);
    /// What another side's request has that this one's lacks; empty if that is nothing.
    [[nodiscard]] static QString beside(const RequestScene& scene, const RequestScene& other, const QString& name);
    /// Metrics that count it, the telling one first.
    [[nodiscard]] static std::vector<std::string> metrics(const RequestScene& scene);
    /// "row 6", "A[64]": which part of the array a line of 128 bytes is.
    [[nodiscard]] static QString lineName(const RequestScene& scene, const LineUse& line);
    /// The same without the array's name: "[64]".
    [[nodiscard]] static QString briefLineName(const RequestScene& scene, const LineUse& line);

    [[nodiscard]] static QString sectors(unsigned n) { return n == 1 ? tr("1 sector") : tr("%1 sectors").arg(n); }
    [[nodiscard]] static QString wavefronts(unsigned n) {
        return n == 1 ? tr("one wavefront") : tr("%1 wavefronts").arg(n);
    }
    [[nodiscard]] static QString words(std::size_t n) { return n == 1 ? tr("1 word") : tr("%1 words").arg(n); }
    [[nodiscard]] static QString lanes(unsigned n) { return n == 1 ? tr("1 lane") : tr("%1 lanes").arg(n); }

private:
    [[nodiscard]] static QString verb(const RequestScene& scene);
    [[nodiscard]] static QString sharedLaw(const RequestScene& scene);
    [[nodiscard]] static QString globalLaw(const RequestScene& scene);
    [[nodiscard]] static QString sharedSentence(const RequestScene& scene);
    [[nodiscard]] static QString meetingSentence(const RequestScene& scene);
    [[nodiscard]] static QString globalSentence(const RequestScene& scene);
};

}  // namespace lanescope
