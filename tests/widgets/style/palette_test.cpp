// SPDX-License-Identifier: GPL-3.0-or-later
// Identities must be told apart by everyone, and text must be readable, on both grounds.
#include "widgets/style/palette.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace lanescope {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

struct Vision {
    const char* name;
    Matrix matrix;
};

// Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
constexpr Vision kVisions[] = {
    {"full", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protan", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deutan", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritan", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
};

double linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

/// CIE L*a*b* (D65) of how someone with `vision` sees the colour.
Triple seen(const QColor& colour, const Vision& vision) {
    const Triple rgb{linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    Triple s{};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) s[i] += vision.matrix[i][j] * rgb[j];
        s[i] = std::min(1.0, std::max(0.0, s[i]));
    }
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124564 * s[0] + 0.3575761 * s[1] + 0.1804375 * s[2]) / 0.95047);
    const double y = f(0.2126729 * s[0] + 0.7151522 * s[1] + 0.0721750 * s[2]);
    const double z = f((0.0193339 * s[0] + 0.1191920 * s[1] + 0.9503041 * s[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Triple& a, const Triple& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

class PaletteTest : public testing::TestWithParam<Look> {};

TEST_P(PaletteTest, IdentitiesStayApartForEveryKindOfSight) {
    constexpr Colour kIdentities[] = {Colour::A, Colour::Shared0, Colour::B,   Colour::Shared1,
                                      Colour::C, Colour::Sums,    Colour::Now, Colour::Ground};
    constexpr double kApart = 9.8;  // a just noticeable difference is about 2.3
    for (const Vision& vision : kVisions)
        for (Colour a : kIdentities)
            for (Colour b : kIdentities) {
                if (a >= b) continue;
                EXPECT_GE(distance(seen(colourOf(a, GetParam()), vision), seen(colourOf(b, GetParam()), vision)),
                          kApart)
                    << vision.name << ": roles " << static_cast<int>(a) << " and " << static_cast<int>(b);
            }
}

TEST_P(PaletteTest, TextIsReadableOnEverythingItStandsOn) {
    const auto ground = [look = GetParam()](Colour c) { return colourOf(c, look); };
    for (Colour below : {Colour::Ground, Colour::Raised, Colour::NowSoft, Colour::RelatedLine, Colour::DefectLine,
                         Colour::DifferingLine})
        for (Colour text : {Colour::Text, Colour::FaintText, Colour::CodeKeyword, Colour::CodeType, Colour::CodeNumber,
                            Colour::CodeComment, Colour::CodeDirective, Colour::CodeName})
            EXPECT_GE(contrast(ground(text), ground(below)), 4.5)
                << "text " << static_cast<int>(text) << " on " << static_cast<int>(below);
    for (Colour fill : {Colour::A, Colour::B, Colour::C, Colour::Shared0, Colour::Shared1, Colour::Now, Colour::Text,
                        Colour::Idle, Colour::Wrong})
        for (double share : {0.2, 0.35, 0.5, 0.65, 0.8, 1.0}) {
            const QColor mixed = mix(ground(Colour::Ground), ground(fill), share);
            EXPECT_GE(contrast(textOn(mixed), mixed), 4.5) << static_cast<int>(fill) << " at " << share;
        }
}

TEST_P(PaletteTest, FamiliesAreSeenOnTheGroundAndApart) {
    for (std::size_t i = 0; i < 5; ++i) {
        const QColor hue = familyColour(i, false, GetParam());
        EXPECT_GE(contrast(hue, colourOf(Colour::Ground, GetParam())), 3) << "family " << i;
        for (std::size_t k = 0; k < i; ++k) EXPECT_NE(hue, familyColour(k, false, GetParam())) << i << " and " << k;
    }
}

TEST_P(PaletteTest, ApplicationPaletteIsReadable) {
    const QPalette palette = applicationPalette(GetParam() == Look::Dark);
    const std::vector<std::pair<QPalette::ColorRole, QPalette::ColorRole>> pairs = {
        {QPalette::WindowText, QPalette::Window},
        {QPalette::Text, QPalette::Base},
        {QPalette::Text, QPalette::AlternateBase},
        {QPalette::ButtonText, QPalette::Button},
        {QPalette::ToolTipText, QPalette::ToolTipBase},
        {QPalette::HighlightedText, QPalette::Highlight},
        {QPalette::Link, QPalette::Base},
        {QPalette::PlaceholderText, QPalette::Base}};
    for (auto [text, below] : pairs)
        EXPECT_GE(contrast(palette.color(text), palette.color(below)), 4.5) << text << " on " << below;
}

INSTANTIATE_TEST_SUITE_P(Grounds, PaletteTest, testing::Values(Look::Light, Look::Dark),
                         [](const auto& param) { return std::string(param.param == Look::Dark ? "Dark" : "Light"); });

TEST(Contrast, IsThatOfWcag) {
    EXPECT_NEAR(contrast(Qt::black, Qt::white), 21.0, 1e-6);
    EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.01);
}

// A paper that is printed without colours: whoever reads it tells families apart by how dark they are.
TEST(Palette, FamiliesOnPaperSurviveGrey) {
    for (const bool kin : {false, true})
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < a; ++b)
                EXPECT_GE(contrast(familyColour(a, kin, Look::Print), familyColour(b, kin, Look::Print)), 1.15)
                    << a << " and " << b << (kin ? ", kin" : "");
}

}  // namespace
}  // namespace lanescope
