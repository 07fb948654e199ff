// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <thread>

#include "core/geometry/scene_bvh.h"

namespace ww::ui::scene {

// What is shown, for rays and regions. Always up to date: what has just come is looked at one by one, until
// a thread has made a tree with it. On the Qt thread.
class PickTree : public QObject {
 public:
  PickTree() { bvh_.setBuildsItself(false); }
  geometry::SceneBvh& instances() { return bvh_; }
  // To be called when a change is over.
  void tend();

 private:
  geometry::SceneBvh bvh_;
  bool building_ = false;
  std::jthread thread_;  // last: it ends before the rest goes
};

}  // namespace ww::ui::scene
