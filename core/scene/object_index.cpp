// SPDX-License-Identifier: Apache-2.0
#include "core/scene/object_index.h"

#include <algorithm>
#include <numeric>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {

// A sorted list instead of a hash table: names are chosen by others, and could all fall into one bucket.
ObjectIndex::ObjectIndex(const intrinsic_proto::scene_object::v1::SceneObject& object) : object_(object) {
  const auto count = static_cast<std::size_t>(object.entities_size());
  by_name_.resize(count);
  std::iota(by_name_.begin(), by_name_.end(), 0);
  std::stable_sort(by_name_.begin(), by_name_.end(), [&](int a, int b) { return entity(a).name() < entity(b).name(); });
  parents_.assign(count, kNone);
  first_child_.assign(count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& parent = entity(static_cast<int>(i)).parent_name();
    if (parent.empty()) {
      if (root_ == kNone) root_ = static_cast<int>(i);
      continue;
    }
    parents_[i] = find(parent);
    if (parents_[i] != kNone) ++first_child_[static_cast<std::size_t>(parents_[i]) + 1];
  }
  std::partial_sum(first_child_.begin(), first_child_.end(), first_child_.begin());
  children_.resize(static_cast<std::size_t>(first_child_.back()));
  std::vector<int> next = first_child_;
  for (std::size_t i = 0; i < count; ++i) {
    if (parents_[i] == kNone) continue;
    children_[static_cast<std::size_t>(next[static_cast<std::size_t>(parents_[i])]++)] = static_cast<int>(i);
  }
}

const intrinsic_proto::scene_object::v1::Entity& ObjectIndex::entity(int i) const { return object_.entities(i); }

int ObjectIndex::find(std::string_view name) const {
  const auto at = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                   [&](int i, std::string_view wanted) { return entity(i).name() < wanted; });
  return at != by_name_.end() && entity(*at).name() == name ? *at : kNone;
}

std::span<const int> ObjectIndex::children(int i) const {
  const auto begin = static_cast<std::size_t>(first_child_[static_cast<std::size_t>(i)]);
  const auto end = static_cast<std::size_t>(first_child_[static_cast<std::size_t>(i) + 1]);
  return std::span<const int>(children_).subspan(begin, end - begin);
}

std::vector<int> ObjectIndex::parentsFirst() const {
  std::vector<int> order;
  if (root_ != kNone) order.push_back(root_);
  // A root is nobody's child, so that nothing comes twice.
  for (std::size_t at = 0; at < order.size(); ++at) {
    const auto below = children(order[at]);
    order.insert(order.end(), below.begin(), below.end());
  }
  return order;
}

}  // namespace ww::scene
