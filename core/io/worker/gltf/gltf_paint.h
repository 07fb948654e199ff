// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "core/io/worker/gltf/gltf_elements.h"
#include "core/io/worker/gltf/gltf_looks.h"

namespace ww::io::worker {

// The colours of a primitive: what its material says, times its picture and the colours of its corners, each where it
// has them.
struct GltfPaint {
  std::optional<GltfElements> colors, places;  // of the vertices of the file

  // "TEXCOORD_1" for the places that the picture lies by.
  static std::string nameOfPlaces(const GltfLook& look) { return "TEXCOORD_" + std::to_string(look.places.set); }
  // Whether triangles have colours of their own.
  bool varies(const GltfLook& look) const;
  // Of a triangle: the mean.
  geometry::Color on(const std::array<std::uint32_t, 3>& corners, const GltfLook& look) const;
  // Of all where none has its own; none where nothing is said.
  std::optional<geometry::Color> plain(const GltfLook& look) const;

 private:
  bool hasColors() const { return colors && (colors->components() == 3 || colors->components() == 4); }
  bool hasPlaces(const GltfLook& look) const;
};

}  // namespace ww::io::worker
