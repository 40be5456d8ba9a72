// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scenes/tokens.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope {
namespace {

/// "for=keyword 16=number": readable in a failure.
std::string tokens(const char* text, CodeLanguage language, bool inComment = false) {
    const QString line = QString::fromUtf8(text);
    std::string result;
    for (const CodeToken& token : tokensOf(line, language, inComment)) {
        const char* name = "?";
        switch (token.colour) {
            case Colour::CodeKeyword: name = "keyword"; break;
            case Colour::CodeType: name = "type"; break;
            case Colour::CodeNumber: name = "number"; break;
            case Colour::CodeComment: name = "comment"; break;
            case Colour::CodeDirective: name = "directive"; break;
            case Colour::CodeName: name = "name"; break;
            default: break;
        }
        if (!result.empty()) result += ' ';
        result += line.mid(token.start, token.length).toStdString() + '=' + name;
    }
    return result;
}

TEST(Tokens, Cuda) {
    EXPECT_EQ(tokens("    for (int k = 0; k < n; ++k)", CodeLanguage::Cuda), "for=keyword int=type 0=number");
    EXPECT_EQ(tokens("__shared__ float As[16][1.5f];", CodeLanguage::Cuda),
              "__shared__=directive float=type 16=number 1.5f=number");
    EXPECT_EQ(tokens("#pragma unroll", CodeLanguage::Cuda), "#pragma unroll=directive");
    EXPECT_EQ(tokens("int row = threadIdx.y;  // its row", CodeLanguage::Cuda),
              "int=type threadIdx=directive // its row=comment");
    EXPECT_EQ(tokens("formula interest", CodeLanguage::Cuda), "");
}

TEST(Tokens, Ptx) {
    EXPECT_EQ(tokens("@%p1 bra \t$L__BB12_27;", CodeLanguage::Ptx), "%p1=name bra=keyword $L__BB12_27=type");
    EXPECT_EQ(tokens("ld.shared.f32 \t%f3, [%r8+64];", CodeLanguage::Ptx),
              "ld.shared.f32=keyword %f3=name %r8=name 64=number");
    EXPECT_EQ(tokens(".reg .f32 \t%f<115>;", CodeLanguage::Ptx), ".reg=directive .f32=directive %f=name 115=number");
    EXPECT_EQ(tokens("mov.u32 %r1, %tid.y;", CodeLanguage::Ptx), "mov.u32=keyword %r1=name %tid.y=name");
    EXPECT_EQ(tokens("mov.f32 \t%f34, 0f00000000;", CodeLanguage::Ptx), "mov.f32=keyword %f34=name 0f00000000=number");
}

TEST(Tokens, NamesAfterAPtxDirectiveAreNoInstructions) {
    EXPECT_EQ(tokens(".visible .entry _Z5tiledILi4EfEvPT0_PKS0_S3_i(", CodeLanguage::Ptx),
              ".visible=directive .entry=directive");
}

TEST(Tokens, CommentsGoOnOverLines) {
    bool inComment = false;
    EXPECT_EQ(tokensOf(u"int a; /* one", CodeLanguage::Cuda, inComment).size(), 2U);
    EXPECT_TRUE(inComment);
    const auto second = tokensOf(u"two */ return", CodeLanguage::Cuda, inComment);
    EXPECT_FALSE(inComment);
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0], (CodeToken{0, 6, Colour::CodeComment}));
    EXPECT_EQ(second[1], (CodeToken{7, 6, Colour::CodeKeyword}));
}

}  // namespace
}  // namespace lanescope
