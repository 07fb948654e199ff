// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/world/values/diff.h"

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
  kAdjacent,         // links of one object on the two sides of one joint: most meet there in every posture
  kLinkage,          // links of one object that move by one joint, which some follow: most meet in every posture
  kMinimumMargin,
  kWorldMargin,  // `won_by` as above
  kObjectMargin  // `won_by` is the index in the object's margin rules
};

// The effective action for a pair of entities, and why.
struct Explanation {
  bool excluded = false;
  double margin_m = 0.0;  // metres, when not excluded
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
  static Result<RuleSet> make(const world::World& world, const intrinsic_proto::world::CollisionSettings& settings) {
    return ofWorld(world).with(settings);
  }
  // The same for the world that this is of; costs the settings alone.
  Result<RuleSet> with(const intrinsic_proto::world::CollisionSettings& settings) const;
  // Of the own settings of a later world; costs the difference, and the settings when something that they may
  // name has come, gone or got another name. `diff` is from this world to `after`; this must be of its own settings.
  RuleSet updated(const world::World& after, const world::WorldDiff& diff) const;

  // Both must be entities of objects (not of frames). The order does not matter.
  Explanation explain(EntityId a, EntityId b) const;
  bool disabled() const { return disabled_; }
  // Known to judge every pair of entities that both have in the same way.
  bool sameAs(const RuleSet& other) const { return version_ == other.version_; }
  // No pair has a larger one.
  double largestMargin() const { return largest_margin_; }
  // Rules without effect, unknown references, contradictions.
  const Diagnostics& lint() const { return lint_; }

 private:
  struct Side {
    bool any = false;
    std::vector<ObjectId> objects;   // sorted
    std::vector<EntityId> entities;  // sorted
    bool has(EntityId e, ObjectId o) const;
    bool hasButNot(EntityId e, ObjectId o, EntityId other, ObjectId other_object) const;
    bool operator==(const Side&) const = default;
  };
  struct WorldRule {
    int index = 0;
    Side left, right;
    bool excluded = false;
    double margin = 0.0;
    bool operator==(const WorldRule&) const = default;
  };
  struct ObjectRule {
    std::string left, right;  // entity names; empty: any
    bool excluded = false;
    double margin = 0.0;
    bool operator==(const ObjectRule&) const = default;
  };
  // Which rigid piece of its object an entity belongs to (model::Layout), and what that piece's joint hangs on.
  struct Group {
    int piece = -1;         // -1: the base
    int parent_piece = -2;  // -2: none, of the base
    int leader = -1;        // the piece of the joint that moves it, by following or itself
    bool operator==(const Group&) const = default;
  };
  struct ObjectInfo {
    std::vector<ObjectRule> exclusions, margins;
    std::unordered_map<EntityId, std::string> names;  // only when there are rules
    std::unordered_map<EntityId, Group> groups;       // only when there are moving joints
    bool operator==(const ObjectInfo&) const = default;
  };

  // INVALID_ARGUMENT when strict and a margin or a name is wrong; the same for one rule.
  Status load(const intrinsic_proto::world::CollisionSettings& settings, bool strict);
  Status loadRule(const intrinsic_proto::world::CollisionSettings& settings, int index, bool strict);
  void loadObject(const world::Object& object);
  void forgetObject(ObjectId object);
  void findLargestMargin();
  void judgeAnew();  // another version
  static Group groupOf(const model::Layout& layout, EntityId entity);
  void explainWithin(const ObjectInfo& info, EntityId a, EntityId b, Explanation& out, bool& checked) const;
  bool matches(const WorldRule& rule, EntityId a, ObjectId oa, EntityId b, ObjectId ob) const;

  world::World world_;
  bool disabled_ = false;
  bool has_minimum_ = false;
  double minimum_ = 0.0;
  std::vector<WorldRule> rules_;
  world::PersistentMap<std::shared_ptr<const ObjectInfo>> objects_;  // those with joints or rules
  world::PersistentMap<double> object_margins_;                      // the largest of an object's rules
  double largest_margin_ = 0.0;
  std::uint64_t version_ = 0;  // another whenever what decides about pairs changes
  Diagnostics lint_;
};

// Pairs whose action differs from the default, with the reason, over all entities with collision
// geometry. Pairs that are one body are left out.
struct PairAction {
  EntityId a, b;
  Explanation why;
};
std::vector<PairAction> pairsThatDiffer(const world::World& world, const RuleSet& rules);

// Entities with collision geometry of a node, or of the world.
std::vector<EntityId> bodiesOf(const world::World& world, const world::NodeRef& node);
std::vector<EntityId> bodiesOf(const world::World& world);
// Rules of the world that decide about no pair at all: another covers them, or they concern nothing. Costs all pairs;
// of more than some hundred thousand nothing is told.
Diagnostics idleRules(const world::World& world, const RuleSet& rules);

}  // namespace ww::collision
