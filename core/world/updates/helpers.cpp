// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/helpers.h"

#include <fmt/format.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/unknown_field_set.h>
#include <google/protobuf/util/message_differencer.h>

#include <cmath>

#include "core/geometry/wire_convert.h"
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

bool hasUnknownItself(const Message& m) { return !m.GetReflection()->GetUnknownFields(m).empty(); }

Status bad(std::string title, std::string hint) { return fail(Code::kInvalidArgument, std::move(title)).withHint(std::move(hint)); }

Status checkNonNegative(double value, std::string_view what) {
  if (std::isfinite(value) && value >= 0.0) return okStatus();
  return bad(fmt::format("{} is {}", what, value), "it must be a finite number, 0 or more");
}

Status checkInertia(bool present, const intrinsic_proto::Matrixd& wire) {
  if (!present) return okStatus();
  WW_ASSIGN(const Eigen::MatrixXd m, geometry::fromWire(wire));
  if (m.rows() != 3 || m.cols() != 3) return bad(fmt::format("the inertia is {} x {}, not 3 x 3", m.rows(), m.cols()), "send nine values");
  const double scale = std::max(1e-12, m.cwiseAbs().maxCoeff());
  if ((m - m.transpose()).cwiseAbs().maxCoeff() > 1e-6 * scale) return bad("the inertia is not symmetric", "send a symmetric matrix");
  if (m.diagonal().minCoeff() < 0.0) return bad("the inertia has a negative moment", "moments of inertia are 0 or more");
  return okStatus();
}

}  // namespace

bool sameMessage(const Message& a, const Message& b) {
  const google::protobuf::LogSilencer quiet;  // it would tell of types within Any that nobody here knows
  return google::protobuf::util::MessageDifferencer::Equals(a, b);
}

void keepUnknown(const Message& from, Message* to) {
  if (!hasUnknownItself(from)) return;
  auto* kept = to->GetReflection()->MutableUnknownFields(to);
  kept->Clear();
  kept->MergeFrom(from.GetReflection()->GetUnknownFields(from));
}

bool hasUnknown(const intrinsic_proto::Pose& pose) {
  return hasUnknownItself(pose) || hasUnknownItself(pose.position()) || hasUnknownItself(pose.orientation());
}

void keepUnknown(const intrinsic_proto::Pose& from, intrinsic_proto::Pose* to) {
  keepUnknown(static_cast<const Message&>(from), to);
  keepUnknown(from.position(), to->mutable_position());
  keepUnknown(from.orientation(), to->mutable_orientation());
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

Status checkNumbers(const Message& message) {
  using google::protobuf::FieldDescriptor;
  const auto* r = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  r->ListFields(message, &fields);
  for (const FieldDescriptor* f : fields) {
    if (f->is_map()) continue;
    const int count = f->is_repeated() ? r->FieldSize(message, f) : 1;
    for (int i = 0; i < count; ++i) {
      double value = 0.0;
      if (f->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) value = f->is_repeated() ? r->GetRepeatedDouble(message, f, i) : r->GetDouble(message, f);
      if (f->cpp_type() == FieldDescriptor::CPPTYPE_FLOAT) value = f->is_repeated() ? r->GetRepeatedFloat(message, f, i) : r->GetFloat(message, f);
      if (std::isnan(value)) return bad(fmt::format("{} is not a number", f->name()), "send a number, or leave it out");
      if (f->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
      WW_TRY(checkNumbers(f->is_repeated() ? r->GetRepeatedMessage(message, f, i) : r->GetMessage(message, f)));
    }
  }
  return okStatus();
}

Status checkSensor(const pb::SensorComponent& sensor) {
  WW_TRY(checkNumbers(sensor));
  WW_TRY(checkNonNegative(sensor.update_rate(), "the sensor's update_rate"));
  const auto& camera = sensor.has_depth_camera() ? sensor.depth_camera().properties() : sensor.camera().properties();
  if (camera.image().width() < 0 || camera.image().height() < 0) return bad("a camera's image has a negative size", "give its width and height in pixels");
  WW_TRY(checkNonNegative(camera.horizontal_fov(), "horizontal_fov"));
  WW_TRY(checkNonNegative(camera.clip().near(), "the near clipping plane"));
  if (camera.has_clip() && camera.clip().far() < camera.clip().near()) return bad("the far clipping plane is before the near one", "exchange them");
  const auto& range = sensor.lidar().range();
  WW_TRY(checkNonNegative(range.min_distance(), "the lidar's min_distance"));
  if (range.max_distance() < range.min_distance()) return bad("the lidar's max_distance is below its min_distance", "exchange them");
  return okStatus();
}

Status checkPose(bool present, intrinsic_proto::Pose* pose) {
  if (!present) return okStatus();
  WW_ASSIGN(const Pose sound, geometry::fromWire(*pose));
  geometry::toWire(sound, pose);
  return okStatus();
}

Status checkPhysics(pb::PhysicsComponent& p) {
  WW_TRY(checkNonNegative(p.mass_kg(), "mass_kg"));
  for (const double v : {p.friction().mu(), p.friction().mu2(), p.friction().slip1(), p.friction().slip2()}) {
    WW_TRY(checkNonNegative(v, "a friction parameter"));
  }
  const pb::Torsional& t = p.torsional();
  for (const double v : {t.coefficient(), t.patch_radius(), t.surface_radius(), t.ode_slip()}) {
    WW_TRY(checkNonNegative(v, "a torsional friction parameter"));
  }
  if (p.friction().has_fdir1()) WW_TRY(geometry::fromWire(p.friction().fdir1()).status());
  if (p.has_contact_kp()) WW_TRY(checkNonNegative(p.contact_kp(), "contact_kp"));
  if (p.has_contact_kd()) WW_TRY(checkNonNegative(p.contact_kd(), "contact_kd"));
  if (p.has_this_t_center_of_mass()) {
    Status pose = checkPose(true, p.mutable_this_t_center_of_mass());
    if (!pose.ok()) return std::move(pose).in("this_t_center_of_mass");
  }
  return checkInertia(p.has_inertia(), p.inertia());
}

Status checkPayload(pb::RobotPayload& payload) {
  WW_TRY(checkNonNegative(payload.mass_kg(), "the payload's mass_kg"));
  if (payload.has_tip_t_cog()) {
    Status pose = checkPose(true, payload.mutable_tip_t_cog());
    if (!pose.ok()) return std::move(pose).in("tip_t_cog");
  }
  return checkInertia(payload.has_inertia(), payload.inertia());
}

Status checkCartesianLimits(const intrinsic_proto::icon::CartesianLimits& l) {
  using Values = google::protobuf::RepeatedField<double>;
  const auto pair = [](const Values& low, const Values& high, std::string_view what) {
    for (const Values* side : {&low, &high}) {
      if (side->size() != 0 && side->size() != 3) {
        return bad(fmt::format("a Cartesian limit of {} has {} values", what, side->size()), "give x, y and z, or none");
      }
      for (const double v : *side) {
        if (std::isnan(v)) return bad(fmt::format("a Cartesian limit of {} is not a number", what), "leave it out where there is no limit");
      }
    }
    for (int i = 0; low.size() == 3 && high.size() == 3 && i < 3; ++i) {
      if (low[i] > high[i]) return bad(fmt::format("the lower Cartesian limit of {} is above the upper one", what), "exchange them");
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
    return bad(fmt::format("a collision margin is {}", action.margin().hard_margin()), "margins are finite, in metres, 0 or more");
  }
  return okStatus();
}

bool isReservedKey(const std::string& key) { return key.starts_with("FLOWSTATE_"); }

Status checkClientKey(const std::string& key) {
  if (!isReservedKey(key)) return okStatus();
  return bad(fmt::format("the user data key '{}' is reserved", key), "keys that begin with FLOWSTATE_ belong to the program; use another").about(key);
}

}  // namespace ww::world::updates
