// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/world/world.h"

namespace ww::model {
struct Layout;
}

namespace ww::collision {

// What decided about a pair.
enum class RuleSource {
  kDefault,          // no rule matches: margin 0
  kDisabled,         // checking is switched off as a whole
  kSameBody,         // one rigid body of one object: cannot move against itself
  kWorldExclusion,   // `won_by` is the index in the world's rules
  kObjectExclusion,  // `won_by` is the index in the object's exclusion rules
  kAdjacent,         // links of one object on the two sides of one joint touch by construction
  kMinimumMargin,
  kWorldMargin,      // `won_by` as above
  kObjectMargin      // `won_by` is the index in the object's margin rules
};

// The effective action for a pair of entities, and why.
struct Explanation {
  bool excluded = false;
  double margin_m = 0.0;      // metres, when not excluded
  RuleSource source = RuleSource::kDefault;
  int won_by = -1;
  std::vector<int> matching;  // indices of all world rules that match, in order

  // "default", "3", "minimum_margin", "adjacent", "same_body", "object_exclusion:0", ...
  std::string key() const;
};

// The collision rules of a world, resolved to entities. Immutable; safe to share between threads.
//
// An exclusion beats every margin, and of several margins the smallest holds, whatever the order
// (world settings). Within one object its own rules join in: the last matching exclusion rule holds;
// one that says "not excluded" also lets adjacent links be checked. A rule without a right side means
// everything outside the object (or entity) on its left.
class RuleSet {
 public:
  // Of the world's own settings: rules that name what is not there are left out and reported by lint().
  static RuleSet ofWorld(const world::World& world);
  // Of settings that came with a request: unknown references are NOT_FOUND, negative margins
  // INVALID_ARGUMENT.
  static Result<RuleSet> make(const world::World& world, const intrinsic_proto::world::CollisionSettings& settings);

  // Both must be entities of objects (not of frames). The order does not matter.
  Explanation explain(EntityId a, EntityId b) const;
  bool disabled() const { return disabled_; }
  // No pair has a larger one.
  double largestMargin() const;
  // Rules without effect, unknown references, contradictions.
  const Diagnostics& lint() const { return lint_; }

 private:
  struct Side {
    bool any = false;
    std::vector<ObjectId> objects;   // sorted
    std::vector<EntityId> entities;  // sorted
    bool has(EntityId e, ObjectId o) const;
    bool hasButNot(EntityId e, ObjectId o, EntityId other, ObjectId other_object) const;
  };
  struct WorldRule {
    int index = 0;
    Side left, right;
    bool excluded = false;
    double margin = 0.0;
  };
  struct ObjectRule {
    std::string left, right;  // entity names; empty: any
    bool excluded = false;
    double margin = 0.0;
  };
  // Which rigid piece of its object an entity belongs to (model::Layout), and what that piece's joint hangs on.
  struct Group {
    int piece = -1;        // -1: the base
    int parent_piece = -2; // -2: none, of the base
  };
  struct ObjectInfo {
    std::vector<ObjectRule> exclusions, margins;
    std::unordered_map<EntityId, std::string> names;  // only when there are rules
    std::unordered_map<EntityId, Group> groups;       // only when there are moving joints
  };

  Status load(const world::World& world, const intrinsic_proto::world::CollisionSettings& settings, bool strict);
  Status loadRule(const world::World& world, const intrinsic_proto::world::CollisionSettings& settings,
                  int index, bool strict);
  void loadObject(const world::Object& object);
  static Group groupOf(const model::Layout& layout, EntityId entity);
  void explainWithin(const ObjectInfo& info, EntityId a, EntityId b, Explanation& out, bool& checked) const;
  bool matches(const WorldRule& rule, EntityId a, ObjectId oa, EntityId b, ObjectId ob) const;

  world::World world_;
  bool disabled_ = false;
  bool has_minimum_ = false;
  double minimum_ = 0.0;
  std::vector<WorldRule> rules_;
  std::unordered_map<ObjectId, ObjectInfo> objects_;
  Diagnostics lint_;
};

// Pairs whose action differs from the default, with the reason, over all entities with collision
// geometry. Pairs that are one body are left out.
struct PairAction {
  EntityId a, b;
  Explanation why;
};
std::vector<PairAction> pairsThatDiffer(const world::World& world, const RuleSet& rules);

}  // namespace ww::collision
