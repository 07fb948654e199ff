// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/session/session.h"
#include "core/usecase/collision_trial.h"
#include "ui/bridge/world_scenes.h"
#include "ui/panels/deviation_legend.h"
#include "ui/scene/view_marks.h"

namespace ww::editor {

// What one link would be checked with, or why that cannot be.
struct LinkTrial {
  Status problem;  // ok: there is a trial
  usecase::ShapeTrial made;
};
using LinkTrialPtr = std::shared_ptr<const LinkTrial>;
// Of a wish for a link: link, kind, pieces, error, any primitive.
using TrialKey = std::tuple<std::uint64_t, int, int, double, bool>;
TrialKey trialKey(EntityId link, const usecase::ShapeWish& wish);

// All that is wished for an object, worked out together.
struct Trial {
  std::map<TrialKey, LinkTrialPtr> links;
  std::vector<ui::scene::BodyShell> preview;
  ui::DeviationScale scale;
  bool has_colors = false;
  session::EditsPtr edits;              // null where a part has a problem
  std::optional<double> now_s, then_s;  // one check in its cell
};
using TrialPtr = std::shared_ptr<const Trial>;

struct TrialRequest {
  world::WorldPtr world;
  ObjectId object;
  std::vector<std::pair<world::EntityPtr, usecase::ShapeWish>> wishes;
  std::map<TrialKey, LinkTrialPtr> known;
  std::shared_ptr<geometry::GeometryStore> store;
  std::shared_ptr<ui::WorldScenes> scenes;
};
// In any thread; the world stays as it is. CANCELLED, and what edits fail with.
Result<TrialPtr> workOutTrial(const TrialRequest& request, std::stop_token stop, const Progress& progress);

}  // namespace ww::editor
