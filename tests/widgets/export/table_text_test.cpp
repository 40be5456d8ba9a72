// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/table_text.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

const char* const kCsv =
    "kernel,time_s,note\n"
    "\"tiled<16, float>\",2.5e-05,\"50 % of \"\"roof\"\"\"\n"
    "naive_1,,a|b\n"
    "short\n";

TEST(DataTables, AreReadWithQuotesAndHolesFilled) {
    const DataTable table = tableOf(kCsv);
    ASSERT_EQ(table.head, (std::vector<std::string>{"kernel", "time_s", "note"}));
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(table.rows[0][0], "tiled<16, float>");
    EXPECT_EQ(table.rows[0][2], "50 % of \"roof\"");
    EXPECT_EQ(table.rows[2], (std::vector<std::string>{"short", "", ""}));
    EXPECT_FALSE(table.isNumeric(0));
    EXPECT_TRUE(table.isNumeric(1)) << "a hole is no word";
    EXPECT_TRUE(tableOf("").head.empty());
    EXPECT_EQ(tableOf("a,b\r\n1,2,3").rows.front(), (std::vector<std::string>{"1", "2"}));
    // What was read is written, and read again.
    const DataTable again = tableOf(textOf(table, DataFormat::Csv));
    EXPECT_EQ(again.head, table.head);
    EXPECT_EQ(again.rows, table.rows);
}

TEST(DataTables, Markdown) {
    EXPECT_EQ(textOf(tableOf(kCsv), DataFormat::Markdown),
              "| kernel | time\\_s | note |\n"
              "| --- | ---: | --- |\n"
              "| tiled\\<16, float\\> | 2.5e-05 | 50 % of \"roof\" |\n"
              "| naive\\_1 |  | a\\|b |\n"
              "| short |  |  |\n");
}

TEST(DataTables, Latex) {
    EXPECT_EQ(textOf(tableOf(kCsv), DataFormat::Latex),
              "% \\usepackage{booktabs}\n\\begin{tabular}{lrl}\n\\toprule\n"
              "kernel & time\\_s & note \\\\\n\\midrule\n"
              "tiled\\textless{}16, float\\textgreater{} & $2.5\\cdot 10^{-5}$ & 50 \\% of \"roof\" \\\\\n"
              "naive\\_1 &  & a\\textbar{}b \\\\\n"
              "short &  &  \\\\\n"
              "\\bottomrule\n\\end{tabular}\n");
}

TEST(DataTables, NumbersThatAreReadHaveSixDigits) {
    const DataTable table = tableOf("n,time_s,share\n16777216,1.0384000000000001e-05,0.12345678\n64,2,12345678.9\n");
    EXPECT_NE(textOf(table, DataFormat::Markdown).find("| 16777216 | 1.0384e-05 | 0.123457 |"), std::string::npos);
    EXPECT_NE(textOf(table, DataFormat::Latex).find("16777216 & $1.0384\\cdot 10^{-5}$ & 0.123457"), std::string::npos);
    EXPECT_NE(textOf(table, DataFormat::Csv).find("1.0384000000000001e-05"), std::string::npos) << "all digits";
    EXPECT_NE(textOf(table, DataFormat::Pgfplots).find("1.0384000000000001e-05"), std::string::npos);
    // A name that looks like a number among words stays as it is.
    EXPECT_NE(textOf(tableOf("name\n1.23456789\nb\n"), DataFormat::Markdown).find("1.23456789"), std::string::npos);
}

TEST(DataTables, PgfplotsKeepsWordsApart) {
    EXPECT_EQ(textOf(tableOf("n,kernel,time\n64,\"a, #1\",1.5\n128,b,\n"), DataFormat::Pgfplots),
              "% \\usepackage{pgfplotstable}\n\\pgfplotstableread[col sep=comma]{\n"
              "n,kernel,time\n64,{a, \\#1},1.5\n128,b,nan\n}\\lanescopetable\n");
    EXPECT_EQ(textOf(tableOf("share %,share %,#\n50 %,{x},a\\b\n"), DataFormat::Pgfplots),
              "% \\usepackage{pgfplotstable}\n\\pgfplotstableread[col sep=comma]{\n"
              "share percent,share percent (2),number\n50 \\%,\\{x\\},a\\textbackslash{}b\n}\\lanescopetable\n");
}

TEST(DataTables, Json) {
    EXPECT_EQ(jsonOf(tableOf("n,kernel\n64,16\n,b\n")),
              "[\n  {\n    \"n\": 64,\n    \"kernel\": \"16\"\n  },\n"
              "  {\n    \"n\": null,\n    \"kernel\": \"b\"\n  }\n]\n");
    EXPECT_EQ(jsonOf(tableOf("n,n,n (2)\n1,2,3\n")),
              "[\n  {\n    \"n\": 1,\n    \"n (2)\": 2,\n    \"n (2) (2)\": 3\n  }\n]\n");
}

}  // namespace
}  // namespace lanescope
