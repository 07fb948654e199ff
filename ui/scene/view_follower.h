// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>

#include "ui/bridge/view_keeper.h"
#include "ui/scene/viewport_scene.h"

namespace ww::ui::scene {

// Makes what is drawn obey the view state: eyes, locks, ghosts, collision geometry, section, background, floor.
class ViewFollower : public QObject {
  Q_OBJECT
 public:
  ViewFollower(ViewportScene& scene, Selection& selection, ViewKeeper& keeper);

 private:
  void follow();
  void followSelection();
  void setRules();

  ViewportScene& scene_;
  Selection& selection_;
  ViewKeeper& keeper_;
};

}  // namespace ww::ui::scene
