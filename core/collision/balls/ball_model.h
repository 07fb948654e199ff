// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <vector>

#include "core/collision/balls/ball_world.h"
#include "core/collision/cover/sphere_cover.h"
#include "core/model/mechanism.h"

namespace ww::collision {

constexpr double kFarthestBallJoint = 100.0;  // radians or metres: beyond, single precision says too little

// Puts together what ball kernels read: joints of a mechanism, balls on them, and what stands around. Poses and places
// are in the root frame of the mechanism's model, metres.
class BallModel {
 public:
  // Whether a mechanism can be had so: not too many joints, and those that slide have limits.
  static bool covers(const model::Mechanism& mechanism);
  explicit BallModel(const model::Mechanism& mechanism);

  // Balls of a node that rides so, in its frame; the number of the group.
  int addGroup(const model::Mechanism::Seat& seat, std::span<const Sphere> balls);
  int groups() const { return static_cast<int>(groups_.size()); }
  // Two groups that may not come nearer to each other (metres).
  void addPair(int a, int b, double margin);

  // Obstacles: of each the number, or -1 when nothing that moves can come within `near` metres of it.
  void clearObstacles();
  int addBall(const Sphere& ball, double near = 0.0);
  int addCapsule(const Vec3& from, const Vec3& to, double radius, double near = 0.0);
  int addBox(const Pose& root_t_box, const Vec3& half, double near = 0.0);
  // Balls (metres) that all lie in a box, or of which only what is in the box counts.
  int addBalls(const Pose& root_t_box, const Vec3& half, std::span<const Sphere> balls, double near = 0.0);
  // What a group keeps from an obstacle, metres; 0 if nothing is said.
  void setMargin(int group, int obstacle, double margin) { said(group, obstacle) = margin; }
  // They may meet.
  void exclude(int group, int obstacle) { said(group, obstacle) = kMayMeet; }

  // Makes margins smaller, below 0 even, of all that is nearer than its margin in a configuration (radians or metres)
  // of the mechanism that it was made of, until that is free; pairs that move are left out then. What is free after
  // that need not be so of the bodies that the balls stand for.
  void yieldAt(const model::Mechanism& mechanism, const JointVector& q);
  // Where the middles of all balls are there, group by group: by the model, in metres from base().
  std::vector<Vec3> centersAt(const model::Mechanism& mechanism, const JointVector& q) const;

  // Where balls may be at most, around the base.
  double reach() const { return reach_; }
  const Vec3& base() const { return origin_; }
  std::size_t joints() const { return static_cast<std::size_t>(joints_); }
  // Valid until the next change.
  const BallWorld& world();

 private:
  // Of each row its axis in a configuration, from the base.
  std::vector<Pose> axesAt(const model::Mechanism& mechanism, const JointVector& q) const;
  double& said(int group, int obstacle);
  Ball ballAt(const Sphere& ball, const Pose& frame_t_node) const;
  int add(BallObstacle obstacle, double distance);  // metres
  void findClusters();
  void findNear();
  void sortPairs();
  double leverOf(const BallGroup& group) const;
  void setBox(const Pose& root_t_box, const Vec3& half, BallObstacle& out) const;

  Vec3 origin_ = Vec3::Zero();  // metres: of the frame of the kernels
  int joints_ = 0;
  std::vector<Pose> body_t_axis_;  // by row
  std::vector<double> levers_;     // by row: of its origin, from the base, metres
  bool slides_ = false;
  double reach_ = 0.0;  // metres
  std::vector<BallRow> rows_;
  std::vector<BallGroup> groups_;
  std::vector<BallCluster> clusters_;
  std::vector<int> cluster_of_;  // by group
  std::vector<BallMeeting> meetings_;
  std::vector<Ball> balls_;
  std::vector<BallPair> pairs_;
  std::vector<BallObstacle> obstacles_;
  std::vector<Ball> obstacle_balls_;
  std::vector<double> distances_;          // of obstacles from the base, metres
  std::vector<std::vector<double>> said_;  // margins of obstacles with groups, metres; none: 0
  std::vector<float> margins_;
  std::vector<BallNear> near_;
  BallWorld world_;
};

}  // namespace ww::collision
