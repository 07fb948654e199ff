// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/revision.h"

#include <algorithm>
#include <limits>

#include "core/geometry/wire_convert.h"
#include "core/io/importer.h"
#include "core/usecase/failures.h"
#include "core/usecase/parts/regroup.h"
#include "core/usecase/revision/object_settings.h"
#include "core/usecase/revision/part_match.h"
#include "core/usecase/revision/revised_object.h"
#include "core/usecase/revision/revision_items.h"
#include "core/world/views/views.h"

namespace ww::usecase {

bool RevisionSides::isOfFile(std::size_t i) const {
  const auto& entity = here.entities(static_cast<int>(i));
  return has_base ? base.contains(entity.name()) : !entity.has_frame();
}

bool RevisionSides::wasDeleted(std::size_t i) const {
  return has_base && here_of_file[i] < 0 && here_of_base.contains(file_parts[i].name);
}

bool Revision::hasItem(const std::string& id) const {
  return std::ranges::find(items, id, &RevisionItem::id) != items.end();
}

std::string followsId(const AnchorChange& change) {
  return change.is_found ? "follows:" + change.frame : "lost:" + change.part + "/" + change.frame;
}

namespace {

namespace so = intrinsic_proto::scene_object::v1;
using ItemKind = RevisionItem::Kind;

// Box of the shapes that are seen, else of those that collide, in the entity.
Bounds boxOf(const so::Entity& entity, const FindShapeByRef& find) {
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

Seen seen(const so::SceneObject& object, const std::vector<PartNote>& parts, const FindShapeByRef& find) {
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

// What other objects of the same file are: their models, and what they look like.
struct OtherModels {
  std::set<std::string> names;
  std::vector<std::pair<std::string, ShapeSet>> looks;
};

ShapeSet seenOf(const world::Object& object) {
  ShapeSet out;
  if (!object.entities.empty())
    for (const auto& shape : (*object.entities.begin())->visual) out[shape.name] = {shape.geometry, shape.ref_t_shape};
  return out;
}

OtherModels modelsOfOthers(const world::World& world, const world::Object& mine, const SourceNote& note) {
  OtherModels out;
  const auto own = sourceOf(mine);
  if (!own) return out;
  world.forEachObject([&](const world::Object& object) {
    const auto other = object.id == mine.id ? std::nullopt : sourceOf(object);
    if (!other || (other->file != own->file && other->file != note.file) || other->model == note.model) return;
    out.names.insert(other->model);
    out.looks.emplace_back(other->model, seenOf(object));
  });
  return out;
}

bool isNoted(const SourceNote& note, const io::ImportedObject& one) {
  return std::ranges::find(note.models, one.object.name()) != note.models.end();
}

ShapeSet firstShapes(const so::SceneObject& object, const FindShapeByRef& find) {
  if (object.entities_size() == 0) return {};
  return shapeSet(object.entities(0).link().geometry_component(), "Intrinsic_Visual", find);
}

// The model of the file that the object was: by its name, else the only one, else the one that looks like it.
const io::ImportedObject* modelOf(const io::ImportResult& read, const SourceNote& note, const RevisionSides& sides,
                                  const OtherModels& others, const FindShapeByRef& find) {
  const bool was_alone = !note.regroupings.empty() || (others.names.empty() && note.models.size() <= 1);
  if (read.objects.size() == 1 && was_alone) return &read.objects.front();
  for (const io::ImportedObject& one : read.objects)
    if (one.object.name() == note.model) return &one;
  if (note.model.empty()) return note.index < read.objects.size() ? &read.objects[note.index] : nullptr;
  const ShapeSet mine = firstShapes(sides.here, find);
  const io::ImportedObject* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const io::ImportedObject& one : read.objects) {
    const double far = positionDistance(one.file_t_object, note.file_t_object);
    if (mine.empty() || others.names.contains(one.object.name()) || far >= least || isNoted(note, one)) continue;
    if (!likeness(mine, firstShapes(one.object, find)).same_shape) continue;
    best = &one;
    least = far;
  }
  return best;
}

void readSides(const io::ImportedObject& model, const SourceNote& note, RevisionSides& sides) {
  sides.file = model.object;
  sides.file_parts = partNotes(sides.file);
  sides.has_base = !note.parts.empty();
  for (const PartNote& part : asNamedHere(note.parts, sides.here_parts)) {
    sides.base[part.here] = part;
    sides.here_of_base[part.name] = part.here;
  }
  sides.file_t_object = model.file_t_object;
  sides.old_file_t_object = sides.has_base ? note.file_t_object : model.file_t_object;
}

RevisionItem renamedModel(const std::string& object, const std::string& called) {
  RevisionItem item;
  item.kind = ItemKind::kRenamed;
  item.part = object;
  item.id = "renamed:" + object;
  item.called = called;
  item.is_object = true;
  return item;
}

// The whole object, and what hangs on it.
void tellGone(const world::World& world, const world::Object& object, Revision& out) {
  RevisionItem gone;
  gone.kind = ItemKind::kGone;
  gone.part = object.name;
  gone.id = "gone:" + object.name;
  gone.is_object = true;
  out.items.push_back(gone);
  for (const ObjectId child : world.childrenOf(object)) {
    RevisionItem lost = gone;
    lost.kind = ItemKind::kLost;
    lost.lost = world.peek(child)->name;
    lost.id = "lost:" + object.name + "/" + lost.lost;
    lost.hangs_on = world.peek(object.parent)->name;
    out.items.push_back(std::move(lost));
  }
}

// Models that the file did not hold before, and no object is, also by another name.
void addModels(const io::ImportResult& read, const io::ImportedObject* mine, const SourceNote& note,
               const OtherModels& others, const FindShapeByRef& find, Revision& out) {
  std::set<std::string> there;
  for (const io::ImportedObject& one : read.objects) there.insert(one.object.name());
  for (const io::ImportedObject& one : read.objects) {
    const std::string& name = one.object.name();
    if (&one == mine || note.models.empty() || isNoted(note, one) || others.names.contains(name)) continue;
    const auto is_it = [&](const auto& other) {
      return !there.contains(other.first) && !other.second.empty() &&
             likeness(other.second, firstShapes(one.object, find)).same_shape;
    };
    if (std::ranges::any_of(others.looks, is_it)) continue;
    RevisionItem item;
    item.kind = ItemKind::kNew;
    item.part = name;
    item.id = "object:" + name;
    item.is_object = true;
    out.items.push_back(std::move(item));
  }
}

// What the file says of the whole by now and did not before. Where it is not known what it said, or people changed the
// same, it stays as it is.
void tellSettings(const SourceNote& note, Revision& out) {
  const RevisionSides& sides = *out.sides;
  const auto now = settingHashes(sides.file), mine = settingHashes(sides.here);
  const auto in = [](const auto& hashes, const std::string& id) {
    const auto found = hashes.find(id);
    return found == hashes.end() ? std::uint64_t{0} : found->second;
  };
  std::set<std::string> ids;
  for (const auto* hashes : {&now, &note.settings})
    for (const auto& [id, hash] : *hashes) ids.insert(id);
  for (const std::string& id : ids) {
    const std::uint64_t is = in(now, id), here = in(mine, id);
    const std::uint64_t was = note.settings.empty() ? here : in(note.settings, id);
    if (is == was || is == here) continue;
    RevisionItem item;
    item.kind = ItemKind::kSetting;
    item.part = sides.object->name;
    item.id = std::string(kindName(item.kind)) + ":" + id;
    item.setting = id;
    item.is_static = sides.file.simulation_spec().is_static();
    item.edited = note.settings.empty() || was != here;
    out.items.push_back(std::move(item));
  }
}

// What named configurations would be, if all was taken.
void tellConfigurations(Revision& out) {
  if (out.sides->is_gone || out.sides->here.properties().kinematics().named_configurations().empty()) return;
  const RevisedObject all = objectAsDrawn(out, {});
  for (const ConfigurationFit& fit : all.fits) {
    RevisionItem item;
    item.kind = ItemKind::kLost;
    item.part = fit.joint;
    for (const auto& [in_file, here] : all.names)
      if (here == fit.joint && !fit.from) item.part = in_file;  // as its own item says
    item.lost = fit.configuration;
    item.id = "lost:" + item.part + "/" + fit.configuration;
    item.configuration = fit.configuration;
    item.from = fit.from;
    item.to = fit.to;
    item.slides = fit.slides;
    if (const auto* joint = out.sides->object->entityNamed(fit.joint)) item.entity = joint->id;
    out.items.push_back(std::move(item));
  }
}

// A joint that is called otherwise, and carries the same link: as their names say nothing, and they have no shape.
void matchJoints(RevisionSides& sides) {
  std::map<std::string, std::size_t> here, file;
  std::set<int> known(sides.here_of_file.begin(), sides.here_of_file.end());
  for (std::size_t h = 0; h < sides.here_parts.size(); ++h) here[sides.here_parts[h].name] = h;
  for (std::size_t f = 0; f < sides.file_parts.size(); ++f) file[sides.file_parts[f].name] = f;
  for (std::size_t f = 0; f < sides.file_parts.size(); ++f) {
    const auto above = file.find(sides.file_parts[f].parent);
    if (sides.here_of_file[f] < 0 || above == file.end() || sides.here_of_file[above->second] >= 0) continue;
    const auto mine = here.find(sides.here_parts[static_cast<std::size_t>(sides.here_of_file[f])].parent);
    if (mine == here.end() || sides.here_of_base.contains(above->first)) continue;
    const auto joint = static_cast<int>(mine->second);
    if (!sides.file.entities(static_cast<int>(above->second)).has_joint() || !sides.here.entities(joint).has_joint())
      continue;
    if (known.insert(joint).second) sides.here_of_file[above->second] = joint;
  }
}

void match(RevisionSides& sides, const Seen& here, Seen file) {
  // The first link is the first link, whatever it is called.
  const auto known = [&sides](const std::string& name) {
    const bool first = !sides.file_parts.empty() && name == sides.file_parts.front().name;
    if (first && sides.file_parts.front().parent.empty() && !sides.here_parts.empty())
      return sides.here_parts.front().name;
    const auto at = sides.here_of_base.find(name);
    return at == sides.here_of_base.end() ? std::string() : at->second;
  };
  // What somebody deleted is no other part by chance.
  for (PartNames& part : file.names) part.look.only_by_name |= sides.here_of_base.contains(part.name);
  sides.here_of_file = matchParts(file.names, here.names, known);
  matchJoints(sides);
  sides.file_of_here.assign(sides.here_parts.size(), -1);
  for (std::size_t f = 0; f < sides.here_of_file.size(); ++f)
    if (const int h = sides.here_of_file[f]; h >= 0)
      sides.file_of_here[static_cast<std::size_t>(h)] = static_cast<int>(f);
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
  std::map<std::string, geometry::GeometryPtr> known;
  for (const auto& g : read.geometries) known[g->ref] = g;
  for (const auto& e : object->entities) {
    for (const auto& g : e->visual) known[g.geometry->ref] = g.geometry;
    for (const auto& g : e->collision) known[g.geometry->ref] = g.geometry;
  }
  const FindShapeByRef find = [&known](const std::string& ref) {
    const auto at = known.find(ref);
    return at == known.end() ? nullptr : at->second;
  };
  auto sides = std::make_shared<RevisionSides>();
  sides->object = object;
  sides->here = world::toSceneObject(world, *object);
  sides->here_parts = partNotes(sides->here);
  sides->geometries = read.geometries;
  sides->shapes = note.shapes;
  const OtherModels others = modelsOfOthers(world, *object, note);
  const io::ImportedObject* model = modelOf(read, note, *sides, others, find);
  Revision out{id, note, {}, !note.sha256.empty() && note.sha256 == sha256, {}, {}, nullptr};
  for (const Diagnostic& d : whole.diagnostics)
    if (d.severity != Diagnostic::Severity::kInfo) out.found.push_back(d);
  out.source.sha256 = sha256;
  if (model) {
    readSides(*model, note, *sides);
    const Seen here = seen(sides->here, sides->here_parts, find), file = seen(sides->file, sides->file_parts, find);
    match(*sides, here, file);
    out.items = revisionItems(world, *sides, here, file, find);
    if (!note.model.empty() && model->object.name() != note.model && !others.names.empty())
      out.items.insert(out.items.begin(), renamedModel(object->name, model->object.name()));
    out.source.model = model->object.name();
  } else {
    sides->is_gone = true;
    tellGone(world, *object, out);
  }
  addModels(read, model, note, others, find, out);
  for (const auto& one : read.objects) sides->models.push_back(one);
  out.sides = sides;
  if (model) tellSettings(note, out);
  tellConfigurations(out);
  for (RevisionItem& item : out.items)
    item.refused_before = std::ranges::find(note.refused, item.id) != note.refused.end();
  out.usually_refused = usualRefusals(out);
  return out;
}

}  // namespace ww::usecase
