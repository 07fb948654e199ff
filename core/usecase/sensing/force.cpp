// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/sensing/force.h"

#include <algorithm>
#include <cmath>

#include "core/model/overlay.h"
#include "core/simulation/moment.h"

namespace ww::usecase {
namespace {

// What is told of a wrench in the sensor's axes.
ForceReading readingOf(const world::World& world, const sensing::Sensor& sensor, simulation::LoadCut cut,
                       const simulation::Wrench& wrench, const simulation::RootTOf& root_t,
                       const std::optional<sensing::NoiseKey>& key) {
  ForceReading out;
  out.unweighed = simulation::unweighed(world, cut);
  out.hanging = simulation::hangingOn(cut, root_t);
  out.cut = std::move(cut);
  out.axes = {wrench.force.x(),  wrench.force.y(),  wrench.force.z(),
              wrench.torque.x(), wrench.torque.y(), wrench.torque.z()};
  if (key) out.axes = sensing::told(sensor, out.axes, *key);
  return out;
}

arg::Node node(const world::World& world, EntityId id) { return {world.display(id), id.value}; }

}  // namespace

Result<ForceReading> forceAtRest(const world::World& world, const sensing::Sensor& sensor,
                                 const simulation::RootTOf& root_t, const std::optional<sensing::NoiseKey>& key) {
  WW_ASSIGN(simulation::LoadCut cut, simulation::loadCutOf(world, sensor.entity));
  WW_TRY(simulation::checkRests(world, cut));
  const simulation::Wrench wrench = simulation::restLoad(cut, root_t, Vec3(0, 0, -kStandardGravity));
  return readingOf(world, sensor, std::move(cut), wrench, root_t, key);
}

Result<ForceReading> forceIn(const world::World& world, const sensing::Sensor& sensor, const simulation::Wrench& wrench,
                             const simulation::RootTOf& root_t, const std::optional<sensing::NoiseKey>& key) {
  WW_ASSIGN(simulation::LoadCut cut, simulation::loadCutOf(world, sensor.entity));
  WW_TRY(simulation::checkWeighs(world, cut));
  return readingOf(world, sensor, std::move(cut), wrench, root_t, key);
}

Result<ForceReading> forceAfter(const world::World& world, std::shared_ptr<geometry::GeometryStore> store,
                                const sensing::Sensor& sensor, double seconds,
                                const std::optional<sensing::NoiseKey>& key, const std::stop_token& stop) {
  WW_ASSIGN(const simulation::LoadCut cut, simulation::loadCutOf(world, sensor.entity));
  WW_TRY(simulation::checkWeighs(world, cut));
  simulation::Simulation physics(world, std::move(store));
  const double steps = std::round(seconds / physics.physics().time_step);
  WW_TRY(physics.step(static_cast<std::uint64_t>(std::max(1.0, steps)), stop));
  const simulation::Moment moment = simulation::Moments::of(physics);
  model::Overlay places(model::Model::make(world));
  places.set(moment.shown());
  for (const simulation::LoadMoment& load : moment.loads) {
    if (load.sensor != sensor.entity) continue;
    std::optional<sensing::NoiseKey> own = key;
    if (own) own->frame = moment.step;
    WW_ASSIGN(ForceReading out, forceIn(
                                    world, sensor, load.wrench, [&](EntityId id) { return places.rootT(id); }, own));
    out.seconds = moment.time;
    return out;
  }
  simulation::LoadCut none;  // its mass was taken away meanwhile
  none.sensor = none.child = sensor.entity;
  return simulation::checkWeighs(world, none);
}

Phrase signsOf(const world::World& world, const ForceReading& reading) {
  const simulation::LoadCut& cut = reading.cut;
  const arg::Node child = node(world, cut.child);
  if (!cut.parent && cut.on_child)
    return phrase(WW_TEXT("Core", "what {child} and all that hangs on it are acted on with"), {{"child", child}});
  if (!cut.parent)
    return phrase(WW_TEXT("Core", "what {child} and all that hangs on it act with on what carries it"),
                  {{"child", child}});
  const arg::Node parent = node(world, cut.parent);
  if (cut.on_child)
    return phrase(WW_TEXT("Core", "what {parent} acts with on {child} and all that hangs on it"),
                  {{"parent", parent}, {"child", child}});
  return phrase(WW_TEXT("Core", "what {child} and all that hangs on it act with on {parent}"),
                {{"parent", parent}, {"child", child}});
}

Phrase axesOf(const world::World& world, const ForceReading& reading) {
  return phrase(WW_TEXT("Core", "in the axes of {axes}, about the origin of {sensor}"),
                {{"axes", node(world, reading.cut.axes)}, {"sensor", node(world, reading.cut.sensor)}});
}

}  // namespace ww::usecase
