// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/bench_world.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

constexpr std::size_t kEntitySamples = 1000;
constexpr std::size_t kEntityPoses = 20'000;

// A base and links on it.
intrinsic_proto::scene_object::v1::SceneObject starOf(int entities) {
  intrinsic_proto::scene_object::v1::SceneObject star;
  for (int i = 0; i < entities; ++i) {
    auto* entity = star.add_entities();
    entity->set_name(fmt::format("link_{}", i));
    entity->mutable_link();
    if (i > 0) entity->set_parent_name("link_0");
  }
  return star;
}

Result<EntityFigures> measureObject(int entities) {
  geometry::GeometryStore store;
  const auto made = world::apply(
      world::World(), *session::createFromSceneObject(world::kRootObject, {}, "star", starOf(entities), {}), store);
  if (!made.ok()) return made.status();
  const world::World& w = *made;
  const world::ObjectPtr star = w.object(w.aliasNamed("star"));
  std::mt19937 random(1);
  const auto any = [&] { return star->entities[random() % star->entities.size()]->id; };
  // Drawn before, as looking for one takes as long as asking for its pose.
  std::vector<EntityId> asked(kEntityPoses);
  std::generate(asked.begin(), asked.end(), any);
  std::size_t next = 0;
  std::vector<session::EditsPtr> renames;
  for (int i = 0; i < 200; ++i) renames.push_back(session::renameEntity(any(), fmt::format("renamed_{}", i)));
  const session::EditsPtr move = session::setPose(star->id, world::kRootObject, Pose::translation(1, 2, 3));
  Status status;
  const auto apply = [&](const session::EditsPtr& edits) {
    if (const auto done = world::apply(w, *edits, store); !done.ok()) status = done.status();
  };
  EntityFigures out{entities, {}, {}, {}};
  out.move = measure(kEntitySamples, 20, [&] { apply(move); });
  out.rename = measure(kEntitySamples, 20, [&] { apply(renames[random() % renames.size()]); });
  double check = 0.0;
  out.root_t = measure(kEntitySamples, 100, [&] { check += w.rootT(asked[next++ % kEntityPoses]).p.x(); });
  WW_TRY(status);
  return check >= 0.0 ? Result<EntityFigures>(out) : benchWrong("world", "a pose is no number");
}

}  // namespace

Result<std::vector<EntityFigures>> measureEntities() {
  std::vector<EntityFigures> out;
  for (const int entities : {10, 1'000, 10'000}) {
    WW_ASSIGN(EntityFigures figures, measureObject(entities));
    out.push_back(figures);
  }
  return out;
}

std::string textOf(const std::vector<EntityFigures>& all) {
  std::string text;
  for (const EntityFigures& f : all) {
    text += fmt::format("{:>7} entities in an object: p50 of a move {:.3f} us, of a rename of one {:.3f} us, ",
                        f.entities, f.move.p50, f.rename.p50);
    text += fmt::format("of its pose {:.3f} us (target: within 2 x)\n", f.root_t.p50);
  }
  return text;
}

Json jsonOf(const std::vector<EntityFigures>& all) {
  Json out = Json::array();
  for (const EntityFigures& f : all) {
    out.push_back({{"entities", f.entities},
                   {"move_us", timesJson(f.move)},
                   {"rename_entity_us", timesJson(f.rename)},
                   {"root_t_entity_us", timesJson(f.root_t)}});
  }
  return out;
}

}  // namespace ww::cli
