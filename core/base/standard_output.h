// SPDX-License-Identifier: GPL-3.0-or-later
// What a program prints, with every byte known to have been written; or an exit code that says otherwise.
#pragma once

namespace lanescope {

/// Of a program whose output could not be written as a whole; stderr says why.
constexpr int kExitNotWritten = 8;
/// Of a program whose reader has closed the pipe, as `head` does: no failure of ours, so nothing is said. It is what a
/// shell sees of programs that SIGPIPE ends.
constexpr int kExitUnread = 141;

/// std::cout writes by itself from now on and keeps the reason of its first failure. To be called first in main:
/// - a write that fails is an error, not the signal SIGPIPE or SIGXFSZ;
/// - where standard input, output or stderr is closed, its number is taken, so that no file gets it that is opened
///   later, and using it fails as before.
void takeOverStandardStreams();

/// The program's exit code, to be asked for last: `code` where all that was printed has been written, else one of the
/// two above.
[[nodiscard]] int exitCodeAfterOutput(int code);

}  // namespace lanescope
