// SPDX-License-Identifier: GPL-3.0-or-later
// Words from outside stay words: whatever shows text is made by widgets/style/words.h, which knows how Qt would take
// "<img src=…>" for a picture to load. This finds labels, tooltips and messages that are made past it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// With comments blanked, so that places stay.
std::string sourceOf(const fs::path& path) {
    std::ifstream file(path);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    static const std::regex kComment(R"(//[^\n]*)");
    for (std::sregex_iterator at(text.begin(), text.end(), kComment), end; at != end; ++at) {
        const auto begin = static_cast<std::size_t>(at->position());
        if (begin > 0 && text[begin - 1] == ':') continue;  // https://
        std::fill_n(text.begin() + at->position(), at->length(), ' ');
    }
    return text;
}

long lineOf(const std::string& text, std::size_t place) {
    return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n');
}

/// What stands between the parenthesis at `open` and the one that closes it.
std::string argumentsAt(const std::string& text, std::size_t open) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '"' && text[i - 1] != '\\' && text[i - 1] != '\'') quoted = !quoted;
        if (quoted) continue;
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return text.substr(open + 1, i - open - 1);
    }
    return {};
}

/// tr("…") alone, without anything put into it: our own words.
bool isOurs(const std::string& argument) {
    static const std::regex kLiteral(R"re(^\s*((\w+::)?tr\()?(\s*"([^"\\<]|\\.)*")*\s*\)?\s*$)re");
    return std::regex_match(argument, kLiteral);
}

std::vector<std::string> offencesIn(const fs::path& path) {
    struct Rule {
        std::regex pattern;
        const char* instead;
    };
    static const std::vector<Rule> kNever{
        {std::regex(R"(\bnew QLabel\b|\bQLabel\s*[({]|\bQLabel\s+\w+\s*[;({]|public QLabel\b)"),
         "plainLabel() or RichLabel"},
        {std::regex(
             R"(\bnew QText(Browser|Edit)\b|public QText(Browser|Edit)\b|\bQTextDocument\s+\w+\s*[;({]|new QTextDocument\b|\bQStaticText\b|\bQGraphicsTextItem\b)"),
         "RichBrowser"},
        {std::regex(
             R"(Qt::(Rich|Auto|Markdown)Text\b|\bsetTextFormat\b|\bsetMarkdown\b|\binsertHtml\b|\bappendHtml\b)"),
         "plainLabel() or RichLabel"},
        {std::regex(
             R"(\bQ(MessageBox|ErrorMessage|WhatsThis|InputDialog|ProgressDialog|SplashScreen|SystemTrayIcon)\b)"),
         "NoticeBar, or a dialog with a RichLabel"},
        {std::regex(R"(\btoHtmlEscaped\b|\bconvertFromPlainText\b|\bmightBeRichText\b)"), "escaped()"},
    };
    static const std::regex kTip(
        R"(\b(set(Item|Tab)?ToolTip|setStatusTip|setWhatsThis|setTabWhatsThis|QToolTip::showText)\s*\()");
    static const std::regex kRole(R"(Qt::(ToolTip|StatusTip|WhatsThis)Role)");
    static const std::regex kMenu(R"(\b(addAction|addMenu|new QAction)\s*\()");

    const std::string text = sourceOf(path);
    std::vector<std::string> found;
    const auto offence = [&](std::size_t place, const std::string& what, const std::string& instead) {
        found.push_back(path.string() + ":" + std::to_string(lineOf(text, place)) + ": " + what + ": use " + instead +
                        " (widgets/style/words.h)");
    };
    const auto each = [&](const std::regex& pattern, const auto& look) {
        for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
            look(static_cast<std::size_t>(at->position()), at->str());
    };
    for (const Rule& rule : kNever)
        each(rule.pattern, [&](std::size_t place, const std::string& what) { offence(place, what, rule.instead); });
    each(kTip, [&](std::size_t place, const std::string& what) {
        const std::string arguments = argumentsAt(text, place + what.size() - 1);
        static const std::regex kSafe(R"(\b(plainTip|richTip)\()");
        const bool tab = what.starts_with("setTab");
        if (!std::regex_search(arguments, kSafe) &&
            !isOurs(tab ? arguments.substr(arguments.find(',') + 1) : arguments))
            offence(place, what, "plainTip() or richTip()");
    });
    each(kRole, [&](std::size_t place, const std::string& what) {
        const bool read = std::regex_search(text.substr(place < 60 ? 0 : place - 60, std::min<std::size_t>(place, 60)),
                                            std::regex(R"(\bdata\([^;]*$)"));
        const bool compared = std::regex_search(text.substr(place, 40), std::regex(R"(^[\w:]+ *&&|^[\w:]+ *\|\|)"));
        if (read || compared) return;
        if (!std::regex_search(text.substr(place < 80 ? 0 : place - 80, 480), std::regex(R"(\b(plainTip|richTip)\()")))
            offence(place, what, "plainTip() or richTip()");
    });
    each(kMenu, [&](std::size_t place, const std::string& what) {
        const std::string arguments = argumentsAt(text, place + what.size() - 1);
        static const std::regex kSafe(R"(^\s*((\w+::)?tr\(|withoutMnemonic\(|this\b|\w+\s*$))");
        if (!std::regex_search(arguments, kSafe)) offence(place, what, "withoutMnemonic()");
    });
    return found;
}

TEST(Words, FromOutsideNeverBecomeMarkup) {
    int files = 0;
    for (const char* top : {"widgets", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / top)) {
            const std::string extension = entry.path().extension().string();
            if ((extension != ".h" && extension != ".cpp") || entry.path().stem() == "words") continue;
            ++files;
            for (const std::string& offence : offencesIn(entry.path())) ADD_FAILURE() << offence;
        }
    EXPECT_GT(files, 100) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
}

/// What the scan is for: each of these lines would show a worker's words as markup.
TEST(Words, TheScanFindsWhatItIsFor) {
    const fs::path file = fs::temp_directory_path() / "lanescope-words-test.cpp";
    for (const char* line :
         {"auto* l = new QLabel(name, this);", "m_x(new QLabel(this))", "QLabel label;",
          "l->setTextFormat(Qt::AutoText);", "w->setToolTip(name);", "w->setToolTip(tr(\"%1 here\").arg(name));",
          "m_tabs->setTabToolTip(1, name);", "QToolTip::showText(at, name, this);", "a->setStatusTip(name);",
          "w->setWhatsThis(name);", "QMessageBox::warning(this, title, name);", "auto* b = new QTextBrowser(this);",
          "QTextDocument d;", "if (role == Qt::ToolTipRole) return name;",
          "box->setItemData(i, name, Qt::ToolTipRole);", "html += name.toHtmlEscaped();",
          "menu->addAction(text(model->title()));", "w->setToolTip(\"<img>\" + name);",
          "w->setToolTip(tr(\"a\") + name);"}) {
        std::ofstream(file) << "void f() {\n    " << line << "\n}\n";
        const auto found = offencesIn(file);
        ASSERT_FALSE(found.empty()) << line;
        EXPECT_NE(found.front().find(".cpp:2: "), std::string::npos) << found.front();
    }
    for (const char* line :
         {"auto* l = plainLabel(name, this);", "w->setToolTip(tr(\"Our own words\"));",
          "w->setToolTip(plainTip(name));", "QLabel* label = nullptr;", "for (QLabel* l : {a, b}) l->hide();",
          "return data(index, Qt::ToolTipRole).toString();", "if (role == Qt::ToolTipRole) return plainTip(name);",
          "menu->addAction(tr(\"&Open\"), this, f);"}) {
        std::ofstream(file) << "void f() {\n    " << line << "\n}\n";
        EXPECT_TRUE(offencesIn(file).empty()) << line << ": " << offencesIn(file).front();
    }
    fs::remove(file);
}

}  // namespace
