// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/exchange/imu_stream.h"

#include <algorithm>
#include <cmath>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/motion_messages.h"

namespace ww::usecase {
namespace {

isaac::ImuTold toldOf(const sensing::ImuReading& reading, const Pose& root_t_unit) {
  isaac::ImuTold out{reading.linear_acceleration, reading.angular_velocity};
  const Eigen::Matrix3d r = root_t_unit.q.toRotationMatrix();
  out.yaw = std::atan2(r(1, 0), r(0, 0));
  out.pitch = std::asin(std::clamp(-r(2, 0), -1.0, 1.0));
  out.roll = std::atan2(r(2, 1), r(2, 2));
  return out;
}

}  // namespace

Result<world::NodeRef> unitNamed(const world::World& world, std::string_view name) {
  if (const ObjectId id = world.find(name); id && id != world::kRootObject) return world::NodeRef(id);
  const std::size_t colon = name.find_last_of(":/");
  const ObjectId id = colon == std::string_view::npos ? ObjectId{} : world.find(name.substr(0, colon));
  const world::Object* object = id ? world.peek(id) : nullptr;
  if (const world::Entity* entity = object ? object->entityNamed(name.substr(colon + 1)) : nullptr)
    return world::NodeRef(entity->id);
  if (const FrameId frame = object ? world.frameNamed(id, name.substr(colon + 1)) : FrameId{})
    return world::NodeRef(frame);
  return fail(isaac::failures::kNoUnit, {{"name", arg::Name{std::string(name)}}});
}

ImuStreams::ImuStreams(const std::vector<std::string>& units) {
  for (const std::string& name : units)
    units_.push_back({.name = name,
                      .channel = units_.empty() ? "imu_raw" : "imu_raw_" + std::to_string(units_.size() + 1),
                      .world = nullptr,
                      .node = world::NodeRef(world::kRootObject)});
}

// The beats since it was told last, at most those of what its track remembers: who was away longer left them out.
void ImuStreams::tell(Unit& unit, double time_s, std::vector<isaac::Message>& out) const {
  const double said = unit.errors.rate > 0.0 ? unit.errors.rate : kImuRate;
  const double rate = std::clamp(said, kLeastImuRate, kMostImuRate);
  if (rate != unit.rate) {
    unit.rate = rate;
    unit.first_s = time_s;
    unit.reading = 0;
  }
  const auto beats = static_cast<std::uint64_t>((time_s - unit.first_s) * rate + 1e-6) + 1;
  const auto most = static_cast<std::uint64_t>(std::ceil(sensing::ImuTrack::kSpan * rate));
  if (beats > unit.reading + most) unit.reading = beats - most;
  for (; unit.reading < beats; ++unit.reading) {
    // As long after the beat for all of them, so that their times are as far apart as their beats.
    const double beat_s = unit.first_s + static_cast<double>(unit.reading) / rate;
    const double read_s = std::max(beat_s - 0.5 * sensing::ImuTrack::kSpan, unit.track.begin());
    const double ahead = read_s - unit.track.time();
    const sensing::ImuReading reading = sensing::told(unit.track.reading(Vec3(0.0, 0.0, -9.81), ahead), unit.errors,
                                                      {.sensor = unit.number, .frame = unit.reading}, 1.0 / rate);
    out.push_back(isaac::messageOf(toldOf(reading, unit.track.pose(ahead))));
    out.back().acqtime_ns = std::llround(read_s * 1e9);
    out.back().channel = unit.channel;
  }
}

std::vector<isaac::Message> ImuStreams::read(const ShownWorld& shown, double time_s) {
  std::vector<isaac::Message> out;
  if (!isDue(time_s)) return out;
  next_s_ = std::max(next_s_ + 1.0 / kImuRate, time_s);
  model::Overlay places(shown.models->of(*shown.world));
  places.set(shown.shown);
  for (Unit& unit : units_) {
    if (unit.world != shown.world) {
      unit.world = shown.world;
      unit.node = unitNamed(*shown.world, unit.name);
      unit.errors = unit.node.ok() ? sensing::imuErrorsOf(*shown.world, *unit.node) : sensing::ImuErrors();
      unit.number = unit.node.ok() ? sensing::imuNumber(*shown.world, *unit.node) : 0;
    }
    if (!unit.node.ok()) continue;
    unit.track.add(time_s, places.rootT(*unit.node));
    tell(unit, time_s, out);
  }
  return out;
}

}  // namespace ww::usecase
