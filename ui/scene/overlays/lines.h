// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <memory>
#include <vector>

#include "core/math/pose.h"
#include "ui/scene/batch.h"
#include "ui/scene/frame_graph.h"

namespace ww::ui::scene {

struct Line {
  Vec3 from, to;  // root frame
  QColor color;
  double width = 2;  // pixels
  double dash = 0;   // pixels of a period, 0: solid
};

// Segments of constant width on screen in one draw, over everything.
class LineBatch {
 public:
  LineBatch(FrameGraph& graph, q3c::QEntity* root);
  ~LineBatch();
  void assign(const std::vector<Line>& lines);

 private:
  GpuMesh quad_;
  std::unique_ptr<InstanceBuffer> instances_;
  std::unique_ptr<Batch> batch_;
};

}  // namespace ww::ui::scene
