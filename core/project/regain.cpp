// SPDX-License-Identifier: Apache-2.0
#include "core/project/regain.h"

#include <google/protobuf/message.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "core/project/failures.h"
#include "core/project/records.h"
#include "core/world/values/parts.h"
#include "worldwright/v1/file.pb.h"

namespace ww::project {
namespace {

namespace wire = worldwright::v1;

using Refs = std::set<std::string, std::less<>>;

template <typename Record>
struct Row {
  PartRow* row = nullptr;
  Record record;
  void store() { row->bytes = record.SerializeAsString(); }
};

template <typename Record>
using Rows = std::map<std::uint64_t, Row<Record>>;

template <typename Record>
void parse(PartRow& part, Rows<Record>& into) {
  Row<Record> row{&part, {}};
  if (row.record.ParseFromString(part.bytes) && row.record.id() == static_cast<std::uint64_t>(part.id))
    into.emplace(row.record.id(), std::move(row));
}

bool namesAny(const google::protobuf::MessageLite& message, const Refs& refs) {
  bool found = false;
  forEachRef(message.SerializeAsString(), [&](std::string_view ref) { found = found || refs.contains(ref); });
  return found;
}

// Whether the shape itself is lost. What it was made from may be: that is forgotten.
bool isLost(intrinsic_proto::geometry::v1::TransformedGeometry& placed, const Refs& lost) {
  if (!namesAny(placed, lost)) return false;
  auto& geometry = *placed.mutable_geometry();
  if (namesAny(geometry.provenance(), lost)) geometry.clear_provenance();
  return namesAny(placed, lost);
}

struct Stripped {
  bool visual = false, collision = false;
};

Stripped strip(intrinsic_proto::world::GeometryComponent& component, const Refs& lost) {
  Stripped out;
  for (auto& [purpose, set] : *component.mutable_named_geometries()) {
    auto& named = *set.mutable_named_geometries();
    bool any = false;
    for (auto it = named.begin(); it != named.end();) {
      const bool gone = isLost(it->second, lost);
      any = any || gone;
      it = gone ? named.erase(it) : std::next(it);
    }
    // Those beside the named ones are for old readers; the accessors of the field are deprecated.
    if (namesAny(set, lost)) set.GetReflection()->ClearField(&set, set.GetDescriptor()->FindFieldByName("geometries"));
    (purpose == "Intrinsic_Collision" ? out.collision : out.visual) |= any;
  }
  return out;
}

class Regainer {
 public:
  Regainer(std::vector<PartRow> parts, const Refs& lost_refs) : lost_refs_(lost_refs) { out_.parts = std::move(parts); }

  Regained run() {
    // Rows are pointed to below: those that are made come behind them at the end.
    for (PartRow& part : out_.parts) {
      taken_.insert(part.id);
      if (part.kind == kObjectPart) parse(part, objects_);
      else if (part.kind == kEntityPart) parse(part, entities_);
      else if (part.kind == kFramePart) parse(part, frames_);
    }
    for (const auto& [id, object] : objects_) names_.insert(object.record.name());
    makeObjects();
    for (auto& [id, entity] : entities_) stripGeometry(entity);
    for (auto& [id, object] : objects_) dropLinks(object);
    for (auto& [id, object] : objects_) hang(object);
    for (auto& [id, frame] : frames_) hang(frame);
    for (const auto& made : made_) out_.parts.push_back(*made);
    std::sort(out_.parts.begin(), out_.parts.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return std::move(out_);
  }

 private:
  void lose(Status what) { out_.lost.push_back(std::move(what)); }

  template <typename Record>
  void make(Rows<Record>& into, std::int64_t kind, Record record) {
    const std::uint64_t id = record.id();
    made_.push_back(
        std::make_unique<PartRow>(PartRow{static_cast<std::int64_t>(id), kind, record.SerializeAsString(), {}}));
    taken_.insert(made_.back()->id);
    into.insert_or_assign(id, Row<Record>{made_.back().get(), std::move(record)});
  }

  std::string unusedName(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; !names_.insert(name).second; ++i) name = wanted + "_" + std::to_string(i);
    return name;
  }

  std::string nameOf(const wire::EntityRecord& entity) const {
    const auto object = objects_.find(entity.object());
    return object == objects_.end() ? entity.content().name()
                                    : object->second.record.name() + ":" + entity.content().name();
  }

  // ---- Objects of which only the links are there

  void makeObjects() {
    std::map<std::uint64_t, std::vector<std::uint64_t>> orphans;
    for (const auto& [id, entity] : entities_)
      if (!taken_.contains(static_cast<std::int64_t>(entity.record.object())))
        orphans[entity.record.object()].push_back(id);
    for (const auto& [id, links] : orphans) {
      if (id == 0 || id == world::kRootObject.value) continue;
      const std::vector<std::uint64_t> ordered = fromRoot(links);
      if (!ordered.empty()) makeObject(id, ordered);
    }
  }

  // Parents first; without what hangs on none of them. Empty where there is not one root.
  std::vector<std::uint64_t> fromRoot(const std::vector<std::uint64_t>& links) const {
    std::vector<std::uint64_t> out;
    for (const std::uint64_t id : links)
      if (entities_.at(id).record.parent() == 0) out.push_back(id);
    if (out.size() != 1) return {};
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (const std::uint64_t id : links)
        if (entities_.at(id).record.parent() == out[i]) out.push_back(id);
    }
    return out;
  }

  void makeObject(std::uint64_t id, const std::vector<std::uint64_t>& links) {
    wire::ObjectRecord record;
    record.set_id(id);
    record.set_name(unusedName(entities_.at(links.front()).record.content().name()));
    record.set_parent(world::kRootObject.value);
    record.set_parent_entity(world::kRootEntity.value);
    for (const std::uint64_t link : links) record.add_entities(link);
    lose(fail(failures::kKeptAnew,
              {{"id", arg::Words{"o" + std::to_string(id)}}, {"object", arg::Name{record.name()}}}));
    make(objects_, kObjectPart, std::move(record));
  }

  // ---- Geometry

  void stripGeometry(Row<wire::EntityRecord>& entity) {
    if (!namesAny(entity.record, lost_refs_) || !entity.record.content().has_link()) return;
    const Stripped lost =
        strip(*entity.record.mutable_content()->mutable_link()->mutable_geometry_component(), lost_refs_);
    entity.store();
    const std::string name = nameOf(entity.record);
    if (lost.visual) lose(fail(failures::kKeptWithoutVisual, {{"link", arg::Name{name}}}));
    if (lost.collision) lose(fail(failures::kKeptWithoutCollision, {{"link", arg::Name{name}}}));
  }

  // ---- Links

  bool has(const wire::ObjectRecord& object, std::uint64_t entity) const {
    const auto it = entities_.find(entity);
    return it != entities_.end() && it->second.record.object() == object.id();
  }

  void dropLinks(Row<wire::ObjectRecord>& object) {
    wire::ObjectRecord& record = object.record;
    if (record.entities().empty() || record.id() == world::kRootObject.value) return;
    if (!has(record, record.entities(0))) makeRoot(record);
    std::set<std::uint64_t> kept;
    std::vector<std::string> gone;
    bool any = false;
    for (const std::uint64_t id : record.entities()) {
      const bool there = has(record, id);
      const std::uint64_t parent = there ? entities_.at(id).record.parent() : 0;
      if (there && (kept.empty() || kept.contains(parent))) {
        kept.insert(id);
        continue;
      }
      any = true;
      gone.push_back(there ? entities_.at(id).record.content().name() : "e" + std::to_string(id));
    }
    if (!any) return;
    const std::vector<std::uint64_t> before(record.entities().begin(), record.entities().end());
    record.clear_entities();
    for (const std::uint64_t id : before)
      if (kept.contains(id)) record.add_entities(id);
    object.store();
    lose(fail(failures::kKeptWithoutLinks, {{"object", arg::Name{record.name()}}, {"links", arg::Names{gone}}}));
  }

  void makeRoot(const wire::ObjectRecord& object) {
    const std::uint64_t id = object.entities(0);
    if (taken_.contains(static_cast<std::int64_t>(id))) return;
    wire::EntityRecord record;
    record.set_id(id);
    record.set_object(object.id());
    std::set<std::string> used;
    for (const std::uint64_t other : object.entities())
      if (has(object, other)) used.insert(entities_.at(other).record.content().name());
    std::string name = object.name();
    while (used.contains(name)) name += "_base";
    record.mutable_content()->set_name(name);
    record.mutable_content()->mutable_link();
    lose(fail(failures::kKeptWithEmptyLink, {{"object", arg::Name{object.name()}}}));
    make(entities_, kEntityPart, std::move(record));
  }

  // ---- What hangs on what is gone

  bool lists(const wire::ObjectRecord& object, std::uint64_t entity) const {
    return has(object, entity) &&
           std::find(object.entities().begin(), object.entities().end(), entity) != object.entities().end();
  }

  void hang(Row<wire::ObjectRecord>& object) {
    wire::ObjectRecord& record = object.record;
    // The root is made anew where it is gone.
    if (record.id() == world::kRootObject.value || record.parent_entity() == world::kRootEntity.value) return;
    const auto parent = objects_.find(record.parent());
    if (parent != objects_.end() && lists(parent->second.record, record.parent_entity())) return;
    const bool nearer = parent != objects_.end() && !parent->second.record.entities().empty();
    record.set_parent(nearer ? record.parent() : world::kRootObject.value);
    record.set_parent_entity(nearer ? parent->second.record.entities(0) : world::kRootEntity.value);
    record.clear_parent_frame();
    object.store();
    lose(fail(failures::kKeptElsewhere, {{"object", arg::Name{record.name()}},
                                         {"parent", arg::Name{nearer ? parent->second.record.name() : "root"}}}));
  }

  void hang(Row<wire::FrameRecord>& frame) {
    wire::FrameRecord& record = frame.record;
    const auto object = objects_.find(record.object());
    if (object == objects_.end() || object->second.record.entities().empty()) return;
    const bool links = lists(object->second.record, record.parent_entity());
    const bool frames = !record.parent_frame() || frames_.contains(record.parent_frame());
    if (links && frames) return;
    if (!links) record.set_parent_entity(object->second.record.entities(0));
    if (!frames) record.clear_parent_frame();
    frame.store();
    lose(fail(failures::kFrameKeptElsewhere,
              {{"frame", arg::Name{record.content().name()}}, {"object", arg::Name{object->second.record.name()}}}));
  }

  const Refs& lost_refs_;
  Regained out_;
  Rows<wire::ObjectRecord> objects_;
  Rows<wire::EntityRecord> entities_;
  Rows<wire::FrameRecord> frames_;
  std::set<std::int64_t> taken_;
  std::set<std::string> names_;
  std::vector<std::unique_ptr<PartRow>> made_;
};

// ---- Names

class Namer {
 public:
  explicit Namer(const std::vector<PartRow>& parts) {
    for (const PartRow& part : parts) {
      wire::ObjectRecord object;
      if (part.kind != kObjectPart || !object.ParseFromString(part.bytes)) continue;
      objects_[object.id()] = object.name();
      for (const std::uint64_t id : object.entities()) owners_[id] = object.name();
    }
    for (const PartRow& part : parts) {
      wire::EntityRecord entity;
      if (part.kind != kEntityPart || !entity.ParseFromString(part.bytes)) continue;
      const auto object = objects_.find(entity.object());
      const std::string name = (object == objects_.end() ? "" : object->second + ":") + entity.content().name();
      forEachRef(part.bytes, [&](std::string_view ref) { users_[std::string(ref)].insert(name); });
    }
  }

  // Of a context that partName or geometryProblem has made.
  Phrase named(const Phrase& context) const {
    const FailureArg* id = context.args.size() == 1 ? &context.args.front() : nullptr;
    const auto* words = id ? std::get_if<arg::Words>(&id->value) : nullptr;
    if (!words) return context;
    if (const auto users = users_.find(words->text); users != users_.end()) {
      return phrase(WW_TEXT("Core", "geometry of {links}"),
                    {{"links", arg::Names{std::vector<std::string>(users->second.begin(), users->second.end())}}});
    }
    if (id->key != "id" || !words->text.starts_with('e')) return context;
    const auto owner = owners_.find(std::strtoull(words->text.c_str() + 1, nullptr, 10));
    if (owner == owners_.end()) return context;
    return phrase(WW_TEXT("Core", "entity {id} of {object}"), {*id, {"object", arg::Name{owner->second}}});
  }

 private:
  std::map<std::uint64_t, std::string> objects_, owners_;
  std::map<std::string, std::set<std::string>, std::less<>> users_;
};

}  // namespace

Regained regain(std::vector<PartRow> parts, const Refs& lost_refs) {
  return Regainer(std::move(parts), lost_refs).run();
}

void nameProblems(std::vector<Status>& problems, const std::vector<PartRow>& parts) {
  if (problems.empty()) return;
  std::vector<Status> flat;
  for (Status& problem : problems) {
    const bool whole = problem.failure && problem.failure->row == &failures::kDamaged;
    if (whole && !problem.failure->causes.empty())
      flat.insert(flat.end(), problem.failure->causes.begin(), problem.failure->causes.end());
    else flat.push_back(std::move(problem));
  }
  problems = std::move(flat);
  const Namer namer(parts);
  for (Status& problem : problems) {
    if (!problem.failure || problem.failure->contexts.size() != 1) continue;
    auto changed = std::make_shared<Failure>(*problem.failure);
    changed->contexts.front() = namer.named(changed->contexts.front());
    problem.title = titleText(*changed, plainVoice());
    problem.failure = std::move(changed);
  }
}

}  // namespace ww::project
