// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/scene/object_index.h"

// The one judge of scene objects.
namespace ww::scene {

class Findings;

// What breaks a rule. `rule` is stable: "application-limits".
struct Finding {
  std::string_view rule;
  std::string entity;  // link, joint, frame or sensor; empty: the object as a whole
  Status fault;        // what, on what, what to do. INVALID_ARGUMENT; FAILED_PRECONDITION for unknown kinds of joints
};

// All that was found, in the order of the rules, then of the entities.
struct Report {
  // So many findings of one rule are kept, so that a hostile object costs no more than it sent.
  static constexpr std::size_t kMostOfRule = 1000;

  std::vector<Finding> findings;
  std::size_t count = 0;  // those that were not kept included

  bool ok() const { return count == 0; }
  // The finding; where there are more, how many, and the first of them: in the title as many as it can hold, in
  // `message` eight with what to do, one a line. The code is that of the first.
  Status status() const;
};

// Asks every rule. Blocks for the cost of the object, n log n; any thread. Geometry that is referred to is not
// looked for.
Report validate(const ObjectIndex& object);

struct Rule {
  std::string_view id;
  void (*check)(const ObjectIndex& object, Findings& findings);
};
// In the order in which they are asked.
std::span<const Rule> ruleTable();

}  // namespace ww::scene
