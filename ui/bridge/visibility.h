// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "core/project/view_state.h"

namespace ww::ui {

// What a view state means for a node of a world: eyes and locks of an object hold for all that hangs on it by objects,
// those of a frame for frames on it, those of an entity (a link) for that alone. While something is isolated, only eyes
// below it count. Each question costs the depth of the node. A value, without a world of its own.
class Visibility {
 public:
  Visibility() = default;
  explicit Visibility(const project::ViewState& view);

  // Whether the view shows the node; its own eye, those above it, its kind and isolation.
  bool shows(const world::World& world, const world::NodeRef& node) const;
  bool showsPart(const world::World& world, ObjectId object, EntityId entity) const;
  bool isLocked(const world::World& world, const world::NodeRef& node) const;
  // Something above the node hides it or locks it.
  bool isHiddenAbove(const world::World& world, const world::NodeRef& node) const;
  bool isLockedAbove(const world::World& world, const world::NodeRef& node) const;
  bool hasHidden(std::uint64_t id) const { return hidden_.contains(id); }
  bool hasLocked(std::uint64_t id) const { return locked_.contains(id); }
  bool isIsolating() const { return !isolated_.empty(); }
  bool locksAny() const { return !locked_.empty(); }

  // The ids by which two differ, when eyes and locks are all that differs; else `all`.
  struct Difference {
    bool all = false, frames = false;
    std::vector<std::uint64_t> ids;
  };
  Difference from(const Visibility& before) const;

 private:
  using Ids = std::unordered_set<std::uint64_t>;
  bool showsObject(const world::World& world, const world::Object& object) const;
  bool isAlone(const world::World& world, ObjectId object) const;

  Ids hidden_, locked_, isolated_;
  bool frames_hidden_ = false, robots_hidden_ = false, parts_hidden_ = false;
};

}  // namespace ww::ui
