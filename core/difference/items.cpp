// SPDX-License-Identifier: Apache-2.0
#include "core/difference/items.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/difference/whole_words.h"
#include "core/program/check.h"

namespace ww::difference {
namespace {

Category categoryOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kProgram: return Category::kProgram;
    case NodeKind::kObject: return Category::kObject;
    case NodeKind::kEntity: return Category::kEntity;
    case NodeKind::kFrame: return Category::kFrame;
    case NodeKind::kWorld: break;
  }
  return Category::kWorld;
}

std::string kindOf(const Slot& slot, SideIndex to) {
  if (!slot.isWhole()) return slot.aspect->name;
  if (slot.bytes[to].empty()) return "removed";
  return slot.bytes[kBase].empty() ? "added" : "changed";
}

bool hasNode(const Records& records, const NodeKey& node) {
  if (node.kind == NodeKind::kWorld) return true;
  if (node.kind == NodeKind::kProgram) return program::find(records.world.programs(), node.name) != nullptr;
  return records.holds(node.id);
}

// What was removed on one side and changed on the other is told of piece by piece for the latter.
void tellOf(const Slot& slot, const Told& told, std::vector<Phrase>& words) {
  if (slot.isWhole() && told.before && told.after) words = wordsOfWhole(told.before_in, told.after_in, told.node);
  else slot.aspect->tell(told, words);
}

}  // namespace

Teller::Teller(const OfSides<Records>& sides, const Slots& slots) : sides_(sides), slots_(slots) {
  std::set<std::string> used;
  for (std::size_t i = 0; i < slots.slots.size(); ++i) {
    std::string key = keyOf(slots.slots[i]);
    const std::string plain_key = key;
    for (int more = 2; !used.insert(key).second; ++more) key = plain_key + "~" + std::to_string(more);
    keys_.push_back(std::move(key));
    order_.push_back(i);
  }
  // Parts of one node follow each other, in the order of the tables.
  std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return slots.slots[i].node; });
}

std::string Teller::nameOf(const NodeKey& node, SideIndex first) const {
  if (node.kind == NodeKind::kProgram) return node.name;
  if (node.kind == NodeKind::kWorld) return {};
  for (const SideIndex s : {first, kBase, kOurs, kTheirs})
    if (sides_[s].holds(node.id)) return sides_[s].display(node.id);
  return std::to_string(node.id);
}

std::string Teller::keyOf(const Slot& slot) const {
  const std::string prefix = slot.node.kind == NodeKind::kProgram ? "program:" : "";
  return prefix + nameOf(slot.node, kBase) + "#" + slotName(slot);
}

Item Teller::item(std::size_t index, SideIndex to) const {
  const Slot& slot = slots_.slots[index];
  Item item;
  item.key = keys_[index];
  item.kind = kindOf(slot, to);
  item.subject = {categoryOf(slot.node.kind), nameOf(slot.node, kBase), slot.node.id, nameOf(slot.node, to)};
  if (item.subject.name_after == item.subject.name) item.subject.name_after.clear();
  item.before = slot.value[kBase];
  item.after = slot.value[to];
  // What both sides added was nowhere before: it is told how theirs differs from ours.
  const bool is_new = !slot.isWhole() && !hasNode(sides_[kBase], slot.node);
  item.from_ours = is_new && to == kTheirs;
  const SideIndex from = item.from_ours ? kOurs : kBase;
  if (slot.bytes[to] == slot.bytes[from]) return item;
  if (is_new && to == kOurs) {
    item.words.push_back(phrase(WW_TEXT("Core", "added")));
    return item;
  }
  tellOf(slot,
         {sides_[from], sides_[to], slot.node, slot.sub, slot.value[from].get(), slot.value[to].get(), slot.place[from],
          slot.place[to]},
         item.words);
  return item;
}

}  // namespace ww::difference
