// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sense_force.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/figures.h"
#include "app/cli/notes.h"
#include "core/base/finding.h"
#include "core/usecase/sensing/force.h"

namespace ww::cli {
namespace {

Json tripleJson(const Vec3& v) { return {withoutNoise(v.x()), withoutNoise(v.y()), withoutNoise(v.z())}; }

std::string triple(const Vec3& v) {
  return fmt::format("{:.5g} {:.5g} {:.5g}", withoutNoise(v.x()), withoutNoise(v.y()), withoutNoise(v.z()));
}

Json forceJson(const world::World& w, const sensing::Sensor& sensor, const usecase::ForceReading& r) {
  const simulation::Inertial& hanging = r.hanging;
  Json out{{"sensor", sensor.name},
           {"kind", "force-torque sensor"},
           {"what", "wrench"},
           {"force_n", tripleJson(r.force())},
           {"torque_nm", tripleJson(r.torque())},
           {"axes_of", w.display(r.cut.axes)},
           {"about_origin_of", sensor.name},
           {"measures", plain(usecase::signsOf(w, r))},
           {"direction", r.cut.on_child ? "parent to child" : "child to parent"},
           {"child", w.display(r.cut.child)},
           {"parent", r.cut.parent ? Json(w.display(r.cut.parent)) : Json()},
           {"physics_s", r.seconds}};
  out["hanging"] = {{"mass_kg", hanging.mass}, {"center_m_in_sensor", tripleJson(hanging.com)}};
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i) rows.push_back(tripleJson(hanging.inertia.row(i).transpose()));
  out["hanging"]["inertia_kg_m2_about_center"] = rows;
  return out;
}

std::string forceText(const world::World& w, const sensing::Sensor& sensor, const usecase::ForceReading& r) {
  const std::string when =
      r.seconds > 0.0 ? fmt::format("after {} of physics", plainVoice().seconds(r.seconds)) : "at rest";
  return fmt::format(
      "{}: force {} N ({:.5g} N), torque {} Nm ({:.5g} Nm)\n{}, {}\n{}; {:.5g} kg hang on it, their centre {} m in its "
      "frame\n",
      sensor.name, triple(r.force()), r.force().norm(), triple(r.torque()), r.torque().norm(),
      plain(usecase::signsOf(w, r)), plain(usecase::axesOf(w, r)), when, r.hanging.mass, triple(r.hanging.com));
}

Result<usecase::ForceReading> measureForce(const Run& run, const ForceOptions& o, const world::World& w,
                                           const sensing::Sensor& sensor) {
  std::optional<sensing::NoiseKey> key;
  if (!o.no_noise) key = sensing::NoiseKey{o.seed, sensor.entity.value, o.frame};
  if (o.seconds > 0.0) return usecase::forceAfter(w, run.store, sensor, o.seconds, key, run.stop);
  return usecase::forceAtRest(
      w, sensor, [&](EntityId id) { return w.rootT(id); }, key);
}

}  // namespace

int senseForce(Run& run, const ForceOptions& options, const world::World& world, const sensing::Sensor& sensor) {
  const auto reading = measureForce(run, options, world, sensor);
  if (!reading.ok()) return fail(run, reading.status());
  Json told = forceJson(world, sensor, *reading);
  Diagnostics odd;
  if (!reading->unweighed.ok()) odd.push_back(findingOf(reading->unweighed));
  if (!options.out.empty()) {
    if (const Status s = writeFile(options.out, told.dump(2) + "\n"); !s.ok()) return fail(run, s);
    told["out"] = options.out;
  }
  warnOf(run, odd);
  addNotes(run, told, odd);
  if (options.out != "-") print(run, told, forceText(world, sensor, *reading));
  return kDone;
}

}  // namespace ww::cli
