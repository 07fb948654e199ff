// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/io/worker/odd_meshes.h"
#include "core/io/worker/odd_scene.h"

namespace ww::io::worker {

// Masses, centres and inertia that do not fit the shapes of their links.
void tellOddMasses(const Scene& scene, ShapeLooks& looks, double scale, Reporter& report);

// What is seen of a link, in its frame.
struct LinkLook {
  Bounds bounds;
  double volume = 0.0;  // m^3; below 0: not known
  bool has_mesh = false;
};
LinkLook lookAt(const LinkPart& link, ShapeLooks& looks);

}  // namespace ww::io::worker
