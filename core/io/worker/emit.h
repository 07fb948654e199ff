// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "core/io/worker/context.h"

namespace ww::io::worker {

struct EmitOptions {
  std::string name;  // of the object; empty: from the file
  double uniform_scale = 1.0;
  Quat rotation = Quat::Identity();
  bool drop_collision = false;
  std::optional<geometry::Color> color;
  std::uint64_t max_triangles = 0;
  std::uint32_t max_instances = 0;
};

// Turns the scene into scene objects and sends them, each geometry once. Scale (about the object's origin),
// then rotation; what is not a rigid motion goes into the vertices, so that instances are rigid.
Status emitScene(const Scene& scene, const EmitOptions& options, Reporter& report);

}  // namespace ww::io::worker
