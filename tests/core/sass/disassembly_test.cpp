// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sass/disassembly.h"

#include <gtest/gtest.h>

#include "core/base/words.h"

namespace lanescope::sass {
namespace {

const std::string kText = R"(	.target	sm_90

	.elftype	@"ET_EXEC"


//--------------------- .text.kernel --------------------------
	.section	.text.kernel,"ax",@progbits
	.align	128
        .global         kernel
        .size           kernel,(.L_x_9 - kernel)
kernel:
.text.kernel:
	//## File "vector.cu", line 6
	//## File ".nv_debug_ptx_txt", line 123
        /*0000*/              @!P0 BRA `(.L_x_3) ;                    /* 0x00000a00ff017b82 */
                                                                        /* 0x000fe20000000800 */
	//## File "other.cuh", line 8
        /*0010*/                   CALL.REL.NOINC `($kernel$helper) ;  /* 0x0000000000007919 */
                                                                        /* 0x000e2e0000002100 */
.L_x_3:
        /*0020*/                   EXIT ;                               /* 0x000000000000794d */
                                                                        /* 0x000fea0003800000 */
        .type           $kernel$helper,@function
$kernel$helper:
        /*0030*/                   RET.REL.NODEC R2 `(kernel) ;         /* 0x000000000000794d */
                                                                        /* 0x000fea0003800000 */
.L_x_9:
	.section	.text.second,"ax",@progbits
second:
        /*0000*/                   EXIT ;                               /* 0x000000000000794d */
                                                                        /* 0x000fea0003800000 */
)";

TEST(Disassembly, BecomesListings) {
    const Result<std::vector<Listing>> read = readDisassembly(kText, "text");
    ASSERT_TRUE(read) << describe(read.error());
    ASSERT_EQ(read->size(), 2U);
    const Listing& kernel = read->front();
    EXPECT_EQ(kernel.architecture, "sm_90");
    EXPECT_EQ(kernel.kernel, "kernel");
    EXPECT_EQ(kernel.files, (std::vector<std::string>{"vector.cu", "other.cuh"}));
    EXPECT_EQ(kernel.functions, (std::vector<Function>{{"kernel", 0}, {"$kernel$helper", 0x30}}));
    ASSERT_EQ(kernel.instructions.size(), 4U);
    const Instruction& jump = kernel.instructions[0];
    EXPECT_EQ(jump.text, "@!P0 BRA 0x20");
    EXPECT_EQ(jump.operands[0].value, 0x20);
    EXPECT_EQ(jump.encoding, (Encoding{0x00000a00ff017b82, 0x000fe20000000800}));
    EXPECT_EQ(jump.line, 6U);
    EXPECT_EQ(jump.ptxLine, 123U);
    const Instruction& call = kernel.instructions[1];
    EXPECT_EQ(call.operands[0].value, 0x30);
    EXPECT_EQ(call.operands[0].name, "$kernel$helper");
    EXPECT_EQ(call.file, 1U);
    EXPECT_EQ(call.line, 8U);
    EXPECT_EQ(call.ptxLine, 123U) << "only the source's line was told anew";
    EXPECT_EQ(kernel.at(0x20), &kernel.instructions[2]);
    EXPECT_EQ(kernel.at(0x24), nullptr);
    EXPECT_EQ(kernel.at(0x40), nullptr);
    EXPECT_EQ(read->back().kernel, "second");
    EXPECT_EQ(read->back().instructions[0].line, 0U) << "the position of the kernel before it is not its own";
}

std::string reasonOf(const std::string& text) {
    const Result<std::vector<Listing>> read = readDisassembly(text, "text");
    return read ? "read" : describe(read.error());
}

std::string with(std::string_view from, std::string_view to) {
    std::string text = kText;
    text.replace(text.find(from), from.size(), to);
    return text;
}

TEST(Disassembly, SaysWhatIsWrongAndWhere) {
    EXPECT_NE(reasonOf(with("/*0010*/", "/*0018*/")).find("line 18"), std::string::npos)
        << reasonOf(with("/*0010*/", "/*0018*/"));
    EXPECT_NE(reasonOf(with("/* 0x000e2e0000002100 */", "")).find("128 bits"), std::string::npos);
    EXPECT_NE(reasonOf(with("EXIT ;", "EXIT  ")).find("no end"), std::string::npos);
    EXPECT_NE(reasonOf(with("EXIT ;", "@@ ;")).find("no instruction"), std::string::npos);
    EXPECT_NE(reasonOf(with("	.section	.text.kernel", "	.sectio")).find("place in the source"),
              std::string::npos);
    EXPECT_NE(reasonOf(with("	.target	sm_90", "")).find("architecture"), std::string::npos);
    EXPECT_NE(reasonOf(with("BRA `(.L_x_3)", "BRA `(.L_x_4)")).find("no place .L_x_4"), std::string::npos);
    EXPECT_NE(reasonOf("nvdisasm fatal\n").find("nvdisasm fatal"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::sass
