// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/collision/contact.h"
#include "core/collision/narrow/body_distance.h"
#include "core/collision/scene.h"
#include "core/model/state.h"

namespace ww::collision {

class QuickCheck;

// How checks are made.
struct CheckOptions {
  std::optional<RuleSet> rules;  // none: those of the scene
  double margin_m = 0.0;         // all margins are larger by this
  // Objects whose standing parts are looked at, too: what overlaps them is a collision that no motion can help.
  std::vector<ObjectId> bases;
  // Every pair is measured: no sphere covers, no vector code, nothing remembered of other states. For who judges what
  // quicker checks have found.
  bool exact = false;
};

// Collision checks of a scene in which some bodies of its model move. Making one costs what moves. Holds
// solver state: one thread at a time.
//
// Only entities with collision geometry count. With movers, a pair is checked when at least one side
// moves with them; a pair that rides on the same mover is measured once. Without movers every pair is.
// States must be of the scene's model, with their poses worked out, and may differ from the world in the
// positions of the movers alone.
class Checker {
 public:
  // Movers are joints, or root entities of free objects, of the scene's model.
  explicit Checker(Scene scene, std::vector<EntityId> movers = {}, CheckOptions options = {});
  Checker(Checker&&) noexcept;
  Checker& operator=(Checker&&) noexcept;
  ~Checker();

  const Scene& scene() const { return scene_; }
  const RuleSet& rules() const { return rules_; }
  // Makes all margins larger by this (metres); exemptions are forgotten.
  void setMargin(double metres);
  // Pairs that are within the larger margin in this state keep only half of what is left there, so that a
  // motion may start or end close to things.
  void exempt(const model::State& state);
  // The pairs that collide whatever the movers do: on the same mover, as parts of a gripper that overlap each
  // other, or a base with what stands in it. They are given once and left out from then on.
  std::vector<Contact> takeConstant(const model::State& state);

  // Whether first() would find a pair: the quickest question, answered by sphere covers where they can tell (and they
  // may be asked).
  bool collides(const model::State& state);
  // A pair that is nearer than its margin; for margin 0 one that overlaps by more than kTouchDepth. The
  // first found, its depth not measured to the end.
  std::optional<Contact> first(const model::State& state);
  // All such pairs, measured in full, deepest first; at most `limit`.
  std::vector<Contact> all(const model::State& state, std::size_t limit);
  // Which pairs these are, in no order and unmeasured: deep overlaps of meshes take long to measure.
  std::vector<std::pair<EntityId, EntityId>> touching(const model::State& state);
  // Those in which at least one of these entities takes part. For checkers without movers; costs what is near them.
  std::vector<Contact> allOf(std::span<const EntityId> entities);
  // The pair with the smallest distance among those that are checked and can move against each other, if
  // it is below `beyond` (metres).
  std::optional<Contact> nearest(const model::State& state, double beyond);
  // The smallest distance of these bodies to all others that they are checked against, whether these can move or not;
  // pairs among them do not count. Nothing when none is below `beyond` (metres). `a` of the contact is one of them.
  std::optional<Contact> nearestOf(std::span<const EntityId> entities, const model::State& state, double beyond);
  // Signed distance of one pair, rules aside. Nothing when one has no geometry.
  std::optional<Contact> between(const model::State& state, EntityId a, EntityId b);
  // Pairs of bodies measured so far.
  std::uint64_t pairsMeasured() const { return measured_; }

 private:
  friend class QuickCheck;
  friend class LaneCheck;
  friend class BallScene;
  friend class MotionProof;
  using Index = std::uint32_t;
  struct Moving {
    const Body* body = nullptr;
    std::size_t mover = 0;
    Pose mover_t_body;
  };
  // Where a body is now.
  struct Place {
    const Body* body = nullptr;
    const Pose* root_t_body = nullptr;
    const Bounds* box = nullptr;
  };
  struct Action {
    bool excluded = false;
    double margin = 0.0, padding = 0.0;  // metres
  };
  struct MovingPair {
    Index a = 0, b = 0;
    Action action;
  };
  struct Constant {
    Contact contact;  // points and normal in the frame of the mover, or the root frame
    int mover = -1;
  };

  void gather();
  void pairMoving();
  void measureConstant();
  void measureBases();
  void keep(const Place& a, const Place& b, int mover, const ConvexDistance& d);
  std::vector<Contact> constantNow(const model::State& state) const;
  void place(const model::State& state);
  Place moving(Index i) const { return {moving_[i].body, &poses_[i], &boxes_[i]}; }
  static Place standing(const Body& body) { return {&body, &body.root_t_body, &body.box}; }
  Place placeOf(const Body& body) const;
  QuickCheck& quick();
  bool alwaysCollides(const model::State& state);  // whatever the movers do
  bool anyPair(const model::State& state);         // by looking at all
  Action newAction(const Body& a, const Body& b) const;
  Action& action(Index moving, const Body& standing);
  double reach() const { return rules_.largestMargin() + padding_; }
  ConvexDistance measure(const Place& a, const Place& b, const DistanceQuery& query);
  // Whether the pair collides; `d` gets what was found.
  bool collides(const Place& a, const Place& b, const Action& action, bool in_full, ConvexDistance& d);
  Contact contact(const Place& a, const Place& b, const ConvexDistance& d) const;
  // fn(a, b, action) for all pairs to be checked whose boxes come so near (metres); ends when it returns true.
  template <typename Fn>
  void forEachPair(double near, Fn&& fn);
  // What may be so near to a place (metres), with the distance of the boxes, the least of them first: a heap.
  std::vector<std::pair<double, Place>> placesNear(const Place& a, double beyond,
                                                   const std::unordered_set<EntityId>& but);
  // A pair that may be the nearest, and what it is apart at least (metres).
  struct Near {
    double least = 0.0;
    Place a, b;
  };
  // Looks at those in `near_`, the least of them first, while one may be below `best`; leaves none.
  void takeNearest(double& best, std::optional<Contact>& out);

  Scene scene_;
  RuleSet rules_;
  double padding_ = 0.0;  // metres
  std::vector<ObjectId> bases_;
  bool exact_ = false;
  std::vector<EntityId> movers_;
  std::vector<model::BodyIndex> mover_bodies_;
  std::vector<Moving> moving_;
  std::vector<Pose> poses_;  // of what moves, in the root frame
  std::vector<Bounds> boxes_;
  BroadPhasePtr standing_;  // all but what moves
  std::vector<MovingPair> moving_pairs_;
  std::vector<std::pair<Index, Index>> rigid_pairs_;  // on one mover, not measured yet
  std::vector<Constant> constant_;
  bool constant_known_ = false;
  std::unordered_map<std::uint64_t, Action> actions_;  // of what moves with what stands
  std::unordered_map<EntityId, Index> index_;          // of what moves
  std::vector<const Body*> found_;
  std::vector<Near> near_;
  std::unique_ptr<QuickCheck> quick_;  // made when it is first needed
  std::uint64_t measured_ = 0;
};

// Deepest first.
void sortContacts(std::vector<Contact>& contacts);
// How many bodies ride on the movers; counts to `most` and no further.
std::size_t countMoving(const Scene& scene, const std::vector<EntityId>& movers, std::size_t most);

}  // namespace ww::collision
