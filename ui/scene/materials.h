// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

#include "ui/scene/qt3d.h"

namespace ww::ui::scene {

// Drawing marks pixels, takes their marks away, or stays where they are marked.
enum class Stencil { kNone, kMarks, kUnmarks, kWhereMarked };

// How what a material draws meets what is there already.
struct DrawState {
  bool depth_test = true;
  bool depth_write = true;
  bool blend = false;
  bool cull_back = false;
  float push_back = 0.0f;  // polygon offset, for faces that carry lines
  bool color_write = true;
  Stencil stencil = Stencil::kNone;
};

// Passes of instanced meshes beside the forward one.
constexpr unsigned kIdsPass = 1;     // draws instance numbers
constexpr unsigned kShadowPass = 2;  // depth only, for the shadow map
constexpr unsigned kDepthPass = 4;   // depth only, before the forward one
constexpr unsigned kCapPass = 8;     // marks faces seen from behind, for the cut of the section plane

// A material of one forward pass from shaders in the resources ("mesh.vert"), and those of `also`. Shaders of meshes
// and their edges are clipped by the section plane.
q3r::QMaterial* makeMaterial(const QString& vertex, const QString& fragment, const DrawState& state, q3c::QNode* parent,
                             unsigned also = 0);
// Whether faces that look away from the eye are left out, by the forward pass of a material.
void setCulled(q3r::QMaterial* material, bool on);

}  // namespace ww::ui::scene
