// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::editor {

// The editor, from its command line to its end: `[FILE...] [--screenshot OUT.png] [--size WxH]
// [--theme light|dark|system] [--language de]
// [--sample]`. The exit status. Needs a display.
int runEditor(int argc, char** argv);

// Before any thread is made, in any program that shows the window: see the definition.
void prepareMemory();

}  // namespace ww::editor
