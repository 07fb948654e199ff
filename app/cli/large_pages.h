// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::cli {

// Asks for large pages of memory, where the system gives them, for the programs that this one becomes. In a large world
// nodes far from each other are looked at all the time; with pages of 4 KiB half of that is looking up pages.
void askForLargePages();
// For work of this program itself: starts it anew with them, unless it has been. Returns when that cannot be.
void restartWithLargePages(char** argv);

}  // namespace ww::cli
