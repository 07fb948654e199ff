// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/scene/camera_state.h"
#include "ui/scene/qt3d.h"

namespace Qt3DRender {
class QCamera;
class QFrameGraphNode;
class QSubtreeEnabler;
class QTexture2D;
}  // namespace Qt3DRender

namespace ww::ui::scene {

class FrameGraph;

// The shadow of the key light: a depth map of what stands around the target of the camera, seen by the light. Drawn
// only when something moved or the view went elsewhere, not when the camera turns.
class Shadow {
 public:
  Shadow(FrameGraph& graph, q3r::QFrameGraphNode* parent, q3c::QEntity* root);

  // Before each frame. `shown`: around all that is drawn, root frame; `version` grows with every change of it. One that
  // was drawn of coarse meshes is drawn anew when all is exact.
  void follow(const Bounds& shown, const CameraState& camera, std::uint64_t version, bool exact);
  // Samples of a shaded point, in a row and in a column.
  void setSamples(int samples);
  // True while the map is not up to date: another frame is needed.
  bool isPending() const { return frames_left_ > 1; }
  std::uint64_t mapsDrawn() const { return drawn_; }

 private:
  void fit(const Bounds& shown);
  void tell();

  FrameGraph& graph_;
  q3r::QCamera* light_;
  q3r::QTexture2D* map_;
  q3r::QSubtreeEnabler* enabler_;
  CameraState seen_;
  std::uint64_t version_ = ~0ull, drawn_ = 0;
  bool coarse_ = false;  // the map, or part of it
  int frames_left_ = 0, samples_ = 3;
  bool any_ = false;
  double metres_per_texel_ = 0.0;
};

}  // namespace ww::ui::scene
