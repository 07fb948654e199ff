// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/figures.h"
#include "app/cli/verb.h"
#include "core/base/failure.h"
#include "core/history/rows.h"
#include "core/world/records/load.h"
#include "core/world/values/bounds.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::cli {
namespace {

struct InfoOptions {
  std::string file;
};

struct Counts {
  std::uint64_t links = 0, joints = 0, sensors = 0, triangles = 0, collision_triangles = 0;
  Bounds bounds;
};

std::uint64_t triangles(const std::vector<world::PlacedGeometry>& placed) {
  std::uint64_t sum = 0;
  for (const auto& g : placed) sum += g.geometry->mesh->triangles.size();
  return sum;
}

Counts count(const world::World& world) {
  Counts c;
  world.forEachObject([&](const world::Object& o) {
    if (!o.parent) return;
    c.bounds.add(world::shownBounds(world, o));
    for (const world::EntityPtr& e : o.entities) {
      c.links += e->kind == world::EntityKind::kLink;
      c.joints += e->kind == world::EntityKind::kJoint;
      c.sensors += e->kind == world::EntityKind::kSensor;
      c.triangles += triangles(e->visual);
      c.collision_triangles += triangles(e->collision);
    }
  });
  return c;
}

int info(Run& run, const InfoOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const world::World& w = loaded->world;
  const Counts c = count(w);
  const std::size_t geometries = world::geometryRefs(w).size();
  const int rules = w.collisionSettings().collision_rules_size();
  Json json = {
      {"name", loaded->info.name},
      {"format_version", loaded->info.format_version >> 16},
      {"revision", loaded->info.revision},
      {"content_hash", world::contentHash(w)},
      {"objects", w.objectCount() - 1},
      {"entities", {{"links", c.links}, {"joints", c.joints}, {"frames", w.frameCount()}, {"sensors", c.sensors}}},
      {"geometries", geometries},
      {"triangles", c.triangles},
      {"collision_triangles", c.collision_triangles},
      {"bounds_m", boundsJson(c.bounds)},
      {"rules", rules},
      {"file_bytes", loaded->info.file_bytes}};
  const auto picture = project::thumbnail(project::systemVfs(), options.file);
  const std::size_t picture_bytes = picture.ok() ? picture->size() : 0;
  json["thumbnail_bytes"] = picture_bytes;
  const auto past = history::recordOf(loaded->history);
  const std::size_t states = past ? past->states.size() : 0;
  json["history_states"] = states;
  const std::string kept = states > 0 ? ", with a history of " + counted(states, "state") : std::string();
  const Vec3 size = c.bounds.size();
  print(
      run, json,
      fmt::format("{}: {}, {}, {}, {}, {}\n{}, {} ({} for collisions), {}\n"
                  "size {} x {} x {}\nformat {}, revision {}, {} bytes{}{}\n{}\n",
                  loaded->info.name, counted(w.objectCount() - 1, "object"), counted(c.links, "link"),
                  counted(c.joints, "joint"), counted(w.frameCount(), "frame"), counted(c.sensors, "sensor"),
                  counted(geometries, "geometry", "geometries"), counted(c.triangles, "triangle"),
                  c.collision_triangles, counted(static_cast<std::uint64_t>(rules), "rule"), lengthText(size.x()),
                  lengthText(size.y()), lengthText(size.z()), loaded->info.format_version >> 16, loaded->info.revision,
                  loaded->info.file_bytes, picture_bytes > 0 ? ", with a picture" : "", kept, world::contentHash(w)));
  return kDone;
}

}  // namespace

void addInfo(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<InfoOptions>(app, run, "info", "what a world file holds", info);
  sub->add_option("FILE", options->file, "world file")->required();
}

}  // namespace ww::cli
