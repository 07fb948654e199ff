// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/usecase/revision/revised_object.h"
#include "core/usecase/revision/revision_items.h"
#include "core/world/records/canonical.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using ItemKind = RevisionItem::Kind;

// The shapes of a link on one side.
struct LinkShapes {
  std::map<std::string, SetShape> all;  // those that are seen, else those that collide
  ShapeSet collide;
  std::map<std::string, std::string> looks;
  std::size_t seen = 0;
};

LinkShapes shapesOf(const so::Entity& entity, const FindShapeByRef& find) {
  LinkShapes out;
  const auto& component = entity.link().geometry_component();
  for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
    ShapeSet set_of_kind = shapeSet(component, kind, find);
    if (!out.all.empty()) out.collide = set_of_kind;
    out.all.merge(set_of_kind);
    if (kind == std::string("Intrinsic_Visual")) out.seen = out.all.size();
    const auto set = component.named_geometries().find(kind);
    if (set == component.named_geometries().end()) continue;
    for (const auto& [name, placed] : set->second.named_geometries())
      if (placed.geometry().has_material_overrides())
        out.looks[name] += world::canonicalBytes(placed.geometry().material_overrides());
  }
  return out;
}

Pose poseOf(const Eigen::Affine3d& at) { return {at.translation(), Quat(at.rotation()).normalized()}; }

class ShapeComparison {
 public:
  ShapeComparison(std::string part, EntityId entity, const so::Entity& here, const so::Entity& file,
                  const FindShapeByRef& find)
      : part_(std::move(part)), entity_(entity), here_(shapesOf(here, find)), file_(shapesOf(file, find)) {}

  bool hasSeveral() const { return here_.seen > 1 || file_.seen > 1; }

  std::vector<RevisionItem> run() && {
    for (const auto& [name, shape] : here_.all)
      if (const auto now = file_.all.find(name); now != file_.all.end()) compare(name, shape, now->second);
    std::set<std::string> renamed;
    for (const auto& [name, shape] : here_.all) {
      if (file_.all.contains(name)) continue;
      const auto same = std::ranges::find_if(file_.all, [&, &was = shape](const auto& now) {
        return !here_.all.contains(now.first) && !renamed.contains(now.first) &&
               likeness({{"", was}}, {{"", now.second}}).same_shape;
      });
      if (same != file_.all.end()) {
        add(ItemKind::kRenamed, name).called = same->first;
        renamed.insert(same->first);
      } else {
        add(ItemKind::kGone, name).size_before = shape.geometry->bounds.size();
      }
    }
    for (const auto& [name, shape] : file_.all)
      if (!here_.all.contains(name) && !renamed.contains(name))
        add(ItemKind::kNew, name).size_after = shape.geometry->bounds.size();
    return std::move(items_);
  }

 private:
  RevisionItem& add(ItemKind kind, const std::string& shape) {
    RevisionItem item;
    item.kind = kind;
    item.part = part_;
    item.shape = shape;
    item.id = itemId(kind, part_) + "/" + shape;
    item.entity = entity_;
    items_.push_back(std::move(item));
    return items_.back();
  }

  void compare(const std::string& name, const SetShape& was, const SetShape& is) {
    if (!isAlikeInItself(was, is)) {
      const ShapeLikeness there = likeness({{"", was}}, {{"", is}});
      if (there.same_shape && there.same_colors && collidesAlike(name) && here_.looks[name] == file_.looks[name])
        return;
      RevisionItem& item = add(ItemKind::kReshaped, name);
      item.size_before = was.geometry->bounds.size();
      item.size_after = is.geometry->bounds.size();
      item.looks_alone = there.same_shape;
      return;
    }
    const Pose before = poseOf(was.link_t_shape), now = poseOf(is.link_t_shape);
    if (!isSamePlace(before, now)) {
      RevisionItem& item = add(ItemKind::kMoved, name);
      item.moved_m = positionDistance(before, now);
      item.turned_rad = rotationDistance(before, now);
    } else if (!collidesAlike(name)) {
      add(ItemKind::kReshaped, name);
    } else if (here_.looks[name] != file_.looks[name]) {
      add(ItemKind::kReshaped, name).looks_alone = true;
    }
  }

  bool collidesAlike(const std::string& name) const {
    const auto a = here_.collide.find(name), b = file_.collide.find(name);
    if (a == here_.collide.end() || b == file_.collide.end())
      return (a == here_.collide.end()) == (b == file_.collide.end());
    return likeness({{"", a->second}}, {{"", b->second}}).same_shape;
  }

  std::string part_;
  EntityId entity_;
  LinkShapes here_, file_;
  std::vector<RevisionItem> items_;
};

}  // namespace

std::vector<RevisionItem> shapeItems(const RevisionSides& sides, std::size_t in_file, std::size_t here,
                                     const FindShapeByRef& find) {
  const std::string& part = sides.here_parts[here].name;
  const world::Entity* entity = sides.object->entityNamed(part);
  const so::Entity &file_entity = sides.file.entities(static_cast<int>(in_file)),
                   &here_entity = sides.here.entities(static_cast<int>(here));
  if (!entity || !file_entity.has_link() || !here_entity.has_link()) return {};
  ShapeComparison comparison(part, entity->id, here_entity, file_entity, find);
  if (!comparison.hasSeveral()) return {};
  return std::move(comparison).run();
}

}  // namespace ww::usecase
