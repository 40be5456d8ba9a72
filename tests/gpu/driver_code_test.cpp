// SPDX-License-Identifier: GPL-3.0-or-later
// Does the driver of this machine make of our PTX the machine code that is kept for its GPU? CUPTI hands over what the
// driver has compiled, as it is loaded. Its library is looked for where that of the counters is; without it the test is
// skipped.
#include <cupti_callbacks.h>
#include <cupti_driver_cbid.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "core/base/file_reader.h"
#include "core/ptx/parser.h"
#include "core/sass/cubin.h"
#include "core/sass/machine_codes.h"
#include "gpu/cuda_error.h"
#include "gpu/cuda_session.h"
#include "gpu/shared_library.h"

namespace lanescope {
namespace {

const std::string kResources = LANESCOPE_SOURCE_DIR "/resources";

/// What was loaded last.
std::string& loadedCubin() {
    static std::string cubin;
    return cubin;
}

void CUPTIAPI onResource(void*, CUpti_CallbackDomain, CUpti_CallbackId id, const void* data) {
    if (id != CUPTI_CBID_RESOURCE_MODULE_LOADED) return;
    const auto* const resource = static_cast<const CUpti_ResourceData*>(data);
    const auto* const module = static_cast<const CUpti_ModuleResourceData*>(resource->resourceDescriptor);
    if (module == nullptr || module->pCubin == nullptr) return;
    loadedCubin().assign(module->pCubin, module->cubinSize);
}

/// Why nothing can be heard of; empty once it is.
std::string listen() {
    constexpr std::array kNames{"libcupti.so.13", "libcupti.so.12"};
    const SharedLibrary library = SharedLibrary::openFirst(kNames, cudaLibraryFolders());
    if (!library) return library.problem();
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiEnableCallback) enable = nullptr;
    if (!library.bind(subscribe, "cuptiSubscribe") || !library.bind(enable, "cuptiEnableCallback"))
        return "libcupti has no callbacks";
    static CUpti_SubscriberHandle subscriber = nullptr;
    if (subscribe(&subscriber, &onResource, nullptr) != CUPTI_SUCCESS) return "CUPTI takes no subscriber";
    const CUptiResult enabled = enable(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
    return enabled == CUPTI_SUCCESS ? std::string() : "CUPTI tells of no modules";
}

std::string bytesOf(const sass::Listing& listing) {
    std::string bytes(listing.instructions.size() * sass::kInstructionBytes, '\0');
    for (std::size_t i = 0; i < listing.instructions.size(); ++i) {
        const sass::Encoding& encoding = listing.instructions[i].encoding;
        std::memcpy(bytes.data() + i * sass::kInstructionBytes, &encoding.low, 8);
        std::memcpy(bytes.data() + i * sass::kInstructionBytes + 8, &encoding.high, 8);
    }
    return bytes;
}

class DriverCode : public ::testing::TestWithParam<std::string> {};

TEST_P(DriverCode, IsTheCodeThatIsKept) {
    // Else a kernel is compiled when it is first wanted.
    setenv("CUDA_MODULE_LOADING", "EAGER", 1);
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    static const std::string problem = listen();
    if (!problem.empty()) GTEST_SKIP() << problem;
    auto opened = CudaSession::open();
    if (!opened && (opened.error().code == ErrorCode::NoDriver || opened.error().code == ErrorCode::NoDevice))
        GTEST_SKIP() << describe(opened.error());
    ASSERT_TRUE(opened) << describe(opened.error());
    const std::string architecture = sass::architectureOf((*opened)->gpu().spec.computeCapability);
    const std::string path = kResources + "/ptx/" + GetParam() + ".ptx";
    Result<ptx::Module> parsed = ptx::parse(readFile(path).value(), GetParam() + ".ptx");
    ASSERT_TRUE(parsed) << describe(parsed.error());
    const auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
    const sass::MachineCodes codes(kResources);
    const auto kept = codes.kept(module->name, module->text);
    ASSERT_TRUE(kept) << describe(kept.error());
    ASSERT_TRUE(*kept) << "nothing is kept of " << path;
    loadedCubin().clear();
    ASSERT_NO_THROW((void)(*opened)->function(module, (*kept)->kernels().front()));
    ASSERT_FALSE(loadedCubin().empty()) << "CUPTI told of no module";
    int equal = 0;
    for (const std::string& kernel : (*kept)->kernels()) {
        const auto listing = (*kept)->listing(architecture, kernel);
        if (!listing) GTEST_SKIP() << describe(listing.error());
        const std::string_view made = sass::codeIn(loadedCubin(), kernel);
        EXPECT_EQ(made.size(), listing->instructions.size() * sass::kInstructionBytes) << kernel;
        const bool same = made == bytesOf(*listing);
        EXPECT_TRUE(same) << kernel;
        equal += same ? 1 : 0;
    }
    std::cout << GetParam() << ": " << equal << " of " << (*kept)->kernels().size() << " kernels are equal\n";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, DriverCode,
                         ::testing::Values("cholesky", "matmul", "matmul_one_block", "matmul_quadrants", "matmul_rows",
                                           "matvec", "micro", "reduce", "reduce_cub", "transpose", "transpose_rows",
                                           "triangle", "vector"),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace lanescope
