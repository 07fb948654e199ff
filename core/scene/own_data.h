// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ww::scene {

// User data of objects that only this program reads: the file that an object was imported from.
inline constexpr const char* kImportNoteKey = "WORLDWRIGHT_IMPORTED_FROM";

}  // namespace ww::scene
