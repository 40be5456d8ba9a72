// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/map/source_words.h"

#include <cctype>
#include <vector>

namespace lanescope {
namespace {

const std::map<std::string, std::string>& signsForPeople() {
    static const std::map<std::string, std::string> kSigns{{"*", "·"},    {"-", "−"},   {"<=", "≤"}, {">=", "≥"},
                                                           {"!=", "≠"},   {"==", "="},  {"<<", "«"}, {">>", "»"},
                                                           {"&&", "and"}, {"||", "or"}, {"%", "mod"}};
    return kSigns;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    bool tight = true;  // no space before the next word
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool closes = word == ")" || word == "]" || word == "," || word == "." || word == "::";
        const bool opens = word == "(" || word == "[";
        const bool ofCall =
            opens && i > 0 &&
            (std::isalpha(static_cast<unsigned char>(words[i - 1].back())) != 0 || words[i - 1].back() == '_') &&
            words[i - 1] != "and" && words[i - 1] != "or" && words[i - 1] != "mod";
        if (!tight && !closes && !ofCall) text += ' ';
        text += word;
        const bool sign = word == "−" && (i == 0 || words[i - 1] == "(" || words[i - 1] == "=");
        tight = opens || word == "." || word == "::" || word == "!" || sign;
    }
    return text;
}

std::string wordOf(const SourceFile& file, std::size_t token) {
    const auto sign = signsForPeople().find(file.at(token).text);
    return sign == signsForPeople().end() ? file.at(token).text : sign->second;
}

}  // namespace

std::string sourceText(const SourceFile& file, std::size_t begin, std::size_t end) {
    std::vector<std::string> words;
    for (std::size_t i = begin; i < end; ++i) words.push_back(wordOf(file, i));
    return joined(words);
}

std::string insertedText(const SourceFile& file, std::size_t begin, std::size_t end, const SourceFrame& frame,
                         const SourceBuiltins& builtins) {
    std::vector<std::string> words;
    for (std::size_t i = begin; i < end; ++i) {
        const SourceToken& token = file.at(i);
        const bool isName = token.kind == SourceToken::Kind::Name;
        const auto own = builtins.find(token.text + "." + file.at(i + 2).text);
        const auto value = frame.values.find(token.text);
        const auto alias = frame.aliases.find(token.text);
        if (isName && file.is(i + 1, "::")) {
            ++i;
        } else if (isName && file.is(i + 1, ".") && own != builtins.end()) {
            words.push_back(std::to_string(own->second));
            i += 2;
        } else if (isName && value != frame.values.end() && !file.is(i + 1, "(")) {
            const std::string text = value->second.text();
            words.push_back(text.starts_with('-') ? "(−" + text.substr(1) + ")" : text);
        } else if (isName && alias != frame.aliases.end() && numberOf(alias->second)) {
            words.push_back(alias->second);
        } else {
            words.push_back(wordOf(file, i));
        }
    }
    return joined(words);
}

}  // namespace lanescope
