// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/sensing/sight_along.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/sensing/failures.h"

namespace ww::usecase {
namespace {

constexpr double kMostLooks = 1e5;

bool continues(const SightSpan& span, const sensing::Sight& next) {
  return span.sight.seen == next.seen &&
         (next.seen != sensing::Seen::kHidden || span.sight.hidden_by == next.hidden_by);
}

Status noSuchObject(const world::World& world, const std::string& name) {
  std::vector<std::string> known;
  world.forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) known.push_back(world.display(o.id));
  });
  return withNearest(fail(sensing::failures::kNoObject, {{"name", arg::Name{name}}}), name, known);
}

}  // namespace

Result<std::vector<SightSpan>> sightAlong(const Playback& playback, EntityId camera, ObjectId object, double every,
                                          std::stop_token stop, const Progress& progress) {
  std::vector<SightSpan> out;
  std::optional<rays::Room> room;
  const double duration = playback.duration();
  const double looks = std::clamp(std::ceil(duration / every), 1.0, kMostLooks);
  for (double i = 0.0; i <= looks; i += 1.0) {
    if (stop.stop_requested()) return fail(sensing::failures::kCancelled);
    const double seconds = duration * i / looks;
    WW_ASSIGN(const world::World world, playback.at(seconds));
    WW_ASSIGN(const sensing::Sensor sensor, sensing::sensorAt(world, camera));
    WW_TRY(sensing::check(sensor));
    if (!sensor.isCamera())
      return fail(sensing::failures::kNotACamera, {{"sensor", arg::Node{sensor.name, camera.value}}});
    WW_ASSIGN(rays::Room now, rays::Room::make(world, rays::Shown::kVisual, room ? &*room : nullptr));
    room.emplace(std::move(now));
    const sensing::Sight sight = sensing::sightOf(*room, sensor.optics, world.rootT(camera), object);
    if (out.empty() || !continues(out.back(), sight)) out.push_back({seconds, seconds, sight});
    out.back().to = seconds;
    if (sight.share < out.back().sight.share) out.back().sight = sight;
    progress.report(i / looks);
  }
  return out;
}

Result<std::vector<SightSpan>> sights(const world::World& world, const SightQuestion& question, std::stop_token stop) {
  const sensing::Sensor& camera = question.camera;
  WW_TRY(sensing::check(camera));
  if (!camera.isCamera())
    return fail(sensing::failures::kNotACamera, {{"sensor", arg::Node{camera.name, camera.entity.value}}});
  const ObjectId object = question.object.empty() ? ObjectId{} : world.find(question.object);
  if (!object) return noSuchObject(world, question.object);
  if (!question.program.empty()) {
    WW_ASSIGN(const Playback playback, Playback::ofLastPlan(world, question.program));
    return sightAlong(playback, camera.entity, object, question.every, std::move(stop));
  }
  WW_ASSIGN(const rays::Room room, rays::Room::make(world, rays::Shown::kVisual));
  return std::vector<SightSpan>{{0.0, 0.0, sensing::sightOf(room, camera.optics, world.rootT(camera.entity), object)}};
}

}  // namespace ww::usecase
