// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/choose_parts.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "core/geometry/wire_convert.h"
#include "core/io/follower_mend.h"
#include "core/scene/followers.h"
#include "core/scene/object_index.h"
#include "core/scene/updates/mentions.h"
#include "core/usecase/failures.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
namespace pb = intrinsic_proto::world;

constexpr const char* kVisualKind = "Intrinsic_Visual";
constexpr const char* kCollisionKind = "Intrinsic_Collision";

// A part in the reading.
struct Spot {
  std::size_t object = 0;
  int entity = -1;    // -1: the model
  std::string shape;  // of a link; empty: the entity
};

struct PartTable {
  std::vector<FilePart> parts;
  std::vector<Spot> spots;
};

// Names of shapes, those that are seen first.
std::vector<std::string> shapeNames(const so::Entity& entity) {
  std::set<std::string> names;
  if (entity.has_link())
    for (const char* kind : {kVisualKind, kCollisionKind}) {
      const auto& sets = entity.link().geometry_component().named_geometries();
      if (const auto set = sets.find(kind); set != sets.end())
        for (const auto& [name, geometry] : set->second.named_geometries()) names.insert(name);
    }
  return {names.begin(), names.end()};
}

void addModel(const io::ImportResult& read, std::size_t object, PartTable& table) {
  const so::SceneObject& model = read.objects[object].object;
  const bool several = read.objects.size() > 1;
  const std::string before = several ? model.name() + ":" : "";
  int top = -1;
  if (several) {
    top = static_cast<int>(table.parts.size());
    table.parts.push_back({model.name(), model.name(), -1, true});
    table.spots.push_back({object, -1, {}});
  }
  std::map<std::string, int> places;
  for (int e = 0; e < model.entities_size(); ++e) {
    const so::Entity& entity = model.entities(e);
    const auto parent = places.find(entity.parent_name());
    const int at = static_cast<int>(table.parts.size());
    places[entity.name()] = at;
    table.parts.push_back({before + entity.name(), entity.name(), parent == places.end() ? top : parent->second,
                           !entity.parent_name().empty()});
    table.spots.push_back({object, e, {}});
    const auto shapes = shapeNames(entity);
    if (shapes.size() < 2) continue;
    for (const std::string& shape : shapes) {
      table.parts.push_back({before + entity.name() + "/" + shape, shape, at, true});
      table.spots.push_back({object, e, shape});
    }
  }
}

PartTable partTable(const io::ImportResult& read) {
  PartTable table;
  for (std::size_t i = 0; i < read.objects.size(); ++i) addModel(read, i, table);
  return table;
}

// ---- which stay

Result<std::vector<bool>> wanted(const PartTable& table, const PartChoice& choice) {
  const auto find = [&](const std::string& path) -> Result<std::size_t> {
    for (std::size_t i = 0; i < table.parts.size(); ++i)
      if (table.parts[i].path == path || table.parts[i].name == path) return i;
    std::vector<std::string> known;
    for (const FilePart& part : table.parts) known.push_back(part.path);
    return withNearest(fail(failures::kNoSuchPart, {{"part", arg::Name{path}}, {"parts", arg::Names{known}}}), path,
                       known);
  };
  std::vector<bool> stays(table.parts.size(), choice.only.empty());
  for (const std::string& path : choice.only) {
    WW_ASSIGN(const std::size_t i, find(path));
    stays[i] = true;
  }
  for (std::size_t i = 0; i < stays.size(); ++i)  // what hangs on it comes along
    if (table.parts[i].parent >= 0 && stays[static_cast<std::size_t>(table.parts[i].parent)]) stays[i] = true;
  std::vector<bool> goes(table.parts.size(), false);
  for (const std::string& path : choice.without) {
    WW_ASSIGN(const std::size_t i, find(path));
    goes[i] = true;
  }
  for (std::size_t i = 0; i < goes.size(); ++i) {
    if (table.parts[i].parent >= 0 && goes[static_cast<std::size_t>(table.parts[i].parent)]) goes[i] = true;
    if (goes[i]) stays[i] = false;
  }
  return stays;
}

void keepShapes(pb::GeometryComponent& component, const std::set<std::string>& shapes, bool all) {
  for (auto& [kind, set] : *component.mutable_named_geometries()) {
    for (auto it = set.mutable_named_geometries()->begin(); it != set.mutable_named_geometries()->end();)
      it = all || shapes.contains(it->first) ? std::next(it) : set.mutable_named_geometries()->erase(it);
  }
}

bool isJoint(const so::SceneObject& model, std::size_t entity) {
  return model.entities(static_cast<int>(entity)).has_joint();
}

// What of a model is needed; an entity whose own shapes are not wanted stays while something hangs on it, and a joint
// goes with the link that it moves.
std::vector<bool> neededOf(const so::SceneObject& model, std::vector<bool> needed) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::map<std::string, std::size_t> places;
  for (std::size_t e = 0; e < needed.size(); ++e) places[model.entities(static_cast<int>(e)).name()] = e;
  std::vector<std::size_t> parents;
  for (const so::Entity& entity : model.entities()) {
    const auto parent = places.find(entity.parent_name());
    parents.push_back(parent == places.end() ? kNone : parent->second);
  }
  std::vector<bool> moves(needed.size(), false);
  for (std::size_t e = needed.size(); e-- > 0;) {
    if (isJoint(model, e) && !moves[e]) needed[e] = false;
    if (parents[e] == kNone) needed[e] = true;  // the first link carries all
    else if (needed[e]) {
      needed[parents[e]] = true;
      if (model.entities(static_cast<int>(e)).has_link()) moves[parents[e]] = true;
    }
  }
  for (std::size_t e = 0; e < needed.size(); ++e)  // what hung on such a joint
    if (parents[e] != kNone && !needed[parents[e]]) needed[e] = false;
  return needed;
}

// Joints follow over others that are gone, and those whose leader is gone move by themselves, which is told.
void keepFollows(const so::SceneObject& model, const std::set<std::string>& gone, so::SceneObject& out,
                 Diagnostics& diagnostics) {
  constexpr std::size_t kMostTold = 1000;
  const auto follows = scene::followsOf(model);
  const auto concerns = [&](const scene::Follow& f) { return gone.contains(f.joint) || gone.contains(f.leader); };
  if (!follows.ok() || std::ranges::none_of(*follows, concerns)) return;
  const scene::ObjectIndex index(model);
  std::vector<scene::Follow> left = scene::resolveFollows(*follows, scene::jointStates(index)).follows;
  std::erase_if(left, [&](const scene::Follow& f) { return gone.contains(f.joint); });
  scene::setFollows(out, left);
  io::mendFollowers(out, diagnostics, kMostTold);
}

so::SceneObject kept(const so::SceneObject& model, const std::vector<bool>& stays,
                     const std::vector<std::map<std::string, bool>>& shapes, Diagnostics& diagnostics) {
  std::vector<bool> needed = stays;
  for (std::size_t e = 0; e < needed.size(); ++e)
    if (std::ranges::any_of(shapes[e], [](const auto& shape) { return shape.second; })) needed[e] = true;
  needed = neededOf(model, std::move(needed));
  so::SceneObject out = model;
  out.clear_entities();
  std::set<std::string> gone;
  for (std::size_t e = 0; e < needed.size(); ++e) {
    if (!needed[e]) {
      gone.insert(model.entities(static_cast<int>(e)).name());
      continue;
    }
    so::Entity& entity = *out.add_entities();
    entity = model.entities(static_cast<int>(e));
    if (!entity.has_link()) continue;
    std::set<std::string> names;
    for (const auto& [name, stay] : shapes[e])
      if (stay) names.insert(name);
    if (!stays[e] || !shapes[e].empty())
      keepShapes(*entity.mutable_link()->mutable_geometry_component(), names, shapes[e].empty() && stays[e]);
  }
  if (gone.empty()) return out;
  keepFollows(model, gone, out, diagnostics);
  scene::dropMentions(out, gone);
  return out;
}

// ---- what is left

struct Tally {
  io::ImportCounts counts;
  Bounds box;  // file frame
};

void addShapes(const std::map<std::string, geometry::GeometryPtr>& known, const so::Entity& entity, const Pose& at,
               Tally& tally) {
  for (const auto& [kind, set] : entity.link().geometry_component().named_geometries()) {
    for (const auto& [name, placed] : set.named_geometries()) {
      const auto shape = known.find(placed.geometry().geo_ref().exact_geometry_ref());
      const auto ref_t_shape = geometry::toAffine(placed.ref_t_shape());
      if (shape == known.end() || !ref_t_shape.ok()) continue;
      const bool seen = kind == kVisualKind;
      (seen ? tally.counts.triangles : tally.counts.collision_triangles) += shape->second->mesh->triangles.size();
      if (seen) ++tally.counts.parts;
      for (const Vec3& v : shape->second->mesh->vertices) {
        const Vec3 p = *ref_t_shape * v;
        tally.box.add(at.q * p + at.p);
      }
    }
  }
}

void addModelTally(const io::ImportedObject& one, const std::map<std::string, geometry::GeometryPtr>& known,
                   Tally& tally) {
  ++tally.counts.models;
  std::map<std::string, Pose> placed;
  for (const so::Entity& entity : one.object.entities()) {
    const auto parent = placed.find(entity.parent_name());
    const auto own = geometry::fromWireOrIdentity(entity.has_parent_t_this(), entity.parent_t_this());
    const Pose at = parent == placed.end() ? one.file_t_object : parent->second * (own.ok() ? *own : Pose{});
    placed[entity.name()] = at;
    tally.counts.links += entity.has_link() ? 1 : 0;
    tally.counts.joints += entity.has_joint() ? 1 : 0;
    tally.counts.frames += entity.has_frame() ? 1 : 0;
    tally.counts.sensors += entity.has_sensor() ? 1 : 0;
    if (entity.has_link()) addShapes(known, entity, at, tally);
  }
}

void countAnew(io::ImportResult& read) {
  std::map<std::string, geometry::GeometryPtr> known;
  for (const auto& g : read.geometries) known[g->ref] = g;
  Tally tally;
  for (const io::ImportedObject& one : read.objects) addModelTally(one, known, tally);
  tally.counts.solids = std::min(read.counts.solids, tally.counts.parts);
  read.counts = tally.counts;
  read.shown_m = read.bounds_m = tally.box;
}

void shift(intrinsic_proto::Pose* pose, bool present, const Vec3& by) {
  const auto at = geometry::fromWireOrIdentity(present, *pose);
  if (at.ok()) geometry::toWire({at->p + by, at->q}, pose);
}

// What an entity holds, moved within it.
void shiftContent(so::Entity& entity, const Vec3& by) {
  if (!entity.has_link()) return;
  for (auto& [kind, set] : *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries())
    for (auto& [name, placed] : *set.mutable_named_geometries()) {
      auto ref_t_shape = geometry::toAffine(placed.ref_t_shape());
      if (!ref_t_shape.ok()) continue;
      Eigen::Affine3d moved = *ref_t_shape;
      moved.pretranslate(by);
      geometry::toWire(moved, placed.mutable_ref_t_shape());
    }
  if (!entity.link().has_physics_component()) return;
  auto& physics = *entity.mutable_link()->mutable_physics_component();
  const bool present = physics.has_this_t_center_of_mass();
  shift(physics.mutable_this_t_center_of_mass(), present, by);
}

// The object's origin goes to the point in it; nothing else moves.
void moveOriginOf(io::ImportedObject& one, const Vec3& point) {
  std::string root;
  for (so::Entity& entity : *one.object.mutable_entities()) {
    if (entity.parent_name().empty()) {
      root = entity.name();
      shiftContent(entity, -point);
    } else if (entity.parent_name() == root) {
      if (entity.has_joint()) {
        auto& joint = *entity.mutable_joint()->mutable_kinematics_component();
        const bool present = joint.has_parent_t_inboard();
        shift(joint.mutable_parent_t_inboard(), present, -point);
      }
      const bool posed = entity.has_parent_t_this();
      if (!entity.has_joint() || posed) shift(entity.mutable_parent_t_this(), posed, -point);
    }
  }
  one.file_t_object.p += one.file_t_object.q * point;
}

// Of one object its own origin goes there; several keep theirs, and their places to each other.
void moveOrigin(io::ImportResult& read, const Vec3& foot) {
  if (read.objects.size() == 1) {
    io::ImportedObject& one = read.objects.front();
    moveOriginOf(one, one.file_t_object.q.conjugate() * (foot - one.file_t_object.p));
  }
  for (io::ImportedObject& one : read.objects) one.file_t_object.p -= foot;
  for (Bounds* b : {&read.shown_m, &read.bounds_m}) {
    b->min -= foot;
    b->max -= foot;
  }
}

// Of what is left of the file.
std::optional<Vec3> newOrigin(const io::ImportResult& left, const PartChoice& choice) {
  const Bounds& box = left.shown_m;
  if (choice.origin) return choice.origin;
  if (!choice.bottom_center || box.empty()) return std::nullopt;
  return Vec3(box.center().x(), box.center().y(), box.min.z());
}

}  // namespace

std::vector<FilePart> fileParts(const io::ImportResult& read) { return partTable(read).parts; }

PartChoice stillThere(const io::ImportResult& read, PartChoice choice) {
  const auto parts = fileParts(read);
  const auto gone = [&](const std::string& path) {
    return std::ranges::none_of(parts, [&](const FilePart& p) { return p.path == path || p.name == path; });
  };
  std::erase_if(choice.only, gone);
  std::erase_if(choice.without, gone);
  return choice;
}

Result<io::ImportResult> withChoice(const io::ImportResult& read, const PartChoice& choice) {
  io::ImportResult out = read;
  if (choice.all()) return out;
  if (!choice.only.empty() || !choice.without.empty()) {
    const PartTable table = partTable(read);
    WW_ASSIGN(const std::vector<bool> stays, wanted(table, choice));
    if (std::ranges::none_of(stays, std::identity{})) return fail(failures::kNothingChosen);
    out.objects.clear();
    for (std::size_t i = 0; i < read.objects.size(); ++i) {
      const so::SceneObject& model = read.objects[i].object;
      std::vector<bool> entities(static_cast<std::size_t>(model.entities_size()));
      std::vector<std::map<std::string, bool>> shapes(entities.size());
      bool any = false;
      for (std::size_t p = 0; p < table.spots.size(); ++p) {
        const Spot& spot = table.spots[p];
        if (spot.object != i || spot.entity < 0) continue;
        any = any || stays[p];
        if (spot.shape.empty()) entities[static_cast<std::size_t>(spot.entity)] = stays[p];
        else shapes[static_cast<std::size_t>(spot.entity)][spot.shape] = stays[p];
      }
      if (!any) continue;
      out.objects.push_back(read.objects[i]);
      out.objects.back().object = kept(model, entities, shapes, out.diagnostics);
    }
    countAnew(out);
  }
  if (const auto origin = newOrigin(out, choice)) moveOrigin(out, *origin);
  return out;
}

Vec3 originInFile(const io::ImportResult& read, const PartChoice& choice) {
  PartChoice parts = choice;
  parts.bottom_center = false;
  parts.origin.reset();
  const auto left = withChoice(read, parts);
  return left.ok() ? newOrigin(*left, choice).value_or(Vec3::Zero()) : Vec3(Vec3::Zero());
}

}  // namespace ww::usecase
