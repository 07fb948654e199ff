// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/picking/pick_tree.h"

#include <memory>

namespace ww::ui::scene {

void PickTree::tend() {
  if (building_ || !bvh_.wantsTree()) return;
  building_ = true;
  thread_ = std::jthread([this, plan = std::make_shared<geometry::SceneBvhPlan>(bvh_.plan())] {
    auto tree = std::make_shared<geometry::SceneBvhTree>(geometry::buildTree(std::move(*plan)));
    QMetaObject::invokeMethod(
        this,
        [this, tree] {
          bvh_.adopt(std::move(*tree));
          building_ = false;
          tend();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace ww::ui::scene
