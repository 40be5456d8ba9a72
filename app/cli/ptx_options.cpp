// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ptx_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/number_option.h"

namespace lanescope::cli {
namespace {

constexpr const char* kArgumentHelp =
    "The next argument of the kernel: TYPE:VALUE (i32:1024, f32:0.5), buf:TYPE:COUNT:INIT for a pointer "
    "(buf:f32:1024:ramp; with a shape buf:f32:32x32:ramp), same:INDEX[+ELEMENTS] for the buffer of an argument before "
    "this one (same:0, same:0+256), or bytes:HEX for a struct. TYPE: i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64. INIT: "
    "zero, ramp (element i is i mod 1000), const=VALUE, random=SEED, file=PATH (raw, little-endian), none (not "
    "initialised). Once for each argument, in order; the verb entries says what a kernel takes";

}  // namespace

CLI::Option* addPtxOptions(CLI::App& verb, PtxRequest& ptx, CLI::Option* algorithm, const char* what) {
    CLI::Option* file =
        verb.add_option("--ptx", ptx.file, std::string(what) + " a kernel of this PTX file (nvcc -ptx) instead");
    file->group(kPtxGroup)->excludes(algorithm);
    const auto add = [&](const char* name, auto& value, const char* help) {
        return verb.add_option(name, value, help)->group(kPtxGroup)->needs(file);
    };
    add("--entry", ptx.entry, "Its name; may be left out if it is the only one");
    file->needs(add("--grid", ptx.grid, "Blocks: X, X,Y or X,Y,Z"));
    file->needs(add("--block", ptx.block, "Threads of a block: X, X,Y or X,Y,Z"));
    constexpr WholeRange kShared{0, 227 << 10};  // the most that any GPU of today gives a block
    addNumber(verb, "--shared", ptx.dynamicSharedBytes, kShared, "Bytes of dynamic shared memory")
        ->group(kPtxGroup)
        ->needs(file);
    add("--arg", ptx.arguments, kArgumentHelp)->allow_extra_args(false);
    return file;
}

}  // namespace lanescope::cli
