// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/geometry/mesh.h"
#include "core/session/edit_builders.h"
#include "core/session/session.h"
#include "ui/scene/viewport_scene.h"

namespace ww::test {

// A closed surface with dents, 1 m across; 4 * rings^2 triangles.
geometry::Mesh dentedBall(unsigned rings);

// What the view draws, without the widget around it: frames are asked for one by one.
class BareView {
 public:
  explicit BareView(QSize size);
  ~BareView();

  // An object of one mesh of one colour.
  void add(const std::string& name, const geometry::Mesh& mesh, const Pose& root_t_object);
  // Many at once, each as add() makes it.
  void addAll(const std::vector<std::pair<const geometry::Mesh*, Vec3>>& parts);
  // The world as it is now is shown, with its levels of detail made; false when that takes too long.
  bool settle();
  // All is seen from here, turned by an angle (radians) about z.
  ui::CameraState cameraAt(double angle);
  // One frame of an orbit is drawn.
  bool drawAt(double angle);
  QImage picture();
  QImage ids();

  // As a slow hand and a slow machine would: the view is moving, and its frames take too long.
  void hurry();
  ui::scene::SceneWindow& window() { return *window_; }
  ui::scene::ViewportScene& scene() { return *scene_; }
  ui::Selection& selection() { return selection_; }
  const world::World& world() const { return *world_; }

 private:
  session::EditsPtr created(const std::string& name, const geometry::Mesh& mesh, const Pose& root_t_object);
  void change(const session::EditsPtr& edits);
  QImage grabbed(bool ids);

  std::shared_ptr<geometry::GeometryStore> store_ = std::make_shared<geometry::GeometryStore>();
  world::WorldPtr world_ = std::make_shared<world::World>();
  ui::Selection selection_;
  ui::PoseLayer poses_;
  std::unique_ptr<ui::scene::SceneWindow> window_;
  std::unique_ptr<ui::scene::ViewportScene> scene_;
};

// Milliseconds of CPU time that all threads of this process have had.
double processCpuMs();

}  // namespace ww::test
