// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "core/project/view_state.h"
#include "ui/bridge/selection.h"
#include "ui/scene/overlays/text.h"
#include "ui/scene/theme.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

// Frames as three short arrows with their names, of constant size on screen, fainter behind bodies; attachment frames
// with a ring. Where what they belong to is small they are points. Many frames fade.
class FrameMarkers {
 public:
  struct Marker {
    FrameId id;
    Vec3 origin;  // root frame
  };
  FrameMarkers(FrameGraph& graph, q3c::QEntity* root);
  ~FrameMarkers();
  // `handles`: they stand in the place of the active frame's arrows.
  void update(const WorldMirror& mirror, const Selection& selection, const SceneTheme& theme, double dpr, bool handles);
  void setVisible(bool on);
  // Another world has things of other sizes.
  void forgetExtents() { extents_.clear(); }
  // Frames on the side that is cut away are left out, but for selected ones. Seen with the next update.
  void setSection(const project::SectionPlane& plane) { section_ = plane; }
  // For picking by distance on screen.
  const std::vector<Marker>& markers() const { return markers_; }
  // Names beside the arrows, of frames in view that are no points: shorter the farther they are, fainter the more there
  // are, the nearest of very many. Whoever draws them decides which can be read.
  std::vector<Label> labels(const ViewTransform& view, const world::World& world) const;

 private:
  double extentOf(const WorldMirror& mirror, ObjectId object);  // metres

  std::unique_ptr<InstanceBuffer> triads_, rings_;
  std::unique_ptr<Batch> triad_batch_, ring_batch_;
  std::vector<Label> labels_;  // without texts
  std::unordered_map<ObjectId, double> extents_;
  std::size_t known_objects_ = 0;
  std::vector<Marker> markers_;
  bool visible_ = true;
  project::SectionPlane section_;
};

}  // namespace ww::ui::scene
