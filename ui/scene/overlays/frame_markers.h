// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/selection.h"
#include "ui/scene/overlays/text.h"
#include "ui/scene/theme.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

// Frames as three short arrows with their names, of constant size on screen; attachment frames with a
// ring. Many frames fade.
class FrameMarkers {
 public:
  struct Marker {
    FrameId id;
    Vec3 origin;  // root frame
  };
  FrameMarkers(FrameGraph& graph, q3c::QEntity* root);
  ~FrameMarkers();
  void update(const WorldMirror& mirror, const Selection& selection, const SceneTheme& theme, double dpr);
  void setVisible(bool on);
  // For picking by distance on screen.
  const std::vector<Marker>& markers() const { return markers_; }
  // Names beside the arrows; whoever draws them decides which can be read.
  const std::vector<Label>& labels() const { return labels_; }

 private:
  std::unique_ptr<InstanceBuffer> triads_, rings_;
  std::unique_ptr<Batch> triad_batch_, ring_batch_;
  std::vector<Label> labels_;
  std::vector<Marker> markers_;
  bool visible_ = true;
};

}  // namespace ww::ui::scene
