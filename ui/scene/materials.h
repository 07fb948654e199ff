// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "ui/scene/qt3d.h"

namespace ww::ui::scene {

// Drawing marks pixels, or stays where they are marked.
enum class Stencil { kNone, kMarks, kWhereMarked };

// How what a material draws meets what is there already.
struct DrawState {
  bool depth_test = true;
  bool depth_write = true;
  bool blend = false;
  bool cull_back = false;
  bool push_back = false;  // polygon offset, for faces that carry lines
  bool color_write = true;
  Stencil stencil = Stencil::kNone;
};

// A material of one forward pass from shaders in the resources ("mesh.vert"); with `ids` it also
// has a pass that draws instance numbers, and one that marks faces seen from behind. Shaders of meshes and their
// edges are clipped by the section plane.
q3r::QMaterial* makeMaterial(const QString& vertex, const QString& fragment, const DrawState& state, q3c::QNode* parent,
                             bool ids = false);

}  // namespace ww::ui::scene
