// SPDX-License-Identifier: Apache-2.0
#include "core/collision/lane_check.h"

#include <algorithm>

namespace ww::collision {

static_assert(kGroup == model::kLanes);

LaneCheck::LaneCheck(Checker& checker, const model::Mechanism& mechanism)
    : checker_(checker), quick_(checker), mechanism_(mechanism), state_(mechanism.model()) {
  for (std::size_t i = 0; i < quick_.size(); ++i) {
    const auto seat = mechanism.seat(checker.moving_[i].body->entity);
    rows_.push_back(seat.row);
    riders_.push_back(quick_.rider(checker, i, seat.row_t_node));
  }
  root_t_row_.resize(mechanism.moved().size());
  SphereGroup group{};
  group.count = kGroup;
  roots_.assign(quick_.size(), group);
  for (std::size_t i = 0; i < roots_.size(); ++i) std::fill_n(roots_[i].r, kGroup, quick_.cover(i).root.radius);
}

void LaneCheck::placeRoots() {
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    const Vec3 at = riders_[i].carrier_t_box * quick_.cover(i).root.center;
    if (rows_[i] < 0) {
      std::fill_n(roots_[i].x, kGroup, at.x());
      std::fill_n(roots_[i].y, kGroup, at.y());
      std::fill_n(roots_[i].z, kGroup, at.z());
      continue;
    }
    const model::PoseLanes& pose = root_t_row_[static_cast<std::size_t>(rows_[i])];
    const double* p[3] = {pose.p[0].data(), pose.p[1].data(), pose.p[2].data()};
    const double* q[4] = {pose.q[0].data(), pose.q[1].data(), pose.q[2].data(), pose.q[3].data()};
    quick_.kernels().place(p, q, at.data(), roots_[i]);
  }
}

Bounds LaneCheck::boxOf(unsigned lanes) const {
  Bounds box;
  for (const SphereGroup& g : roots_) {
    for (int lane = 0; lane < kGroup; ++lane) {
      if ((lanes >> lane & 1U) == 0) continue;
      const Vec3 at(g.x[lane], g.y[lane], g.z[lane]), r = Vec3::Constant(g.r[lane]);
      if (!at.allFinite()) return {at, at};
      box.add(Vec3(at - r));
      box.add(Vec3(at + r));
    }
  }
  return box;
}

void LaneCheck::placeLane(int lane) {
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    const Pose carrier = rows_[i] < 0 ? Pose() : root_t_row_[static_cast<std::size_t>(rows_[i])].lane(lane);
    quick_.place(i, carrier, riders_[i]);
  }
  quick_.placed();
}

bool LaneCheck::alone(const model::PositionLanes& q, int lane) {
  state_.set(mechanism_, q.row(lane).matrix().transpose());
  state_.forward(mechanism_);
  return checker_.anyPair(state_);
}

unsigned LaneCheck::collides(const model::PositionLanes& q, unsigned lanes) {
  if (checker_.rules_.disabled() || lanes == 0) return 0;
  if (checker_.alwaysCollides(state_)) return lanes;
  if (roots_.empty()) return 0;
  mechanism_.forward(q, root_t_row_);
  placeRoots();
  const bool known = quick_.know(checker_, boxOf(lanes));
  if (known) quick_.gatherLanes(checker_, roots_, lanes);
  unsigned out = 0;
  for (int lane = 0; lane < kGroup; ++lane) {
    if ((lanes >> lane & 1U) == 0) continue;
    bool hit = false;
    if (!known) {
      hit = alone(q, lane);
    } else if (quick_.anyInLane(lane)) {
      placeLane(lane);
      hit = quick_.decideLane(checker_, lane);
    }
    out |= hit ? 1U << lane : 0U;
  }
  return out;
}

std::vector<bool> LaneCheck::collides(std::span<const JointVector> configurations) {
  std::vector<bool> out(configurations.size());
  model::PositionLanes q(model::kLanes, static_cast<Eigen::Index>(mechanism_.size()));
  for (std::size_t first = 0; first < out.size(); first += kGroup) {
    const std::size_t count = std::min<std::size_t>(kGroup, out.size() - first);
    for (std::size_t k = 0; k < static_cast<std::size_t>(kGroup); ++k)
      q.row(static_cast<Eigen::Index>(k)) = configurations[first + std::min(k, count - 1)].transpose().array();
    const unsigned hits = collides(q, (1U << count) - 1U);
    for (std::size_t k = 0; k < count; ++k) out[first + k] = (hits >> k & 1U) != 0;
  }
  return out;
}

}  // namespace ww::collision
