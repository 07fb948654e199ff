// SPDX-License-Identifier: Apache-2.0
// The accepted part of a revision, as one batch of edits.
#include <algorithm>

#include "core/geometry/wire_convert.h"
#include "core/scene/followers.h"
#include "core/scene/hanging.h"
#include "core/scene/joint.h"
#include "core/scene/updates/draft.h"
#include "core/scene/updates/mentions.h"
#include "core/scene/validate.h"
#include "core/usecase/failures.h"
#include "core/usecase/feature_link.h"
#include "core/usecase/revision/revision_sides.h"
#include "core/world/compare/sync_patch.h"
#include "core/world/records/canonical.h"
#include "core/world/records/records.h"
#include "core/world/updates/scene_rebuild.h"
#include "core/world/views/views.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
namespace pb = intrinsic_proto::world;
using ItemKind = RevisionItem::Kind;
using scene::updates::Draft;

// Colours that somebody gave the old shapes go to the new ones of the same name, or from the only one to all.
void carryLooks(const pb::GeometryComponent& from, pb::GeometryComponent& to) {
  for (auto& [kind, set] : *to.mutable_named_geometries()) {
    const auto old = from.named_geometries().find(kind);
    if (old == from.named_geometries().end()) continue;
    const auto& shapes = old->second.named_geometries();
    for (auto& [name, placed] : *set.mutable_named_geometries()) {
      const auto same = shapes.find(name);
      const auto& source = same != shapes.end() ? same : shapes.size() == 1 ? shapes.begin() : shapes.end();
      if (source == shapes.end() || !source->second.geometry().has_material_overrides()) continue;
      *placed.mutable_geometry()->mutable_material_overrides() = source->second.geometry().material_overrides();
    }
  }
}

// The colours of the file for shapes of the same names.
void takeLooks(const pb::GeometryComponent& file, pb::GeometryComponent& to) {
  for (auto& [kind, set] : *to.mutable_named_geometries())
    for (auto& [name, placed] : *set.mutable_named_geometries()) placed.mutable_geometry()->clear_material_overrides();
  carryLooks(file, to);
}

void takeSet(const pb::GeometryComponent& from, const char* kind, pb::GeometryComponent& to) {
  const auto set = from.named_geometries().find(kind);
  if (set == from.named_geometries().end()) to.mutable_named_geometries()->erase(kind);
  else (*to.mutable_named_geometries())[kind] = set->second;
}

// The joint of the file, where it stands in the object, with limits that people set as long as the file allows them.
void takeJoint(const pb::KinematicsComponent& file, pb::KinematicsComponent& joint) {
  const pb::KinematicsComponent old = joint;
  joint = file;
  joint.clear_parent_t_inboard();
  if (old.has_parent_t_inboard()) *joint.mutable_parent_t_inboard() = old.parent_t_inboard();
  const bool narrowed = world::canonicalBytes(old.application_limits()) != world::canonicalBytes(old.system_limits());
  if (old.has_application_limits() && narrowed &&
      scene::isRangeWithin(scene::limitsOf(old.application_limits()), scene::limitsOf(file.system_limits())))
    *joint.mutable_application_limits() = old.application_limits();
  if (!old.has_raw_value()) return;
  const scene::Limits limits = scene::limitsOf(scene::limitsInForce(joint));
  const double value = old.raw_value();
  joint.set_raw_value(scene::isRangeInOrder(limits) ? scene::nearestWithin(value, limits) : value);
}

class Reviser {
 public:
  Reviser(const world::World& world, geometry::GeometryStore& store, const Revision& revision,
          const std::set<std::string>& refused)
      : world_(world), store_(store), r_(revision), s_(*revision.sides), refused_(refused), editor_(world, store) {}

  Result<session::EditsPtr> run() {
    const auto object = world_.object(r_.object);
    if (object != s_.object)
      return fail(failures::kRevisionStale, {{"object", arg::Node{s_.object->name, r_.object.value}}});
    before_ = world::toSceneObject(world_, *object);
    next_ = before_;
    {
      Draft draft(next_, false);
      nameNew(draft);
      WW_TRY(change(draft));
      WW_TRY(carryFrames(draft));
      WW_TRY(addNew(draft));
      WW_TRY(move(draft));
      WW_TRY(remove(draft));
    }
    WW_TRY(follow());
    SourceNote note = r_.source;
    note.file_t_object = s_.file_t_object;
    note.parts = s_.file_parts;
    for (std::size_t f = 0; f < note.parts.size(); ++f)
      if (const auto name = names_.find(note.parts[f].name); name != names_.end()) note.parts[f].here = name->second;
    keepNote(next_, note);
    WW_TRY(scene::validate(scene::ObjectIndex(next_)).status());
    return edits();
  }

 private:
  bool accepts(ItemKind kind, const std::string& part) const {
    const std::string id = std::string(kindName(kind)) + ":" + part;
    const auto is = [&](const RevisionItem& item) { return item.id == id; };
    if (std::ranges::none_of(r_.items, is) || refused_.contains(id)) return false;
    // Whoever wants what hangs on it to stay there keeps it.
    if (kind != ItemKind::kGone && kind != ItemKind::kReshaped) return true;
    return std::ranges::none_of(r_.items, [&](const RevisionItem& item) {
      return item.kind == ItemKind::kLost && item.part == part && refused_.contains(item.id);
    });
  }

  // What each part of the file is called in the object, where it is in there or comes into it.
  void nameNew(Draft& draft) {
    for (std::size_t f = 0; f < s_.file_parts.size(); ++f) {
      const std::string& name = s_.file_parts[f].name;
      if (const int h = s_.here_of_file[f]; h >= 0) names_[name] = s_.here_parts[static_cast<std::size_t>(h)].name;
      else if (accepts(ItemKind::kNew, name)) {
        std::string free = name;
        for (int i = 2; !draft.checkFree(free).ok() || isUsed(free); ++i) free = name + "_" + std::to_string(i);
        names_[name] = free;
        new_.push_back(static_cast<int>(f));
      }
    }
  }

  bool isUsed(const std::string& name) const {
    return std::ranges::any_of(names_, [&](const auto& entry) { return entry.second == name; });
  }

  Status change(Draft& draft) {
    for (std::size_t f = 0; f < s_.file_parts.size(); ++f) {
      const int h = s_.here_of_file[f];
      if (h < 0) continue;
      const std::string& name = s_.here_parts[static_cast<std::size_t>(h)].name;
      so::Entity& entity = *draft.find(name);
      const so::Entity& file = s_.file.entities(static_cast<int>(f));
      if (accepts(ItemKind::kReshaped, name)) reshape(f, static_cast<std::size_t>(h), entity);
      if (!accepts(ItemKind::kChanged, name)) continue;
      if (entity.has_joint()) {
        takeJoint(file.joint().kinematics_component(), *entity.mutable_joint()->mutable_kinematics_component());
        WW_TRY(draft.refreshPose(entity));
      } else if (entity.has_sensor()) {
        *entity.mutable_sensor() = file.sensor();
      } else if (entity.has_frame()) {
        *entity.mutable_frame() = file.frame();
      } else if (file.link().has_physics_component()) {
        *entity.mutable_link()->mutable_physics_component() = file.link().physics_component();
      } else {
        entity.mutable_link()->clear_physics_component();
      }
    }
    return okStatus();
  }

  // A set of shapes that people changed stays, unless nothing else is asked for.
  void reshape(std::size_t f, std::size_t h, so::Entity& entity) {
    const PartNote &now = s_.file_parts[f], &mine = s_.here_parts[h];
    const auto known = s_.base.find(mine.name);
    const PartNote& base = known == s_.base.end() ? mine : known->second;
    auto& component = *entity.mutable_link()->mutable_geometry_component();
    const pb::GeometryComponent old = component;
    const auto& file = s_.file.entities(static_cast<int>(f)).link().geometry_component();
    const bool insist = !hasUntouched(base, now, mine);
    if (isTaken(base.visual, now.visual, mine.visual, insist)) takeSet(file, "Intrinsic_Visual", component);
    if (isTaken(base.collision, now.collision, mine.collision, insist)) takeSet(file, "Intrinsic_Collision", component);
    if (isTaken(base.looks, now.looks, mine.looks, insist)) takeLooks(file, component);
    else if (base.looks != mine.looks) carryLooks(old, component);
  }

  // Frames go with the feature that they stand on.
  Status carryFrames(Draft& draft) {
    for (const AnchorChange& anchor : s_.anchors) {
      so::Entity* frame = draft.find(anchor.frame);
      if (!frame || !accepts(ItemKind::kReshaped, anchor.part)) continue;
      nameLink(anchor.noted_as, anchor.frame);
      if (!anchor.is_found) {
        markFeatureLost(next_, anchor.frame);
        continue;
      }
      if (!refused_.contains(followsId(anchor))) WW_TRY(draft.setPose(*frame, anchor.part_t_frame));
      keepFeatureLink(next_, anchor.frame, anchor.link);
    }
    return okStatus();
  }

  // The link of a frame that was named otherwise goes by its name from now on.
  void nameLink(const std::string& noted_as, const std::string& frame) {
    if (noted_as == frame) return;
    auto& data = *next_.mutable_user_data();
    const auto link = data.find(featureKey(noted_as));
    if (link == data.end()) return;
    const google::protobuf::Any moved = link->second;
    data.erase(link);
    data[featureKey(frame)] = moved;
  }

  // The nearest part at or above one of the file that is in the object, and its pose in that one.
  Result<std::pair<std::string, Pose>> anchor(const std::string& parent, Pose parent_t_this) {
    Draft file(file_copy_, false);
    std::string at = parent;
    for (std::size_t steps = 0; steps <= s_.file_parts.size() && !at.empty(); ++steps) {
      if (const auto name = names_.find(at); name != names_.end()) return std::pair{name->second, parent_t_this};
      const so::Entity* entity = file.find(at);
      if (!entity) break;
      WW_ASSIGN(const Pose up, file.poseOf(*entity));
      parent_t_this = up * parent_t_this;
      at = entity->parent_name();
    }
    return std::pair{before_.entities(0).name(), parent_t_this};
  }

  // A part as the file places it.
  Status putAsInFile(Draft& draft, std::size_t f, const std::string& name) {
    const so::Entity& file = s_.file.entities(static_cast<int>(f));
    WW_ASSIGN(const auto place, anchor(s_.file_parts[f].parent, s_.file_parts[f].place));
    so::Entity& entity = *draft.find(name);
    if (place.first == name) return okStatus();
    entity.set_parent_name(place.first);
    if (!file.has_joint()) return draft.setPose(entity, place.second);
    WW_ASSIGN(const Pose sound, checkedPose(place.second));
    geometry::toWire(sound, entity.mutable_joint()->mutable_kinematics_component()->mutable_parent_t_inboard());
    return draft.refreshPose(entity);
  }

  Status addNew(Draft& draft) {
    file_copy_ = s_.file;
    for (const int f : new_) {
      const so::Entity& file = s_.file.entities(f);
      const std::string& name = names_[file.name()];
      so::Entity& made = draft.add(name);
      made = file;
      made.set_name(name);
    }
    for (const int f : new_)
      WW_TRY(putAsInFile(draft, static_cast<std::size_t>(f), names_[s_.file.entities(f).name()]));
    return okStatus();
  }

  Status move(Draft& draft) {
    for (std::size_t f = 0; f < s_.file_parts.size(); ++f) {
      const int h = s_.here_of_file[f];
      if (h < 0) continue;
      const std::string& name = s_.here_parts[static_cast<std::size_t>(h)].name;
      if (accepts(ItemKind::kMoved, name)) WW_TRY(putAsInFile(draft, f, name));
    }
    return okStatus();
  }

  // What hangs on a part that goes hangs on what carries it then, where it is.
  Status remove(Draft& draft) {
    for (const RevisionItem& item : r_.items)
      if (item.kind == ItemKind::kGone && accepts(ItemKind::kGone, item.part)) gone_.insert(item.part);
    so::SceneObject copy = before_;
    Draft before(copy, false);
    for (const std::string& name : gone_)
      for (so::Entity* child : draft.childrenOf(name))
        if (!gone_.contains(child->name())) WW_TRY(handOn(draft, before, *child));
    draft.remove(gone_);
    scene::dropMentions(next_, gone_);
    return okStatus();
  }

  // To its carrier it stays where it was, whatever else moves; as objects do.
  Status handOn(Draft& draft, Draft& before, so::Entity& child) {
    so::Entity* const to = carrierOf(draft, child);
    if (!to) return okStatus();  // nothing is left to hang on, which is found then
    const so::Entity *was = before.find(child.name()), *on = before.find(to->name());
    WW_ASSIGN(const Pose root_t_child, was&& on ? before.rootT(*was) : draft.rootT(child));
    WW_ASSIGN(const Pose root_t_to, was&& on ? before.rootT(*on) : draft.rootT(*to));
    child.set_parent_name(to->name());
    if (child.has_frame()) markFeatureLost(next_, child.name());
    return draft.setPose(child, root_t_to.inverse() * root_t_child);
  }

  // The nearest above that stays and may carry it; a joint only as the one thing that it carries.
  so::Entity* carrierOf(Draft& draft, const so::Entity& child) {
    so::Entity* at = draft.find(child.parent_name());
    while (at && (gone_.contains(at->name()) || !scene::mayHang(child, at) || carriesOther(draft, *at))) {
      at = draft.find(at->parent_name());
    }
    return at;
  }

  bool carriesOther(Draft& draft, const so::Entity& at) const {
    return at.has_joint() && std::ranges::any_of(draft.childrenOf(at.name()), [this](const so::Entity* other) {
             return other->has_link() && !gone_.contains(other->name());
           });
  }

  // New joints follow as the file says.
  Status follow() {
    if (new_.empty()) return okStatus();
    WW_ASSIGN(std::vector<scene::Follow> mine, scene::followsOf(next_));
    WW_ASSIGN(const std::vector<scene::Follow> file, scene::followsOf(s_.file));
    const std::size_t before = mine.size();
    for (scene::Follow f : file) {
      const auto joint = names_.find(f.joint), leader = names_.find(f.leader);
      if (joint == names_.end() || leader == names_.end()) continue;
      if (std::ranges::any_of(mine, [&](const scene::Follow& m) { return m.joint == joint->second; })) continue;
      if (std::ranges::none_of(new_, [&](int i) { return s_.file.entities(i).name() == f.joint; })) continue;
      f.joint = joint->second;
      f.leader = leader->second;
      mine.push_back(f);
    }
    if (mine.size() != before) scene::setFollows(next_, mine);
    return okStatus();
  }

  // ---- in the world

  Result<session::EditsPtr> edits() {
    handOnObjects();
    scene::EntityOrigins origins;
    for (const so::Entity& entity : before_.entities())
      if (!gone_.contains(entity.name())) origins[entity.name()] = entity.name();
    WW_TRY(world::rebuild(editor_, r_.object, before_, next_, origins));
    if (accepts(ItemKind::kPlaced, s_.object->name)) {
      const world::Object& now = *editor_.world().peek(r_.object);
      editor_.move(now.id, now.parent, now.parent_entity,
                   now.parent_entity_t_this * s_.old_file_t_object.inverse() * s_.file_t_object);
    }
    const world::World after = std::move(editor_).finish();
    auto edits = std::make_shared<worldwright::v1::Edits>();
    *edits->add_edits()->mutable_patch_world() = world::patchBetween(world_, after);
    return session::EditsPtr(std::move(edits));
  }

  void handOnObjects() {
    for (const ObjectId id : world_.childrenOf(*s_.object)) {
      EntityId on = world_.peek(id)->parent_entity;
      const world::Entity* at = s_.object->entity(on);
      if (!at || !gone_.contains(at->name)) continue;
      for (; at && at->parent && !staysToCarry(*at); at = s_.object->entity(on)) on = at->parent;
      editor_.move(id, s_.object->id, on, world_.aTB(on, id));
    }
  }

  // Objects that hung on a link hang on a link then.
  bool staysToCarry(const world::Entity& entity) const {
    return !gone_.contains(entity.name) && entity.kind == world::EntityKind::kLink;
  }

  const world::World& world_;
  geometry::GeometryStore& store_;
  const Revision& r_;
  const RevisionSides& s_;
  const std::set<std::string>& refused_;
  world::WorldEditor editor_;
  so::SceneObject before_, next_, file_copy_;
  std::map<std::string, std::string> names_;  // in the file -> in the object
  std::vector<int> new_;                      // indices in the file
  std::set<std::string> gone_;
};

}  // namespace

Result<session::EditsPtr> revised(const world::World& world, geometry::GeometryStore& store, const Revision& revision,
                                  const std::set<std::string>& refused) {
  return Reviser(world, store, revision, refused).run();
}

}  // namespace ww::usecase
