// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/motion_messages.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"

namespace ww::isaac {
namespace {

constexpr double kFastest = 1e4;    // m/s, rad/s
constexpr double kStraight = 1e-9;  // radians; less of a turn is none

template <typename T>
void copyElements(const std::string& bytes, std::vector<double>& out) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  out.assign(values.begin(), values.end());
}

Status badBase(std::uint64_t count) { return fail(failures::kBadBase, {{"count", arg::Count{count}}}); }

// Of a series the last state.
Status readPack(const Message& message, const TensorShape& shape, std::vector<double>& out) {
  const bool narrow = shape.element_type == "float32";
  if (!narrow && shape.element_type != "float64") return badBase(0);
  WW_TRY(checkBuffer(message, shape.buffer, shape.count() * (narrow ? sizeof(float) : sizeof(double))));
  const std::string& bytes = *message.buffers[shape.buffer];
  if (narrow) copyElements<float>(bytes, out);
  else copyElements<double>(bytes, out);
  const auto row = static_cast<std::size_t>(shape.sizes.back());
  if (row < out.size()) out.erase(out.begin(), out.end() - static_cast<std::ptrdiff_t>(row));
  return okStatus();
}

Result<BaseCommand> ofState(const Message& message) {
  std::vector<double> values;
  TensorShape shape;
  WW_TRY(readAs("StateProto", message, [&](const Reader& in) {
    for (const auto value : in.get("data").as<capnp::DynamicList>()) values.push_back(value.as<double>());
    shape = tensorIn(in, "pack");
  }));
  if (values.empty() && !shape.empty()) WW_TRY(readPack(message, shape, values));
  if (values.size() == 2) return BaseCommand{{values[0], 0.0, values[1]}, {false, false}};
  if (values.size() == 3) return BaseCommand{{values[0], values[1], values[2]}, {false, true}};
  return badBase(values.size());
}

Result<BaseCommand> ofComposite(const Message& message) {
  WW_ASSIGN(const std::vector<Quantity> quantities, quantitiesOf(message));
  BaseCommand out{{}, {true, false}};
  int speeds = 0, turns = 0;
  for (const Quantity& q : quantities) {
    if (q.measure == "speed") (speeds++ == 0 ? out.motion.ahead : out.motion.aside) = q.value;
    if (q.measure == "angularSpeed") ++turns, out.motion.turn = q.value;
  }
  if (speeds > 2 || turns > 1 || speeds + turns == 0) return badBase(quantities.size());
  out.form.is_holonomic = speeds == 2;
  return out;
}

std::vector<double> inOrder(const BaseMotion& m, bool holonomic) {
  if (holonomic) return {m.ahead, m.aside, m.turn};
  return {m.ahead, m.turn};
}

// Speeds first, then what they change by.
Message written(const std::string& entity, const BaseForm& form, const BaseMotion& speed, const BaseMotion* change) {
  std::vector<double> values = inOrder(speed, form.is_holonomic);
  const std::size_t speeds = values.size();
  if (change) std::ranges::copy(inOrder(*change, form.is_holonomic), std::back_inserter(values));
  if (form.is_composite) {
    std::vector<Quantity> quantities;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool turns = i % speeds == speeds - 1;
      const char* measure =
          i < speeds ? (turns ? "angularSpeed" : "speed") : (turns ? "angularAcceleration" : "acceleration");
      quantities.push_back({entity, measure, values[i]});
    }
    return messageOf(quantities);
  }
  return build("StateProto", [&](Builder& out) {
    auto list = putList(out, "data", values.size());
    for (unsigned i = 0; i < values.size(); ++i) list.set(i, values[i] + 0.0);  // no -0
  });
}

}  // namespace

Message messageOf(const ImuTold& reading) {
  return build("ImuProto", [&](Builder& out) {
    const auto put = [&](const char* field, double value) { out.set(field, static_cast<float>(value + 0.0)); };
    put("linearAccelerationX", reading.linear_acceleration.x());
    put("linearAccelerationY", reading.linear_acceleration.y());
    put("linearAccelerationZ", reading.linear_acceleration.z());
    put("angularVelocityX", reading.angular_velocity.x());
    put("angularVelocityY", reading.angular_velocity.y());
    put("angularVelocityZ", reading.angular_velocity.z());
    put("angleYaw", reading.yaw);
    put("anglePitch", reading.pitch);
    put("angleRoll", reading.roll);
  });
}

Result<ImuTold> imuOf(const Message& message) {
  ImuTold out;
  WW_TRY(readAs("ImuProto", message, [&](const Reader& in) {
    const auto get = [&](const char* field) { return static_cast<double>(in.get(field).as<float>()); };
    out.linear_acceleration = {get("linearAccelerationX"), get("linearAccelerationY"), get("linearAccelerationZ")};
    out.angular_velocity = {get("angularVelocityX"), get("angularVelocityY"), get("angularVelocityZ")};
    out.yaw = get("angleYaw");
    out.pitch = get("anglePitch");
    out.roll = get("angleRoll");
  }));
  return out;
}

Result<BaseCommand> baseCommandOf(const Message& message) {
  const bool composite = message.type_id == findType(std::string_view("CompositeProto"))->id;
  WW_ASSIGN(const BaseCommand out, composite ? ofComposite(message) : ofState(message));
  const BaseMotion& m = out.motion;
  for (const double speed : {m.ahead, m.aside, m.turn})
    if (!(std::abs(speed) <= kFastest)) return fail(failures::kBaseSpeed, {{"value", arg::Number{speed}}});
  return out;
}

Message commandMessage(const BaseCommand& command) { return written("base", command.form, command.motion, nullptr); }

Message stateMessage(const std::string& base, const BaseForm& form, const BaseMotion& speed, const BaseMotion& change) {
  return written(base, form, speed, &change);
}

Pose driven(const Pose& world_t_base, const BaseMotion& motion, double seconds) {
  const double angle = motion.turn * seconds;
  // Of the way ahead and to the side, what is left of it on the arc.
  double along = 1.0 - angle * angle / 6.0, across = angle / 2.0;
  if (std::abs(angle) > kStraight) along = std::sin(angle) / angle, across = (1.0 - std::cos(angle)) / angle;
  const double x = motion.ahead * seconds, y = motion.aside * seconds;
  const Pose moved{Vec3(x * along - y * across, x * across + y * along, 0.0),
                   Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ()))};
  return world_t_base * moved;
}

}  // namespace ww::isaac
