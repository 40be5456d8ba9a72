// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzzers do with a text. Nothing may crash, hang or touch memory that it should not; errors and faults are
// fine.
#pragma once

#include <string_view>

namespace lanescope {

/// Parses it, and looks at all that the parser promises of what it accepts.
void fuzzParser(std::string_view text);

/// Parses it and launches each of its first kernels with small buffers and a small step budget, under each scheduling
/// policy. A first line "//! GRID BLOCK SHARED" chooses the launch: "//! 2 64 512".
void fuzzLaunch(std::string_view text);

// JSON from outside, read as what it may be. What is accepted must come out alike when it is written and read again.
void fuzzStudy(std::string_view text);     ///< a study or recording, packed by gzip or not
void fuzzAnswer(std::string_view text);    ///< a worker's answer to the window
void fuzzRequest(std::string_view text);   ///< the window's request to a worker
void fuzzJournal(std::string_view text);   ///< the lines of a recording's journal
void fuzzGpu(std::string_view text);       ///< a file of a GPU
void fuzzSet(std::string_view text);       ///< a set of configurations to record
void fuzzStory(std::string_view text);     ///< a story
void fuzzGuesses(std::string_view text);   ///< what a student guesses
void fuzzSession(std::string_view bytes);  ///< a session, or the JSON that is its first part

// Machine code.
void fuzzDisassembly(std::string_view text);  ///< what nvdisasm prints; what is accepted must come out of a packed file
void fuzzPacked(std::string_view bytes);      ///< a packed file of machine code, or one of its pieces
void fuzzCubin(std::string_view bytes);
/// Lines of instructions as nvdisasm prints them, lowered and launched with small buffers and a small step budget. A
/// first line "//! sm_90 GRID BLOCK SHARED" chooses architecture and launch; `(.L_x_3) is the fourth instruction.
void fuzzMachineLaunch(std::string_view text);

}  // namespace lanescope
