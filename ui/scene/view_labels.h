// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/scene/gizmos/gizmo.h"
#include "ui/scene/overlays/frame_markers.h"
#include "ui/scene/overlays/text.h"
#include "ui/scene/overlays/view_cube.h"

namespace ww::ui::scene {

// All texts of the view: which there are, which of them can be read, and what a click on one selects. Pixels are
// logical ones from the upper left. Numbers of the grid are in the unit that the user chose.
class ViewLabels {
 public:
  // What they belong to, and must not lie over.
  struct Over {
    ViewTransform view;
    double dpr;
    const SceneTheme& theme;
    WorldMirror& mirror;
    const FrameMarkers& frames;
    const Gizmo& gizmo;
    const ViewCube& cube;
    bool grid;                         // its numbers are shown
    double floor;                      // its height in the root frame
    std::vector<Label> lengths = {};   // of what is measured
    std::vector<QRectF> covered = {};  // by what is no part of the view
    bool tools = true;                 // frames have their names, and what the pointer does is said
  };

  ViewLabels(FrameGraph& graph, q3c::QEntity* root, double dpr);
  // Beside the pointer; empty: none.
  void setReadout(const QString& text, const Eigen::Vector2d& pixel);
  void update(const Over& over);
  // Those of the last update; their boxes are in device pixels.
  const std::vector<Label>& shown() const { return shown_; }
  std::optional<FrameId> frameAt(const Eigen::Vector2d& pixel) const;

 private:
  void addReadout(const Over& over, std::vector<Label>& labels) const;
  LabelRoom room(const Over& over) const;

  std::unique_ptr<GlyphAtlas> atlas_;
  std::unique_ptr<LabelBatch> batch_;
  std::vector<Label> shown_;
  double dpr_;
  QString readout_;
  Eigen::Vector2d readout_pixel_ = Eigen::Vector2d::Zero();
};

}  // namespace ww::ui::scene
