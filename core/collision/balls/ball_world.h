// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace ww::collision {

// A robot and what stands around it as balls and simple solids, for passes over eight configurations at once. Plain
// data in single precision: also read by files that are compiled for newer processors, which must not share inline
// functions with the rest of the program. Metres and radians, in a frame near the robot.

constexpr int kBallLanes = 8;
constexpr unsigned kMostBallJoints = 16;

struct Ball {
  float x = 0.0F, y = 0.0F, z = 0.0F, r = 0.0F;
};

// A joint: the frame whose z axis it turns about, or goes along, in that of its parent.
struct BallRow {
  int parent = -1;  // the row that it rides on; -1: stands still
  int joint = 0;    // its position is multiplier * q[joint] + offset
  float multiplier = 1.0F, offset = 0.0F;
  std::uint32_t turns = 1;     // else it slides
  float r[9] = {}, p[3] = {};  // rotation row by row, place
};

// Balls that keep their places to each other, with one around all of them.
struct BallGroup {
  int row = -1;  // -1: stands still
  int first = 0, count = 0;
  Ball around;
};

// Groups one after another that ride on one row, with a ball around all of them.
struct BallCluster {
  int row = -1;
  int first = 0, count = 0;  // groups
  Ball around;
  float lever = 0.0F;  // no point of it is ever farther from an axis that turns it, metres
  int first_near = 0, near_count = 0;
};

// Balls lie in the frame of their group's row, or in the frame of all.
struct BallObstacle {
  enum Kind : std::uint32_t { kBall, kCapsule, kUprightBox, kBox, kBalls };
  Kind kind = kBall;
  float p[3] = {};           // centre; of a capsule the first end
  float r[9] = {};           // boxes: rows bring a vector into the box
  float half[3] = {};        // boxes, and the box around balls; of a capsule the way to the other end
  float radius = 0.0F;       // ball, capsule; of a capsule 1 / length^2 is in r[0]
  int first = 0, count = 0;  // kBalls: all of them lie in the box
};

constexpr float kMayMeet = -1e30F;  // a margin of what is not looked at

// An obstacle that a cluster can come near to, and the largest margin that a group of it keeps there.
struct BallNear {
  int obstacle = 0;
  float margin = 0.0F;
  int margins = 0;  // the first of those of its groups
};

struct BallPair {
  int a = 0, b = 0;  // groups
  float margin = 0.0F;
};

// Pairs of groups of two clusters, and their largest margin.
struct BallMeeting {
  int a = 0, b = 0;  // clusters
  int first = 0, count = 0;
  float margin = 0.0F;
};

struct BallWorld {
  const BallRow* rows = nullptr;
  int row_count = 0, joints = 0;
  const BallGroup* groups = nullptr;
  int group_count = 0;
  const BallCluster* clusters = nullptr;
  int cluster_count = 0;
  const Ball* balls = nullptr;
  int ball_count = 0;
  const BallObstacle* obstacles = nullptr;
  int obstacle_count = 0;
  const Ball* obstacle_balls = nullptr;
  const BallNear* near = nullptr;
  const float* margins = nullptr;
  const BallPair* pairs = nullptr;
  const BallMeeting* meetings = nullptr;
  int meeting_count = 0;
  float slack = 0.0F;  // what rounding may do to a place, metres; of proofs
};

// Memory of a pass; sizes in floats, by the world.
struct BallScratch {
  float* rows = nullptr;      // kRowFloats for each row
  float* clusters = nullptr;  // kBallFloats for each cluster, group and ball
  float* groups = nullptr;
  float* balls = nullptr;
  std::uint8_t* placed = nullptr;  // by group: kAround, kBalls
  // What was met last: the next to be met is often the same.
  int met_cluster = -1, met_near = 0;
  static constexpr int kRowFloats = 20 * kBallLanes, kBallFloats = 4 * kBallLanes;
  static constexpr std::uint8_t kAround = 1, kBalls = 2;
};

}  // namespace ww::collision
