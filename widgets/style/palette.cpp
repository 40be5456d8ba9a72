// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope {

namespace {

QRgb onLight(Colour role) {
    switch (role) {
        case Colour::A: return 0xff0072b2;
        case Colour::B: return 0xffe69f00;
        case Colour::C:
        case Colour::Computed: return 0xff009e73;
        case Colour::Shared0: return 0xffcc79a7;
        case Colour::Shared1: return 0xff56b4e9;
        case Colour::Reading: return 0xfff0e442;
        case Colour::Writing: return 0xff1a1a1a;
        case Colour::Idle: return 0xffc4c4c4;
        case Colour::Wrong: return 0xffd55e00;
        case Colour::Ground: return 0xffffffff;
        case Colour::Raised: return 0xfff2f3f5;
        case Colour::GridLine: return 0xffd5d8dc;
        case Colour::Text: return 0xff1b1d21;
        case Colour::FaintText: return 0xff565b64;
        case Colour::Focus: return 0xff0057d9;
        case Colour::CodeKeyword: return 0xff0b4fa8;
        case Colour::CodeType: return 0xff7a3b86;
        case Colour::CodeNumber: return 0xff8a4b00;
        case Colour::CodeComment: return 0xff4f5f55;
        case Colour::CodeDirective: return 0xff0b6156;
        case Colour::CodeName: return 0xff92372a;
        case Colour::CurrentLine: return 0xfff8f0a0;
        case Colour::RelatedLine: return 0xffe3eefb;
        case Colour::DefectLine: return 0xfffde6d8;
        case Colour::DifferingLine: return 0xfff0f0f3;
    }
    return 0;
}

QRgb onDark(Colour role) {
    switch (role) {
        case Colour::A: return 0xff4a8fe0;
        case Colour::Shared1: return 0xff7ccbf5;
        case Colour::Writing: return 0xffffffff;
        case Colour::Idle: return 0xff555555;
        case Colour::Ground: return 0xff1e1f22;
        case Colour::Raised: return 0xff2a2c30;
        case Colour::GridLine: return 0xff45484e;
        case Colour::Text: return 0xffe8eaed;
        case Colour::FaintText: return 0xffb0b5be;
        case Colour::Focus: return 0xff8ab4ff;
        case Colour::CodeKeyword: return 0xff8fbcff;
        case Colour::CodeType: return 0xffdca6e8;
        case Colour::CodeNumber: return 0xffe9b872;
        case Colour::CodeComment: return 0xffa3b3a8;
        case Colour::CodeDirective: return 0xff7fd0c2;
        case Colour::CodeName: return 0xfff2a594;
        case Colour::CurrentLine: return 0xff423d10;
        case Colour::RelatedLine: return 0xff263445;
        case Colour::DefectLine: return 0xff4a2a18;
        case Colour::DifferingLine: return 0xff2a2c31;
        default: return onLight(role);
    }
}

/// Relative luminance of WCAG 2.1.
double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

}  // namespace

QColor colourOf(Colour role, bool dark) { return QColor::fromRgb(dark ? onDark(role) : onLight(role)); }

QColor bufferColour(std::size_t id, bool dark) {
    constexpr Colour kBuffers[] = {Colour::A, Colour::B, Colour::C};
    return colourOf(kBuffers[id % std::size(kBuffers)], dark);
}

std::span<const QColor> seriesColours(bool dark) {
    // Okabe and Ito's; yellow is left out on white, where it vanishes, as the darker ones are on a dark ground.
    static const std::array kOnLight{QColor(0, 114, 178),   QColor(213, 94, 0),  QColor(0, 158, 115),
                                     QColor(204, 121, 167), QColor(230, 159, 0), QColor(86, 180, 233),
                                     QColor(110, 110, 110)};
    static const std::array kOnDark{QColor(86, 180, 233),  QColor(230, 159, 0),  QColor(0, 190, 140),
                                    QColor(224, 150, 190), QColor(240, 228, 66), QColor(240, 120, 60),
                                    QColor(190, 190, 190)};
    return dark ? std::span<const QColor>(kOnDark) : std::span<const QColor>(kOnLight);
}

QColor termColour(std::size_t number) {
    static const std::array kTerms{QColor(86, 180, 233),  QColor(230, 159, 0),  QColor(0, 158, 115),
                                   QColor(204, 121, 167), QColor(240, 228, 66), QColor(150, 150, 150)};
    return kTerms[number % kTerms.size()];
}

QColor measuredColour() { return {0, 114, 178}; }

QColor sharedColour(std::size_t index, bool dark) {
    constexpr Colour kShared[] = {Colour::Shared0, Colour::Shared1};
    return colourOf(kShared[index % std::size(kShared)], dark);
}

QColor mix(const QColor& ground, const QColor& top, double share) {
    const auto channel = [share](int below, int above) {
        return static_cast<int>(std::lround(below + share * (above - below)));
    };
    return {channel(ground.red(), top.red()), channel(ground.green(), top.green()), channel(ground.blue(), top.blue())};
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor textOn(const QColor& fill) {
    return contrast(fill, Qt::black) >= contrast(fill, Qt::white) ? QColor(Qt::black) : QColor(Qt::white);
}

QPalette applicationPalette(bool dark) {
    const auto colour = [dark](Colour role) { return colourOf(role, dark); };
    const QColor raised = colour(Colour::Raised);
    const QColor button = mix(raised, colour(Colour::Text), 0.08);
    const QColor disabled = mix(colour(Colour::Ground), colour(Colour::FaintText), 0.62);
    QPalette palette(colour(Colour::Text), button, button.lighter(130), button.darker(160), button.darker(120),
                     colour(Colour::Text), Qt::white, colour(Colour::Ground), raised);
    palette.setColor(QPalette::AlternateBase, mix(colour(Colour::Ground), colour(Colour::Text), 0.04));
    palette.setColor(QPalette::ToolTipBase, raised);
    palette.setColor(QPalette::ToolTipText, colour(Colour::Text));
    palette.setColor(QPalette::PlaceholderText, colour(Colour::FaintText));
    palette.setColor(QPalette::Link, colour(Colour::CodeKeyword));
    palette.setColor(QPalette::LinkVisited, colour(Colour::CodeType));
    palette.setColor(QPalette::Highlight, dark ? QColor(0x2f, 0x6f, 0xd0) : QColor(0x0b, 0x57, 0xc2));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    for (QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, colour(Colour::Idle));
    return palette;
}

}  // namespace lanescope
