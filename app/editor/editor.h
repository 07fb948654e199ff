// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::editor {

// The editor, from its command line to its end: `[FILE...] [--screenshot OUT.png] [--size WxH]
// [--theme light|dark|system] [--language de]
// [--sample]`. The exit status. Needs a display.
int runEditor(int argc, char** argv);

// One pool of memory for all threads of the process. To be called before any thread is made, by every program that
// shows the window and is to be as quick with large worlds.
void prepareMemory();

}  // namespace ww::editor
