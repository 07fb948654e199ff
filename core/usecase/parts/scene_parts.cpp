// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/parts/scene_parts.h"

#include <algorithm>

#include "core/base/finding.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/object_index.h"
#include "core/scene/updates/draft.h"
#include "core/usecase/failures.h"

namespace ww::usecase {
namespace scene_parts {

Entities::Entities(const so::SceneObject& object) {
  so::SceneObject copy = object;
  scene::updates::Draft draft(copy, false);
  const scene::ObjectIndex index(object);
  for (const int i : index.parentsFirst()) {
    const so::Entity& entity = index.entity(i);
    order_.push_back(&entity);
    by_name_[entity.name()] = &entity;
    const auto pose = draft.poseOf(entity);
    const bool is_root = index.parent(i) == scene::ObjectIndex::kNone;
    const Pose at = pose.ok() ? *pose : Pose{};
    poses_[entity.name()] = is_root ? Pose{} : poses_.at(entity.parent_name()) * at;
    if (!is_root) children_[entity.parent_name()].push_back(&entity);
  }
}

const so::Entity* Entities::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

const std::string& Entities::linkOf(const std::string& name) const {
  const so::Entity* at = find(name);
  while (at && !at->has_link() && !at->parent_name().empty()) at = find(at->parent_name());
  return at ? at->name() : root().name();
}

std::vector<const so::Entity*> Entities::childrenOf(const std::string& name) const {
  const auto found = children_.find(name);
  return found == children_.end() ? std::vector<const so::Entity*>{} : found->second;
}

std::vector<ShapeAt> shapesOf(const so::Entity& link) {
  std::vector<ShapeAt> out;
  if (!link.has_link()) return out;
  for (const auto& [kind, set] : link.link().geometry_component().named_geometries())
    for (const auto& [name, placed] : set.named_geometries()) out.push_back({kind, name, &placed});
  std::ranges::sort(
      out, [](const ShapeAt& a, const ShapeAt& b) { return std::tie(a.kind, a.name) < std::tie(b.kind, b.name); });
  return out;
}

bool hasShapes(const so::Entity& entity) { return !shapesOf(entity).empty(); }

std::set<std::string> partNames(const so::Entity& link) {
  std::set<std::string> out;
  const std::vector<ShapeAt> shapes = shapesOf(link);
  for (const char* kind : {kSeen, kChecked, ""}) {
    for (const ShapeAt& shape : shapes)
      if (*kind == '\0' || shape.kind == kind) out.insert(shape.name);
    if (!out.empty()) break;
  }
  return out;
}

Placed moved(const Placed& placed, const Pose& new_t_old) {
  Placed out = placed;
  const auto at = geometry::toAffine(placed.ref_t_shape());
  if (!at.ok()) return out;
  Eigen::Affine3d to = new_t_old.isometry() * *at;
  // What is the identity but for rounding is it: files and exports know such places by it.
  if ((to.matrix() - Eigen::Matrix4d::Identity()).cwiseAbs().maxCoeff() < 1e-14) to = Eigen::Affine3d::Identity();
  if (to.matrix() != at->matrix()) geometry::toWire(to, out.mutable_ref_t_shape());
  return out;
}

Pose rigidPartOf(const Placed& placed) {
  const auto at = geometry::toAffine(placed.ref_t_shape());
  if (!at.ok()) return {};
  // A turned and scaled axis is its length times a unit vector; where the axes are not square, only the place is taken.
  Eigen::Matrix3d axes = at->linear();
  for (int i = 0; i < 3; ++i) axes.col(i).normalize();
  if (axes.determinant() < 0) axes = -axes;
  constexpr double kSquare = 1e-9;
  if ((axes.transpose() * axes - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() > kSquare)
    return {at->translation(), Quat::Identity()};
  return {at->translation(), Quat(axes).normalized()};
}

void setPose(so::Entity& entity, const Pose& parent_t_entity) {
  geometry::toWire(parent_t_entity, entity.mutable_parent_t_this());
}

io::NameSet takenNames(const so::SceneObject& object) {
  io::NameSet out;
  for (const so::Entity& entity : object.entities()) out.add(entity.name(), entity.name());
  return out;
}

EntityOf here(std::size_t object, const std::string& entity) { return {object, entity}; }

void hangOn(so::Entity& entity, const std::string& link, const Pose& link_t_entity) {
  entity.set_parent_name(link);
  setPose(entity, link_t_entity);
}

void noteJointsGone(Diagnostics& notes, std::vector<std::string> joints, const std::string& object) {
  if (joints.empty()) return;
  const std::size_t count = joints.size();
  notes.push_back(findingOf(
      fail(failures::kPartsJointsGone,
           {{"count", arg::Count{count}}, {"joints", arg::Names{std::move(joints)}}, {"object", arg::Name{object}}})));
}

}  // namespace scene_parts

Regrouped after(Regrouped first, Regrouped second) {
  Regrouped out = std::move(second);
  std::map<EntityOf, EntityOf> carriers;
  for (const auto& [from, by] : first.carriers)
    if (const auto to = out.carriers.find(by); to != out.carriers.end()) carriers[from] = to->second;
  std::map<EntityOf, std::set<EntityOf>> shapes;
  for (const auto& [from, over] : first.shapes)
    for (const EntityOf& by : over)
      if (const auto to = out.shapes.find(by); to != out.shapes.end())
        shapes[from].insert(to->second.begin(), to->second.end());
  out.carriers = std::move(carriers);
  out.shapes = std::move(shapes);
  first.notes.insert(first.notes.end(), out.notes.begin(), out.notes.end());
  out.notes = std::move(first.notes);
  return out;
}

LinkCount countLinks(const scene_parts::so::SceneObject& object) {
  LinkCount out;
  for (const auto& entity : object.entities()) {
    if (!entity.has_link()) continue;
    ++out.links;
    if (!scene_parts::hasShapes(entity)) continue;
    if (out.with_shapes++ == 0) out.shapes = scene_parts::partNames(entity).size();
  }
  return out;
}

}  // namespace ww::usecase
