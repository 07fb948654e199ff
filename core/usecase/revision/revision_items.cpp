// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/revision_items.h"

#include <algorithm>
#include <ranges>

#include "core/scene/updates/mentions.h"
#include "core/usecase/revision/anchors.h"
#include "core/usecase/revision/shape_wish.h"
#include "core/world/records/canonical.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using ItemKind = RevisionItem::Kind;

class FileComparison {
 public:
  FileComparison(const world::World& world, RevisionSides& sides, const Seen& here, const Seen& file,
                 const FindShapeByRef& find)
      : world_(world), s_(sides), here_(here), file_(file), find_(find) {}

  std::vector<RevisionItem> items() {
    if (!isSamePlace(s_.old_file_t_object, s_.file_t_object)) addPlaced();
    for (std::size_t f = 0; f < s_.file_parts.size(); ++f) {
      if (s_.here_of_file[f] >= 0) addChanges(f, static_cast<std::size_t>(s_.here_of_file[f]));
      else if (!s_.wasDeleted(f)) addNew(f);
    }
    for (std::size_t h = 0; h < s_.here_parts.size(); ++h)
      if (s_.file_of_here[h] < 0 && s_.isOfFile(h)) addGone(h);
    return std::move(items_);
  }

 private:
  RevisionItem& add(ItemKind kind, const std::string& part) {
    RevisionItem item;
    item.kind = kind;
    item.part = part;
    item.id = std::string(kindName(kind)) + ":" + part;
    if (const auto* entity = s_.object->entityNamed(part)) item.entity = entity->id;
    else if (const FrameId frame = world_.frameNamed(s_.object->id, part); frame && kind != ItemKind::kNew)
      item.entity = world_.peek(frame)->entity;
    items_.push_back(std::move(item));
    return items_.back();
  }

  void addPlaced() {
    RevisionItem& item = add(ItemKind::kPlaced, s_.object->name);
    item.entity = {};
    item.moved_m = positionDistance(s_.old_file_t_object, s_.file_t_object);
    item.turned_rad = rotationDistance(s_.old_file_t_object, s_.file_t_object);
  }

  std::string hereName(const std::string& in_file) const {
    for (std::size_t f = 0; f < s_.file_parts.size(); ++f)
      if (s_.file_parts[f].name == in_file && s_.here_of_file[f] >= 0)
        return s_.here_parts[static_cast<std::size_t>(s_.here_of_file[f])].name;
    return in_file;
  }

  // `base`: the file as it was, else the object as it is.
  void addChanges(std::size_t f, std::size_t h) {
    const PartNote& mine = s_.here_parts[h];
    const auto known = s_.base.find(mine.name);
    const PartNote base = known == s_.base.end() ? mine : settled(known->second, s_.file_parts[f], mine);
    const bool is_colored = takeAlike(base, mine, f);
    const PartNote& now = s_.file_parts[f];
    if (known != s_.base.end() && base.name != now.name) add(ItemKind::kRenamed, mine.name).called = now.name;
    const std::string parent = hereName(now.parent);
    const auto old_parent = s_.here_of_base.find(base.parent);
    const bool other_parent =
        parent != (known == s_.base.end() || old_parent == s_.here_of_base.end() ? base.parent : old_parent->second);
    if (other_parent || !isSamePlace(base.place, now.place)) {
      RevisionItem& item = add(ItemKind::kMoved, mine.name);
      item.moved_m = positionDistance(base.place, now.place);
      item.turned_rad = rotationDistance(base.place, now.place);
      if (other_parent) item.hangs_on = parent;
      item.edited = !isSamePlace(base.place, mine.place);
    }
    addReshaped(f, h, base, is_colored);
    if (base.rest != now.rest) add(ItemKind::kChanged, mine.name).edited = base.rest != mine.rest;
  }

  // Where what the file had is not known, and it has what is here, nothing has changed.
  static PartNote settled(PartNote base, const PartNote& now, const PartNote& mine) {
    const auto settle = [](std::uint64_t& hash, std::uint64_t in_file, std::uint64_t here) {
      if (hash == kUnknownHash && in_file == here) hash = here;
    };
    settle(base.visual, now.visual, mine.visual);
    settle(base.collision, now.collision, mine.collision);
    settle(base.looks, now.looks, mine.looks);
    settle(base.rest, now.rest, mine.rest);
    return base;
  }

  // Shapes that are the same with other digits, and colours of shapes that are called otherwise, did not change. True
  // when only the colours of shapes did.
  bool takeAlike(const PartNote& base, const PartNote& mine, std::size_t f) {
    PartNote& now = s_.file_parts[f];
    const auto& file = s_.file.entities(static_cast<int>(f));
    const world::Entity* entity = s_.object->entityNamed(mine.name);
    if (!file.has_link() || !entity) return false;
    const auto h =
        static_cast<int>(std::ranges::find(s_.here_parts, mine.name, &PartNote::name) - s_.here_parts.begin());
    const auto& here = s_.here.entities(h).link().geometry_component();
    bool colored = false, others = false;
    const auto look = [&](std::uint64_t was, std::uint64_t is_here, std::uint64_t& is, const char* kind) {
      if (was == is || was != is_here) return void(others = others || was != is);
      const ShapeSet mine_set = shapeSet(here, kind, find_),
                     set = shapeSet(file.link().geometry_component(), kind, find_);
      const ShapeLikeness alike = likeness(mine_set, set);
      const bool is_named = mine_set.size() == 1 || std::ranges::equal(mine_set, set, {}, &ShapeSet::value_type::first,
                                                                       &ShapeSet::value_type::first);
      if (alike.same_shape && alike.same_colors && is_named) is = was;
      else if (alike.same_shape) colored = true;
      else others = true;
    };
    look(base.visual, mine.visual, now.visual, "Intrinsic_Visual");
    look(base.collision, mine.collision, now.collision, "Intrinsic_Collision");
    if (base.looks != now.looks && base.looks == mine.looks && base.visual == now.visual &&
        base.collision == now.collision && looksOf(here) == looksOf(file.link().geometry_component()))
      now.looks = base.looks;
    return colored && !others;
  }

  // Colours that are put over shapes, whatever these are called.
  static std::multiset<std::string> looksOf(const intrinsic_proto::world::GeometryComponent& component) {
    std::multiset<std::string> out;
    for (const auto& [kind, set] : component.named_geometries())
      for (const auto& [name, placed] : set.named_geometries())
        if (placed.geometry().has_material_overrides())
          out.insert(kind + world::canonicalBytes(placed.geometry().material_overrides()));
    return out;
  }

  void addReshaped(std::size_t f, std::size_t h, const PartNote& base, bool is_colored) {
    const PartNote &now = s_.file_parts[f], &mine = s_.here_parts[h];
    if (base.visual == now.visual && base.collision == now.collision && base.looks == now.looks) return;
    if (base.visual == mine.visual && base.looks == mine.looks) {
      auto shapes = shapeItems(s_, f, h, find_);
      if (!shapes.empty()) {
        s_.shaped.insert(mine.name);
        tellMadeShape(base, now, mine, shapes.front());
        for (RevisionItem& item : shapes) items_.push_back(std::move(item));
        return;
      }
    }
    RevisionItem& item = add(ItemKind::kReshaped, mine.name);
    if (!here_.boxes[h].empty()) item.size_before = here_.boxes[h].size();
    if (!file_.boxes[f].empty()) item.size_after = file_.boxes[f].size();
    item.looks_alone = is_colored || (base.visual == now.visual && base.collision == now.collision);
    item.edited = !hasUntouched(base, now, mine);
    tellMadeShape(base, now, mine, item);
  }

  // Its shape for checks was made of what was seen: it is made again, where it can be told how.
  void tellMadeShape(const PartNote& base, const PartNote& now, const PartNote& mine, RevisionItem& item) const {
    if (base.visual == now.visual || !isMadeOfOld(base, mine)) return;
    const world::Entity* link = s_.object->entityNamed(mine.name);
    if (link) item.remade_as = wishBehind(*link, s_.shapes);
    item.collision_anew = !item.remade_as;
  }

  void addNew(std::size_t f) {
    RevisionItem& item = add(ItemKind::kNew, s_.file_parts[f].name);
    item.entity = {};
    item.hangs_on = hereName(s_.file_parts[f].parent);
    if (s_.file.entities(static_cast<int>(f)).has_link()) item.remade_as = s_.shapes;
    if (!file_.boxes[f].empty()) item.size_after = file_.boxes[f].size();
  }

  void addGone(std::size_t h) {
    const PartNote& mine = s_.here_parts[h];
    RevisionItem& item = add(ItemKind::kGone, mine.name);
    const auto base = s_.base.find(mine.name);
    item.edited = base != s_.base.end() && (base->second.visual != mine.visual ||
                                            base->second.collision != mine.collision || base->second.rest != mine.rest);
    if (!here_.boxes[h].empty()) item.size_before = here_.boxes[h].size();
    const EntityId entity = item.entity;
    addLost(h, entity);
  }

  // What hangs on it: frames of people, objects, rules of the world.
  void addLost(std::size_t h, EntityId entity) {
    const std::string part = s_.here_parts[h].name;
    const auto lose = [&](const std::string& what, const std::string& key, bool link = false) {
      RevisionItem& item = add(ItemKind::kLost, part);
      item.id += "/" + key;
      item.lost = what;
      item.hangs_on = remaining(h, link);
    };
    for (std::size_t i = 0; i < s_.here_parts.size(); ++i)
      if (s_.here_parts[i].parent == part && !s_.isOfFile(i) && s_.file_of_here[i] < 0)
        lose(s_.here_parts[i].name, s_.here_parts[i].name, s_.here.entities(static_cast<int>(i)).has_link());
    for (const ObjectId child : world_.childrenOf(*s_.object)) {
      const world::Object& on = *world_.peek(child);
      if (on.parent_entity == entity) lose(on.name, on.name);
    }
    if (const std::size_t rules = rulesNaming(entity) + ownRulesNaming(part)) {
      lose({}, "rules");
      items_.back().rules = rules;
    }
  }

  // What stays above; a joint is no place but for a link.
  std::string remaining(std::size_t h, bool for_link) const {
    std::string up = s_.here_parts[h].parent;
    for (std::size_t steps = 0; steps < s_.here_parts.size(); ++steps) {
      const auto at = std::ranges::find(s_.here_parts, up, &PartNote::name);
      if (at == s_.here_parts.end()) return {};
      const auto i = static_cast<std::size_t>(at - s_.here_parts.begin());
      const bool stays = s_.file_of_here[i] >= 0 || !s_.isOfFile(i);
      if (stays && (for_link || !s_.here.entities(static_cast<int>(i)).has_joint())) return up;
      up = at->parent;
    }
    return {};
  }

  std::size_t rulesNaming(EntityId entity) const {
    const auto names = [&](const auto& sides) {
      return std::ranges::any_of(sides, [&](const auto& side) {
        if (!side.has_entity() && !side.object_with_filter().has_entity_filter()) return false;
        const auto ids = world::resolve(world_, side);
        return ids.ok() && std::ranges::find(*ids, entity) != ids->end();
      });
    };
    std::size_t count = 0;
    for (const auto& rule : world_.collisionSettings().collision_rules())
      count += names(rule.left()) || names(rule.right()) ? 1 : 0;
    return count;
  }

  // Of the object itself.
  std::size_t ownRulesNaming(const std::string& part) const {
    const auto names = [&](const auto& rule) {
      const auto& pair = rule.entity_pair();
      return pair.left_entity().entity_name() == part || pair.right_entity().entity_name() == part;
    };
    so::SceneObject rules;  // those for margins count as one
    *rules.mutable_collision_rules() = s_.here.collision_rules();
    const auto count =
        static_cast<std::size_t>(std::ranges::count_if(rules.collision_rules().exclusion_rules(), names));
    return count > 0 || !scene::mentions(rules, part) ? count : 1;
  }

  const world::World& world_;
  RevisionSides& s_;
  const Seen &here_, &file_;
  const FindShapeByRef& find_;
  std::vector<RevisionItem> items_;
};

// Frames on features of what has other shapes now.
void addAnchors(RevisionSides& sides, std::vector<RevisionItem>& items, const FindShapeByRef& find) {
  constexpr double kStill = 1e-7;  // metres, radians
  std::map<std::string, EntityId> reshaped;
  std::vector<std::string> parts;
  for (const RevisionItem& item : items)
    if ((item.kind == ItemKind::kReshaped || !item.shape.empty()) && !item.looks_alone &&
        reshaped.emplace(item.part, item.entity).second)
      parts.push_back(item.part);
  sides.anchors = anchorChanges(sides, parts, find);
  for (const AnchorChange& change : sides.anchors) {
    RevisionItem item;
    item.kind = change.is_found ? ItemKind::kFollows : ItemKind::kLost;
    item.part = change.part;
    item.entity = reshaped[change.part];
    item.lost = change.frame;
    item.id = followsId(change);
    item.moved_m = change.moved_m;
    item.turned_rad = change.turned_rad;
    item.feature_gone = !change.is_found;
    const bool still = change.moved_m <= kStill && change.turned_rad <= kStill;
    if (!change.is_found || !still) items.push_back(std::move(item));
  }
}

}  // namespace

std::vector<RevisionItem> revisionItems(const world::World& world, RevisionSides& sides, const Seen& here,
                                        const Seen& file, const FindShapeByRef& find) {
  std::vector<RevisionItem> items = FileComparison(world, sides, here, file, find).items();
  addAnchors(sides, items, find);
  return items;
}

}  // namespace ww::usecase
