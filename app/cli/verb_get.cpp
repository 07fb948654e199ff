// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/figures.h"
#include "app/cli/verb.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::cli {
namespace {

struct GetOptions {
  std::string file, ref;
  std::string view = "full";
};

Json viewOf(const world::World& w, const world::NodeRef& node, world::View view) {
  const std::string id = "init_world";
  if (const auto* object = std::get_if<ObjectId>(&node))
    return toJson(world::toWireObject(w, *w.object(*object), view, id));
  if (const auto* frame = std::get_if<FrameId>(&node)) return toJson(world::toWireFrame(w, *w.frame(*frame), true, id));
  const EntityId entity = std::get<EntityId>(node);
  const world::EntityOwner owner = *w.owner(entity);
  if (owner.frame) return toJson(world::toWireFrame(w, *w.frame(owner.frame), true, id));
  const world::ObjectPtr object = w.object(owner.object);
  return toJson(world::toWireEntity(w, *object, *object->entity(entity), id));
}

int get(Run& run, const GetOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto node = world::resolveText(loaded->world, options.ref);
  if (!node.ok()) return fail(run, node.status());
  const Json json =
      viewOf(loaded->world, node.value(), options.view == "basic" ? world::View::kBasic : world::View::kFull);
  print(run, json, json.dump(2) + "\n");
  return kDone;
}

struct TransformOptions {
  std::string file, a, b;
};

int transform(Run& run, const TransformOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto a = world::resolveText(loaded->world, options.a);
  if (!a.ok()) return fail(run, a.status());
  const auto b = world::resolveText(loaded->world, options.b);
  if (!b.ok()) return fail(run, b.status());
  Pose a_t_b = loaded->world.aTB(a.value(), b.value());
  a_t_b.q = normalizedOnce(a_t_b.q);
  print(run, Json{{"a_t_b", poseJson(a_t_b)}}, poseLines(a_t_b));
  return kDone;
}

}  // namespace

void addGet(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<GetOptions>(app, run, "get", "an object, entity or frame as proto JSON", get);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("REF", options->ref, "object, object/frame, object:entity, or an id")->required();
  sub->add_option("--view", options->view, "how much of an object")->check(oneOf({"basic", "full"}));
}

void addTransform(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<TransformOptions>(app, run, "transform", "a_t_b of two nodes", transform);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("A", options->a, "reference node")->required();
  sub->add_option("B", options->b, "node")->required();
}

}  // namespace ww::cli
