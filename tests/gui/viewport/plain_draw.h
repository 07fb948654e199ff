// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSize>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::test {

// What the same things cost when nothing but OpenGL draws them: one lit, instanced call for each geometry, into a
// buffer of that size.
struct PlainBatch {
  const geometry::Mesh* mesh = nullptr;
  std::vector<Vec3> places;  // of the instances, root frame
};
// Milliseconds of CPU of all threads for a frame, the least of some; 0 where there is no OpenGL 3.3.
double plainFrameCpuMs(const std::vector<PlainBatch>& batches, QSize size, int frames);

}  // namespace ww::test
