// SPDX-License-Identifier: Apache-2.0
#include "core/difference/slots.h"

#include <algorithm>
#include <set>

#include "core/base/hash.h"
#include "core/world/records/canonical.h"

namespace ww::difference {
namespace {

constexpr std::array kAllSides{kBase, kOurs, kTheirs};

using Presence = OfSides<bool>;
constexpr Presence kEverywhere{true, true, true}, kAddedTwice{false, true, true}, kRemovedTwice{true, false, false};

Presence presenceOf(const OfSides<MessagePtr>& record) {
  return {record[kBase] != nullptr, record[kOurs] != nullptr, record[kTheirs] != nullptr};
}

std::string bytesOf(const MessagePtr& message) {
  return message ? "+" + world::canonicalBytes(*message) : std::string();
}

// Without its ids and without what stands in nodes of its own.
std::shared_ptr<Message> bareOf(const NodeKey& key, const Message& record) {
  std::shared_ptr<Message> bare(record.New());
  bare->CopyFrom(record);
  if (key.kind == NodeKind::kObject) {
    auto& o = static_cast<ObjectRecord&>(*bare);
    o.clear_id();
    o.clear_entities();
  } else if (key.kind == NodeKind::kEntity) {
    auto& e = static_cast<EntityRecord&>(*bare);
    e.clear_id();
    e.clear_object();
  } else if (key.kind == NodeKind::kFrame) {
    auto& f = static_cast<FrameRecord&>(*bare);
    f.clear_id();
    f.clear_entity();
  }
  return bare;
}

struct Split {
  std::vector<std::pair<std::size_t, Piece>> pieces;  // by the index of the aspect
  Keys list;
};

Split splitOf(const NodeKey& key, const Message& record, Aspects aspects) {
  const std::shared_ptr<Message> rest = bareOf(key, record);
  Split out;
  for (std::size_t i = 0; i < aspects.size(); ++i) {
    Pieces pieces;
    aspects[i].take(*rest, pieces);
    std::set<std::string> used;
    for (Piece& piece : pieces) {
      while (!used.insert(piece.sub).second) piece.sub += "'";
      if (aspects[i].is_list) out.list.push_back(piece.sub);
      out.pieces.emplace_back(i, std::move(piece));
    }
  }
  return out;
}

template <typename Record>
std::set<std::uint64_t> idsOf(const OfSides<Records>& sides, ById<Record> Records::*all) {
  std::set<std::uint64_t> ids;
  for (const Records& side : sides)
    for (const auto& [id, record] : side.*all) ids.insert(id);
  return ids;
}

class SlotMaker {
 public:
  explicit SlotMaker(const OfSides<Records>& sides) : sides_(sides) {
    for (const SideIndex s : kAllSides)
      for (const auto& [id, frame] : sides_[s].frames) frames_of_[s][frame->object()].push_back(frame.get());
  }

  Slots run() {
    addWorld();
    addPrograms();
    addAll(NodeKind::kObject, &Records::objects);
    addAll(NodeKind::kEntity, &Records::entities);
    addAll(NodeKind::kFrame, &Records::frames);
    return std::move(out_);
  }

 private:
  void addWorld() {
    NodeMerge node;
    for (const SideIndex s : kAllSides) {
      auto record = std::make_shared<WorldRecord>(sides_[s].world);
      record->clear_programs();
      record->clear_program_plans();
      node.record[s] = std::move(record);
    }
    addNode(std::move(node));
  }

  void addPrograms() {
    std::set<std::string> names;
    OfSides<std::map<std::string, MessagePtr>> records;
    for (const SideIndex s : kAllSides) {
      for (const auto& program : sides_[s].world.programs()) {
        auto record = std::make_shared<WorldRecord>();
        *record->add_programs() = program;
        for (const auto& plan : sides_[s].world.program_plans())
          if (plan.program() == program.name()) *record->add_program_plans() = plan;
        if (!records[s].emplace(program.name(), std::move(record)).second) continue;
        out_.programs[s].push_back(program.name());
        names.insert(program.name());
      }
    }
    for (const std::string& name : names) {
      NodeMerge node;
      node.key = {NodeKind::kProgram, 0, name};
      for (const SideIndex s : kAllSides)
        if (const auto it = records[s].find(name); it != records[s].end()) node.record[s] = it->second;
      addNode(std::move(node));
    }
    out_.program_order = addOrder({NodeKind::kWorld, 0, {}}, "program", out_.programs);
  }

  template <typename Record>
  void addAll(NodeKind kind, ById<Record> Records::*all) {
    for (const std::uint64_t id : idsOf(sides_, all)) {
      NodeMerge node;
      node.key = {kind, id, {}};
      for (const SideIndex s : kAllSides)
        if (const auto it = (sides_[s].*all).find(id); it != (sides_[s].*all).end()) node.record[s] = it->second;
      addNode(std::move(node));
    }
  }

  void addNode(NodeMerge node) {
    const Presence presence = presenceOf(node.record);
    if (presence == kRemovedTwice) return;
    if (const auto owner = wholeOfOwner(node)) node.whole = owner;
    else if (presence == kEverywhere || presence == kAddedTwice) addPieces(node);
    else node.whole = addWhole(node);
    if (node.key.id) out_.by_id[node.key.id] = out_.nodes.size();
    out_.nodes.push_back(std::move(node));
  }

  // Entities go with an object that is added or removed, and so do frames that are on it wherever they are.
  std::optional<std::size_t> wholeOfOwner(const NodeMerge& node) const {
    std::uint64_t owner = 0;
    for (const MessagePtr& record : node.record) {
      if (!record) continue;
      std::uint64_t object = 0;
      if (node.key.kind == NodeKind::kEntity) object = static_cast<const EntityRecord&>(*record).object();
      if (node.key.kind == NodeKind::kFrame) object = static_cast<const FrameRecord&>(*record).object();
      if (!object || (owner && owner != object)) return {};
      owner = object;
    }
    const NodeMerge* object = out_.node(owner);
    return object ? object->whole : std::nullopt;
  }

  std::size_t addWhole(const NodeMerge& node) {
    Slot slot;
    slot.node = node.key;
    slot.aspect = &kWholeNode;
    slot.value = node.record;
    for (const SideIndex s : kAllSides) {
      if (!node.record[s]) continue;
      slot.bytes[s] = node.key.kind == NodeKind::kObject ? digestOfObject(s, node.key.id) : bytesOf(node.record[s]);
    }
    out_.slots.push_back(std::move(slot));
    return out_.slots.size() - 1;
  }

  // With its entities and frames: a change of theirs is one of the object.
  std::string digestOfObject(SideIndex s, std::uint64_t id) const {
    const auto& object = sides_[s].objects.at(id);
    Hasher hasher;
    hasher.add(world::canonicalBytes(*object));
    for (const std::uint64_t entity : object->entities())
      if (const auto it = sides_[s].entities.find(entity); it != sides_[s].entities.end())
        hasher.add(world::canonicalBytes(*it->second));
    if (const auto it = frames_of_[s].find(id); it != frames_of_[s].end())
      for (const FrameRecord* frame : it->second) hasher.add(world::canonicalBytes(*frame));
    const Sha256 hash = hasher.finish();
    return "+" + toHex(hash);
  }

  void addPieces(NodeMerge& node) {
    const auto& r = node.record;
    const std::string ours = bytesOf(r[kOurs]);
    if (ours == bytesOf(r[kTheirs]) && (!r[kBase] || ours == bytesOf(r[kBase]))) return;
    const Aspects aspects = areOfOneKind(node) ? aspectsOf(node.key.kind) : wholeAspects();
    OfSides<Split> split;
    for (const SideIndex s : kAllSides)
      if (r[s]) split[s] = splitOf(node.key, *r[s], aspects);
    std::set<std::string> clashes;
    if (node.key.kind == NodeKind::kProgram) clashes = nameSteps(node, split);
    for (const SideIndex s : kAllSides) node.list[s] = split[s].list;
    std::map<std::pair<std::size_t, std::string>, std::size_t> at;  // of an aspect and sub
    for (const SideIndex s : kAllSides) addSide(node, split[s], s, aspects, at);
    for (const auto& [key, slot] : at) {
      node.pieces.push_back(slot);
      out_.slots[slot].is_clash = clashes.contains(key.second) && out_.slots[slot].aspect->is_list;
    }
    for (const Aspect& aspect : aspects)
      if (aspect.is_list && !aspect.is_derived) node.order = addOrder(node.key, aspect.name, node.list);
  }

  void addSide(const NodeMerge& node, Split& split, SideIndex s, Aspects aspects,
               std::map<std::pair<std::size_t, std::string>, std::size_t>& at) {
    std::size_t place = 0;
    for (auto& [index, piece] : split.pieces) {
      const auto [it, is_new] = at.emplace(std::pair(index, piece.sub), out_.slots.size());
      if (is_new) {
        Slot slot;
        slot.node = node.key;
        slot.aspect = &aspects[index];
        slot.sub = piece.sub;
        out_.slots.push_back(std::move(slot));
      }
      Slot& slot = out_.slots[it->second];
      slot.bytes[s] = bytesOf(piece.part);
      slot.value[s] = std::move(piece.part);
      if (slot.aspect->is_list) slot.place[s] = ++place;
    }
  }

  // A link cannot become a joint piece by piece.
  static bool areOfOneKind(const NodeMerge& node) {
    if (node.key.kind != NodeKind::kEntity) return true;
    std::set<int> kinds;
    for (const MessagePtr& record : node.record)
      if (record) kinds.insert(static_cast<const EntityRecord&>(*record).content().entity_type_case());
    return kinds.size() == 1;
  }

  static std::set<std::string> nameSteps(const NodeMerge& node, OfSides<Split>& split) {
    const StepKeys keys = keysOfSteps({node.record[kBase].get(), node.record[kOurs].get(), node.record[kTheirs].get()});
    for (const SideIndex s : kAllSides) {
      split[s].list = keys.keys[s];
      std::size_t i = 0;
      for (auto& [index, piece] : split[s].pieces)
        if (index == 0 && i < keys.keys[s].size()) piece.sub = keys.keys[s][i++];
    }
    return {keys.clash.begin(), keys.clash.end()};
  }

  std::optional<std::size_t> addOrder(const NodeKey& key, const char* of, const OfSides<Keys>& lists) {
    const OfSides<std::string> bytes = orderBytes(lists);
    if (bytes[kOurs] == bytes[kBase] && bytes[kTheirs] == bytes[kBase]) return {};
    Slot slot;
    slot.node = key;
    slot.aspect = &kListOrder;
    slot.sub = of;
    slot.bytes = bytes;
    out_.slots.push_back(std::move(slot));
    return out_.slots.size() - 1;
  }

  const OfSides<Records>& sides_;
  OfSides<std::map<std::uint64_t, std::vector<const FrameRecord*>>> frames_of_;
  Slots out_;
};

}  // namespace

OfSides<std::string> orderBytes(const OfSides<Keys>& lists) {
  std::map<std::string, int> times;
  for (const Keys& list : lists)
    for (const std::string& key : list) ++times[key];
  OfSides<std::string> out;
  for (const SideIndex s : kAllSides) {
    out[s] = "+";
    for (const std::string& key : only(lists[s], [&](const std::string& k) { return times[k] == 3; }))
      out[s] += std::to_string(key.size()) + ":" + key;
  }
  return out;
}

std::string slotName(const Slot& slot) {
  return slot.sub.empty() ? slot.aspect->name : std::string(slot.aspect->name) + "/" + slot.sub;
}

Slots slotsOf(const OfSides<Records>& sides) { return SlotMaker(sides).run(); }

}  // namespace ww::difference
