// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/render/asked.h"

#include <QCoreApplication>

#include "core/base/words.h"
#include "core/simt/step.h"
#include "core/story/reveal.h"
#include "widgets/style/numbers.h"
#include "widgets/style/words.h"

namespace lanescope {
namespace {

using Kind = story::Question::Kind;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Asked)
};

Asked::Places placesOf(const story::Question& question, const story::Reveal& reveal, const story::RunSide& side) {
    Asked::Places places{reveal.drawn, reveal.of, simt::kWarpSize};
    const std::vector<const Launch*> launches = side.run->plan.launches();
    if (question.kind == Kind::Blocks && side.launch < launches.size())
        places.perRow = std::max<std::uint64_t>(1, launches[side.launch]->grid.x);
    return places;
}

Asked::Model modelOf(const story::Reveal::ModelAnswer& answer, const story::Reveal& reveal) {
    Asked::Model model{shownName(answer.title), {}, {}};
    if (answer.option)
        model.said = answer.right ? Texts::tr("%1, which is right").arg(choiceLetter(*answer.option))
                                  : Texts::tr("%1, which is wrong").arg(choiceLetter(*answer.option));
    if (!answer.number) return model;
    model.number = answer.number->value;
    model.said = shownText(wordsOf(*answer.number));
    if (reveal.number && reveal.number->value != 0)
        model.said =
            Texts::tr("%1, which is %2 of it").arg(model.said, factorText(*model.number / reveal.number->value));
    return model;
}

void fill(Asked& asked, const story::Question& question, const story::Reveal& reveal, const story::RunSide& side) {
    asked.truth = shownText(wordsOf(reveal));
    if (!reveal.origin.empty()) asked.origin = Texts::tr("Numbers: %1").arg(shownName(reveal.origin));
    if (reveal.number) {
        asked.number = reveal.number->value;
        asked.unit = shownName(reveal.number->unit);
    }
    for (std::size_t i = 0; i < reveal.options.size() && i < asked.choices.size(); ++i) {
        asked.choices[i].number = shownText(wordsOf(reveal.options[i].number));
        asked.choices[i].right = reveal.options[i].right;
    }
    for (const story::Number& number : reveal.curve) {
        asked.unit = asked.curve->range.unit = shownName(number.unit);
        asked.curve->truth.push_back(number.value);
    }
    for (const story::Reveal::ModelAnswer& model : reveal.models) asked.models.push_back(modelOf(model, reveal));
    if (question.kind == Kind::Threads || question.kind == Kind::Blocks)
        asked.places = placesOf(question, reveal, side);
}

}  // namespace

QString endOfScale(double value, const QString& unit) {
    return shownName(story::wordsOf(story::Number{value, unit.toStdString(), {}}));
}

QString choiceLetter(std::size_t choice) { return QString(QChar(QLatin1Char(static_cast<char>('A' + choice % 26)))); }

QString Asked::verdict() const {
    if (!missing.isEmpty()) return Texts::tr("What is true is not known here: %1").arg(missing);
    return Texts::tr("It is %1.").arg(truth);
}

Asked askedOf(const story::Question& question, const story::NumberSource& source) {
    const story::RunSide& side = source.run().sides.front();
    Asked asked;
    asked.text = shownText(question.text);
    asked.of = Texts::tr("%1, %2").arg(shownName(side.algorithm->id()), shownName(toString(side.parameters)));
    for (const story::Question::Option& option : question.options)
        asked.choices.push_back({shownText(option.text), {}});
    if (question.kind == Kind::Slider)
        asked.scale =
            Asked::Scale{question.from, question.to, question.logarithmic ? 0 : question.step, question.logarithmic};
    if (question.kind == Kind::Curve) {
        QStringList values;
        for (const std::string& value : question.values) values += shownName(value);
        asked.curve = Asked::Curve{
            .range = {shownName(question.over), values, {question.from, question.to, 0, question.logarithmic}, {}},
            .truth = {}};
    }
    if (const auto reveal = story::revealOf(question, source))
        fill(asked, question, *reveal, side);
    else
        asked.missing = shownText(inWords(reveal.error()));
    return asked;
}

}  // namespace lanescope
