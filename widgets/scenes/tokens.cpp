// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/tokens.h"

#include <QSet>

namespace lanescope {

namespace {

const QSet<QString>& cudaKeywords() {
    static const QSet<QString> words = {
        QStringLiteral("if"),        QStringLiteral("else"),   QStringLiteral("for"),       QStringLiteral("while"),
        QStringLiteral("do"),        QStringLiteral("return"), QStringLiteral("break"),     QStringLiteral("continue"),
        QStringLiteral("switch"),    QStringLiteral("case"),   QStringLiteral("default"),   QStringLiteral("const"),
        QStringLiteral("constexpr"), QStringLiteral("static"), QStringLiteral("template"),  QStringLiteral("typename"),
        QStringLiteral("struct"),    QStringLiteral("class"),  QStringLiteral("namespace"), QStringLiteral("using"),
        QStringLiteral("inline"),    QStringLiteral("extern"), QStringLiteral("volatile"),  QStringLiteral("sizeof"),
        QStringLiteral("true"),      QStringLiteral("false")};
    return words;
}

const QSet<QString>& cudaTypes() {
    static const QSet<QString> words = {QStringLiteral("void"),   QStringLiteral("int"),    QStringLiteral("float"),
                                        QStringLiteral("double"), QStringLiteral("bool"),   QStringLiteral("char"),
                                        QStringLiteral("short"),  QStringLiteral("long"),   QStringLiteral("unsigned"),
                                        QStringLiteral("signed"), QStringLiteral("size_t"), QStringLiteral("dim3"),
                                        QStringLiteral("uint3"),  QStringLiteral("auto"),   QStringLiteral("T")};
    return words;
}

/// CUDA's own names: qualifiers, built-in variables and functions.
bool isCudaName(QStringView word) {
    static const QSet<QString> words = {QStringLiteral("threadIdx"), QStringLiteral("blockIdx"),
                                        QStringLiteral("blockDim"), QStringLiteral("gridDim"),
                                        QStringLiteral("warpSize")};
    return word.startsWith(QLatin1String("__")) || words.contains(word.toString());
}

bool isWordStart(QChar c) { return c.isLetter() || c == QLatin1Char('_'); }
bool isWordPart(QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_'); }

/// A line being read.
class Scanner {
public:
    Scanner(QStringView line, CodeLanguage language) : m_line(line), m_language(language) {}

    std::vector<CodeToken> scan(bool& inComment) {
        while (m_at < m_line.size()) {
            if (inComment)
                inComment = !comment(0);
            else if (look(QLatin1String("/*")))
                inComment = !comment(2);
            else if (look(QLatin1String("//")))
                take(m_line.size() - m_at, Colour::CodeComment);
            else if (m_line[m_at].isSpace())
                ++m_at;
            else if (m_language == CodeLanguage::Cuda)
                cuda();
            else if (m_language == CodeLanguage::Ptx)
                ptx();
            else
                machine();
        }
        return std::move(m_tokens);
    }

private:
    [[nodiscard]] bool look(QLatin1String text) const { return m_line.mid(m_at).startsWith(text); }

    template <typename Predicate>
    [[nodiscard]] qsizetype run(qsizetype from, Predicate part) const {
        qsizetype end = from;
        while (end < m_line.size() && part(m_line[end])) ++end;
        return end - m_at;
    }

    void take(qsizetype length, Colour colour) {
        if (colour != Colour::Text && length > 0) m_tokens.push_back({m_at, length, colour});
        m_at += length;
    }

    /// Takes the comment up to its end or the line's; true if it ended.
    bool comment(qsizetype opened) {
        const qsizetype end = m_line.indexOf(QLatin1String("*/"), m_at + opened);
        take(end < 0 ? m_line.size() - m_at : end + 2 - m_at, Colour::CodeComment);
        return end >= 0;
    }

    void cuda() {
        const QChar c = m_line[m_at];
        if (c == QLatin1Char('#')) return take(m_line.size() - m_at, Colour::CodeDirective);
        if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
            const qsizetype end = m_line.indexOf(c, m_at + 1);
            return take(end < 0 ? m_line.size() - m_at : end + 1 - m_at, Colour::CodeNumber);
        }
        if (c.isDigit())
            return take(run(m_at, [](QChar p) { return isWordPart(p) || p == QLatin1Char('.'); }), Colour::CodeNumber);
        if (!isWordStart(c)) return take(1, Colour::Text);
        const qsizetype length = run(m_at, isWordPart);
        const QString word = m_line.mid(m_at, length).toString();
        if (cudaKeywords().contains(word)) return take(length, Colour::CodeKeyword);
        if (cudaTypes().contains(word)) return take(length, Colour::CodeType);
        take(length, isCudaName(word) ? Colour::CodeDirective : Colour::Text);
    }

    void ptx() {
        const QChar c = m_line[m_at];
        const auto dotted = [](QChar p) { return isWordPart(p) || p == QLatin1Char('.'); };
        const auto named = [](QChar p) { return isWordPart(p) || p == QLatin1Char('$'); };
        if (c == QLatin1Char('.')) {
            m_seenInstruction = true;  // what follows a directive are names
            return take(run(m_at + 1, dotted), Colour::CodeDirective);
        }
        if (c == QLatin1Char('%')) return take(run(m_at + 1, [&](QChar p) { return dotted(p); }), Colour::CodeName);
        if (c.isDigit()) return take(run(m_at, isWordPart), Colour::CodeNumber);
        if (c == QLatin1Char('"')) {
            const qsizetype end = m_line.indexOf(c, m_at + 1);
            return take(end < 0 ? m_line.size() - m_at : end + 1 - m_at, Colour::CodeNumber);
        }
        if (c == QLatin1Char('$')) return take(run(m_at + 1, named), Colour::CodeType);  // label
        if (!isWordStart(c)) return take(1, Colour::Text);
        // The first word of a statement is the instruction; later ones are symbols.
        const bool statement = !m_seenInstruction;
        m_seenInstruction = true;
        take(run(
                 m_at, statement ? +[](QChar p) { return isWordPart(p) || p == QLatin1Char('.'); }
                                 : +[](QChar p) { return isWordPart(p) || p == QLatin1Char('$'); }),
             statement ? Colour::CodeKeyword : Colour::Text);
    }

    /// "@!P0 IMAD.WIDE R2, R9.reuse, 0x4, R2"
    void machine() {
        const QChar c = m_line[m_at];
        const auto dotted = [](QChar p) { return isWordPart(p) || p == QLatin1Char('.'); };
        if (c == QLatin1Char('@'))
            return take(run(m_at + 1, [](QChar p) { return isWordPart(p) || p == QLatin1Char('!'); }),
                        Colour::CodeName);
        if (c.isDigit()) return take(run(m_at, dotted), Colour::CodeNumber);
        if (!isWordStart(c)) return take(1, Colour::Text);
        if (!m_seenInstruction) {
            m_seenInstruction = true;
            return take(run(m_at, dotted), Colour::CodeKeyword);
        }
        const qsizetype length = run(m_at, isWordPart);
        const bool isRegister =
            QStringLiteral("RUPBS").contains(c) && length > 1 && m_line.mid(m_at, length).back() != QLatin1Char('X');
        take(length, isRegister ? Colour::CodeName : Colour::Text);
    }

    QStringView m_line;
    CodeLanguage m_language;
    qsizetype m_at = 0;
    bool m_seenInstruction = false;
    std::vector<CodeToken> m_tokens;
};

}  // namespace

std::vector<CodeToken> tokensOf(QStringView line, CodeLanguage language, bool& inComment) {
    return Scanner(line, language).scan(inComment);
}

}  // namespace lanescope
