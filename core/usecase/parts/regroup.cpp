// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/parts/regroup.h"

#include <algorithm>

#include "core/base/finding.h"
#include "core/scene/joint.h"
#include "core/scene/own_data.h"
#include "core/usecase/failures.h"
#include "core/usecase/parts/parts_note.h"
#include "core/usecase/parts/scene_parts.h"
#include "core/world/records/canonical.h"

namespace ww::usecase {
namespace {

namespace so = scene_parts::so;
using scene_parts::Entities;

constexpr double kStillThere = 1e-9;  // metres, radians

bool isSamePlace(const Pose& a, const Pose& b) {
  return positionDistance(a, b) <= kStillThere && rotationDistance(a, b) <= kStillThere;
}

Regrouped takeStep(const std::vector<PartObject>& objects, RegroupStep step, const PartsContext& context) {
  switch (step) {
    case RegroupStep::kShapesToLinks: return linksOfShapes(objects.front(), context);
    case RegroupStep::kObjectsToLinks: return linksOfObjects(objects);
    case RegroupStep::kLinksToOne: return oneOfLinks(objects.front(), context);
    case RegroupStep::kLinksToObjects: return objectsOfLinks(objects.front(), context);
  }
  return oneOfLinks(objects.front(), context);
}

// What tells notes of one reading apart from those of another.
std::string readingOf(const SourceNote& note) {
  SourceNote same = note;
  same.model.clear();
  same.sha256.clear();  // some may have been read again since
  same.index = 0;
  same.file_t_object = {};
  same.parts.clear();
  same.refused.clear();
  same.models.clear();
  same.settings.clear();
  so::SceneObject carrier;
  keepNote(carrier, same);
  return world::canonicalBytes(carrier.user_data().at(scene::kImportNoteKey));
}

// The parts of the file in one of the objects: as it had them, as they are, where the file had them.
struct KnownPart {
  const PartNote* base = nullptr;
  PartNote mine;
  Pose file_t_part;
  bool is_in_place = true;  // in what it hangs on
};

class NoteCarrier {
 public:
  NoteCarrier(const Remembering& given, const Regrouped& made, RegroupStep step)
      : given_(given), made_(made), step_(step) {
    bare_ = *given_.notes.front();
    bare_.index = 0;
    bare_.parts.clear();
    bare_.refused.clear();
    bare_.models.clear();
    bare_.settings.clear();  // several models may have had others
    const auto of_other_bytes = [&](const auto& note) { return note->sha256 != bare_.sha256; };
    if (std::ranges::any_of(given_.notes, of_other_bytes)) bare_.sha256.clear();
    for (const PartObject& one : given_.objects) entities_.emplace_back(one.object);
    for (std::size_t i = 0; i < given_.objects.size(); ++i) know(i);
    for (const auto& [from, to] : made_.carriers)
      if (isThat(from, to)) sources_[to].push_back(from);
  }

  SourceNote noteOf(std::size_t r) {
    const PartObject& one = made_.objects[r];
    const Entities now(one.object);
    SourceNote out = bare_;
    out.model = modelOf(now);
    file_t_.clear();
    names_.clear();
    nameParts(r, now);
    const std::vector<PartNote> mine = partNotes(one.object);
    std::map<std::string, const PartNote*> by_name;
    for (const PartNote& part : mine) by_name[part.name] = &part;
    for (const so::Entity* e : now.parentsFirst()) {
      const std::vector<EntityOf> from = sourcesOf({r, e->name()});
      placeInFile(one, now, *e, from);
      PartNote part = *by_name.at(e->name());
      describe(*e, part);
      if (takeHashes(*e, from, part)) out.parts.push_back(std::move(part));
    }
    out.file_t_object = file_t_.at(now.root().name());
    Regrouping step{step_, {}};
    for (const auto& note : given_.notes) step.models.push_back(note->model);
    out.regroupings.push_back(std::move(step));
    return out;
  }

 private:
  // Links become the base of one; whatever else has a new carrier is gone itself.
  bool isThat(const EntityOf& from, const EntityOf& to) const {
    if (step_ == RegroupStep::kObjectsToLinks || from.entity == to.entity) return true;
    return step_ == RegroupStep::kLinksToOne && entities_[from.object].find(from.entity)->has_link();
  }

  // The one that it is called after first.
  std::vector<EntityOf> sourcesOf(const EntityOf& e) const {
    const auto found = sources_.find(e);
    if (found == sources_.end()) return {};
    std::vector<EntityOf> out = found->second;
    const auto same = std::ranges::find(out, e.entity, &EntityOf::entity);
    if (same != out.end()) std::iter_swap(out.begin(), same);
    return out;
  }
  const KnownPart* known(const EntityOf& e) const {
    const auto found = known_.find(e);
    return found == known_.end() ? nullptr : &found->second;
  }

  void know(std::size_t i) {
    const SourceNote& note = *given_.notes[i];
    std::map<std::string, const PartNote*> by_here, now;
    for (const PartNote& part : note.parts) by_here[part.here] = &part;
    const std::vector<PartNote> mine = partNotes(given_.objects[i].object);
    for (const PartNote& part : mine) now[part.name] = &part;
    findRenamed(i, mine, by_here);
    std::map<std::string, std::string> here_of;
    for (const auto& [here, part] : by_here)
      if (entities_[i].find(here)) here_of[part->name] = here;
    for (const so::Entity* e : entities_[i].parentsFirst()) {
      const auto base = by_here.find(e->name());
      if (base == by_here.end()) continue;
      KnownPart part{base->second, *now.at(e->name()), note.file_t_object, true};
      if (!e->parent_name().empty()) {
        const auto above = here_of.find(part.base->parent);
        const KnownPart* parent = above == here_of.end() ? nullptr : known({i, above->second});
        part.is_in_place = isSamePlace(part.base->place, part.mine.place);
        const Pose parent_t_part = entities_[i].rootT(e->parent_name()).inverse() * entities_[i].rootT(e->name());
        part.file_t_part =
            (parent ? parent->file_t_part : note.file_t_object) * (part.is_in_place ? parent_t_part : part.base->place);
      }
      known_[{i, e->name()}] = part;
    }
  }

  // Parts that somebody called otherwise are known by their shapes.
  void findRenamed(std::size_t i, const std::vector<PartNote>& mine,
                   std::map<std::string, const PartNote*>& by_here) const {
    std::vector<const PartNote*> lost;
    for (const auto& [name, part] : by_here)
      if (!entities_[i].find(name) && part->visual != 0) lost.push_back(part);
    for (const PartNote& part : mine) {
      if (by_here.contains(part.name)) continue;
      const auto same = std::ranges::find(lost, part.visual, &PartNote::visual);
      if (same == lost.end()) continue;
      by_here[part.name] = *same;
      lost.erase(same);
    }
  }

  // What the same step calls it in the file.
  void nameParts(std::size_t r, const Entities& now) {
    io::NameSet taken;
    for (const bool roots : {true, false}) {
      for (const so::Entity* e : now.parentsFirst()) {
        const auto from = sourcesOf({r, e->name()});
        const KnownPart* const part = from.empty() ? nullptr : known(from.front());
        const bool is_root = part != nullptr && step_ == RegroupStep::kObjectsToLinks &&
                             entities_[from.front().object].root().name() == from.front().entity;
        if (is_root != roots) continue;
        std::string name = part ? part->base->name : e->name();
        if (is_root && partsNoteOf(given_.objects[from.front().object].object).link.empty())
          name = given_.notes[from.front().object]->model;
        names_[e->name()] = taken.add(name, "part");
      }
    }
  }

  std::string modelOf(const Entities& now) const {
    const SourceNote& note = *given_.notes.front();
    const std::string& root = now.root().name();
    if (step_ != RegroupStep::kLinksToObjects || root == entities_.front().root().name()) return note.model;
    return nameInFile(root);
  }
  std::string nameInFile(const std::string& link) const {
    const KnownPart* const part = known({0, link});
    return part ? part->base->name : link;
  }

  Pose commonT(const EntityOf& e) const { return given_.objects[e.object].at * entities_[e.object].rootT(e.entity); }

  void placeInFile(const PartObject& one, const Entities& now, const so::Entity& e, const std::vector<EntityOf>& from) {
    const Pose common_t_now = one.at * now.rootT(e.name());
    const KnownPart* part = from.empty() ? nullptr : known(from.front());
    EntityOf by = part ? from.front() : EntityOf{};
    if (!part && e.parent_name().empty() && !known_.empty()) {
      by = known_.begin()->first;
      part = &known_.begin()->second;
    }
    if (part) file_t_[e.name()] = part->file_t_part * commonT(by).inverse() * common_t_now;
    else if (e.parent_name().empty()) file_t_[e.name()] = given_.notes.front()->file_t_object;
    else file_t_[e.name()] = file_t_.at(e.parent_name()) * now.rootT(e.parent_name()).inverse() * now.rootT(e.name());
  }

  void describe(const so::Entity& e, PartNote& part) const {
    part.here = e.name();
    part.name = names_.at(e.name());
    part.parent = e.parent_name().empty() ? std::string() : names_.at(e.parent_name());
    if (e.parent_name().empty() || e.has_joint()) return;
    const Pose place = file_t_.at(e.parent_name()).inverse() * file_t_.at(e.name());
    if (!isSamePlace(place, part.place)) part.place = place;
  }

  // False for what is not of the file. What somebody changed is not known of what it is a piece of, or a part in.
  bool takeHashes(const so::Entity& e, const std::vector<EntityOf>& from, PartNote& part) const {
    if (from.empty()) {
      if (step_ == RegroupStep::kShapesToLinks)
        for (const auto& [was, over] : made_.shapes) markChanged(was, part, false);
      return e.has_link();
    }
    const bool is_base = e.has_link() && (step_ == RegroupStep::kLinksToOne || (step_ == RegroupStep::kShapesToLinks &&
                                                                                made_.shapes.contains(from.front())));
    if (is_base) {
      for (const EntityOf& was : from) markChanged(was, part, step_ == RegroupStep::kLinksToOne);
      return known(from.front()) != nullptr;
    }
    const KnownPart* const same = known(from.front());
    if (!same) return false;
    part.visual = same->base->visual;
    part.collision = same->base->collision;
    part.looks = same->base->looks;
    part.rest = same->base->rest;
    return true;
  }

  void markChanged(const EntityOf& was, PartNote& part, bool by_place) const {
    const KnownPart* const k = known(was);
    const bool moved = by_place && made_.shapes.contains(was) && k && !k->is_in_place;
    const auto mark = [](std::uint64_t& hash) { hash = kUnknownHash; };
    const bool is_foreign = !k && made_.shapes.contains(was);
    if (is_foreign || moved || (k && k->base->visual != k->mine.visual)) mark(part.visual);
    if (is_foreign || moved || (k && k->base->collision != k->mine.collision)) mark(part.collision);
    if (is_foreign || (k && k->base->looks != k->mine.looks)) mark(part.looks);
    if (is_foreign || (k && k->base->rest != k->mine.rest)) mark(part.rest);
  }

  const Remembering& given_;
  const Regrouped& made_;
  const RegroupStep step_;
  SourceNote bare_;  // what all that is made shares
  std::vector<Entities> entities_;
  std::map<EntityOf, KnownPart> known_;
  std::map<EntityOf, std::vector<EntityOf>> sources_;
  std::map<std::string, Pose> file_t_;        // of the entities of the object that is looked at
  std::map<std::string, std::string> names_;  // of these in the file
};

// Notes of one reading, which the objects can be compared with together; else what is wrong.
bool areOfOneReading(const std::vector<std::optional<SourceNote>>& notes) {
  if (std::ranges::any_of(notes, [](const auto& note) { return !note.has_value(); })) return false;
  const std::string first = readingOf(*notes.front());
  return std::ranges::all_of(notes, [&](const auto& note) { return readingOf(*note) == first; });
}

bool anyMoves(const so::SceneObject& object) {
  return std::ranges::any_of(object.entities(), [](const so::Entity& e) {
    return e.has_joint() && scene::moves(e.joint().kinematics_component());
  });
}

// A file may have changed so far that a step is none.
bool canTake(const std::vector<PartObject>& objects, RegroupStep step) {
  if (objects.empty() || std::ranges::any_of(objects, [](const PartObject& one) { return anyMoves(one.object); }))
    return false;
  if (step == RegroupStep::kObjectsToLinks) return true;
  const LinkCount count = countLinks(objects.front().object);
  return step == RegroupStep::kLinksToOne ? count.links > 0 : count.with_shapes > 0;
}

}  // namespace

RegroupedNotes regrouped(const Remembering& given, RegroupStep step, const PartsContext& context) {
  RegroupedNotes out;
  out.made = takeStep(given.objects, step, context);
  out.notes.resize(out.made.objects.size());
  const bool any = std::ranges::any_of(given.notes, [](const auto& note) { return note.has_value(); });
  for (PartObject& one : out.made.objects) one.object.mutable_user_data()->erase(scene::kImportNoteKey);
  if (any && areOfOneReading(given.notes)) {
    NoteCarrier carrier(given, out.made, step);
    for (std::size_t r = 0; r < out.notes.size(); ++r) {
      out.notes[r] = carrier.noteOf(r);
      keepNote(out.made.objects[r].object, *out.notes[r]);
    }
  } else if (any) {
    out.made.notes.push_back(
        findingOf(fail(failures::kPartsFilesDiffer, {{"object", arg::Name{out.made.objects.front().name}}})));
  }
  return out;
}

io::ImportResult regroupedReading(io::ImportResult read, const std::vector<Regrouping>& steps) {
  std::map<std::string, geometry::GeometryPtr> shapes;
  for (const auto& shape : read.geometries) shapes[shape->ref] = shape;
  const PartsContext context{[&](const std::string& ref) {
                               const auto found = shapes.find(ref);
                               return found == shapes.end() ? nullptr : found->second;
                             },
                             "file"};
  for (const Regrouping& step : steps) {
    std::vector<PartObject> objects;
    for (const std::string& model : step.models) {
      const bool alone = read.objects.size() == 1 && step.models.size() == 1;
      const auto is_it = [&](const io::ImportedObject& one) { return alone || one.object.name() == model; };
      const auto found = std::ranges::find_if(read.objects, is_it);
      if (found != read.objects.end())
        objects.push_back({found->object, found->file_t_object, found->object.name(), {}});
    }
    if (!canTake(objects, step.step)) continue;
    Regrouped made = takeStep(objects, step.step, context);
    read.objects.clear();
    for (PartObject& one : made.objects) {
      io::ImportedObject next;
      next.object = std::move(one.object);
      next.file_t_object = one.at;
      read.objects.push_back(std::move(next));
    }
  }
  return read;
}

}  // namespace ww::usecase
