// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/exchange/imu_stream.h"

#include <algorithm>
#include <cmath>

#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/motion_messages.h"

namespace ww::usecase {
namespace {

isaac::ImuTold toldOf(const sensing::ImuTrack& track) {
  const sensing::ImuReading reading = track.reading();
  isaac::ImuTold out{reading.linear_acceleration, reading.angular_velocity};
  const Eigen::Matrix3d r = track.pose().q.toRotationMatrix();
  out.yaw = std::atan2(r(1, 0), r(0, 0));
  out.pitch = std::asin(std::clamp(-r(2, 0), -1.0, 1.0));
  out.roll = std::atan2(r(2, 1), r(2, 2));
  return out;
}

}  // namespace

Result<world::NodeRef> unitNamed(const world::World& world, std::string_view name) {
  if (const ObjectId id = world.find(name); id && id != world::kRootObject) return world::NodeRef(id);
  const std::size_t colon = name.rfind(':');
  const ObjectId id = colon == std::string_view::npos ? ObjectId{} : world.find(name.substr(0, colon));
  const world::Object* object = id ? world.peek(id) : nullptr;
  const world::Entity* entity = object ? object->entityNamed(name.substr(colon + 1)) : nullptr;
  if (!entity) return fail(isaac::failures::kNoUnit, {{"name", arg::Name{std::string(name)}}});
  return world::NodeRef(entity->id);
}

std::vector<isaac::Message> ImuStreams::read(const ShownWorld& shown, double time_s) {
  std::vector<isaac::Message> out;
  if (!isDue(time_s)) return out;
  next_s_ = std::max(next_s_ + 1.0 / kImuRate, time_s);
  model::Overlay places(shown.models->of(*shown.world));
  places.set(shown.shown);
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const auto unit = unitNamed(*shown.world, units_[i]);
    if (!unit.ok()) continue;
    tracks_[i].add(time_s, places.rootT(*unit));
    out.push_back(isaac::messageOf(toldOf(tracks_[i])));
    out.back().acqtime_ns = std::llround(tracks_[i].time() * 1e9);
    out.back().channel = i == 0 ? "imu_raw" : "imu_raw_" + std::to_string(i + 1);
  }
  return out;
}

}  // namespace ww::usecase
