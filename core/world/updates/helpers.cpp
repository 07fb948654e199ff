// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/helpers.h"

#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/geometry/wire_convert.h"
#include "core/scene/components.h"
#include "core/scene/failures.h"
#include "core/scene/hanging.h"
#include "core/scene/updates/mentions.h"
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

using Values = google::protobuf::RepeatedField<double>;

struct CartesianLimit {
  const char* field;
  const Values& values;
};

Status checkAxes(const CartesianLimit& limit) {
  const arg::Words field{limit.field};
  if (limit.values.size() != 0 && limit.values.size() != 3) {
    const auto count = static_cast<std::uint64_t>(limit.values.size());
    return fail(failures::kCartesianCount, {{"field", field}, {"count", arg::Count{count}}});
  }
  for (const double v : limit.values) {
    if (std::isnan(v)) return fail(failures::kCartesianNan, {{"field", field}});
  }
  return okStatus();
}

Status checkAxes(const CartesianLimit& lower, const CartesianLimit& upper) {
  WW_TRY(checkAxes(lower));
  WW_TRY(checkAxes(upper));
  for (int i = 0; lower.values.size() == 3 && upper.values.size() == 3 && i < 3; ++i) {
    if (lower.values[i] > upper.values[i]) {
      return fail(failures::kCartesianOrder, {{"lower", arg::Words{lower.field}}, {"upper", arg::Words{upper.field}}});
    }
  }
  return okStatus();
}

// Lower limits above 0 and upper ones below forbid to stand still: the rules of scene objects refuse them, too.
Status checkRates(const CartesianLimit& lower, const CartesianLimit& upper) {
  WW_TRY(checkAxes(lower, upper));
  for (const auto& [limit, sign] : {std::pair(&lower, -1.0), std::pair(&upper, 1.0)}) {
    for (const double v : limit->values)
      if (v * sign < 0.0) return fail(scene::failures::kCartesianSign, {{"field", arg::Words{limit->field}}});
  }
  return okStatus();
}

}  // namespace

Result<Pose> poseIn(const char* field, const intrinsic_proto::Pose& pose) {
  Result<Pose> read = geometry::fromWire(pose);
  if (read.ok()) return read;
  return fail(failures::kBadPose, {{"field", arg::Words{field}}}, read.status());
}

Result<Pose> poseOrIdentityIn(const char* field, bool present, const intrinsic_proto::Pose& pose) {
  return present ? poseIn(field, pose) : Result<Pose>(Pose{});
}

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

Status checkPose(const char* field, bool present, intrinsic_proto::Pose* pose) {
  if (!present) return okStatus();
  WW_ASSIGN(const Pose sound, poseIn(field, *pose));
  geometry::toWire(sound, pose);
  return okStatus();
}

Status checkSensor(const pb::SensorComponent& sensor) { return scene::first(scene::sensorFaults(sensor)); }

Status checkPhysics(pb::PhysicsComponent& p) {
  WW_TRY(scene::first(scene::physicsFaults(p)));
  return checkPose("this_t_center_of_mass", p.has_this_t_center_of_mass(),
                   p.has_this_t_center_of_mass() ? p.mutable_this_t_center_of_mass() : nullptr);
}

Status checkCarriesFrames(const World& world, EntityId id) {
  intrinsic_proto::scene_object::v1::Entity frame;
  frame.mutable_frame();
  const EntityPtr entity = world.entity(id);
  if (scene::mayHang(frame, &entity->message->content())) return okStatus();
  return fail(entity->kind == EntityKind::kJoint ? failures::kFrameOnJoint : failures::kFrameOnSensor,
              {{"entity", nodeArg(world, id)}});
}

Status checkPayload(pb::RobotPayload& payload) {
  WW_TRY(scene::checkNonNegative(payload.mass_kg(), "payload.mass_kg"));
  if (payload.has_tip_t_cog()) WW_TRY(checkPose("tip_t_cog", true, payload.mutable_tip_t_cog()));
  return scene::checkInertia(payload.has_inertia(), payload.inertia());
}

Status checkCartesianLimits(const intrinsic_proto::icon::CartesianLimits& l) {
  WW_TRY(checkAxes({"min_translational_position", l.min_translational_position()},
                   {"max_translational_position", l.max_translational_position()}));
  WW_TRY(checkRates({"min_translational_velocity", l.min_translational_velocity()},
                    {"max_translational_velocity", l.max_translational_velocity()}));
  WW_TRY(checkRates({"min_translational_acceleration", l.min_translational_acceleration()},
                    {"max_translational_acceleration", l.max_translational_acceleration()}));
  WW_TRY(checkRates({"min_translational_jerk", l.min_translational_jerk()},
                    {"max_translational_jerk", l.max_translational_jerk()}));
  const std::pair<const char*, double> rates[] = {{"max_rotational_velocity", l.max_rotational_velocity()},
                                                  {"max_rotational_acceleration", l.max_rotational_acceleration()},
                                                  {"max_rotational_jerk", l.max_rotational_jerk()}};
  for (const auto& [field, value] : rates) {
    if (!(value >= 0.0))
      return fail(failures::kCartesianRate, {{"field", arg::Words{field}}, {"value", arg::Number{value}}});
  }
  return okStatus();
}

Status checkAction(const pb::CollisionAction& action) {
  if (action.action_case() == pb::CollisionAction::ACTION_NOT_SET) {
    return fail(failures::kActionEmpty);
  }
  if (action.has_margin() && !(std::isfinite(action.margin().hard_margin()) && action.margin().hard_margin() >= 0.0F)) {
    return fail(failures::kBadMargin, {{"margin", arg::Number{static_cast<double>(action.margin().hard_margin())}}});
  }
  return okStatus();
}

void forgetParts(WorldEditor& editor, ObjectId id, const std::set<std::string>& names) {
  const auto& content = editor.world().peek(id)->message->content();
  if (std::none_of(names.begin(), names.end(), [&](const auto& name) { return scene::mentions(content, name); }))
    return;
  Object object = *editor.world().object(id);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*object.message);
  scene::dropMentions(*record->mutable_content(), names);
  object.message = std::move(record);
  editor.replace(std::move(object));
}

bool isReservedKey(const std::string& key) { return key.starts_with("FLOWSTATE_") || key.starts_with("WORLDWRIGHT_"); }

Status checkClientKey(const std::string& key) {
  if (!isReservedKey(key)) return okStatus();
  return fail(failures::kKeyReserved, {{"key", arg::Name{key}}});
}

}  // namespace ww::world::updates
