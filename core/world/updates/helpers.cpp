// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/helpers.h"

#include <fmt/format.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/message_differencer.h>

#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/scene/components.h"
#include "core/scene/hanging.h"
#include "intrinsic/icon/proto/cart_space.pb.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "intrinsic/world/proto/physics_component.pb.h"
#include "intrinsic/world/proto/robot_payload.pb.h"
#include "intrinsic/world/proto/sensor_component.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world::updates {
namespace {

namespace pb = intrinsic_proto::world;
using google::protobuf::Message;

Status bad(std::string title, std::string hint) {
  return fail(Code::kInvalidArgument, std::move(title)).withHint(std::move(hint));
}

}  // namespace

bool sameMessage(const Message& a, const Message& b) {
  const google::protobuf::LogSilencer quiet;  // it would tell of types within Any that nobody here knows
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

void rememberPose(Object& object, const intrinsic_proto::Pose& sent) {
  if (!hasUnknown(sent)) return;
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  keepUnknown(sent, record->mutable_parent_entity_t_this());
  object.message = std::move(record);
}

void rememberPose(Frame& frame, const intrinsic_proto::Pose& sent) {
  if (!hasUnknown(sent)) return;
  auto record = std::make_shared<worldwright::v1::FrameRecord>(*frame.message);
  keepUnknown(sent, record->mutable_content()->mutable_parent_t_this());
  frame.message = std::move(record);
}

Status checkPose(bool present, intrinsic_proto::Pose* pose) {
  if (!present) return okStatus();
  WW_ASSIGN(const Pose sound, geometry::fromWire(*pose));
  geometry::toWire(sound, pose);
  return okStatus();
}

Status checkSensor(const pb::SensorComponent& sensor) { return scene::first(scene::sensorFaults(sensor)); }

Status checkPhysics(pb::PhysicsComponent& p) {
  WW_TRY(scene::first(scene::physicsFaults(p)));
  return checkPose(p.has_this_t_center_of_mass(),
                   p.has_this_t_center_of_mass() ? p.mutable_this_t_center_of_mass() : nullptr);
}

Status checkCarriesFrames(const World& world, EntityId id) {
  intrinsic_proto::scene_object::v1::Entity frame;
  frame.mutable_frame();
  const EntityPtr entity = world.entity(id);
  if (scene::mayHang(frame, &entity->message->content())) return okStatus();
  return bad(fmt::format("a frame cannot hang on {} '{}'", entity->kind == EntityKind::kJoint ? "joint" : "sensor",
                         world.display(id)),
             fmt::format("{}: name the link that it carries", scene::hangingHint(frame)))
      .about(world.display(id));
}

Status checkPayload(pb::RobotPayload& payload) {
  WW_TRY(scene::checkNonNegative(payload.mass_kg(), "the payload's mass_kg"));
  if (payload.has_tip_t_cog()) {
    Status pose = checkPose(true, payload.mutable_tip_t_cog());
    if (!pose.ok()) return std::move(pose).in("tip_t_cog");
  }
  return scene::checkInertia(payload.has_inertia(), payload.inertia());
}

Status checkCartesianLimits(const intrinsic_proto::icon::CartesianLimits& l) {
  using Values = google::protobuf::RepeatedField<double>;
  const auto pair = [](const Values& low, const Values& high, std::string_view what) {
    for (const Values* side : {&low, &high}) {
      if (side->size() != 0 && side->size() != 3) {
        return bad(fmt::format("a Cartesian limit of {} has {} values", what, side->size()),
                   "give x, y and z, or none");
      }
      for (const double v : *side) {
        if (std::isnan(v))
          return bad(fmt::format("a Cartesian limit of {} is not a number", what),
                     "leave it out where there is no limit");
      }
    }
    for (int i = 0; low.size() == 3 && high.size() == 3 && i < 3; ++i) {
      if (low[i] > high[i])
        return bad(fmt::format("the lower Cartesian limit of {} is above the upper one", what), "exchange them");
    }
    return okStatus();
  };
  WW_TRY(pair(l.min_translational_position(), l.max_translational_position(), "position"));
  WW_TRY(pair(l.min_translational_velocity(), l.max_translational_velocity(), "velocity"));
  WW_TRY(pair(l.min_translational_acceleration(), l.max_translational_acceleration(), "acceleration"));
  WW_TRY(pair(l.min_translational_jerk(), l.max_translational_jerk(), "jerk"));
  for (const double v : {l.max_rotational_velocity(), l.max_rotational_acceleration(), l.max_rotational_jerk()}) {
    if (!(v >= 0.0)) return bad(fmt::format("a rotational Cartesian limit is {}", v), "it must be 0 or more");
  }
  return okStatus();
}

Status checkAction(const pb::CollisionAction& action) {
  if (action.action_case() == pb::CollisionAction::ACTION_NOT_SET) {
    return bad("a collision action says nothing", "set is_excluded or margin");
  }
  if (action.has_margin() && !(std::isfinite(action.margin().hard_margin()) && action.margin().hard_margin() >= 0.0F)) {
    return bad(fmt::format("a collision margin is {}", action.margin().hard_margin()),
               "margins are finite, in metres, 0 or more");
  }
  return okStatus();
}

bool isReservedKey(const std::string& key) { return key.starts_with("FLOWSTATE_") || key.starts_with("WORLDWRIGHT_"); }

Status checkClientKey(const std::string& key) {
  if (!isReservedKey(key)) return okStatus();
  return bad(fmt::format("the user data key '{}' is reserved", key),
             "keys that begin with FLOWSTATE_ or WORLDWRIGHT_ belong to the program; use another")
      .about(key);
}

}  // namespace ww::world::updates
