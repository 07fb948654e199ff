// SPDX-License-Identifier: Apache-2.0
#include "app/editor/editor.h"

int main(int argc, char** argv) { return ww::editor::runEditor(argc, argv); }
