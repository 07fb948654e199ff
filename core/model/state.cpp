// SPDX-License-Identifier: Apache-2.0
#include "core/model/state.h"

#include <cmath>

#include "core/model/failures.h"
#include "core/model/kernel.h"
#include "core/model/named.h"

namespace ww::model {
namespace {

std::size_t at(BodyIndex i) { return static_cast<std::size_t>(i); }

}  // namespace

State::State(const Model& model)
    : model_(model), positions_(at(model.bodyEnd()), 0.0), root_t_body_(at(model.bodyEnd())) {
  model_.forEachBody([&](BodyIndex i, const Body& b) {
    if (b.kind == BodyKind::kJoint) positions_[at(i)] = model_.position(i);
    if (b.kind == BodyKind::kFree) root_t_body_[at(i)] = model_.world().rootT(b.object);
  });
  forward();
}

double State::position(BodyIndex i) const {
  const Body& b = model_.body(i);
  return b.follows() ? b.multiplier * positions_[at(b.leader)] + b.offset : positions_[at(i)];
}

Status State::set(EntityId joint, double position) {
  const BodyIndex i = model_.carriedBy(joint);
  if (i == kNoBody) return fail(failures::kNoSuchJoint, {{"joint", namedOrId(model_.world(), joint)}});
  if (const Body& b = model_.body(i); b.follows()) {
    return fail(failures::kFollowerSet,
                {{"joint", arg::Name{model_.jointName(i)}}, {"leader", arg::Name{model_.jointName(b.leader)}}});
  }
  if (!std::isfinite(position)) return fail(failures::kNotFinite, {{"joint", arg::Name{model_.jointName(i)}}});
  positions_[at(i)] = position;
  return okStatus();
}

void State::set(const Mechanism& mechanism, const JointVector& q) {
  WW_CHECK(q.size() == static_cast<Eigen::Index>(mechanism.size()));
  for (std::size_t k = 0; k < mechanism.size(); ++k)
    positions_[at(mechanism.joints()[k])] = q[static_cast<Eigen::Index>(k)];
}

Status State::setFree(ObjectId object, const Pose& root_t_object) {
  const bool there = model_.world().peek(object) != nullptr;
  const BodyIndex i = there ? model_.bodyOf(object) : kNoBody;
  if (!there || model_.body(i).kind != BodyKind::kFree || model_.body(i).object != object) {
    return fail(failures::kNotFree,
                {{"object", arg::Name{there ? model_.world().display(object) : world::toWire(object)}}});
  }
  root_t_body_[at(i)] = root_t_object;
  return okStatus();
}

Pose State::parentT(BodyIndex i) const {
  const Body& b = model_.body(i);
  return b.kind == BodyKind::kFree ? root_t_body_[at(i)] : b.parent_t_body.at(position(i));
}

void State::forward(BodyIndex i, const Body& b) {
  if (b.kind != BodyKind::kJoint) return;
  const double position = b.follows() ? b.multiplier * positions_[at(b.leader)] + b.offset : positions_[at(i)];
  const Pose* above = b.parent == kFixedBody ? nullptr : &root_t_body_[at(b.parent)];
  root_t_body_[at(i)] = carriedOn(above, b.parent_t_body, position);
}

void State::forward() {
  model_.forEachBody([this](BodyIndex i, const Body& b) { forward(i, b); });
}

void State::forward(const Mechanism& mechanism) {
  const std::vector<BodyIndex>& affected = mechanism.affected();
  for (std::size_t k = 0; k < affected.size(); ++k) forward(affected[k], *mechanism.affectedBodies()[k]);
}

}  // namespace ww::model
