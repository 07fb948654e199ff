// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/view_follower.h"

namespace ww::ui::scene {

ViewFollower::ViewFollower(ViewportScene& scene, Selection& selection, ViewKeeper& keeper)
    : scene_(scene), selection_(selection), keeper_(keeper) {
  connect(&keeper_, &ViewKeeper::changed, this, &ViewFollower::follow);
  connect(&selection_, &Selection::changed, this, &ViewFollower::followSelection);
  follow();
}

void ViewFollower::follow() {
  const project::ViewState& view = keeper_.state();
  scene_.setSection(view.section);
  scene_.setSurroundings(view.background, view.background_color, view.floor);
  setRules();
}

void ViewFollower::setRules() {
  const project::ViewState& view = keeper_.state();
  PartRules rules{keeper_.visibility(), view.collision, view.x_ray, {}, view.section};
  if (view.x_ray == project::XRay::kSelected)
    for (const auto& node : selection_.nodes()) rules.x_rayed.insert(project::idOf(node));
  scene_.mirror().setRules(std::move(rules));
}

// Only ghosts of what is selected depend on it.
void ViewFollower::followSelection() {
  if (keeper_.state().x_ray == project::XRay::kSelected) setRules();
}

}  // namespace ww::ui::scene
