// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>
#include <vector>

namespace intrinsic_proto::scene_object::v1 {
class Entity;
class SceneObject;
}  // namespace intrinsic_proto::scene_object::v1

namespace ww::scene {

// Names, parents and children of the entities of a scene object, sound or not. Entities are given by their
// index in the message. The object must outlive this, and keep its entities, names and parents. Made in
// n log n; immutable afterwards.
class ObjectIndex {
 public:
  static constexpr int kNone = -1;

  explicit ObjectIndex(const intrinsic_proto::scene_object::v1::SceneObject& object);

  const intrinsic_proto::scene_object::v1::SceneObject& object() const { return object_; }
  int size() const { return static_cast<int>(parents_.size()); }
  const intrinsic_proto::scene_object::v1::Entity& entity(int i) const;

  // The first entity of that name, or kNone.
  int find(std::string_view name) const;
  // kNone for a root, and for an entity whose parent does not exist.
  int parent(int i) const { return parents_[static_cast<std::size_t>(i)]; }
  // In the order of the message.
  std::span<const int> children(int i) const;
  // The first entity that names no parent, or kNone.
  int root() const { return root_; }
  // The root and all below it: level by level, children of one parent in the order of the message.
  std::vector<int> parentsFirst() const;

 private:
  const intrinsic_proto::scene_object::v1::SceneObject& object_;
  std::vector<int> by_name_;  // sorted by name, then index
  std::vector<int> parents_;
  std::vector<int> first_child_;  // of entity i: children_[first_child_[i]] up to that of i + 1
  std::vector<int> children_;
  int root_ = kNone;
};

}  // namespace ww::scene
