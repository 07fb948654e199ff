// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "ui/scene/batch.h"
#include "ui/scene/scene_window.h"

namespace ww::ui::scene {

// Points of constant size on the screen in one draw, hidden by what is before them: from one colour where their share
// is 0 to another where it is 1.
class PointMarks {
 public:
  explicit PointMarks(SceneWindow& window);
  ~PointMarks();
  // Root frame, metres; as many shares as points.
  void assign(const std::vector<Eigen::Vector3f>& points, const std::vector<float>& shares);
  std::size_t size() const { return instances_->size(); }

 private:
  SceneWindow& window_;
  GpuMesh quad_;
  std::unique_ptr<InstanceBuffer> instances_;
  std::unique_ptr<Batch> batch_;
};

}  // namespace ww::ui::scene
