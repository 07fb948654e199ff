// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/base/failure.h"

namespace ww::io::worker {

// The OBJ file in the only form that assimp 5.2 reads: ".5" written as "0.5", lines not indented. Nothing when
// it is so already.
std::optional<std::string> plainObj(std::string_view obj);

// The failure of the first vertex with a word where a number has to be: assimp takes "1.#QNAN" for 1.
Status checkObjPoints(std::string_view obj, const std::string& file);
// The failure of the first face of the file that names what is not there; ok when none does.
Status explainObj(std::string_view obj, const std::string& file);

}  // namespace ww::io::worker
