// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <unordered_map>

#include "core/difference/records.h"

namespace ww::difference {

// Which id of a first world a node of a second one gets: that of the same node, else its own, or a new one where the
// first world has that for something else.
class IdMap {
 public:
  std::uint64_t of(std::uint64_t id) const {
    const auto it = to_.find(id);
    return it == to_.end() ? id : it->second;
  }
  bool has(std::uint64_t id) const { return to_.contains(id); }
  void set(std::uint64_t id, std::uint64_t to) { to_[id] = to; }
  bool isIdentity() const;

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> to_;
};

// What the same id in both worlds says.
enum class Trust {
  kSame,   // that it is the same node, and another id is another one: one world is a later version of the other
  kAlike,  // the same where the name is, too, or at least half of its entities
  kNames   // nothing, only names below one parent count: both gave it out apart from each other
};

// Nodes are the same by their id, as far as it is trusted, then by name below the same parent (objects also by their
// global name). Objects and frames of one id that nothing else tells of are the same where the id is older than
// `shared`. Costs n log n of both.
IdMap match(const Records& first, const Records& second, const std::function<Trust(std::uint64_t id)>& trust,
            std::uint64_t shared = 0);

// Whether the second is a later version of the first, or was once: at least a quarter of the objects of one id have one
// name, or no id means two sorts of things.
bool isVersionOf(const Records& first, const Records& second);

// The second world with the ids that the map gives it, references in rules and programs included. Plans of programs
// name nodes by ids that mean something else then: they are left out when any id changes.
Records renumbered(const Records& records, const IdMap& map);

}  // namespace ww::difference
