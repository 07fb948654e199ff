// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/model/lanes.h"
#include "core/model/model.h"

namespace ww::model {

class State;

// Joints that are planned together (an arm; arm and rail; arm with gripper; two arms), compiled for quick
// passes; all other joints stand still. Immutable; may be read from any number of threads.
//
// A vector of positions has a value for each of joints(), in the order in which they were given: radians or
// metres. Bodies that these joints or their followers carry are `moved`, with a row each, parents before
// children; what rides on a moved body goes with its row. Poses are in the root frame.
class Mechanism {
 public:
  // The joints are entities; all else stands as in the world, or as in `rest`, which must be of this model.
  // NOT_FOUND for an entity that is no moving joint, INVALID_ARGUMENT for a follower, one that is given twice,
  // or none at all.
  static Result<Mechanism> make(const Model& model, std::span<const EntityId> joints, const State* rest = nullptr);
  // All joints of an object but followers, in its order. NOT_FOUND when there is no such object,
  // FAILED_PRECONDITION when it has no moving joint.
  static Result<Mechanism> ofObject(const Model& model, ObjectId object, const State* rest = nullptr);

  const Model& model() const { return model_; }
  std::size_t size() const { return joints_.size(); }
  const std::vector<BodyIndex>& joints() const { return joints_; }  // the bodies that the joints carry
  const std::vector<BodyIndex>& moved() const { return moved_; }    // by row
  // Every body whose pose may change, carried ones too, parents before children.
  const std::vector<BodyIndex>& affected() const { return affected_; }
  // The same, as they are in model(): to look each up takes longer than to carry it on.
  const std::vector<const Body*>& affectedBodies() const { return affected_bodies_; }
  JointVector restPositions() const { return rest_; }

  struct Row {
    int parent = -1;  // the row that it rides on; -1: stands on what does not move
    int joint = 0;    // its position is multiplier * q[joint] + offset
    double multiplier = 1.0, offset = 0.0;
    Motion parent_t_body;  // in the root frame when it has no parent
  };
  const Row& row(std::size_t i) const { return rows_[i]; }
  // Where a node rides: the row, or -1 when it stands still and the pose is root_t_node.
  struct Seat {
    int row = -1;
    Pose row_t_node;
  };
  Seat seat(world::NodeRef node) const;

  // Poses of the moved bodies by row. `q` has size() values, the span moved().size().
  void forward(const JointVector& q, std::span<Pose> root_t_row) const;
  // The same, bit for bit, for eight configurations: a column of `q` for each joint.
  void forward(const PositionLanes& q, std::span<PoseLanes> root_t_row) const;
  // As processors do it that take two doubles at once; for tests elsewhere.
  void forwardByTwo(const PositionLanes& q, std::span<PoseLanes> root_t_row) const;
  // Axis (unit) of a moved body's joint in the root frame, and a point on it.
  std::pair<Vec3, Vec3> axis(std::size_t row, std::span<const Pose> root_t_row) const;
  // What a row does to a point that it carries, by the unit of its joint (of the leader, for a follower): linear,
  // then angular velocity, in the root frame.
  Eigen::Matrix<double, 6, 1> velocity(std::size_t row, std::span<const Pose> root_t_row, const Vec3& p_in_root) const;

 private:
  Mechanism(const Model& model, const State* rest);
  struct Carried {
    BodyIndex body;
    int row;
    Pose row_t_body;
  };

  using Columns = std::unordered_map<BodyIndex, int>;  // of the positions, by body

  Status addJoint(EntityId joint, Columns& columns);  // fails as make()
  void findAffected(const Columns& columns);
  void compile(const Columns& columns);
  void addRow(int joint, const Body& body, const Carried* above);
  const Carried* carried(BodyIndex i) const;
  Pose restParentT(BodyIndex i) const;
  Pose restRootT(BodyIndex i) const;

  Model model_;
  std::vector<BodyIndex> joints_, moved_, affected_;
  std::vector<const Body*> affected_bodies_;
  std::vector<Row> rows_;
  std::vector<std::pair<Vec3, Vec3>> axes_;  // direction and point in the body, by row
  std::vector<Carried> carried_;             // by body, all that are affected
  JointVector rest_;
  std::shared_ptr<const State> rest_state_;  // null: the world
};

}  // namespace ww::model
