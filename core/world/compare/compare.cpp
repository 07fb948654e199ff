// SPDX-License-Identifier: Apache-2.0
#include "core/world/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/world/compare/compare_text.h"
#include "core/world/values/diff.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_service.pb.h"

namespace ww::world {
namespace {

using Response = pb::CompareWorldsResponse;
using ObjectMap = std::map<ObjectId, ObjectId>;  // base -> changed

// Objects by alias, else by name below the same parent; parents before children.
class NameMatcher {
 public:
  NameMatcher(const World& base, const World& changed) : base_(base), changed_(changed) {}

  ObjectMap run() {
    matches_[kRootObject] = kRootObject;
    base_.forEachObject([this](const Object& o) { (void)match(o.id); });
    std::erase_if(matches_, [](const auto& pair) { return !pair.second; });
    return std::move(matches_);
  }

 private:
  // Up to the nearest object whose match is known, then down again: no recursion in deep trees.
  ObjectId match(ObjectId id) {
    std::vector<const Object*> open;
    for (const Object* o = base_.peek(id); o && !matches_.contains(o->id); o = base_.peek(o->parent)) open.push_back(o);
    for (auto it = open.rbegin(); it != open.rend(); ++it) matches_[(*it)->id] = matchOne(**it);
    return matches_.at(id);
  }

  ObjectId matchOne(const Object& o) const {
    if (o.name_is_global_alias) {
      if (const ObjectId found = changed_.aliasNamed(o.name)) return found;
    }
    const ObjectId parent = matches_.at(o.parent);
    const ObjectId found = parent ? changed_.childNamed(parent, o.name) : ObjectId{};
    if (!found) return {};
    // An alias of the other world belongs to the object that has it here, if there is one.
    const bool other_has_alias =
        changed_.peek(found)->name_is_global_alias && base_.aliasNamed(o.name) && base_.aliasNamed(o.name) != o.id;
    return other_has_alias ? ObjectId{} : found;
  }

  const World& base_;
  const World& changed_;
  ObjectMap matches_;
};

class Comparison {
 public:
  Comparison(const World& base, const World& changed, const CompareOptions& options)
      : base_(base), changed_(changed), options_(options), worlds_{base, changed, options.by, {}} {}

  Response run() {
    if (options_.by == IdentifyBy::kId) compareById();
    else compareByName();
    for (const ObjectChange& c : objects_) take(c);
    for (const FrameChange& c : frames_) take(c);
    addModified();
    addWholeWorlds();
    return std::move(out_);
  }

 private:
  void compareById() {
    worlds_.same = [](ObjectId a, ObjectId b) { return a == b; };
    WorldDiff changes = diff(base_, changed_);
    objects_ = std::move(changes.objects);
    frames_ = std::move(changes.frames);
  }

  void compareByName() {
    matches_ = NameMatcher(base_, changed_).run();
    worlds_.same = [this](ObjectId a, ObjectId b) { return a ? matchOf(a) == b && b : !b; };
    std::set<ObjectId> matched;
    for (const auto& [a, b] : matches_) matched.insert(b);
    base_.forEachObject([&](const Object& o) {
      const ObjectId other = matchOf(o.id);
      objects_.push_back({base_.object(o.id), other ? changed_.object(other) : nullptr});
      pairFrames(o, other);
    });
    changed_.forEachObject([&](const Object& o) {
      if (matched.contains(o.id)) return;
      objects_.push_back({nullptr, changed_.object(o.id)});
      for (const FrameId id : changed_.framesOf(o)) frames_.push_back({nullptr, changed_.frame(id)});
    });
  }

  void pairFrames(const Object& base_object, ObjectId other) {
    for (const FrameId id : base_.framesOf(base_object)) {
      const FramePtr frame = base_.frame(id);
      const FrameId found = other ? changed_.frameNamed(other, frame->name) : FrameId{};
      frames_.push_back({frame, found ? changed_.frame(found) : nullptr});
    }
    if (!other) return;
    for (const FrameId id : changed_.framesOf(*changed_.object(other))) {
      const FramePtr frame = changed_.frame(id);
      if (!base_.frameNamed(base_object.id, frame->name)) frames_.push_back({nullptr, frame});
    }
  }

  void take(const ObjectChange& c) {
    if (!c.before) {
      setReference(*c.after, *out_.add_added());
    } else if (!c.after) {
      *out_.add_removed() =
          toWireObject(base_, *c.before, options_.view.value_or(View::kBasic), options_.base_world_id);
    } else if (c.before != c.after) {
      std::vector<std::string> texts = objectChanges(worlds_, *c.before, *c.after);
      if (!texts.empty()) modified_[c.after->id] = std::move(texts);
    }
  }

  void take(const FrameChange& c) {
    if (c.before && c.after) {
      if (c.before == c.after) return;
      const std::vector<std::string> texts = frameChanges(worlds_, *c.before, *c.after);
      if (texts.empty()) return;
      auto* modified = out_.add_modified_frames();
      *modified->mutable_frame() = toWireFrame(changed_, *c.after, true, options_.changed_world_id);
      modified->set_modification(joined(texts));
      note(c.after->object, fmt::format("frame {} modified", c.after->name));
    } else if (c.after) {
      *out_.add_added_frames() = toWireFrame(changed_, *c.after, true, options_.changed_world_id);
      note(c.after->object, fmt::format("frame {} added", c.after->name));
    } else {
      *out_.add_removed_frames() = toWireFrame(base_, *c.before, true, options_.base_world_id);
      if (const ObjectId object = inChanged(c.before->object))
        note(object, fmt::format("frame {} removed", c.before->name));
    }
  }

  // The same object in the changed world; none when it was removed.
  ObjectId inChanged(ObjectId in_base) const {
    if (options_.by == IdentifyBy::kId) return changed_.peek(in_base) ? in_base : ObjectId{};
    return matchOf(in_base);
  }

  // By name; none when there is none.
  ObjectId matchOf(ObjectId in_base) const {
    const auto it = matches_.find(in_base);
    return it == matches_.end() ? ObjectId{} : it->second;
  }

  // Objects that are new themselves are not modified by their frames.
  void note(ObjectId object, std::string text) {
    if (added_.empty()) {
      for (const ObjectChange& c : objects_) {
        if (!c.before) added_.insert(c.after->id);
      }
      added_.insert(ObjectId{});
    }
    if (!added_.contains(object)) modified_[object].push_back(std::move(text));
  }

  void addModified() {
    for (const auto& [id, texts] : modified_) {
      auto* modified = out_.add_modified();
      setReference(*changed_.object(id), *modified->mutable_object());
      modified->set_modification(joined(texts));
    }
  }

  void addWholeWorlds() {
    if (!options_.view) return;
    base_.forEachObject([this](const Object& o) {
      *out_.add_base_world_objects() = toWireObject(base_, o, *options_.view, options_.base_world_id);
    });
    changed_.forEachObject([this](const Object& o) {
      *out_.add_changed_world_objects() = toWireObject(changed_, o, *options_.view, options_.changed_world_id);
    });
  }

  void setReference(const Object& o, pb::ObjectReference& ref) const {
    if (options_.by == IdentifyBy::kName && o.name_is_global_alias) ref.mutable_by_name()->set_object_name(o.name);
    else ref.set_id(toWire(o.id));
    std::string path = "world";
    for (const std::string& part : changed_.fullPath(o.id)) path += "." + part;
    ref.set_debug_hint("Created from path " + path);
  }

  static std::string joined(const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, "; ")); }

  const World& base_;
  const World& changed_;
  const CompareOptions& options_;
  ComparedWorlds worlds_;
  ObjectMap matches_;  // by name
  std::vector<ObjectChange> objects_;
  std::vector<FrameChange> frames_;
  std::map<ObjectId, std::vector<std::string>> modified_;  // by id in the changed world
  std::set<ObjectId> added_;
  Response out_;
};

}  // namespace

Response compareWorlds(const World& base, const World& changed, const CompareOptions& options) {
  return Comparison(base, changed, options).run();
}

}  // namespace ww::world
