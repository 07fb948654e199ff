// SPDX-License-Identifier: Apache-2.0
#include "core/difference/sound.h"

#include <unordered_set>

#include "core/base/failure.h"
#include "core/difference/references.h"
#include "core/program/check.h"

namespace ww::difference {
namespace {

NodeKey objectKey(std::uint64_t id) { return {NodeKind::kObject, id, {}}; }
NodeKey entityKey(std::uint64_t id) { return {NodeKind::kEntity, id, {}}; }
NodeKey frameKey(std::uint64_t id) { return {NodeKind::kFrame, id, {}}; }

// The node of an id that may have gone, by the side that has it.
NodeKey keyOf(const OfSides<Records>& sides, std::uint64_t id) {
  for (const Records& side : sides) {
    if (side.objects.contains(id)) return objectKey(id);
    if (side.entities.contains(id)) return entityKey(id);
    if (side.frames.contains(id)) return frameKey(id);
    for (const auto& [frame, record] : side.frames)
      if (record->entity() == id) return frameKey(frame);
  }
  return objectKey(id);
}

std::string nameOf(const OfSides<Records>& sides, const Records& records, std::uint64_t id) {
  if (records.holds(id)) return records.display(id);
  for (const Records& side : sides)
    if (side.holds(id)) return side.display(id);
  return std::to_string(id);
}

class Inspection {
 public:
  Inspection(const Records& records, const OfSides<Records>& sides) : r_(records), sides_(sides) {}

  std::vector<Fault> run(const Slots& slots) {
    for (const auto& [id, o] : r_.objects) checkObject(*o);
    for (const auto& [id, e] : r_.entities) checkEntity(*e);
    for (const auto& [id, f] : r_.frames) checkFrame(*f);
    checkNames();
    checkReferences(slots);
    checkPrograms(slots);
    return std::move(faults_);
  }

 private:
  std::string shown(std::uint64_t id) const { return nameOf(sides_, r_, id); }

  void add(std::vector<Suspect> suspects, Phrase reason) {
    faults_.push_back({std::move(suspects), std::move(reason)});
  }

  void addMissing(const Suspect& who, std::uint64_t what) {
    add({who, {keyOf(sides_, what), {}}},
        phrase(WW_TEXT("Core", "needs {what}, which is not there any more"), {{"what", arg::Words{shown(what)}}}));
  }

  void checkObject(const ObjectRecord& o) {
    const Suspect place{objectKey(o.id()), {"place"}};
    for (const std::uint64_t id : o.entities())
      if (!r_.entities.contains(id)) addMissing(place, id);
    if (!o.parent()) return;
    const auto entity = r_.entities.find(o.parent_entity());
    if (!r_.objects.contains(o.parent())) addMissing(place, o.parent());
    else if (entity == r_.entities.end() || entity->second->object() != o.parent())
      addMissing(place, o.parent_entity());
    else if (o.parent_frame() && !r_.frames.contains(o.parent_frame())) addMissing(place, o.parent_frame());
    else
      checkCircle(NodeKind::kObject, o.id(), [&](std::uint64_t id) {
        const auto it = r_.objects.find(id);
        return it == r_.objects.end() ? 0 : it->second->parent();
      });
  }

  // `up` gives what a node hangs on, 0 for none. Says so of each node of a circle.
  template <typename Up>
  void checkCircle(NodeKind kind, std::uint64_t start, const Up& up) {
    std::vector<std::uint64_t> way;
    std::uint64_t at = start;
    const std::size_t most = r_.entities.size() + r_.frames.size();
    for (; at && !ends_.contains(at) && way.size() <= most; at = up(at)) {
      if (!way.empty() && at == start) break;
      way.push_back(at);
    }
    if (at != start || way.empty()) {
      if (!at || ends_.contains(at)) ends_.insert(way.begin(), way.end());
      return;
    }
    std::vector<Suspect> suspects;
    for (const std::uint64_t id : way) suspects.push_back({{kind, id, {}}, {"place"}});
    add(std::move(suspects),
        phrase(WW_TEXT("Core", "would hang on itself, by way of {what}"), {{"what", arg::Words{shown(way.back())}}}));
  }

  void checkEntity(const EntityRecord& e) {
    const Suspect place{entityKey(e.id()), {"place"}};
    const auto object = r_.objects.find(e.object());
    if (object == r_.objects.end()) return addMissing(place, e.object());
    if (e.parent() && !r_.entities.contains(e.parent())) return addMissing(place, e.parent());
    checkCircle(NodeKind::kEntity, e.id(), [&](std::uint64_t id) {
      const auto it = r_.entities.find(id);
      return it == r_.entities.end() ? 0 : it->second->parent();
    });
  }

  void checkFrame(const FrameRecord& f) {
    const Suspect place{frameKey(f.id()), {"place"}};
    if (f.parent_frame() && !r_.frames.contains(f.parent_frame())) return addMissing(place, f.parent_frame());
    const std::size_t before = faults_.size();
    checkCircle(NodeKind::kFrame, f.id(), [&](std::uint64_t id) {
      const auto it = r_.frames.find(id);
      return it == r_.frames.end() ? 0 : it->second->parent_frame();
    });
    if (faults_.size() != before) return;
    const auto entity = r_.entities.find(f.parent_entity());
    if (!r_.objects.contains(f.object())) addMissing(place, f.object());
    else if (entity == r_.entities.end() || entity->second->object() != f.object())
      addMissing(place, f.parent_entity());
  }

  using Named = std::map<std::pair<std::uint64_t, std::string>, NodeKey>;

  // `aspect`: what of a node to change for it, beside where it is.
  void takeName(Named& taken, std::uint64_t in, const std::string& name, const NodeKey& key, const char* aspect) {
    const auto [it, is_new] = taken.emplace(std::pair(in, name), key);
    if (is_new) return;
    const std::vector<std::string> aspects{"name", "place", aspect};
    add({{key, aspects}, {it->second, aspects}},
        phrase(WW_TEXT("Core", "two would be called {name}"), {{"name", arg::Name{name}}}));
  }

  void checkNames() {
    Named taken, global, of_entities;
    for (const auto& [id, o] : r_.objects) {
      if (!o->parent()) continue;
      takeName(taken, o->parent(), o->name(), objectKey(id), "name");
      if (o->name_is_global_alias()) takeName(global, 0, o->name(), objectKey(id), "global");
    }
    for (const auto& [id, f] : r_.frames) takeName(taken, f->object(), f->content().name(), frameKey(id), "name");
    for (const auto& [id, e] : r_.entities)
      takeName(of_entities, e->object(), e->content().name(), entityKey(id), "name");
  }

  // What a rule or a step names that is there on the side that it comes from. What both sides have is not asked.
  void checkReferences(const Slots& slots) {
    const Known now = knownIn(r_);
    const OfSides<Known> known{Known(), knownIn(sides_[kOurs]), knownIn(sides_[kTheirs])};
    for (std::size_t i = 0; i < slots.slots.size(); ++i) {
      const Slot& slot = slots.slots[i];
      const bool refers = slot.node.kind == NodeKind::kWorld || slot.node.kind == NodeKind::kProgram;
      if (!refers || !slot.differs() || slot.aspect->is_derived || !slot.value[slot.side]) continue;
      for (const Missing& missing : missingIn(*slot.value[slot.side], now)) {
        if (!isKnown(missing, known[slot.side])) continue;
        Suspect gone{missing.id ? keyOf(sides_, missing.id) : byName(missing.text), {"name"}};
        add({{slot.node, {}, i}, std::move(gone)},
            phrase(WW_TEXT("Core", "names {what}, which is not there any more"),
                   {{"what", arg::Words{missing.id ? shown(missing.id) : missing.text}}}));
      }
    }
  }

  static bool isKnown(const Missing& missing, const Known& in) {
    return missing.id ? in.ids.contains(missing.id) : in.names.contains(missing.text);
  }

  void checkPrograms(const Slots& slots) {
    for (std::size_t i = 0; i < slots.slots.size(); ++i) {
      const Slot& slot = slots.slots[i];
      if (slot.node.kind != NodeKind::kProgram || !slot.differs()) continue;
      if (slot.value[slot.side]) checkCalls(slot, i);
      const worldwright::v1::Program* program = program::find(r_.world.programs(), slot.node.name);
      if (!program || slot.side != kTheirs) continue;
      Status status = program::checkProgram(*program);
      if (status.ok()) status = program::checkCalls(r_.world.programs(), slot.node.name);
      if (!status.ok()) add({{slot.node, {}, i}}, ww::told(status));
    }
  }

  void checkCalls(const Slot& slot, std::size_t index) {
    const auto& record = static_cast<const WorldRecord&>(*slot.value[slot.side]);
    for (const auto& program : record.programs()) {
      for (const auto& step : program.steps()) {
        const std::string& name = step.call().program();
        if (!step.has_call() || program::find(r_.world.programs(), name)) continue;
        if (!program::find(sides_[slot.side].world.programs(), name)) continue;
        add({{slot.node, {}, index}, {{NodeKind::kProgram, 0, name}, {}}},
            phrase(WW_TEXT("Core", "calls {what}, which is not there any more"), {{"what", arg::Words{name}}}));
      }
    }
  }

  // The object or frame that was called so.
  NodeKey byName(const std::string& text) const {
    const std::size_t slash = text.find('/');
    for (const Records& side : sides_) {
      for (const auto& [id, o] : side.objects) {
        if (o->name() != text.substr(0, slash)) continue;
        if (slash == std::string::npos) return objectKey(id);
        for (const auto& [frame, record] : side.frames)
          if (record->object() == id && record->content().name() == text.substr(slash + 1)) return frameKey(frame);
        return objectKey(id);
      }
    }
    return {};
  }

  const Records& r_;
  const OfSides<Records>& sides_;
  std::unordered_set<std::uint64_t> ends_;  // from where one comes to the root
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> faultsOf(const Records& records, const OfSides<Records>& sides, const Slots& slots) {
  return Inspection(records, sides).run(slots);
}

}  // namespace ww::difference
