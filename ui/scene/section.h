// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>

#include "core/math/pose.h"
#include "core/project/view_state.h"
#include "ui/scene/camera_state.h"
#include "ui/scene/frame_graph.h"

namespace ww::ui::scene {

// The cut through the world. Shaders clip what lies on the side of its normal; where the inside of a solid would show
// then, the plane itself is drawn, hatched: those pixels, whose nearest face is seen from behind, are marked in the
// stencil. Surfaces that are not closed look filled, too.
class SectionCap {
 public:
  SectionCap(FrameGraph& graph, q3c::QEntity* root);
  void set(const project::SectionPlane& plane);
  // Whether the plane is on, and large enough for what is in the box (root frame).
  void cover(const Bounds& box);
  void setTheme(const QColor& face, const QColor& hatch);
  const project::SectionPlane& plane() const { return plane_; }
  // Grows with every change of it.
  std::uint64_t version() const { return version_; }

 private:
  FrameGraph& graph_;
  project::SectionPlane plane_;
  std::uint64_t version_ = 0;
};

// A ray as far as it is not cut away: its first point, and how far it goes. False when nothing of it is left.
bool clipRay(const project::SectionPlane& plane, Ray& ray, double& length);
// Whether all of a box is cut away.
bool cutsAway(const project::SectionPlane& plane, const Bounds& box);

}  // namespace ww::ui::scene
