// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww {
[[noreturn]] void checkFailed(const char* condition, const char* file, int line);
}

// A broken invariant ends the program with its condition, in release builds too.
#define WW_CHECK(cond) (static_cast<bool>(cond) ? static_cast<void>(0) : ::ww::checkFailed(#cond, __FILE__, __LINE__))
