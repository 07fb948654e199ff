// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/checker.h"
#include "core/collision/cover/cover_judge.h"

namespace ww::collision {

// Not for use outside this folder. Whether anything collides, for a checker with movers: sphere covers answer for most
// pairs of bodies, the exact measure for those that they leave open. Remembers what stands where the movers have been.
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
  // One after another: what stands in a box is known; pairs that may touch are gathered; they are looked at.
  // False when there is too much there, or the box is no place: then all pairs have to be looked at.
  bool know(Checker& checker, const Bounds& box);
  // Of a state in which the root spheres of the movers are known. True when one of the pairs surely collides.
  bool gather(Checker& checker);
  // The same of eight states, by the root spheres; a list for each state.
  void gatherLanes(Checker& checker, std::span<const SphereGroup> roots, unsigned lanes);
  bool anyInLane(int lane) const { return !lane_pending_[static_cast<std::size_t>(lane)].empty(); }
  bool decideLane(Checker& checker, int lane);
  void place(std::size_t i, const Pose& root_t_carrier, const Rider& rider);

 private:
  struct Pending {
    double depth;           // of the root spheres in each other, by the smaller radius; metres
    std::uint32_t i, j;     // of what moves, and what stands; or the number of a moving pair
    bool both_move, asked;  // asked: whether one is deep in the other, which it is not
  };
  struct Standing {
    const Body* body = nullptr;
    PlacedCover placed;
    Vec3 root = Vec3::Zero();  // centre of its root sphere, metres
  };
  struct Question {
    const PlacedCover &a, &b;
    double margin;  // metres
  };

  void look(Checker& checker);
  Checker::Action& action(Checker& checker, const Pending& pair);
  bool decide(Checker& checker, std::vector<Pending>& pending);
  Question question(Checker& checker, const Pending& pair);
  bool measure(Checker& checker, const Pending& pair);
  void put(Checker& checker, std::uint32_t i) const;
  // Whether a pair surely collides; if not it is put where it belongs by how deep its root spheres are. Metres.
  bool add(Checker& checker, Pending pair, double distance, double r, double other_r);
  bool deep(Checker& checker, const Pending& pair);

  CoverJudge judge_;
  std::vector<const SphereCover*> covers_;  // of what moves
  std::vector<Rider> riders_;               // on the checker's movers
  // Of the state that is looked at:
  std::vector<PlacedCover> placed_;
  std::vector<Vec3> roots_;
  std::vector<Pose> root_t_carrier_;
  std::vector<const Rider*> on_;  // the rider that was placed
  std::vector<Pending> pending_;
  std::array<std::vector<Pending>, kGroup> lane_pending_;
  // What stands in the known box, by entity.
  Bounds known_;
  double reach_ = -1.0;  // metres, of what is near to it
  double slack_ = 0.0;   // for rounding, metres
  bool too_many_ = false;
  std::vector<Standing> standing_;
  std::vector<SphereGroup> standing_roots_;
  std::vector<Checker::Action*> actions_;  // of what moves with each of these; null: not asked for yet
};

}  // namespace ww::collision
