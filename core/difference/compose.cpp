// SPDX-License-Identifier: Apache-2.0
#include "core/difference/compose.h"

#include <algorithm>
#include <set>

namespace ww::difference {
namespace {

const MessagePtr& valueOf(const Slot& slot) { return slot.value[slot.side]; }

class Composer {
 public:
  Composer(const OfSides<Records>& sides, const Slots& slots) : sides_(sides), slots_(slots) {}

  Records run() {
    for (const NodeMerge& node : slots_.nodes) place(node);
    for (auto& [id, object] : out_.objects) listEntities(id, object);
    for (auto& [id, frame] : out_.frames) carry(frame);
    listPrograms();
    for (const Records& side : sides_) out_.world.set_next_id(std::max(out_.world.next_id(), side.world.next_id()));
    if (sides_[kOurs].world.has_last_update()) *out_.world.mutable_last_update() = sides_[kOurs].world.last_update();
    return std::move(out_);
  }

 private:
  void place(const NodeMerge& node) {
    const MessagePtr record = recordOf(node);
    if (!record) return;
    switch (node.key.kind) {
      case NodeKind::kWorld: out_.world = static_cast<const WorldRecord&>(*record); break;
      case NodeKind::kProgram: programs_[node.key.name] = std::static_pointer_cast<const WorldRecord>(record); break;
      case NodeKind::kObject: out_.objects[node.key.id] = std::static_pointer_cast<const ObjectRecord>(record); break;
      case NodeKind::kEntity: out_.entities[node.key.id] = std::static_pointer_cast<const EntityRecord>(record); break;
      case NodeKind::kFrame: out_.frames[node.key.id] = std::static_pointer_cast<const FrameRecord>(record); break;
    }
  }

  MessagePtr recordOf(const NodeMerge& node) const {
    if (node.whole) return node.record[slots_.slots[*node.whole].side];
    if (node.pieces.empty()) return node.record[kOurs];
    std::shared_ptr<Message> record(node.record[kOurs]->New());
    const Aspect* listed = nullptr;
    for (const std::size_t i : node.pieces) {
      const Slot& slot = slots_.slots[i];
      if (slot.aspect->is_list) {
        if (listed != slot.aspect) putList(node, *slot.aspect, *record);
        listed = slot.aspect;
      } else if (valueOf(slot)) {
        put(*slot.aspect, *valueOf(slot), *record);
      }
    }
    setIds(node, *record);
    return record;
  }

  static void put(const Aspect& aspect, const Message& part, Message& into) {
    if (aspect.put) aspect.put(into, part);
    else into.MergeFrom(part);
  }

  void putList(const NodeMerge& node, const Aspect& aspect, Message& into) const {
    std::map<std::string, const Slot*> by_sub;
    for (const std::size_t i : node.pieces)
      if (slots_.slots[i].aspect == &aspect) by_sub[slots_.slots[i].sub] = &slots_.slots[i];
    for (const std::string& key : orderOf(node.list, node.order)) {
      const auto it = by_sub.find(key);
      if (it != by_sub.end() && valueOf(*it->second)) put(aspect, *valueOf(*it->second), into);
    }
  }

  // Where only theirs changed the order, theirs counts, with what ours has put in between.
  Keys orderOf(const OfSides<Keys>& lists, const std::optional<std::size_t>& slot) const {
    const OfSides<std::string> bytes = orderBytes(lists);
    const bool is_theirs = slot ? slots_.slots[*slot].side == kTheirs : bytes[kOurs] == bytes[kBase];
    return is_theirs ? woven(lists[kTheirs], lists[kOurs]) : woven(lists[kOurs], lists[kTheirs]);
  }

  static void setIds(const NodeMerge& node, Message& record) {
    const Message& from = *node.record[kOurs];
    if (node.key.kind == NodeKind::kObject) {
      static_cast<ObjectRecord&>(record).set_id(node.key.id);
    } else if (node.key.kind == NodeKind::kEntity) {
      static_cast<EntityRecord&>(record).set_id(node.key.id);
      static_cast<EntityRecord&>(record).set_object(static_cast<const EntityRecord&>(from).object());
    } else if (node.key.kind == NodeKind::kFrame) {
      static_cast<FrameRecord&>(record).set_id(node.key.id);
      static_cast<FrameRecord&>(record).set_entity(static_cast<const FrameRecord&>(from).entity());
    }
  }

  Keys entitiesOn(SideIndex s, std::uint64_t id) const {
    Keys out;
    if (const auto it = sides_[s].objects.find(id); it != sides_[s].objects.end())
      for (const std::uint64_t entity : it->second->entities()) out.push_back(std::to_string(entity));
    return out;
  }

  // The entities that are there, in the order of the sides, parents before children.
  void listEntities(std::uint64_t id, std::shared_ptr<const ObjectRecord>& object) const {
    const NodeMerge* node = slots_.node(id);
    if (!node || node->whole) return;
    const Keys order = orderOf({entitiesOn(kBase, id), entitiesOn(kOurs, id), entitiesOn(kTheirs, id)}, {});
    std::vector<std::uint64_t> wanted;
    for (const std::string& key : order) {
      const auto it = out_.entities.find(std::stoull(key));
      if (it != out_.entities.end() && it->second->object() == id) wanted.push_back(it->first);
    }
    const std::vector<std::uint64_t> sorted = parentsFirst(wanted);
    if (std::ranges::equal(sorted, object->entities())) return;
    auto changed = std::make_shared<ObjectRecord>(*object);
    changed->clear_entities();
    for (const std::uint64_t entity : sorted) changed->add_entities(entity);
    object = std::move(changed);
  }

  std::vector<std::uint64_t> parentsFirst(std::vector<std::uint64_t> wanted) const {
    std::vector<std::uint64_t> out;
    std::set<std::uint64_t> there{0};
    while (!wanted.empty()) {
      std::vector<std::uint64_t> later;
      for (const std::uint64_t id : wanted) {
        if (there.contains(out_.entities.at(id)->parent())) {
          out.push_back(id);
          there.insert(id);
        } else {
          later.push_back(id);
        }
      }
      if (later.size() == wanted.size()) {  // parents that are not there: others say so
        out.insert(out.end(), later.begin(), later.end());
        break;
      }
      wanted = std::move(later);
    }
    return out;
  }

  // A frame on a frame is on what that one is on.
  void carry(std::shared_ptr<const FrameRecord>& frame) const {
    const FrameRecord* base = frame.get();
    for (std::size_t steps = 0; base->parent_frame() && steps <= out_.frames.size(); ++steps) {
      const auto it = out_.frames.find(base->parent_frame());
      if (it == out_.frames.end()) return;
      base = it->second.get();
    }
    if (base->parent_frame()) return;
    if (frame->object() == base->object() && frame->parent_entity() == base->parent_entity()) return;
    auto carried = std::make_shared<FrameRecord>(*frame);
    carried->set_object(base->object());
    carried->set_parent_entity(base->parent_entity());
    frame = std::move(carried);
  }

  OfSides<Keys> planOrders() const {
    OfSides<Keys> out;
    for (const SideIndex s : {kBase, kOurs, kTheirs})
      for (const auto& plan : sides_[s].world.program_plans()) out[s].push_back(plan.program());
    return out;
  }

  void listPrograms() {
    for (const std::string& name : orderOf(slots_.programs, slots_.program_order)) {
      const auto it = programs_.find(name);
      if (it != programs_.end() && !it->second->programs().empty())
        *out_.world.add_programs() = it->second->programs(0);
    }
    for (const std::string& name : orderOf(planOrders(), {})) {
      const auto it = programs_.find(name);
      if (it != programs_.end() && !it->second->program_plans().empty())
        *out_.world.add_program_plans() = it->second->program_plans(0);
    }
  }

  const OfSides<Records>& sides_;
  const Slots& slots_;
  std::map<std::string, std::shared_ptr<const WorldRecord>> programs_;
  Records out_;
};

}  // namespace

Records composed(const OfSides<Records>& sides, const Slots& slots) { return Composer(sides, slots).run(); }

}  // namespace ww::difference
