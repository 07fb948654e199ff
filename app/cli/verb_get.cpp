// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/figures.h"
#include "app/cli/verb.h"
#include "core/usecase/features.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::cli {
namespace {

struct GetOptions {
  std::string file, ref;
  std::string view = "full";
  bool features = false;
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

// The entities that a node stands for: all of an object, or the one that a frame hangs on.
std::vector<EntityId> entitiesOf(const world::World& w, const world::NodeRef& node) {
  if (const auto* entity = std::get_if<EntityId>(&node)) return {*entity};
  if (const auto* frame = std::get_if<FrameId>(&node)) return {w.frame(*frame)->parent_entity};
  std::vector<EntityId> out;
  for (const world::EntityPtr& e : w.object(std::get<ObjectId>(node))->entities) out.push_back(e->id);
  return out;
}

// Lengths in metres; poses in the object.
Json featureJson(const world::Object& object, const world::Entity& entity, const usecase::PlacedFeature& on) {
  const geometry::Feature& f = on.feature;
  const Pose object_t_entity = world::World::objectTEntity(object, entity.id);
  Pose object_t_frame = object_t_entity * geometry::framePose(f, f.center + f.axis);
  object_t_frame.q = normalizedOnce(object_t_frame.q);
  return {{"kind", usecase::featureWord(f.kind)},
          {"object", object.name},
          {"entity", entity.name},
          {"shape", on.shape},
          {"geometry", on.geometry},
          {"feature", on.index},
          {"object_t_frame", poseJson(object_t_frame)},
          {"radius_m", f.radius},
          {"length_m", f.length},
          {"span_m", f.span},
          {"area_m2", f.area},
          {"exact", f.exact},
          {"error_m", f.error}};
}

std::string featureLine(const Json& f) {
  const auto length = [&](const char* key) { return lengthText(f[key].get<double>()); };
  std::string text = fmt::format("{} of {}", f["kind"].get<std::string>(), f["entity"].get<std::string>());
  if (f["radius_m"] > 0.0) text += fmt::format(", {} wide", lengthText(2.0 * f["radius_m"].get<double>()));
  if (f["length_m"] > 0.0) text += fmt::format(", {} long", length("length_m"));
  if (f["span_m"] > 0.0) text += fmt::format(", {} between its ends", length("span_m"));
  return text + (f["exact"] ? "\n" : fmt::format(", fitted to {}\n", length("error_m")));
}

int features(Run& run, const world::World& w, const world::NodeRef& node) {
  usecase::FeatureCache cache;
  Json all = Json::array();
  std::string text;
  for (const EntityId id : entitiesOf(w, node)) {
    const auto* owner = w.owner(id);
    const auto object = owner ? w.object(owner->object) : nullptr;
    const world::Entity* entity = object ? object->entity(id) : nullptr;
    if (!entity) continue;
    for (const usecase::PlacedFeature& on : usecase::featuresOf(*entity, cache, run.stop)) {
      all.push_back(featureJson(*object, *entity, on));
      text += featureLine(all.back());
    }
  }
  const bool none = all.empty();
  print(run, {{"features", std::move(all)}}, none ? "no bores, pins, slots, rims or planes\n" : text);
  return kDone;
}

int get(Run& run, const GetOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto node = world::resolveText(loaded->world, options.ref);
  if (!node.ok()) return fail(run, node.status());
  if (options.features) return features(run, loaded->world, node.value());
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
  sub->add_flag("--features", options->features,
                "its bores, pins, slots, rims and planes instead, with a frame on each");
}

void addTransform(CLI::App& app, Run& run) {
  auto [sub, options] = addVerb<TransformOptions>(app, run, "transform", "a_t_b of two nodes", transform);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("A", options->a, "reference node")->required();
  sub->add_option("B", options->b, "node")->required();
}

}  // namespace ww::cli
