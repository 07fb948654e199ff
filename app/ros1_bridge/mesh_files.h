// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace ww::ros1 {

// What a mesh names: its materials, pictures and buffers, by the ending of its own name ("arm/meshes/a.dae"), in the
// same terms ("arm/textures/skin.png"). Only what lies in the mesh's package; each once.
std::vector<std::string> filesNamedBy(const std::string& name, const std::string& bytes);

}  // namespace ww::ros1
