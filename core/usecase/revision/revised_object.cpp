// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/revised_object.h"

#include <algorithm>
#include <optional>

#include "core/geometry/wire_convert.h"
#include "core/scene/followers.h"
#include "core/scene/hanging.h"
#include "core/scene/updates/draft.h"
#include "core/scene/updates/mentions.h"
#include "core/scene/validate.h"
#include "core/usecase/feature_link.h"
#include "core/usecase/revision/object_settings.h"
#include "core/usecase/revision/take_parts.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using ItemKind = RevisionItem::Kind;
using scene::updates::Draft;

class ObjectReviser {
 public:
  ObjectReviser(const Revision& revision, const std::set<std::string>& refused)
      : r_(revision), s_(*revision.sides), refused_(refused), before_(s_.here), next_(s_.here) {}

  Status draw() {
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
    for (const RevisionItem& item : r_.items)
      if (item.kind == ItemKind::kSetting && !refused_.contains(item.id))
        takeSetting(item.setting, s_.file, names_, next_);
    fits_ = fitConfigurations(before_, next_);
    return okStatus();
  }

  Result<RevisedObject> sound() {
    if (!s_.is_gone) WW_TRY(draw());
    keepNote(next_, note());
    WW_TRY(scene::validate(scene::ObjectIndex(next_)).status());
    return drawn();
  }

  RevisedObject drawn() { return {std::move(next_), std::move(gone_), std::move(fits_), std::move(names_)}; }

 private:
  bool accepts(ItemKind kind, const std::string& part) const { return isAccepted(r_, refused_, kind, part); }

  // What was refused stays as it was in the note, so that it is told again.
  SourceNote note() const {
    SourceNote out = r_.source;
    const std::string placed = itemId(ItemKind::kPlaced, s_.object->name);
    if (!s_.is_gone) out.file_t_object = refused_.contains(placed) ? s_.old_file_t_object : s_.file_t_object;
    out.models.clear();
    for (const io::ImportedObject& one : s_.models)
      if (const std::string id = "object:" + one.object.name(); !r_.hasItem(id) || !refused_.contains(id))
        out.models.push_back(one.object.name());
    if (s_.is_gone) return refusedOf(std::move(out));
    out.settings = settingsNow();
    out.parts.clear();
    for (std::size_t f = 0; f < s_.file_parts.size(); ++f)
      if (auto part = noteOf(f)) out.parts.push_back(*std::move(part));
    for (const auto& [here, part] : s_.base)
      if (r_.hasItem(itemId(ItemKind::kGone, here)) && !gone_.contains(here)) out.parts.push_back(part);
    return refusedOf(std::move(out));
  }

  std::map<std::string, std::uint64_t> settingsNow() const {
    auto out = settingHashes(s_.file);
    const auto before = r_.source.settings.empty() ? settingHashes(s_.here) : r_.source.settings;
    for (const RevisionItem& item : r_.items) {
      if (item.kind != ItemKind::kSetting || !refused_.contains(item.id)) continue;
      const auto was = before.find(item.setting);
      if (was == before.end()) out.erase(item.setting);
      else out[item.setting] = was->second;
    }
    return out;
  }

  SourceNote refusedOf(SourceNote out) const {
    out.refused.clear();
    for (const RevisionItem& item : r_.items)  // what is lost goes by what it is lost with
      if (refused_.contains(item.id) && item.kind != ItemKind::kLost) out.refused.push_back(item.id);
    return out;
  }

  std::optional<PartNote> noteOf(std::size_t f) const {
    PartNote part = s_.file_parts[f];
    const auto name = names_.find(part.name);
    if (name == names_.end()) {
      if (!s_.wasDeleted(f)) return std::nullopt;
      part.here = s_.here_of_base.at(part.name);
      return part;
    }
    part.here = name->second;
    if (s_.here_of_file[f] < 0) return part;
    const PartNote& mine = s_.here_parts[static_cast<std::size_t>(s_.here_of_file[f])];
    const auto known = s_.base.find(mine.name);
    const PartNote& base = known == s_.base.end() ? mine : known->second;
    const auto refuses = [&](ItemKind kind) {
      return r_.hasItem(itemId(kind, mine.name)) && !accepts(kind, mine.name);
    };
    if (refuses(ItemKind::kMoved)) {
      part.place = base.place;
      part.parent = base.parent;
    }
    if (refuses(ItemKind::kReshaped)) {
      part.visual = base.visual;
      part.collision = base.collision;
      part.looks = base.looks;
    } else if (s_.shaped.contains(mine.name)) {
      keepShapes(base, mine, part);
    }
    if (refuses(ItemKind::kChanged)) part.rest = base.rest;
    return part;
  }

  // Where some of its shapes were refused, the file had what is here.
  void keepShapes(const PartNote& base, const PartNote& mine, PartNote& part) const {
    const auto refused = [&](const RevisionItem& item) {
      return item.part == mine.name && !item.shape.empty() && refused_.contains(item.id);
    };
    const auto entity = std::ranges::find(next_.entities(), mine.name, &so::Entity::name);
    if (std::ranges::none_of(r_.items, refused) || entity == next_.entities().end()) return;
    so::SceneObject alone;
    *alone.add_entities() = *entity;
    const PartNote now = partNotes(alone).front();
    if (mine.visual == base.visual) part.visual = now.visual;
    if (mine.collision == base.collision) part.collision = now.collision;
    if (mine.looks == base.looks) part.looks = now.looks;
  }

  std::set<std::string> acceptedShapes(const std::string& part) const {
    std::set<std::string> out;
    for (const RevisionItem& item : r_.items)
      if (item.part == part && !item.shape.empty() && !refused_.contains(item.id)) {
        out.insert(item.shape);
        if (!item.called.empty()) out.insert(item.called);
      }
    return out;
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
      if (accepts(ItemKind::kReshaped, name)) reshapePart(f, static_cast<std::size_t>(h), entity);
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

  void reshapePart(std::size_t f, std::size_t h, so::Entity& entity) {
    const PartNote &now = s_.file_parts[f], &mine = s_.here_parts[h];
    const auto known = s_.base.find(mine.name);
    ReshapeSides sides{known == s_.base.end() ? mine : known->second, now, mine, std::nullopt};
    if (s_.shaped.contains(mine.name)) sides.shapes = acceptedShapes(mine.name);
    reshape(sides, s_.file.entities(static_cast<int>(f)).link().geometry_component(),
            *entity.mutable_link()->mutable_geometry_component());
  }

  // Frames go with the feature that they stand on.
  Status carryFrames(Draft& draft) {
    for (const AnchorChange& anchor : s_.anchors) {
      so::Entity* frame = draft.find(anchor.frame);
      if (!frame || !accepts(ItemKind::kReshaped, anchor.part)) continue;
      if (s_.shaped.contains(anchor.part) && !acceptedShapes(anchor.part).contains(anchor.shape)) continue;
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

  const Revision& r_;
  const RevisionSides& s_;
  const std::set<std::string>& refused_;
  const so::SceneObject& before_;
  so::SceneObject next_, file_copy_;
  std::map<std::string, std::string> names_;  // in the file -> in the object
  std::vector<int> new_;                      // indices in the file
  std::set<std::string> gone_;
  std::vector<ConfigurationFit> fits_;
};

}  // namespace

std::string itemId(ItemKind kind, const std::string& part) { return std::string(kindName(kind)) + ":" + part; }

bool isAccepted(const Revision& revision, const std::set<std::string>& refused, ItemKind kind,
                const std::string& part) {
  const std::string id = itemId(kind, part);
  if (revision.hasItem(id)) return !refused.contains(id);
  if (kind != ItemKind::kReshaped || !revision.sides->shaped.contains(part)) return false;
  return std::ranges::any_of(revision.items, [&](const RevisionItem& item) {
    return item.part == part && !item.shape.empty() && !refused.contains(item.id);
  });
}

Result<RevisedObject> revisedObject(const Revision& revision, const std::set<std::string>& refused) {
  return ObjectReviser(revision, refused).sound();
}

RevisedObject objectAsDrawn(const Revision& revision, const std::set<std::string>& refused) {
  ObjectReviser reviser(revision, refused);
  return reviser.draw().ok() ? reviser.drawn() : RevisedObject{revision.sides->here, {}, {}, {}};
}

}  // namespace ww::usecase
