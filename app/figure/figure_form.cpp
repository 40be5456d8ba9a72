// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/figure_form.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr double kMillimetresPerInch = 25.4;
constexpr double kPointsPerInch = 72;
constexpr double kLeastPixels = 16;  // of Type::Least
constexpr double kScreen = 96;       // pixels on an inch

// Heights by widths that a figure has on paper. Over two columns no more than leaves a page room for its caption: 204
// of the 241 mm that IEEE's pages hold.
constexpr double kNarrow = 700;  // logical pixels
constexpr double kLowest = 0.5;
constexpr double kHighest = 1.2;
constexpr double kHighestNarrow = 1.6;

// Widths: a column and two of IEEE, ACM and Elsevier journals; a slide is 13⅓ by 7½ inches, as office programs make it.
constexpr std::array kForms{
    FigureForm{"shown", 0, 0, 12, 192},    FigureForm{"column", 85, 0, 6.5, 600},
    FigureForm{"page", 170, 0, 7, 600},    FigureForm{"slide", 338.6667, 190.5, 14, 144},
    FigureForm{"poster", 600, 0, 24, 200},
};

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::FigureForm)
};

}  // namespace

QString FigureForm::title() const {
    const QString name = QString::fromLatin1(id);
    if (name == u"column") return Texts::tr("one column of a paper");
    if (name == u"page") return Texts::tr("two columns of a paper");
    if (name == u"slide") return Texts::tr("a slide");
    if (name == u"poster") return Texts::tr("a poster");
    return Texts::tr("as it is shown");
}

double FigureForm::pixelsPerInch(int across) const {
    return width > 0 ? across / (width / kMillimetresPerInch) : kScreen;
}

QSize FigureForm::layoutOf(const Picture& picture) const {
    const QSize shown = picture.size;
    if (width <= 0) return shown;
    const double pixels = kLeastPixels / (leastWords / kPointsPerInch) / kMillimetresPerInch;
    const double across = width * pixels;
    const double ratio = static_cast<double>(shown.height()) / std::max(1, shown.width());
    const bool narrow = across < kNarrow;
    const double least = narrow ? picture.narrowRatio : kLowest, most = narrow ? kHighestNarrow : kHighest;
    const double high = height > 0 ? height * pixels : across * std::clamp(ratio, least, most);
    return {qRound(across), qRound(high)};
}

std::span<const FigureForm> figureForms() { return kForms; }

const FigureForm* findFigureForm(const QString& id) {
    const auto found =
        std::ranges::find_if(kForms, [&](const FigureForm& form) { return id == QLatin1String(form.id); });
    return found == kForms.end() ? nullptr : &*found;
}

}  // namespace lanescope
