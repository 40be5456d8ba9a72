// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope {

namespace {

/// Colours of one role: on a light ground, on a dark one.
struct Pair {
    QRgb light;
    QRgb dark;
};

constexpr Pair pairOf(Colour role) {
    switch (role) {
        case Colour::Ground: return {0xffffffff, 0xff11151b};
        case Colour::Raised: return {0xfff7f9fb, 0xff171c23};
        case Colour::Window: return {0xffeef1f5, 0xff0b0e12};
        case Colour::Text: return {0xff12171e, 0xfff3f5f8};
        case Colour::FaintText: return {0xff434c59, 0xffbac3cf};
        case Colour::GridLine: return {0xffcfd6df, 0xff343d49};
        case Colour::Hair: return {0xffe3e8ee, 0xff232a33};
        case Colour::Idle: return {0xffb4bbc5, 0xff5a6470};
        case Colour::Focus: return {0xff0057d9, 0xff8ab4ff};
        case Colour::A: return {0xff0072b2, 0xff3c9bdc};
        case Colour::Shared0: return {0xff56b4e9, 0xff8ccff7};
        case Colour::B: return {0xff00745a, 0xff2cc096};
        case Colour::Shared1: return {0xff6ad9b7, 0xffa9f5dd};
        case Colour::C: return {0xff8f2c6e, 0xfff5a3d6};
        case Colour::Sums: return {0xffcf6fa8, 0xffbf5f9a};
        case Colour::D: return {0xff5b4fa8, 0xff9c8ff0};
        case Colour::Shared3: return {0xffa79de0, 0xffcfc8ff};
        case Colour::E: return {0xff6b5a2e, 0xffc2ae78};
        case Colour::Shared4: return {0xffb8a878, 0xffe6dab4};
        case Colour::Now: return {0xfff5a300, 0xffffb92e};
        case Colour::NowSoft: return {0xffffe7b0, 0xff4a3810};
        case Colour::Wrong: return {0xffa50f17, 0xffff7468};
        case Colour::CodeKeyword: return {0xff0b4fa8, 0xff8fbcff};
        case Colour::CodeType: return {0xff7a3b86, 0xffdca6e8};
        case Colour::CodeNumber: return {0xff8a4b00, 0xffe9b872};
        case Colour::CodeComment: return {0xff4f5f55, 0xffa3b3a8};
        case Colour::CodeDirective: return {0xff0b6156, 0xff7fd0c2};
        case Colour::CodeName: return {0xff92372a, 0xfff2a594};
        case Colour::RelatedLine: return {0xffe3eefb, 0xff263445};
        case Colour::DefectLine: return {0xfffde6d8, 0xff4a2a18};
        case Colour::DifferingLine: return {0xfff0f0f3, 0xff2a2c31};
    }
    return {};
}

/// Paper has no panels, and ink is dear. Printed in grey, families still differ: each is a fifth lighter than the next
/// darker one, and so are their kin.
constexpr QRgb onPaper(Colour role) {
    switch (role) {
        case Colour::Raised:
        case Colour::Window: return pairOf(Colour::Ground).light;
        case Colour::Text: return 0xff000000;
        case Colour::A: return 0xff084a86;
        case Colour::B: return 0xff28906a;
        case Colour::C: return 0xffa63f88;
        case Colour::D: return 0xff5348a5;
        case Colour::E: return 0xffa98e4f;
        case Colour::Shared0: return 0xff5d9dd2;
        case Colour::Shared1: return 0xff8fe0c2;
        case Colour::Sums: return 0xffe2add2;
        case Colour::Shared3: return 0xffa69de5;
        case Colour::Shared4: return 0xffeadfb4;
        default: return pairOf(role).light;
    }
}

/// Relative luminance of WCAG 2.1.
double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

}  // namespace

QColor colourOf(Colour role, Look look) {
    switch (look) {
        case Look::Light: return QColor::fromRgb(pairOf(role).light);
        case Look::Dark: return QColor::fromRgb(pairOf(role).dark);
        case Look::Print: return QColor::fromRgb(onPaper(role));
    }
    return {};
}

QColor familyColour(std::size_t family, bool kin, Look look) {
    constexpr std::array kOwn{Colour::A, Colour::B, Colour::C, Colour::D, Colour::E};
    constexpr std::array kKin{Colour::Shared0, Colour::Shared1, Colour::Sums, Colour::Shared3, Colour::Shared4};
    return colourOf((kin ? kKin : kOwn)[family % kOwn.size()], look);
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
    const auto colour = [look = dark ? Look::Dark : Look::Light](Colour role) { return colourOf(role, look); };
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
