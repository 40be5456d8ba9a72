// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/library/library.h"

#include <gmock/gmock.h>

#include <thread>

#include "tests/support/temporary_folder.h"

namespace lanescope {
namespace {

const std::string kShipped = std::string(LANESCOPE_SOURCE_DIR) + "/resources";

/// A folder with some of what is shipped.
void copyParts(const TemporaryFolder& folder, std::initializer_list<const char*> parts) {
    for (const char* part : parts)
        std::filesystem::copy(std::filesystem::canonical(kShipped + "/" + part), folder.path(part),
                              std::filesystem::copy_options::recursive);
}

TEST(Library, HoldsWhatIsShipped) {
    const Library library(kShipped);
    EXPECT_FALSE(library.catalogue().algorithms().empty());
    EXPECT_FALSE(library.gpus().all().empty());
    EXPECT_FALSE(library.recordings().studies.empty());
    EXPECT_NE(library.accuracies().find("h200"), nullptr);
    EXPECT_FALSE(library.published().times("matmul.tiled").empty());
    EXPECT_FALSE(library.claims().empty());
    for (const LibraryPart part : {LibraryPart::Catalogue, LibraryPart::Gpus, LibraryPart::Recordings,
                                   LibraryPart::Accuracy, LibraryPart::Published, LibraryPart::Claims}) {
        EXPECT_TRUE(library.problems(part).empty()) << static_cast<int>(part);
        EXPECT_TRUE(library.whole(part));
    }
}

TEST(Library, ReadsAPartWhenItIsAskedForAndOnce) {
    const TemporaryFolder folder;
    const Library library(folder.path());
    copyParts(folder, {"gpus"});
    EXPECT_FALSE(library.gpus().all().empty()) << "it was not read before";
    std::filesystem::remove_all(folder.path("gpus"));
    EXPECT_FALSE(library.gpus().all().empty());
    EXPECT_TRUE(library.whole(LibraryPart::Gpus));
    EXPECT_FALSE(library.whole(LibraryPart::Claims));
}

TEST(Library, ABrokenPartIsNamedAndTheOthersWork) {
    const TemporaryFolder folder;
    copyParts(folder, {"gpus"});
    folder.write("recordings/broken.json", "{\"format\": \"lanescope-study\", \"version\": 1, ");
    const auto library = openLibrary(folder.path(), {LibraryPart::Gpus});
    ASSERT_TRUE(library) << describe(library.error());
    ASSERT_EQ((*library)->problems(LibraryPart::Recordings).size(), 1U);
    EXPECT_THAT(describe((*library)->whole(LibraryPart::Recordings).error()), testing::HasSubstr("broken.json"));
    EXPECT_TRUE((*library)->recordings().studies.empty());
    EXPECT_FALSE((*library)->gpus().all().empty());
}

TEST(Library, WhatMustBeWholeIsToldInTheOrderInWhichItIsNamed) {
    const auto catalogueFirst = openLibrary("/nowhere", {LibraryPart::Catalogue, LibraryPart::Gpus});
    const auto gpusFirst = openLibrary("/nowhere", {LibraryPart::Gpus, LibraryPart::Catalogue});
    ASSERT_FALSE(catalogueFirst);
    ASSERT_FALSE(gpusFirst);
    EXPECT_EQ(catalogueFirst.error(), Catalogue::load("/nowhere").error());
    EXPECT_EQ(gpusFirst.error(), GpuPresets::load("/nowhere").error());
    EXPECT_TRUE(openLibrary("/nowhere", {})) << "nothing was asked for";
}

TEST(Library, ThreadsGetTheSame) {
    const Library library(kShipped);
    std::vector<const GpuPresets*> seen(8);
    {
        std::vector<std::jthread> threads;
        for (const GpuPresets*& one : seen) threads.emplace_back([&] { one = &library.gpus(); });
    }
    for (const GpuPresets* one : seen) EXPECT_EQ(one, &library.gpus());
    EXPECT_FALSE(library.gpus().all().empty());
}

}  // namespace
}  // namespace lanescope
