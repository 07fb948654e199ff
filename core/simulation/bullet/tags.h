// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
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

// What a collider of the engine is; colliders point to it.
struct PieceTag {
  int assembly = -1, piece = 0;
  std::vector<PartTag*> parts;
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
