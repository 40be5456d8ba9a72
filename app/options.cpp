// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <utility>

#include "core/base/number_text.h"

namespace lanescope {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(lanescope::Options)
};

Options wrong(const QString& message) {
    Options options;
    options.message = message;
    options.exitCode = 2;
    return options;
}

/// Pixels. More than a screen has costs memory for the picture, and nothing else.
constexpr WholeRange kSides{100, 16384};

std::optional<QSize> sizeFrom(const QString& text) {
    const QStringList sides = text.split(QLatin1Char('x'));
    if (sides.size() != 2) return std::nullopt;
    const auto width = wholeNumberFromText(sides[0].toStdString(), kSides);
    const auto height = wholeNumberFromText(sides[1].toStdString(), kSides);
    if (!width || !height) return std::nullopt;
    return QSize(static_cast<int>(*width), static_cast<int>(*height));
}

QString formNames() {
    QStringList names;
    for (const FigureForm& form : figureForms()) names += QString::fromLatin1(form.id);
    return names.join(QStringLiteral(", "));
}

}  // namespace

std::optional<QStringList> wordsOfCommand(const QString& line) {
    QStringList words;
    QString word;
    bool inWord = false;
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        const QChar next = i + 1 < line.size() ? line[i + 1] : QChar();
        if (quote.isNull() && c.isSpace()) {
            if (inWord) words += std::exchange(word, {});
            inWord = false;
            continue;
        }
        inWord = true;
        const bool escapes =
            quote.isNull() || (quote == u'"' && (next == u'"' || next == u'\\' || next == u'$' || next == u'`'));
        if (c == u'\\' && escapes && !next.isNull()) {
            word += next;
            ++i;
        } else if (c == quote) {
            quote = QChar();
        } else if (quote.isNull() && (c == u'"' || c == u'\'')) {
            quote = c;
        } else {
            word += c;
        }
    }
    if (!quote.isNull()) return std::nullopt;
    if (inWord) words += word;
    return words;
}

Options parseOptions(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        Texts::tr("Lanescope shows what the lanes of a CUDA kernel do, and what that costs."));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, Texts::tr("Say this."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")}, Texts::tr("Say the version."));
    const QCommandLineOption tour(QStringLiteral("tour"),
                                  Texts::tr("Go through the main states, the algorithm that is asked for first, and "
                                            "write what is shown to DIR."),
                                  QStringLiteral("DIR"));
    const QCommandLineOption algorithm(QStringLiteral("algorithm"),
                                       Texts::tr("Open with this algorithm, for example matmul.global."),
                                       QStringLiteral("ID"), QStringLiteral("matmul.tiled"));
    const QCommandLineOption theme(QStringLiteral("theme"), Texts::tr("light, dark or system."),
                                   QStringLiteral("THEME"));
    const QCommandLineOption scale(QStringLiteral("scale"), Texts::tr("Size of all text, 1 to 3."),
                                   QStringLiteral("FACTOR"));
    const QCommandLineOption size(QStringLiteral("size"), Texts::tr("Size of the window, for example 1280x720."),
                                  QStringLiteral("WxH"));
    const QCommandLineOption worker(
        QStringLiteral("worker"),
        Texts::tr("Measure with this command, for example \"ssh HOST lanescope-cli worker\"."),
        QStringLiteral("COMMAND"));
    const QCommandLineOption render(
        QStringLiteral("render"),
        Texts::tr("Render this story, or a figure of this session, without showing a window."), QStringLiteral("FILE"));
    const QCommandLineOption to(
        {QStringLiteral("o"), QStringLiteral("to")},
        Texts::tr("Where to: slides.pdf, page.html, film.gif, film.mp4, film.webm, or a folder/ of pictures; of a "
                  "figure .pdf, .svg, .png, or its rows: .csv, .json."),
        QStringLiteral("FILE"));
    const QCommandLineOption figure(
        QStringLiteral("figure"),
        Texts::tr("Of a session, or of a figure that holds one: the figure of this page, for example compare."),
        QStringLiteral("PAGE"));
    const QCommandLineOption form(QStringLiteral("form"), Texts::tr("What the figure is for: %1.").arg(formNames()),
                                  QStringLiteral("FORM"), QStringLiteral("column"));
    const QCommandLineOption plain(QStringLiteral("no-caption"),
                                   Texts::tr("Leave out the line below the figure that says what it is of."));
    const QCommandLineOption outlines(QStringLiteral("outlines"), Texts::tr("Letters of an SVG as outlines."));
    parser.addOptions(
        {help, version, tour, algorithm, theme, scale, size, worker, render, to, figure, form, plain, outlines});
    parser.addPositionalArgument(QStringLiteral("key=value"), Texts::tr("Parameters, for example n=128 block=8."),
                                 QStringLiteral("[key=value ...]"));
    parser.addPositionalArgument(QStringLiteral("session"), Texts::tr("Open this session, NAME.lanescope."),
                                 QStringLiteral("[NAME.lanescope]"));
    if (!parser.parse(arguments)) return wrong(parser.errorText());

    Options options;
    if (parser.isSet(help)) {
        // Options are read before there is an application, and without one Qt does not know the program's name.
        const QString text = parser.helpText();
        options.message = QStringLiteral("Usage: lanescope") + text.mid(text.indexOf(QStringLiteral(" [options]")));
    }
    if (parser.isSet(version))
        options.message = QStringLiteral("lanescope %1").arg(QCoreApplication::applicationVersion());
    options.algorithm = parser.value(algorithm);
    options.algorithmGiven = parser.isSet(algorithm) || !parser.positionalArguments().isEmpty();
    options.tour = parser.value(tour);
    options.render = parser.value(render);
    options.to = parser.value(to);
    if (options.render.isEmpty() != options.to.isEmpty())
        return wrong(
            Texts::tr("--render STORY and --to FILE go together, for example --render story.json --to slides.pdf."));
    options.figure = parser.value(figure);
    options.wishes.form = findFigureForm(parser.value(form));
    options.wishes.caption = !parser.isSet(plain);
    options.wishes.outlines = parser.isSet(outlines);
    if (options.wishes.form == nullptr)
        return wrong(Texts::tr("--form \"%1\" is not possible: %2.").arg(parser.value(form), formNames()));
    const bool ofFigure = parser.isSet(form) || parser.isSet(plain) || parser.isSet(outlines);
    if ((ofFigure && options.figure.isEmpty()) || (!options.figure.isEmpty() && options.render.isEmpty()))
        return wrong(
            Texts::tr("A figure is of a session: --render NAME.lanescope --figure PAGE -o FILE.pdf, with --form, "
                      "--no-caption and --outlines if they are wanted."));
    if (parser.isSet(worker)) {
        options.worker = wordsOfCommand(parser.value(worker)).value_or(QStringList());
        if (options.worker.isEmpty())
            return wrong(Texts::tr("--worker \"%1\" is no command; one looks like \"ssh HOST lanescope-cli worker\".")
                             .arg(parser.value(worker)));
    }
    for (const QString& argument : parser.positionalArguments()) {
        if (argument.endsWith(QStringLiteral(".lanescope"))) {
            if (!options.session.isEmpty())
                return wrong(Texts::tr("A window shows one session; open \"%1\" in another one.").arg(argument));
            options.session = argument;
            continue;
        }
        const qsizetype equals = argument.indexOf(QLatin1Char('='));
        if (equals < 1) return wrong(Texts::tr("\"%1\" is no parameter; one looks like n=128.").arg(argument));
        options.parameters.add(argument.left(equals).toStdString(), argument.mid(equals + 1).toStdString());
    }
    if (parser.isSet(theme)) {
        const QString name = parser.value(theme);
        if (name == u"light")
            options.theme = Theme::Mode::Light;
        else if (name == u"dark")
            options.theme = Theme::Mode::Dark;
        else if (name == u"system")
            options.theme = Theme::Mode::System;
        else
            return wrong(Texts::tr("--theme \"%1\" is not possible: light, dark, system.").arg(name));
    }
    // Paper is white unless somebody asks for a look.
    if (options.theme) options.wishes.colours = FigureWishes::Colours::Seen;
    if (parser.isSet(scale)) {
        const Result<double> factor = realNumber("--scale", parser.value(scale).toStdString(), Theme::kTextScaleRange);
        if (!factor) return wrong(QString::fromStdString(describe(factor.error())));
        options.scale = *factor;
    }
    if (parser.isSet(size)) {
        options.size = sizeFrom(parser.value(size));
        if (!options.size)
            return wrong(Texts::tr("--size \"%1\" is not possible: for example 1280x720; each side is %2.")
                             .arg(parser.value(size), QString::fromStdString(rangeText(kSides))));
    }
    return options;
}

}  // namespace lanescope
