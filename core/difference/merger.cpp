// SPDX-License-Identifier: Apache-2.0
#include "core/difference/merger.h"

#include <algorithm>
#include <set>

#include "core/base/failure.h"
#include "core/difference/compose.h"
#include "core/difference/failures.h"
#include "core/scene/validate.h"
#include "core/world/views/views.h"

namespace ww::difference {
namespace {

// Ids of nodes that a failure, or what it comes from, names.
void addNodesOf(const Failure& failure, std::set<std::uint64_t>& ids) {
  for (const FailureArg& one : failure.args)
    if (const auto* node = std::get_if<arg::Node>(&one.value); node && node->id) ids.insert(node->id);
  for (const Status& cause : failure.causes)
    if (cause.failure) addNodesOf(*cause.failure, ids);
}

// The same for one fault whatever its figures are: rule, entity, and which configuration.
std::string nameOf(const scene::Finding& finding) {
  std::string out = std::string(finding.rule) + " " + finding.entity;
  const auto* value = finding.fault.failure ? finding.fault.failure->find("configuration") : nullptr;
  if (const auto* name = value ? std::get_if<arg::Name>(value) : nullptr) out += " " + name->text;
  return out;
}

bool mayGoAlong(const Slot& slot) { return slot.side == kOurs && slot.differs() && !slot.is_chosen && !slot.is_fixed; }

}  // namespace

Merger::Merger(const OfSides<Records>& sides, Slots slots, const geometry::GeometryStore& store)
    : sides_(sides), slots_(std::move(slots)), store_(store) {}

void Merger::decide() {
  for (Slot& slot : slots_.slots) {
    const bool ours = slot.changedBy(kOurs), theirs = slot.changedBy(kTheirs);
    slot.side = theirs && !ours ? kTheirs : kOurs;
    if (!slot.differs() || slot.aspect->is_derived) continue;
    slot.is_conflict = ours && theirs;
    if (!slot.is_clash) continue;
    slot.is_conflict = true;
    slot.side = kOurs;
    slot.reason = phrase(WW_TEXT("Core", "both sides added steps at this place"));
  }
}

void Merger::choose(std::size_t slot, Side side) {
  slots_.slots[slot].side = side == Side::kTheirs ? kTheirs : kOurs;
  slots_.slots[slot].is_chosen = true;
}

void Merger::noteConflict(std::size_t slot, const std::optional<Phrase>& reason) {
  slots_.slots[slot].is_conflict = true;
  if (!slots_.slots[slot].reason) slots_.slots[slot].reason = reason;
}

Result<world::World> Merger::settle() {
  for (;;) {
    std::vector<Fault> faults;
    Result<world::World> world = attempt(faults);
    if (faults.empty()) return world;
    bool changed = false;
    moved_.clear();
    for (const Fault& fault : faults) changed = resolve(fault) || changed;
    if (changed) continue;
    // Nobody knows what it is: ours alone was sound.
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < slots_.slots.size(); ++i) all.push_back(i);
    if (!backToOurs(all, faults.front().reason)) return fail(failures::kNotSound, {}, world.status());
  }
}

Result<world::World> Merger::attempt(std::vector<Fault>& faults) {
  const Records records = composed(sides_, slots_);
  faults = faultsOf(records, sides_, slots_);
  // What ours alone has as well is for the checks below to judge.
  std::erase_if(faults, [this](const Fault& fault) { return !hasTheirs(fault); });
  if (!faults.empty()) return fail(failures::kNotSound);
  Result<world::World> world = worldOf(records, store_);
  if (!world.ok()) faults.push_back(blamed(world.status()));
  else if (std::optional<Fault> fault = judged(*world)) faults.push_back(std::move(*fault));
  return world;
}

// The rules of scene objects, for objects that both sides have.
std::optional<Fault> Merger::judged(const world::World& world) {
  std::set<std::uint64_t> objects;
  for (const Slot& slot : slots_.slots) {
    if (!slot.differs() || slot.side != kTheirs) continue;
    std::uint64_t id = slot.node.kind == NodeKind::kObject ? slot.node.id : 0;
    if (slot.node.kind == NodeKind::kEntity)
      if (const world::EntityPtr entity = world.entity({slot.node.id})) id = entity->object.value;
    if (slot.node.kind == NodeKind::kFrame)
      if (const world::Frame* frame = world.peek(FrameId{slot.node.id})) id = frame->object.value;
    if (id && id != world::kRootObject.value && sides_[kOurs].objects.contains(id)) objects.insert(id);
  }
  for (const std::uint64_t id : objects) {
    const world::Object* object = world.peek(ObjectId{id});
    if (!object) continue;
    if (auto fault = judgedObject(world, *object)) return fault;
  }
  return {};
}

// What a side has by itself is none of the merge.
std::optional<Fault> Merger::judgedObject(const world::World& world, const world::Object& object) {
  const auto content = world::toSceneObject(world, object);
  const scene::Report report = scene::validate(scene::ObjectIndex(content));
  if (report.ok()) return {};
  std::set<std::string> known = faultsBefore(kOurs, object.id.value);
  known.merge(faultsBefore(kTheirs, object.id.value));
  std::optional<Fault> fault;
  for (const scene::Finding& finding : report.findings) {
    if (known.contains(nameOf(finding))) continue;
    if (!fault) fault = Fault{{}, told(finding.fault)};
    if (const world::Entity* entity = object.entityNamed(finding.entity))
      fault->suspects.push_back({{NodeKind::kEntity, entity->id.value, {}}, {}});
  }
  if (fault && !hasTheirs(*fault)) addObjectSuspects(object.id.value, *fault);
  return fault;
}

std::set<std::string> Merger::faultsBefore(SideIndex side, std::uint64_t id) {
  auto& world = worlds_[side];
  if (!world) world.emplace(worldOf(sides_[side], store_));
  const world::Object* object = world->ok() ? world->value().peek(ObjectId{id}) : nullptr;
  if (!object) return {};
  const auto content = world::toSceneObject(world->value(), *object);
  std::set<std::string> out;
  for (const scene::Finding& finding : scene::validate(scene::ObjectIndex(content)).findings)
    out.insert(nameOf(finding));
  return out;
}

Fault Merger::blamed(const Status& status) const {
  Fault fault{{}, told(status)};
  std::set<std::uint64_t> ids;
  if (status.failure) addNodesOf(*status.failure, ids);
  for (const std::uint64_t id : ids) {
    for (const SideIndex s : {kOurs, kTheirs}) {
      if (const auto e = sides_[s].entities.find(id); e != sides_[s].entities.end())
        addObjectSuspects(e->second->object(), fault);
      if (const auto f = sides_[s].frames.find(id); f != sides_[s].frames.end())
        fault.suspects.push_back({{NodeKind::kFrame, id, {}}, {}});
      if (sides_[s].objects.contains(id)) addObjectSuspects(id, fault);
    }
  }
  return fault;
}

void Merger::addObjectSuspects(std::uint64_t object, Fault& fault) const {
  fault.suspects.push_back({{NodeKind::kObject, object, {}}, {}});
  for (const SideIndex s : {kOurs, kTheirs}) {
    const auto it = sides_[s].objects.find(object);
    if (it == sides_[s].objects.end()) continue;
    for (const std::uint64_t entity : it->second->entities())
      fault.suspects.push_back({{NodeKind::kEntity, entity, {}}, {}});
  }
}

std::vector<std::size_t> Merger::slotsOfSuspects(const Fault& fault) const {
  std::set<std::size_t> out;
  const auto add = [&](const Suspect& suspect, const NodeMerge& node) {
    if (node.whole) out.insert(*node.whole);
    for (const std::size_t i : node.pieces) {
      const std::string name = slots_.slots[i].aspect->name;
      if (suspect.aspects.empty() || std::ranges::find(suspect.aspects, name) != suspect.aspects.end()) out.insert(i);
    }
  };
  for (const Suspect& suspect : fault.suspects) {
    if (suspect.slot) out.insert(*suspect.slot);
    else if (suspect.node.kind == NodeKind::kProgram) {
      for (const NodeMerge& node : slots_.nodes)
        if (node.key == suspect.node) add(suspect, node);
    } else if (const NodeMerge* node = slots_.node(suspect.node.id)) {
      add(suspect, *node);
    }
  }
  return {out.begin(), out.end()};
}

bool Merger::hasTheirs(const Fault& fault) const {
  return std::ranges::any_of(slotsOfSuspects(fault), [this](std::size_t i) {
    return slots_.slots[i].side == kTheirs && slots_.slots[i].differs();
  });
}

bool Merger::resolve(const Fault& fault) {
  const std::vector<std::size_t> suspects = slotsOfSuspects(fault);
  // What another fault has changed by now may have settled this one, too: it is looked at again.
  if (std::ranges::any_of(suspects, [this](std::size_t i) { return moved_.contains(i); })) return false;
  return takeAlong(suspects, fault.reason) || backToOurs(suspects, fault.reason);
}

// Who has chosen theirs for one of them wants what it needs, too.
bool Merger::takeAlong(const std::vector<std::size_t>& suspects, const Phrase& reason) {
  const bool is_wanted = std::ranges::any_of(suspects, [&](std::size_t i) {
    const Slot& slot = slots_.slots[i];
    return slot.is_chosen && slot.side == kTheirs && slot.differs();
  });
  bool changed = false;
  for (const std::size_t i : suspects) {
    Slot& slot = slots_.slots[i];
    if (!is_wanted || !mayGoAlong(slot)) continue;
    slot.side = kTheirs;
    slot.is_conflict = slot.is_chosen = changed = true;
    slot.reason = reason;
    moved_.insert(i);
  }
  return changed;
}

bool Merger::backToOurs(const std::vector<std::size_t>& suspects, const Phrase& reason) {
  bool changed = false;
  for (const std::size_t i : suspects) {
    Slot& slot = slots_.slots[i];
    if (slot.side != kTheirs || !slot.differs()) continue;
    slot.side = kOurs;
    slot.is_conflict = slot.is_fixed = changed = true;
    slot.is_chosen = false;
    slot.reason = reason;
    moved_.insert(i);
  }
  return changed;
}

}  // namespace ww::difference
