// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/simulation/spec.h"

namespace ww::simulation {

class Touching;

// What a shape of the engine is part of; shapes point to it.
struct PartTag {
  const Part* part = nullptr;
  Material material;  // as it is now
  Quat collider_t_part = Quat::Identity();
  Touching* touching = nullptr;
  std::uint32_t id = 0;  // in the engine
};

// A ball that lies well within a piece, in the frame of its collider.
struct CoreBall {
  Vec3 center = Vec3::Zero();  // metres
  double radius = 0.0;         // metres; 0: there is none
};

// What a collider of the engine is; colliders point to it.
struct PieceTag {
  int assembly = -1, piece = 0;
  std::vector<PartTag*> parts;
  // Of what moves freely, else null. Asked once, when it goes farther in a step than least_way, as it may take long.
  std::function<CoreBall()> find_core;
  double least_way = 0.0;  // metres
  std::optional<CoreBall> core;
};

// Which entities may touch; asked once for each pair. The floor is no entity.
class Touching {
 public:
  using MayTouch = std::function<bool(EntityId, EntityId)>;
  explicit Touching(MayTouch ask) : ask_(std::move(ask)) {}
  bool operator()(const PartTag& a, const PartTag& b) const;
  void forget(EntityId entity);
  bool directed = false;  // some part has friction of directions of its own, or a surface that moves
  double step_s = 1e-3;   // seconds

 private:
  MayTouch ask_;
  mutable std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, bool>> known_;
};

}  // namespace ww::simulation
