// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/names.h"
#include "core/scene/updates/apply.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "intrinsic/scene/proto/v1/scene_object_config.pb.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

// A configuration as the updates that it stands for, each with the field that it comes from.
class ConfigUpdates {
 public:
  explicit ConfigUpdates(const so::SceneObjectConfig& config) : config_(config) {}

  // Limits before positions: what is set must be within them.
  Status collect() {
    for (const auto& pose : config_.entity_pose_updates()) *add("entity_pose_updates").mutable_entity_pose() = pose;
    for (const auto& frame : config_.new_frames()) *add("new_frames").mutable_create_frame() = frame;
    WW_TRY(addGeometry());
    if (config_.has_initial_joint_settings())
      *add("initial_joint_settings").mutable_update_joints() = config_.initial_joint_settings();
    if (config_.has_named_joint_configs())
      *add("named_joint_configs").mutable_set_named_configurations() = config_.named_joint_configs();
    if (config_.has_initial_cartesian_limits())
      *add("initial_cartesian_limits").mutable_cartesian_limits() = config_.initial_cartesian_limits();
    if (config_.has_initial_ik_solvers())
      *add("initial_ik_solvers").mutable_set_ik_solvers() = config_.initial_ik_solvers();
    if (config_.has_simulation_properties())
      *add("simulation_properties").mutable_update_simulation_properties() = config_.simulation_properties();
    return okStatus();
  }

  // One by one, so that a failure can name its field. What is sound only as a whole is judged at the end.
  Result<so::SceneObject> apply(so::SceneObject object) const {
    so::SceneObjectInstanceUpdates all;
    for (const auto& [field, update] : updates_) *all.add_updates() = update;
    Result<so::SceneObject> done = applyUpdates(object, all);
    if (done.ok()) return done;
    for (const auto& [field, update] : updates_) {
      so::SceneObjectInstanceUpdates one;
      *one.add_updates() = update;
      Result<so::SceneObject> next = applyUpdates(std::move(object), one);
      if (!next.ok())
        return within(next.status(),
                      phrase(WW_TEXT("Core", "{field} of the configuration"), {{"field", arg::Words{field}}}));
      object = std::move(next).value();
    }
    return done;
  }

 private:
  so::SceneObjectInstanceUpdate& add(std::string field) {
    return updates_.emplace_back(std::move(field), so::SceneObjectInstanceUpdate()).second;
  }

  // Under the names of their entities, which the updates may say once more.
  Status addGeometry() {
    const std::map<std::string, so::GeometryUpdate> in_order(config_.geometry_overrides().begin(),
                                                             config_.geometry_overrides().end());
    for (const auto& [entity, update] : in_order) {
      if (!update.entity_name().empty() && update.entity_name() != entity)
        return fail(failures::kOverrideOfOther,
                    {{"entity", arg::Name{shown(entity)}}, {"other", arg::Name{shown(update.entity_name())}}});
      auto& geometry = *add("geometry_overrides").mutable_update_geometry();
      geometry = update;
      geometry.set_entity_name(entity);
    }
    return okStatus();
  }

  const so::SceneObjectConfig& config_;
  std::vector<std::pair<std::string, so::SceneObjectInstanceUpdate>> updates_;
};

}  // namespace

Result<so::SceneObject> configured(so::SceneObject object, const so::SceneObjectConfig& config) {
  ConfigUpdates updates(config);
  WW_TRY(updates.collect());
  WW_ASSIGN(object, updates.apply(std::move(object)));
  if (config.has_user_data()) (*object.mutable_user_data())[kConfigDataKey] = config.user_data();
  return object;
}

}  // namespace ww::scene
