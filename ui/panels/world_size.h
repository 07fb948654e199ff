// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <memory>

#include "core/world/values/world.h"

namespace ww::ui {

// "802 x 1102 x 720 mm". Metres.
QString sizeText(const Vec3& size);

// Says how large the box around an object is in the world, and follows it. Looking at many vertices is
// done on another thread; until then the last size stands there.
class WorldSize : public QLabel {
  Q_OBJECT
 public:
  explicit WorldSize(QWidget* parent = nullptr);
  ~WorldSize() override;
  void follow(world::WorldPtr world, ObjectId object);

 private:
  struct Gate;
  void look();
  void showSize(const Bounds& bounds);

  std::shared_ptr<Gate> gate_;
  world::WorldPtr world_;
  world::ObjectPtr object_;  // and its pose: as looked at last
  Pose root_t_object_;
  bool is_looking_ = false, is_outdated_ = false;
};

}  // namespace ww::ui
