// SPDX-License-Identifier: GPL-3.0-or-later
// Words that people read are texts of resources/i18n and no literals. This finds literals that read like words.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "tests/architecture/source_text.h"

namespace lanescope {
namespace {

struct Name {
    std::string_view file;
    std::string_view literal;  ///< how it begins
};

/// What reads like words and is none: names of C's types and of the system's limits, what programs call their parts
/// (recordings hold them), kinds as JSON has them, names of resources, titles of documents, what is said without
/// memory.
constexpr std::array kNames{
    Name{"core/base/element_type.h", "signed char"},
    Name{"core/base/element_type.h", "unsigned char"},
    Name{"core/base/element_type.h", "unsigned short"},
    Name{"core/base/element_type.h", "unsigned int"},
    Name{"core/base/element_type.h", "long long"},
    Name{"core/base/element_type.h", "unsigned long long"},
    Name{"core/base/memory.cpp", "Max address space"},
    Name{"core/base/memory.cpp", "Max data size"},
    Name{"core/base/thrown.cpp", "There is not enough memory: "},
    Name{"core/plan/check.cpp", "not checked"},
    Name{"core/plan/part_name.cpp", ", block"},
    Name{"core/plan/part_name.cpp", "copy to device"},
    Name{"core/plan/part_name.cpp", "copy from device"},
    Name{"core/plan/part_name.cpp", "copy on device"},
    Name{"core/plan/part_name.h", "launch gaps"},
    Name{"core/simt/fault.cpp", "out of bounds"},
    Name{"core/simt/fault.cpp", "invalid address"},
    Name{"core/simt/fault.cpp", "barrier divergence"},
    Name{"core/simt/fault.cpp", "barrier deadlock"},
    Name{"core/simt/fault.cpp", "warp mask"},
    Name{"core/simt/fault.cpp", "step budget"},
    Name{"core/simt/fault.cpp", "stack overflow"},
    Name{"core/simt/finding.cpp", "block race"},
    Name{"core/simt/finding.cpp", "grid race"},
    Name{"core/simt/finding.cpp", "barrier mismatch"},
    Name{"core/simt/finding.cpp", "warp mask"},
    Name{"core/simt/finding.cpp", "shuffle width"},
    Name{"core/simt/finding.cpp", "unset constant"},
    Name{"core/simt/finding.cpp", "unset variable"},
    Name{"core/simt/finding.cpp", "division by zero"},
    Name{"core/sass/machine_file.cpp", "Lanescope machine code "},  // a file's first word
    Name{"core/sass/disassembly.cpp", "\\\", line "},               // what nvdisasm and ptxas print
    Name{"core/sass/toolkit.cpp", ", line "},
    Name{"core/sass/resource_usage.cpp", "Compiling entry function"},
    Name{"core/sass/resource_usage.cpp", " bytes stack frame"},
    Name{"core/sass/resource_usage.cpp", " bytes spill stores"},
    Name{"core/sass/resource_usage.cpp", " bytes spill loads"},
    Name{"core/sass/resource_usage.cpp", " bytes smem"},
    Name{"core/sass/resource_usage.cpp", " bytes cumulative stack size"},
    Name{"core/metrics/dictionary_timing.cpp", "cuLaunchKernel: sharedMemBytes"},
    Name{"core/metrics/occupancy.cpp", "shared memory"},
    Name{"core/rules/rules_parallelism.cpp", "shared memory"},
    Name{"core/gpus/multiprocessor.cpp", "NVIDIA CUDA C Programming Guide 4.2"},
    Name{"core/gpus/multiprocessor.cpp", "NVIDIA CUDA C Programming Guide 9.0"},
    Name{"core/gpus/multiprocessor.cpp", "NVIDIA CUDA C++ Programming Guide 13.0"},
    Name{"core/gpus/multiprocessor.cpp", "barriers: cuda_occupancy.h of CUDA 13.0"},
    Name{"core/documents/accuracy_claims.cpp", "divergence estimate"},  // tables and columns of resources/published
    Name{"core/documents/accuracy_claims.cpp", "Modelo mem. "},
    Name{"core/documents/accuracy_claims.cpp", "Memoria "},
    Name{"core/documents/accuracy_claims.cpp", "holds in part"},  // in JSON
    Name{"core/documents/accuracy_claims.cpp", "does not hold"},
    Name{"core/documents/accuracy_claims.cpp", "cannot be told"},
    Name{"core/documents/published.cpp", "6 ("},
    Name{"core/documents/published_002.cpp", "P2 examples"},
    Name{"core/documents/published_002.cpp", "P7 mapping cost"},
    Name{"core/documents/published_004.cpp", "Memoria "},
    Name{"core/documents/published_004.cpp", "divergence "},
    Name{"core/models/nugteren.cpp", "computation_instr · max("},  // symbols alone
    Name{"core/models/nugteren.cpp", "min(bw_limit, "},
    Name{"core/models/thesis.cpp", "copy "},                     // as parts of a measurement are called
    Name{"core/models/abstract/offence.cpp", "not seen whole"},  // in JSON
    Name{"core/models/abstract/pram.cpp", "CRCW "},
    Name{"gpu/host_machine.cpp", "model name"},  // as /proc/cpuinfo has it
    Name{"gpu/host_machine.cpp", "cpu model"},
    Name{"core/algorithms/cholesky/cholesky_host.cpp", "Cholesky, column by column"},
    Name{"core/algorithms/cholesky/cholesky_host.cpp", "solve below block "},
    Name{"core/algorithms/cholesky/cholesky_host.cpp", "update right of block "},
    Name{"core/algorithms/cholesky/cholesky_steps.cpp", ", block "},
    Name{"core/algorithms/cholesky/cholesky_steps.cpp", "zeros above the diagonal"},
    Name{"core/algorithms/cholesky/lapack.cpp", "dpotrf of LAPACK"},
    Name{"core/algorithms/cholesky/lapack.cpp", "dpotrf (LAPACK is not installed; a loop of ours)"},
    Name{"core/algorithms/matmul/matmul_quadrants.cpp", "quadrant of "},
    Name{"core/algorithms/matmul/matmul_without_kernels.cpp", "multiply by three loops"},
};

/// Words that follow each other, one of them in lower case.
bool readsLikeWords(const std::string& literal) {
    static const std::regex kWords(R"([A-Za-z0-9,;:.)] [a-z]{2,})");
    return std::regex_search(literal, kWords);
}

/// The literals of a file that read like words, as "core/base/x.cpp:7: "…"".
std::vector<std::string> wordsIn(const SourceFile& source, std::set<std::size_t>* used = nullptr) {
    std::vector<std::string> found;
    for (std::size_t at = 0; at < source.text.size();) {
        const std::size_t next = nextInSource(source.text, at);
        const std::size_t begin = at;
        at = next;
        if (source.text[begin] != '"' || source.text.compare(next, 3, "_id") == 0) continue;
        const std::string literal = source.text.substr(begin + 1, next - begin - 2);
        if (!readsLikeWords(literal)) continue;
        const std::size_t line = source.text.rfind('\n', begin) + 1;
        static const std::regex kOurs(R"(\bassert\(|&&\s*$)");  // assert(x && "why")
        if (std::regex_search(source.text.substr(line, begin - line), kOurs)) continue;
        const auto* const name = std::ranges::find_if(
            kNames, [&](const Name& n) { return n.file == source.name && literal.starts_with(n.literal); });
        if (name == kNames.end())
            found.push_back(placeIn(source, begin) + ": \"" + literal + "\"");
        else if (used != nullptr)
            used->insert(static_cast<std::size_t>(name - kNames.begin()));
    }
    return found;
}

TEST(Literals, AreNoWordsThatPeopleRead) {
    std::set<std::size_t> used;
    int files = 0;
    for (const SourceFile& source : sourcesIn({"core", "gpu"})) {
        ++files;
        for (const std::string& words : wordsIn(source, &used))
            ADD_FAILURE() << words << "\n    put it into resources/i18n/en and say it with a Message";
    }
    EXPECT_GT(files, 100) << "the scan found next to nothing: is LANESCOPE_SOURCE_DIR right?";
    for (std::size_t i = 0; i < kNames.size(); ++i)
        EXPECT_TRUE(used.contains(i)) << kNames[i].file << " has no \"" << kNames[i].literal << "\" any more";
}

TEST(Literals, TheScanFindsWhatItIsFor) {
    const auto finds = [](const std::string& code) {
        return !wordsIn({"core/base/x.cpp", withoutComments(code)}).empty();
    };
    EXPECT_TRUE(finds(R"(return "it is a folder";)"));
    EXPECT_TRUE(finds(R"x(f("a", "with block " + n);)x"));
    EXPECT_TRUE(finds(R"(const char c = '"'; return "not this, but that";)"));
    EXPECT_TRUE(finds("constexpr int k = 1'000; return \"this one, too\";"));
    EXPECT_FALSE(finds(R"(return text("reason.folder"_id);  // "it is a folder")"));
    EXPECT_FALSE(finds(R"x(x = "100 × thread_instructions / (32 × warp_instructions)";)x"));
    EXPECT_FALSE(finds(R"(x = "a__b.sum + 2 * c__d.sum";)"));
    EXPECT_FALSE(finds(R"(assert(text != nullptr && "an id without a text");)"));
    EXPECT_FALSE(finds(R"(x = "cuBLAS"; y = "sm_count"; z = "%";)"));
}

}  // namespace
}  // namespace lanescope
