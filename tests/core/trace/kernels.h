// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels small enough to trace whole, and a run of them that notes the state after every step.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/emulator.h"
#include "core/trace/block_trace.h"

namespace lanescope::test {

inline std::string ptxOf(const std::string& body) {
    return ".version 9.0\n.target sm_75\n.address_size 64\n"
           ".visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)\n{\n"
           ".reg .pred %p<9>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;\n.reg .f32 %f<9>;\n.shared .align 4 .b8 "
           "tile[512];\n" +
           body + "\n}\n.file 1 \"k.cu\"\n";
}

/// Each lane goes round a loop as often as its number says, even ones through another arm than odd ones, and adds into
/// its element of out every time: the same element is written again and again.
inline const std::string kDivergentLoop = ptxOf(R"(
    .loc 1 1 1
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    .loc 1 2 1
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    mov.f32 %f2, 0f00000000;
    mov.u32 %r2, 0;
top:
    .loc 1 3 1
    setp.ge.u32 %p1, %r2, %r1;
    @%p1 bra done;
    .loc 1 4 1
    ld.global.f32 %f1, [%rd2];
    .loc 1 0 0
    and.b32 %r3, %r1, 1;
    setp.eq.u32 %p2, %r3, 0;
    @%p2 bra even;
    .loc 1 5 1
    add.f32 %f2, %f2, %f1;
    bra join;
even:
    .loc 1 6 1
    sub.f32 %f2, %f2, %f1;
    st.global.f32 [%rd1], %f1;
join:
    .loc 1 7 1
    st.global.f32 [%rd1], %f2;
    add.u32 %r2, %r2, 1;
    bra top;
done:
    .loc 1 8 1
    ret;)");

/// Sum of the block's numbers by a tree in shared memory, with a barrier a step.
inline const std::string kTree = ptxOf(R"(
    .loc 1 1 1
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ntid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd2, %rd2, %rd3;
    mov.u32 %r3, tile;
    shl.b32 %r4, %r1, 2;
    add.u32 %r3, %r3, %r4;
    .loc 1 2 1
    ld.global.f32 %f1, [%rd2];
    st.shared.f32 [%r3], %f1;
    .loc 1 3 1
    bar.sync 0;
top:
    .loc 1 4 1
    shr.u32 %r2, %r2, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra done;
    setp.ge.u32 %p2, %r1, %r2;
    @%p2 bra wait;
    .loc 1 5 1
    shl.b32 %r5, %r2, 2;
    add.u32 %r6, %r3, %r5;
    ld.shared.f32 %f2, [%r6];
    ld.shared.f32 %f1, [%r3];
    add.f32 %f1, %f1, %f2;
    st.shared.f32 [%r3], %f1;
wait:
    .loc 1 6 1
    bar.sync 0;
    bra top;
done:
    .loc 1 7 1
    setp.ne.u32 %p3, %r1, 0;
    @%p3 bra end;
    ld.shared.f32 %f1, [tile];
    st.global.f32 [%rd1], %f1;
end:
    ret;)");

/// Each lane adds up 3 … 0 by a function that calls itself as deep as the lane's number says, and keeps its number in
/// local memory meanwhile.
inline const std::string kCalls = [] {
    std::string text = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    .loc 1 8 1
    and.b32 %r2, %r1, 3;
    { .param .b32 p0; st.param.b32 [p0], %r2; .param .b32 r0; call (r0), sum, (p0); ld.param.b32 %r3, [r0]; }
    .loc 1 9 1
    st.global.u32 [%rd1], %r3;
    ret;)");
    text.insert(text.find(".visible"), R"(.func (.param .b32 result) sum(.param .b32 n)
{
.reg .pred %p<2>;
.reg .b32 %r<6>;
.local .align 4 .b8 kept[16];
    .loc 1 1 1
    ld.param.u32 %r1, [n];
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra zero;
    .loc 1 2 1
    st.local.u32 [kept], %r1;
    sub.u32 %r2, %r1, 1;
    { .param .b32 p0; st.param.b32 [p0], %r2; .param .b32 r0; call (r0), sum, (p0); ld.param.b32 %r3, [r0]; }
    .loc 1 3 1
    ld.local.u32 %r4, [kept];
    add.u32 %r3, %r3, %r4;
    st.param.b32 [result], %r3;
    ret;
zero:
    st.param.b32 [result], %r1;
    ret;
}
)");
    return text;
}();

/// Each lane fills an array of its own, in an order of its own, and adds it up.
inline const std::string kLocal = ptxOf(R"(
    .local .align 16 .b8 mine[64];
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.f32 %f1, [%rd2];
    mov.u64 %rd4, mine;
    mov.u32 %r2, 0;
    mov.f32 %f2, 0f00000000;
fill:
    .loc 1 2 1
    add.u32 %r3, %r2, %r1;
    and.b32 %r3, %r3, 15;
    mul.wide.u32 %rd5, %r3, 4;
    add.s64 %rd5, %rd4, %rd5;
    add.f32 %f2, %f2, %f1;
    st.local.f32 [%rd5], %f2;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, 16;
    @%p1 bra fill;
    .loc 1 3 1
    ld.local.v4.f32 {%f3, %f4, %f5, %f6}, [mine];
    add.f32 %f3, %f3, %f6;
    st.global.f32 [%rd1], %f3;
    ret;)");

/// Two groups of copies to shared memory that go on beside the arithmetic; the first is waited for before the second.
inline const std::string kAsync = [] {
    std::string text = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    cvta.to.global.u64 %rd2, %rd2;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    mov.u32 %r3, tile;
    shl.b32 %r4, %r1, 2;
    add.u32 %r3, %r3, %r4;
    .loc 1 2 1
    cp.async.ca.shared.global [%r3], [%rd2], 4;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r3+256], [%rd2], 4;
    cp.async.commit_group;
    .loc 1 3 1
    mov.f32 %f1, 0f3f800000;
    add.f32 %f1, %f1, %f1;
    .loc 1 4 1
    cp.async.wait_group 1;
    bar.sync 0;
    ld.shared.f32 %f2, [%r3];
    add.f32 %f1, %f1, %f2;
    .loc 1 5 1
    cp.async.wait_group 0;
    bar.sync 0;
    ld.shared.f32 %f2, [%r3+256];
    add.f32 %f1, %f1, %f2;
    st.global.f32 [%rd1], %f1;
    ret;)");
    text.replace(text.find("sm_75"), 5, "sm_80");
    return text;
}();

/// Reads one element beyond the input in the last thread, after it has written.
inline const std::string kFaulting = ptxOf(R"(
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    st.global.u32 [%rd1], %r1;
    ld.global.f32 %f1, [%rd2+4];
    st.global.f32 [%rd1], %f1;
    ret;)");

/// Hashes of the whole state, noted while the emulator itself ran: index k = after k steps.
struct Noted {
    std::vector<std::uint64_t> state;
    std::vector<std::uint64_t> memory;
    std::vector<simt::StepRecord> records;
};

inline std::uint64_t hashOf(const simt::DeviceMemory& memory) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&hash](std::uint64_t byte) { hash = (hash ^ byte) * 0x100000001b3ULL; };
    for (BufferId buffer = 0; buffer < memory.size(); ++buffer) {
        for (const std::byte byte : memory.allocation(buffer).data) add(static_cast<std::uint64_t>(byte));
        for (const std::uint8_t flag : memory.allocation(buffer).initialised) add(flag);
    }
    return hash;
}

/// Passes everything on to a recorder and notes what the block looks like after each step.
class NotingObserver final : public simt::BlockObserver {
public:
    NotingObserver(TraceRecorder& recorder, bool note) : m_recorder(recorder), m_note(note) {}
    [[nodiscard]] bool wants(std::size_t launch, Dim3 block) const override { return m_recorder.wants(launch, block); }
    void begin(std::size_t launch, const Launch& what, Dim3 block, std::shared_ptr<const simt::Program> program,
               const simt::BlockExecution& execution, simt::DeviceMemory& memory) override {
        m_recorder.begin(launch, what, block, std::move(program), execution, memory);
        m_memory = &memory;
        noted.emplace_back();
        add(execution);
    }
    bool step(const simt::StepRecord& record, const simt::BlockExecution& execution) override {
        if (m_note) noted.back().records.push_back(record);
        add(execution);
        return m_recorder.step(record, execution);
    }
    void end(const simt::BlockExecution& execution) override { m_recorder.end(execution); }

    std::vector<Noted> noted;  ///< one a block

private:
    void add(const simt::BlockExecution& execution) {
        if (!m_note) return;
        noted.back().state.push_back(execution.state().hash());
        noted.back().memory.push_back(hashOf(*m_memory));
    }
    TraceRecorder& m_recorder;
    bool m_note;
    simt::DeviceMemory* m_memory = nullptr;
};

struct Traced {
    std::vector<std::shared_ptr<const BlockTrace>> traces;
    std::vector<Noted> noted;
    Error error;  ///< of the launch, if it failed
    bool failed = false;
};

inline std::shared_ptr<const Kernel> kernelOf(const std::string& text, const std::string& entry) {
    Result<ptx::Module> module = ptx::parse(text, "k.ptx");
    if (!module) {
        ADD_FAILURE() << describe(module.error());
        return nullptr;
    }
    auto kernel = std::make_shared<Kernel>();
    kernel->module = std::make_shared<const ptx::Module>(std::move(*module));
    kernel->entry = entry;
    return kernel;
}

/// Runs a kernel(out, in, n) or, with `square`, kernel(C, A, B, n) on n numbers or n × n matrices.
struct Case {
    std::string text;
    std::string entry = "k";
    Dim3 grid{1, 1, 1};
    Dim3 block{32, 1, 1};
    std::uint32_t n = 32;
    bool square = false;
    simt::Scheduling scheduling = simt::Scheduling::ReconvergenceStack;
};

inline Traced run(const Case& what, TraceRecorder::Options options, bool note = true) {
    const std::shared_ptr<const Kernel> kernel = kernelOf(what.text, what.entry);
    if (!kernel) return {};
    const std::uint64_t rows = what.square ? what.n : 1;
    using Content = InitialContent;
    const std::vector<Buffer> buffers{
        {"A", ElementType::F32, rows, what.n, {Content::Kind::SmallIntegers, 1}},
        {"B", ElementType::F32, rows, what.n, {Content::Kind::SmallIntegers, 2}},
        {"C", ElementType::F32, rows, what.n, {Content::Kind::Uninitialised, 0}},
    };
    Launch launch;
    launch.kernel = kernel;
    launch.grid = what.grid;
    launch.block = what.block;
    launch.arguments = {BufferId{2}, BufferId{0}};
    if (what.square) launch.arguments.emplace_back(BufferId{1});
    launch.arguments.emplace_back(static_cast<std::int32_t>(what.n));

    TraceRecorder recorder(std::move(options));
    NotingObserver observer(recorder, note);
    simt::EmulatorOptions emulatorOptions;
    emulatorOptions.observer = &observer;
    emulatorOptions.scheduling = what.scheduling;
    simt::Emulator emulator(emulatorOptions);
    EXPECT_TRUE(emulator.allocate(buffers).has_value());
    for (BufferId buffer : {BufferId{0}, BufferId{1}})
        EXPECT_TRUE(emulator.upload(buffer, initialBytes(buffers[buffer])).has_value());
    Traced result;
    const Result<void> outcome = emulator.launch(launch, {});
    result.failed = !outcome.has_value();
    if (!outcome) result.error = outcome.error();
    result.traces = recorder.traces();
    result.noted = std::move(observer.noted);
    return result;
}

}  // namespace lanescope::test
