// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/checker.h"
#include "core/collision/cover/boxed.h"

namespace ww::collision {

// Not for use outside this folder. Whether anything collides, for a checker with movers: boxes, cores and sphere covers
// answer for most pairs of bodies, the exact measure for those that they leave open. Remembers what stands where the
// movers have been, and which pairs have collided: these are asked first, which changes no answer.
class QuickCheck {
 public:
  // What moves, with the frame that carries it.
  struct Rider {
    Pose carrier_t_body, carrier_t_box;
  };
  explicit QuickCheck(const Checker& checker);

  std::size_t size() const { return covers_.size(); }
  const SphereCover& cover(std::size_t i) const { return *covers_[i]; }
  const CoverKernels& kernels() const { return judge_.kernels(); }
  void useKernels(const CoverKernels& kernels) { judge_ = CoverJudge(kernels); }
  Rider rider(const Checker& checker, std::size_t i, const Pose& carrier_t_body) const;

  bool collides(Checker& checker, const model::State& state);
  // Adds all pairs that collide. False when all have to be looked at: nothing is added then.
  bool touching(Checker& checker, const model::State& state, std::vector<std::pair<EntityId, EntityId>>& out);
  // One after another: what stands in a box is known; pairs that may touch are gathered; they are looked at.
  // False when there is too much there, or the box is no place: then all pairs have to be looked at.
  bool know(Checker& checker, const Bounds& box);
  // The pairs of eight states, by the root spheres of what moves; a list for each state.
  void gatherLanes(Checker& checker, std::span<const SphereGroup> roots, unsigned lanes);
  bool anyInLane(int lane) const { return !lane_pending_[static_cast<std::size_t>(lane)].empty(); }
  bool decideLane(Checker& checker, int lane);
  // Where what moves is in the state that is looked at.
  void place(std::size_t i, const Pose& root_t_carrier, const Rider& rider);
  // After all are placed.
  void placed() { ++look_; }

 private:
  // How often a pair was asked, and collided.
  struct Tally {
    float asked = 0.0F, hits = 0.0F;
    float likely() const { return (hits + 0.5F) / (asked + 1.0F); }
  };
  struct Pending {
    float score = 0.0F;  // more is looked at first
    std::uint32_t i, j;  // of what moves, and what stands; or the number of a moving pair
    bool both_move = false;
  };
  struct Mover {
    PlacedCover placed;
    Boxed local, now;  // in its frame, and in the root frame as of a look
    std::uint64_t look = 0;
    Pose root_t_carrier;
    const Rider* on = nullptr;  // the rider that was placed
  };
  struct Standing {
    const Body* body = nullptr;
    PlacedCover placed;
    FlatPose box_t_root{};
    Boxed now;  // in the root frame
    std::uint64_t hits = 0;
  };
  struct Sides {
    const PlacedCover &a, &b;
    const Boxed &boxed_a, &boxed_b;
    double margin;  // metres
  };

  // False when there is no telling.
  bool placeAll(Checker& checker, const model::State& state);
  void look(Checker& checker);
  void addStanding(const Body& body);
  Checker::Action& action(Checker& checker, const Pending& pair);
  Tally& tally(const Pending& pair);
  // Pairs whose root spheres come near. Metres.
  // True when one of the pairs surely collides.
  bool gather(Checker& checker);
  bool gatherStanding(Checker& checker, std::uint32_t j, double near);
  bool gatherMoving(Checker& checker, std::uint32_t i, double near);
  bool add(Checker& checker, Pending& pair, double depth);
  bool ask(Checker& checker, const Pending& pair);
  Bounds around() const;  // all root spheres of what moves
  bool decide(Checker& checker, std::vector<Pending>& pending);
  bool hit(const Pending& pair);
  const Boxed& boxed(std::uint32_t i);
  Sides sides(Checker& checker, const Pending& pair);
  CoverVerdict judge(Checker& checker, const Pending& pair);
  bool innerMeet(Checker& checker, const Pending& pair);
  bool measure(Checker& checker, const Pending& pair);
  void put(Checker& checker, std::uint32_t i) const;

  CoverJudge judge_;
  std::vector<const SphereCover*> covers_;  // of what moves
  std::vector<Rider> riders_;               // on the checker's movers
  std::vector<Mover> movers_;
  std::vector<SphereGroup> roots_;  // root spheres of what moves, eight to a group, in the root frame
  std::uint64_t look_ = 1;          // number of the state that is looked at
  // Of each that moves, bits of each group of those after it that it is checked against, and the number of the pair.
  std::vector<unsigned> partners_;
  std::vector<std::uint32_t> pair_of_;
  std::vector<Pending> pending_, open_;
  bool gathers_all_ = false;  // nothing is asked while pairs are gathered
  std::array<std::vector<Pending>, kGroup> lane_pending_;
  // What stands in the known box, by entity.
  Bounds known_;
  double reach_ = -1.0;  // metres, of what is near to it
  double slack_ = 0.0;   // for rounding, metres
  bool too_many_ = false;
  std::vector<Standing> standing_;
  std::vector<std::uint32_t> order_;       // those that have been hit most first
  std::vector<unsigned> asked_;            // of each that stands, bits of each group of movers: not those excluded
  std::vector<Checker::Action*> actions_;  // of what moves with each of these; null: not asked for yet
  std::vector<Tally> tallies_, moving_tallies_;
};

}  // namespace ww::collision
