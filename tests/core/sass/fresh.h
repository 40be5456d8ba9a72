// SPDX-License-Identifier: GPL-3.0-or-later
// Is what is kept what the toolkit makes?
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/base/file_reader.h"
#include "core/base/words.h"
#include "core/sass/machine_file.h"
#include "core/sass/toolkit.h"

namespace lanescope::sass::test {

/// Of one file, without folder and ending. Skipped, with words, where there is no toolkit or another one.
inline void expectFresh(const std::string& name) {
    const std::string resources = LANESCOPE_SOURCE_DIR "/resources";
    const Result<std::string> bytes = readFile(resources + "/machine/" + name + ".sass");
    ASSERT_TRUE(bytes) << describe(bytes.error());
    const Result<MachineFile> kept = MachineFile::read(*bytes, name + ".sass");
    ASSERT_TRUE(kept) << describe(kept.error());
    const Result<std::string> ptx = readFile(resources + "/ptx/" + name + ".ptx");
    ASSERT_TRUE(ptx) << describe(ptx.error());
    EXPECT_EQ(kept->made().ptxBytes, ptx->size());
    EXPECT_EQ(kept->made().ptxChecksum, checksumOf(*ptx)) << "run packaging/build_machine_code.sh";
    EXPECT_EQ(kept->architectures(),
              (std::vector<std::string>{"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"}));
    const Result<Toolkit> toolkit = findToolkit();
    if (!toolkit) GTEST_SKIP() << describe(toolkit.error());
    if (toolkit->ptxasVersion != kept->made().ptxas || toolkit->nvdisasmVersion != kept->made().nvdisasm)
        GTEST_SKIP() << "here are ptxas " << toolkit->ptxasVersion << " and nvdisasm " << toolkit->nvdisasmVersion
                     << "; the kept files are of " << kept->made().ptxas << " and " << kept->made().nvdisasm;
    for (const std::string& architecture : kept->architectures()) {
        const Result<std::vector<Listing>> made = assemble(*toolkit, *ptx, name + ".ptx", architecture);
        ASSERT_TRUE(made) << describe(made.error());
        EXPECT_EQ(made->size(), kept->kernels().size());
        for (const Listing& listing : *made) {
            const Result<Listing> ours = kept->listing(architecture, listing.kernel);
            ASSERT_TRUE(ours) << describe(ours.error());
            EXPECT_TRUE(*ours == listing) << listing.kernel << " for " << architecture << " is another now";
        }
    }
}

}  // namespace lanescope::sass::test
