// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/difference/order.h"
#include "core/difference/pieces.h"

namespace ww::difference {

enum SideIndex : std::size_t { kBase, kOurs, kTheirs };
template <typename T>
using OfSides = std::array<T, 3>;

// One thing that may differ between the sides: a piece of a node, that a node is there, the order of a list.
struct Slot {
  NodeKey node;
  const Aspect* aspect = nullptr;
  std::string sub;
  OfSides<MessagePtr> value;     // null: not there; of no meaning for an order
  OfSides<std::string> bytes;    // equal where the sides are; empty: not there
  OfSides<std::size_t> place{};  // in the list, from 1
  bool is_clash = false;         // both sides put something else at one place of a list
  SideIndex side = kOurs;        // which is taken: ours or theirs
  bool is_conflict = false;
  bool is_chosen = false;        // somebody has said which
  bool is_fixed = false;         // theirs does not fit, whatever is said
  std::optional<Phrase> reason;  // why it is a conflict, where that is not that both changed it

  bool changedBy(SideIndex s) const { return bytes[s] != bytes[kBase]; }
  bool differs() const { return bytes[kOurs] != bytes[kTheirs]; }
  bool isWhole() const { return aspect == &kWholeNode; }
};

// A node of the three worlds and how it is put together.
struct NodeMerge {
  NodeKey key;
  OfSides<MessagePtr> record;  // null: not there
  // Taken whole from the side of this slot, which may be that of the object that it belongs to.
  std::optional<std::size_t> whole;
  // Else piece by piece, in the order of the aspects; empty where all sides have the same.
  std::vector<std::size_t> pieces;
  OfSides<Keys> list;  // the order of the pieces that stand in one
  std::optional<std::size_t> order;
};

struct Slots {
  std::vector<Slot> slots;
  std::vector<NodeMerge> nodes;  // world, programs, objects, entities, frames; each by id or name
  OfSides<Keys> programs;        // in their order
  std::optional<std::size_t> program_order;
  std::unordered_map<std::uint64_t, std::size_t> by_id;  // into nodes

  const NodeMerge* node(std::uint64_t id) const {
    const auto it = by_id.find(id);
    return it == by_id.end() ? nullptr : &nodes[it->second];
  }
};

// All that three worlds hold, as slots; ids mean the same in all three. Costs the size of the worlds.
Slots slotsOf(const OfSides<Records>& sides);

// Steps get keys by which the same step has the same one: its number in the base, "+4" for the fourth of theirs, "o4"
// for one of ours. `clash` are keys of steps that both sides put behind the same step.
struct StepKeys {
  OfSides<Keys> keys;
  std::vector<std::string> clash;
};
StepKeys keysOfSteps(const OfSides<const Message*>& programs);

// Of those of the list that all three have, for comparing orders.
OfSides<std::string> orderBytes(const OfSides<Keys>& lists);

// The key of a slot for people and scripts, without the node: "place", "configuration/home".
std::string slotName(const Slot& slot);

}  // namespace ww::difference
