// SPDX-License-Identifier: GPL-3.0-or-later
// Small kernels written as PTX text, run in the emulator.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/decode/program.h"
#include "core/simt/emulator.h"

namespace lanescope::simt {

/// An entry "k" whose body is `body`, after declarations of 20 registers of each kind: %p %h(b16) %r %d(b64) %f
/// %g(f64). Parameters: `pointers` buffers (a, b, …) and, if `integer`, an .u32 n.
inline std::string entryText(const std::string& body, unsigned pointers = 1, bool integer = false) {
    std::string parameters;
    for (unsigned i = 0; i < pointers; ++i)
        parameters += (i != 0 ? ", " : "") + std::string(".param .u64 ") + static_cast<char>('a' + i);
    if (integer) parameters += (pointers != 0 ? ", " : "") + std::string(".param .u32 n");
    return ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(" + parameters +
           ")\n{\n.reg .pred %p<20>;\n.reg .b16 %h<20>;\n.reg .b32 %r<20>;\n.reg .b64 %d<20>;\n.reg .f32 %f<20>;\n"
           ".reg .f64 %g<20>;\n" +
           body + "\n}\n";
}

inline std::shared_ptr<const Kernel> kernelOf(const std::string& ptx, const std::string& entry = "k") {
    Result<ptx::Module> module = ptx::parse(ptx, "test.ptx");
    if (!module) {
        ADD_FAILURE() << describe(module.error()) << "\n" << ptx;
        return nullptr;
    }
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = entry;
    return kernel;
}

/// A launch of `body` with its buffers.
struct Trial {
    std::string body;
    Dim3 grid{1, 1, 1};
    Dim3 block{32, 1, 1};
    std::vector<Buffer> buffers{{"a", ElementType::I32, 1, 1024, {}}};
    std::vector<std::vector<std::byte>> contents{};  ///< uploaded to the first buffers
    std::optional<std::int32_t> integer{};
    std::uint32_t dynamicSharedBytes = 0;
    std::vector<SharedArray> shared{};
    EmulatorOptions options{};
    std::string declarations{};  ///< of the module: variables before the kernel

    std::unique_ptr<Emulator> emulator{};
    Launch launch{};

    Result<void> operator()() {
        std::string text = entryText(body, static_cast<unsigned>(buffers.size()), integer.has_value());
        text.insert(text.find(".visible"), declarations);
        auto kernel = kernelOf(text);
        if (!kernel) return fail(ErrorCode::Internal);
        auto withShared = std::make_shared<Kernel>(*kernel);
        withShared->shared = shared;
        launch.kernel = withShared;
        launch.grid = grid;
        launch.block = block;
        launch.dynamicSharedBytes = dynamicSharedBytes;
        launch.arguments.clear();
        for (BufferId id = 0; id < buffers.size(); ++id) launch.arguments.emplace_back(id);
        if (integer) launch.arguments.emplace_back(*integer);
        emulator = std::make_unique<Emulator>(options);
        if (auto done = emulator->allocate(buffers); !done) return done;
        for (BufferId id = 0; id < contents.size(); ++id)
            if (auto done = emulator->upload(id, contents[id]); !done) return done;
        return emulator->launch(launch, {});
    }

    /// Runs, and expects that to go well.
    Trial& ok() {
        const Result<void> done = (*this)();
        EXPECT_TRUE(done.has_value()) << (done ? "" : describe(done.error()));
        return *this;
    }
    /// Runs, and gives the sentence of the fault that is expected.
    std::string fault() {
        const Result<void> done = (*this)();
        if (done || done.error().code != ErrorCode::KernelFault) {
            ADD_FAILURE() << "no fault" << (done ? "" : ": " + describe(done.error()));
            return {};
        }
        return done.error().arguments.at("fault");
    }
    [[nodiscard]] const LaunchCounts& counts() const { return emulator->reports().back().counts; }

    template <typename T>
    std::vector<T> result(BufferId id = 0) const {
        std::vector<T> values(emulator->memory().allocation(id).data.size() / sizeof(T));
        EXPECT_TRUE(emulator->download(id, std::as_writable_bytes(std::span(values))));
        return values;
    }
};

template <typename T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

/// 0, 1, 2, …
inline std::vector<std::int32_t> countingUp(std::size_t count) {
    std::vector<std::int32_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int32_t>(i);
    return values;
}

/// %d0 = a, %r0 = %tid.x, %d1 = a + 4 × %tid.x
inline const std::string kAddressOfThread =
    "ld.param.u64 %d0, [a];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 4;\nadd.s64 %d1, %d0, %d1;\n";

}  // namespace lanescope::simt
