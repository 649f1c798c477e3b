// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The standard streams as the command wants them, from its first line to its exit code.

#ifndef TILEBASE_TOOLS_COMMAND_STANDARD_STREAMS_H_
#define TILEBASE_TOOLS_COMMAND_STANDARD_STREAMS_H_

namespace tilebase {

// Call it first: gives closed streams a stand-in that refuses to be read or written, and makes an
// error of a write that would else end the process.
void PrepareStandardStreams();

// Writes what is still in standard output's buffer and returns the process's exit code, which is
// `exit_code` unless results are lost. A reader that has gone away (`| head`) is told nothing.
int FinishOutput(int exit_code);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMAND_STANDARD_STREAMS_H_
