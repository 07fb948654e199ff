// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/revision.h"

#include <algorithm>
#include <functional>

#include "core/geometry/placed_bounds.h"
#include "core/geometry/wire_convert.h"
#include "core/io/importer.h"
#include "core/usecase/failures.h"
#include "core/usecase/parts/regroup.h"
#include "core/usecase/revision/anchors.h"
#include "core/usecase/revision/part_match.h"
#include "core/usecase/revision/revision_sides.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {

bool RevisionSides::isOfFile(std::size_t i) const {
  const auto& entity = here.entities(static_cast<int>(i));
  return has_base ? base.contains(entity.name()) : !entity.has_frame();
}

bool RevisionSides::wasDeleted(std::size_t i) const {
  return has_base && here_of_file[i] < 0 && here_of_base.contains(file_parts[i].name);
}

std::string followsId(const AnchorChange& change) {
  return change.is_found ? "follows:" + change.frame : "lost:" + change.part + "/" + change.frame;
}

namespace {

namespace so = intrinsic_proto::scene_object::v1;
using ItemKind = RevisionItem::Kind;

constexpr double kStillPlace = 1e-7, kStillTurn = 1e-7;  // metres, radians

bool samePlace(const Pose& a, const Pose& b) {
  return positionDistance(a, b) <= kStillPlace && rotationDistance(a, b) <= kStillTurn;
}

using FindGeometry = std::function<geometry::GeometryPtr(const std::string& ref)>;

// Box of the shapes that are seen, else of those that collide, in the entity.
Bounds boxOf(const so::Entity& entity, const FindGeometry& find) {
  Bounds box;
  if (!entity.has_link()) return box;
  const auto& sets = entity.link().geometry_component().named_geometries();
  for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
    const auto set = sets.find(kind);
    if (set == sets.end() || !box.empty()) continue;
    for (const auto& [name, placed] : set->second.named_geometries()) {
      const auto shape = find(placed.geometry().geo_ref().exact_geometry_ref());
      const auto at = geometry::toAffine(placed.ref_t_shape());
      if (shape && at.ok() && !shape->bounds.empty())
        for (int corner = 0; corner < 8; ++corner) {
          const Vec3 p(corner & 1 ? shape->bounds.max.x() : shape->bounds.min.x(),
                       corner & 2 ? shape->bounds.max.y() : shape->bounds.min.y(),
                       corner & 4 ? shape->bounds.max.z() : shape->bounds.min.z());
          box.add(*at * p);
        }
    }
  }
  return box;
}

// One side's parts as matching sees them, with their boxes.
struct Seen {
  std::vector<PartNames> names;
  std::vector<Bounds> boxes;
};

Seen seen(const so::SceneObject& object, const std::vector<PartNote>& parts, const FindGeometry& find) {
  Seen out;
  std::map<std::string, Pose> placed;  // parents come first
  for (int i = 0; i < object.entities_size(); ++i) {
    const so::Entity& entity = object.entities(i);
    const PartNote& part = parts[static_cast<std::size_t>(i)];
    const auto parent = placed.find(entity.parent_name());
    const Pose at = parent == placed.end() ? part.place : parent->second * part.place;
    placed[entity.name()] = at;
    const Bounds box = boxOf(entity, find);
    PartLook look;
    look.kind = entity.entity_type_case();
    look.shape = part.visual != 0 ? part.visual : part.collision;
    look.only_by_name = !entity.has_link() || entity.parent_name().empty();
    if (!box.empty()) {
      look.size = box.size();
      look.middle = at.q * box.center() + at.p;
    }
    out.names.push_back({entity.name(), look});
    out.boxes.push_back(box);
  }
  return out;
}

class FileComparison {
 public:
  FileComparison(const world::World& world, RevisionSides& sides, const Seen& here, const Seen& file)
      : world_(world), s_(sides), here_(here), file_(file) {}

  std::vector<RevisionItem> items() {
    if (!samePlace(s_.old_file_t_object, s_.file_t_object)) addPlaced();
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
    const PartNote &now = s_.file_parts[f], &mine = s_.here_parts[h];
    const auto known = s_.base.find(mine.name);
    const PartNote base = known == s_.base.end() ? mine : settled(known->second, now, mine);
    const std::string parent = hereName(now.parent);
    const auto old_parent = s_.here_of_base.find(base.parent);
    const bool other_parent =
        parent != (known == s_.base.end() || old_parent == s_.here_of_base.end() ? base.parent : old_parent->second);
    if (other_parent || !samePlace(base.place, now.place)) {
      RevisionItem& item = add(ItemKind::kMoved, mine.name);
      item.moved_m = positionDistance(base.place, now.place);
      item.turned_rad = rotationDistance(base.place, now.place);
      if (other_parent) item.hangs_on = parent;
      item.edited = !samePlace(base.place, mine.place);
    }
    if (base.visual != now.visual || base.collision != now.collision || base.looks != now.looks) {
      RevisionItem& item = add(ItemKind::kReshaped, mine.name);
      if (!here_.boxes[h].empty()) item.size_before = here_.boxes[h].size();
      if (!file_.boxes[f].empty()) item.size_after = file_.boxes[f].size();
      item.looks_alone = base.visual == now.visual && base.collision == now.collision;
      item.edited = !hasUntouched(base, now, mine);
    }
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

  void addNew(std::size_t f) {
    RevisionItem& item = add(ItemKind::kNew, s_.file_parts[f].name);
    item.entity = {};
    item.hangs_on = hereName(s_.file_parts[f].parent);
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
    if (const std::size_t rules = rulesNaming(entity)) {
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

  const world::World& world_;
  RevisionSides& s_;
  const Seen &here_, &file_;
  std::vector<RevisionItem> items_;
};

// Frames on features of what has other shapes now.
void addAnchors(RevisionSides& sides, std::vector<RevisionItem>& items, const FindGeometry& find) {
  std::map<std::string, EntityId> reshaped;
  std::vector<std::string> parts;
  for (const RevisionItem& item : items)
    if (item.kind == ItemKind::kReshaped && !item.looks_alone && reshaped.emplace(item.part, item.entity).second)
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
    const bool still = change.moved_m <= kStillPlace && change.turned_rad <= kStillTurn;
    if (!change.is_found || !still) items.push_back(std::move(item));
  }
}

// The model of the file that the object was: by its name, else the only one.
const io::ImportedObject* modelOf(const io::ImportResult& read, const SourceNote& note) {
  if (read.objects.size() == 1) return &read.objects.front();
  for (const io::ImportedObject& one : read.objects)
    if (one.object.name() == note.model) return &one;
  return note.model.empty() && note.index < read.objects.size() ? &read.objects[note.index] : nullptr;
}

void match(RevisionSides& sides, const Seen& here, const Seen& file) {
  // The first link is the first link, whatever it is called.
  const auto known = [&sides](const std::string& name) {
    const bool first = !sides.file_parts.empty() && name == sides.file_parts.front().name;
    if (first && sides.file_parts.front().parent.empty() && !sides.here_parts.empty())
      return sides.here_parts.front().name;
    const auto at = sides.here_of_base.find(name);
    return at == sides.here_of_base.end() ? name : at->second;
  };
  sides.here_of_file = matchParts(file.names, here.names, known);
  sides.file_of_here.assign(sides.here_parts.size(), -1);
  for (std::size_t f = 0; f < sides.here_of_file.size(); ++f)
    if (const int h = sides.here_of_file[f]; h >= 0)
      sides.file_of_here[static_cast<std::size_t>(h)] = static_cast<int>(f);
  // A part that was named otherwise by somebody is still that part of the file.
  for (std::size_t f = 0; f < sides.here_of_file.size(); ++f) {
    const int h = sides.here_of_file[f];
    const std::string in_object = known(sides.file_parts[f].name);
    if (h < 0 || sides.here_parts[static_cast<std::size_t>(h)].name == in_object) continue;
    const auto base = sides.base.find(in_object);
    if (base != sides.base.end()) sides.base.emplace(sides.here_parts[static_cast<std::size_t>(h)].name, base->second);
  }
}

}  // namespace

Result<SourceNote> rereading(const world::World& world, ObjectId object, const std::string& file) {
  const auto found = world.object(object);
  auto note = found ? sourceOf(*found) : std::nullopt;
  if (!note && file.empty())
    return fail(failures::kNotImported, {{"object", arg::Node{world.display(object), object.value}}});
  if (!note) note = SourceNote{};
  if (!file.empty()) {
    std::error_code error;
    const auto absolute = std::filesystem::absolute(file, error);
    note->file = error ? file : absolute.lexically_normal().string();
  }
  return *std::move(note);
}

Result<Revision> revise(const world::World& world, ObjectId id, const io::ImportResult& whole, const SourceNote& note,
                        const std::string& sha256) {
  const auto object = world.object(id);
  if (!object) return fail(failures::kNotImported, {{"object", arg::Node{"", id.value}}});
  // Parts that were chosen and are gone from the file are gone, and no mistake.
  WW_ASSIGN(io::ImportResult chosen, withChoice(whole, stillThere(whole, note.choice)));
  const io::ImportResult read = regroupedReading(std::move(chosen), note.regroupings);
  const io::ImportedObject* model = modelOf(read, note);
  if (!model)
    return fail(failures::kModelGone, {{"file", arg::Name{note.file}},
                                       {"model", arg::Name{note.model}},
                                       {"object", arg::Node{world.display(id), id.value}}});
  auto sides = std::make_shared<RevisionSides>();
  sides->object = object;
  sides->here = world::toSceneObject(world, *object);
  sides->file = model->object;
  sides->here_parts = partNotes(sides->here);
  sides->file_parts = partNotes(sides->file);
  sides->geometries = read.geometries;
  sides->has_base = !note.parts.empty();
  for (const PartNote& part : note.parts) {
    sides->base[part.here] = part;
    sides->here_of_base[part.name] = part.here;
  }
  sides->file_t_object = model->file_t_object;
  sides->old_file_t_object = sides->has_base ? note.file_t_object : model->file_t_object;
  std::map<std::string, geometry::GeometryPtr> known;
  for (const auto& g : read.geometries) known[g->ref] = g;
  for (const auto& e : object->entities) {
    for (const auto& g : e->visual) known[g.geometry->ref] = g.geometry;
    for (const auto& g : e->collision) known[g.geometry->ref] = g.geometry;
  }
  const FindGeometry find = [&known](const std::string& ref) {
    const auto at = known.find(ref);
    return at == known.end() ? nullptr : at->second;
  };
  const Seen here = seen(sides->here, sides->here_parts, find), file = seen(sides->file, sides->file_parts, find);
  match(*sides, here, file);
  Revision out{id, note, {}, !note.sha256.empty() && note.sha256 == sha256, nullptr};
  out.source.sha256 = sha256;
  out.source.model = model->object.name();
  out.items = FileComparison(world, *sides, here, file).items();
  addAnchors(*sides, out.items, find);
  out.sides = std::move(sides);
  return out;
}

}  // namespace ww::usecase
