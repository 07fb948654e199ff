// SPDX-License-Identifier: Apache-2.0
#include "core/model/mechanism.h"

#include <algorithm>
#include <unordered_set>

#include "core/model/failures.h"
#include "core/model/kernel.h"
#include "core/model/named.h"
#include "core/model/state.h"

namespace ww::model {
Mechanism::Mechanism(const Model& model, const State* rest)
    : model_(model), rest_state_(rest ? std::make_shared<const State>(*rest) : nullptr) {}

Result<Mechanism> Mechanism::make(const Model& model, std::span<const EntityId> joints, const State* rest) {
  if (joints.empty()) return fail(failures::kNoJoints);
  Mechanism out(model, rest);
  Columns columns;
  for (const EntityId joint : joints) WW_TRY(out.addJoint(joint, columns));
  out.findAffected(columns);
  out.compile(columns);
  return out;
}

Result<Mechanism> Mechanism::ofObject(const Model& model, ObjectId id, const State* rest) {
  const world::Object* object = model.world().peek(id);
  if (!object) return fail(failures::kNoRobot, {{"robot", arg::Name{world::toWire(id)}}});
  if (!object->isKinematic()) {
    return fail(failures::kNoMovingJoint, {{"robot", named(model.world(), id)}});
  }
  std::vector<EntityId> joints;
  for (const BodyIndex i : model.jointsOf(id)) {
    if (const Body& b = model.body(i); !b.follows()) joints.push_back(b.entity);
  }
  return make(model, joints, rest);
}

Status Mechanism::addJoint(EntityId joint, Columns& columns) {
  const BodyIndex i = model_.carriedBy(joint);
  if (i == kNoBody) return fail(failures::kNoSuchJoint, {{"joint", namedOrId(model_.world(), joint)}});
  const Body& body = model_.body(i);
  if (body.follows()) {
    return fail(failures::kFollowerChosen,
                {{"joint", arg::Name{model_.jointName(i)}}, {"leader", arg::Name{model_.jointName(body.leader)}}});
  }
  if (!columns.emplace(i, static_cast<int>(joints_.size())).second) {
    return fail(failures::kJointTwice, {{"joint", arg::Name{model_.jointName(i)}}});
  }
  joints_.push_back(i);
  return okStatus();
}

// The bodies of the joints and of their followers, and all that rides on them.
void Mechanism::findAffected(const Columns& columns) {
  moved_ = joints_;
  std::unordered_set<ObjectId> seen;
  for (const BodyIndex i : joints_) {
    const ObjectId object = model_.body(i).object;
    if (!seen.insert(object).second) continue;
    for (const BodyIndex k : model_.jointsOf(object)) {
      if (columns.contains(model_.body(k).leader)) moved_.push_back(k);
    }
  }
  std::ranges::sort(moved_);
  std::vector<BodyIndex> work = moved_;
  while (!work.empty()) {
    const BodyIndex i = work.back();
    work.pop_back();
    affected_.push_back(i);
    for (const BodyIndex child : model_.childrenOf(i)) {
      if (!std::ranges::binary_search(moved_, child)) work.push_back(child);
    }
  }
  std::ranges::sort(affected_);
  for (const BodyIndex i : affected_) affected_bodies_.push_back(&model_.body(i));
}

void Mechanism::compile(const Columns& columns) {
  rest_.resize(static_cast<Eigen::Index>(joints_.size()));
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    rest_[static_cast<Eigen::Index>(k)] = rest_state_ ? rest_state_->position(joints_[k]) : model_.position(joints_[k]);
  }
  carried_.reserve(affected_.size());
  std::size_t next = 0;
  for (const BodyIndex i : affected_) {
    const Body& body = model_.body(i);
    const Carried* above = carried(body.parent);
    if (next < moved_.size() && moved_[next] == i) {
      addRow(columns.at(body.follows() ? body.leader : i), body, above);
      carried_.push_back({i, static_cast<int>(next++), {}});
    } else {
      carried_.push_back({i, above->row, above->row_t_body * restParentT(i)});
    }
  }
}

void Mechanism::addRow(int joint, const Body& body, const Carried* above) {
  Row row;
  row.joint = joint;
  row.multiplier = body.multiplier;
  row.offset = body.offset;
  row.parent_t_body = body.parent_t_body;
  if (above) {
    row.parent = above->row;
    if (above->body != moved_[static_cast<std::size_t>(above->row)])
      row.parent_t_body = body.parent_t_body.in(above->row_t_body);
  } else if (body.parent != kFixedBody) {
    row.parent_t_body = body.parent_t_body.in(restRootT(body.parent));
  }
  rows_.push_back(std::move(row));
  axes_.emplace_back(body.axis_in_body, body.p_on_axis_in_body);
}

// Null for a body that does not move; those before `i` are there.
const Mechanism::Carried* Mechanism::carried(BodyIndex i) const {
  const auto it = std::ranges::lower_bound(carried_, i, {}, &Carried::body);
  return it != carried_.end() && it->body == i ? &*it : nullptr;
}

Pose Mechanism::restParentT(BodyIndex i) const { return rest_state_ ? rest_state_->parentT(i) : model_.parentT(i); }
Pose Mechanism::restRootT(BodyIndex i) const { return rest_state_ ? rest_state_->rootT(i) : model_.rootT(i); }

Mechanism::Seat Mechanism::seat(world::NodeRef node) const {
  const Ride ride = model_.ride(node);
  const Carried* on = carried(ride.body);
  if (!on) return {-1, ride.body == kFixedBody ? ride.body_t_node : restRootT(ride.body) * ride.body_t_node};
  return {on->row,
          on->body == moved_[static_cast<std::size_t>(on->row)] ? ride.body_t_node : on->row_t_body * ride.body_t_node};
}

void Mechanism::forward(const JointVector& q, std::span<Pose> root_t_row) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const Coordinates<double> local = at(row.parent_t_body, q[row.joint] * row.multiplier + row.offset);
    root_t_row[i] =
        poseOf(row.parent < 0 ? local : compose(coordinates(root_t_row[static_cast<std::size_t>(row.parent)]), local));
  }
}

std::pair<Vec3, Vec3> Mechanism::axis(std::size_t row, std::span<const Pose> root_t_row) const {
  return {root_t_row[row].q * axes_[row].first, root_t_row[row] * axes_[row].second};
}

Eigen::Matrix<double, 6, 1> Mechanism::velocity(std::size_t row, std::span<const Pose> root_t_row,
                                                const Vec3& p_in_root) const {
  const auto [direction, point] = axis(row, root_t_row);
  const bool turns = rows_[row].parent_t_body.revolute;
  Eigen::Matrix<double, 6, 1> out;
  out.head<3>() = turns ? direction.cross(p_in_root - point) : direction;
  out.tail<3>() = turns ? direction : Vec3(Vec3::Zero());
  return rows_[row].multiplier * out;
}

}  // namespace ww::model
