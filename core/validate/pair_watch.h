// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/collision/narrow/body_distance.h"
#include "core/collision/scene.h"
#include "core/model/mechanism.h"
#include "core/model/trajectory.h"

namespace ww::validate {

// How far joints go along a trajectory at most, whichever way: radians or metres.
class JointWays {
 public:
  explicit JointWays(const model::Trajectory& trajectory);
  // Of all joints together, L2 norm piece by piece, up to a time (seconds) or to the end.
  double length() const { return lengths_.back(); }
  double lengthAt(double time) const;
  double timeAt(double length) const;  // seconds
  // Of each joint from one time to another, seconds.
  JointVector between(double a, double b) const;

 private:
  std::size_t pieceAt(double time) const;
  JointVector upTo(double time) const;

  const std::vector<double>& times_;
  std::vector<double> lengths_;  // by state
  Eigen::MatrixXd ways_;         // a column for each
};

// The pairs of bodies that a mechanism can bring together, each by itself and measured exactly: no sphere covers, no
// vector code. What it is made of must live as long. One thread at a time.
class PairWatch {
 public:
  PairWatch(const collision::Scene& scene, const collision::RuleSet& rules, const model::Mechanism& mechanism);

  // Whether all pairs keep their margins everywhere along the trajectory, between its states as well, where that can
  // be told: a pair is farther apart than any point of it can go until the end of a stretch. False says nothing.
  // Fails with what `interrupted` says.
  Result<bool> provesFree(const model::Trajectory& trajectory, const std::function<Status()>& interrupted);

  struct Nearest {
    EntityId a, b;
    double distance_m = 0.0;
  };
  // Goes to a place, to which joints have gone so far at most from the one before (radians or metres).
  void goTo(const JointVector& q, const JointVector& way);
  // The nearest pair there, if any is nearer than that (metres).
  std::optional<Nearest> nearest(double beyond);

  // What may be nearer than asked on a stretch around the place, on which joints go so far at most as goTo() was told.
  struct Open {
    std::uint32_t pair = 0;
    double least_m = -std::numeric_limits<double>::infinity();  // it is nowhere nearer on the stretch
  };
  struct Glance {
    std::vector<Open> pairs;
    std::optional<Nearest> nearest;  // at the place, if nearer than asked
    double distance_m = 0.0;         // of these pairs at the place, where they were measured
    double least_m = 0.0;            // and on the stretch no less than that
    double way_m = 0.0;              // the farthest that one of them may go on half of it
  };
  // All pairs that boxes do not tell to stay farther apart than that (metres).
  std::vector<std::uint32_t> around(double beyond);
  // Of such pairs, within `beyond` metres. Unless `all` are to be measured, what goes far is only where it may be the
  // nearest.
  Glance glance(const std::vector<Open>& pairs, double beyond, bool all);

 private:
  // A box along the axes of a body, in the root frame.
  struct TurnedBox {
    Eigen::Matrix3d axes;
    Vec3 center, half;
    TurnedBox(const Bounds& bounds, const Pose& root_t_body);
    // No point of it is nearer to any of the other; metres.
    double gap(const TurnedBox& other) const;
  };
  // What moves. `ways` has, by the number of rows counted from its own one upwards, how far any point of it goes at
  // most by these, metres.
  struct Rider {
    const collision::Body* body = nullptr;
    int row = -1;
    Pose row_t_body, root_t_body;
    std::vector<int> rows;  // its own first
    Bounds box;
    TurnedBox turned;
    std::vector<double> ways;
  };
  struct Pair {
    std::uint32_t a = 0, b = 0;                 // b: of what moves
    const collision::Body* standing = nullptr;  // null: both move
    std::uint32_t standing_box = 0;
    bool excluded = false;
    double margin = 0.0;                 // metres
    std::size_t rows_a = 0, rows_b = 0;  // those that do not carry both
    double least = 0.0;                  // that they were apart, or more, metres, at the place
    std::size_t place = 0;               // with that number; 0: none
  };
  struct Stretch {
    double from, to;                   // lengths
    std::vector<std::uint32_t> pairs;  // those that are open
  };
  enum class Known { kFree, kOpen, kNot };

  void addRiders();
  void addMovingPairs();
  std::uint32_t pairOf(std::uint32_t i, const collision::Body& body);
  std::vector<std::uint32_t> near(std::uint32_t i, double metres);
  double wayOf(const Pair& pair) const;
  double boxesApart(const Pair& pair) const;
  double turnedApart(const Pair& pair) const;
  double apart(const Pair& pair, double beyond) const;  // metres
  Known look(const Stretch& stretch, std::vector<std::uint32_t>& open) const;
  void consider(std::uint32_t number, double beyond);  // metres

  const collision::Scene& scene_;
  const collision::RuleSet& rules_;
  const model::Mechanism& mechanism_;
  std::vector<Rider> riders_;
  std::unordered_map<EntityId, std::uint32_t> moving_;
  std::vector<Pair> pairs_;
  std::size_t moving_pairs_ = 0;  // the first of them
  std::vector<TurnedBox> standing_boxes_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<Pose> root_t_row_;
  std::vector<const collision::Body*> found_;
  std::vector<std::pair<double, std::uint32_t>> open_;  // pairs that may be near, by what they are apart at least
  std::size_t place_ = 0;
};

}  // namespace ww::validate
