// SPDX-License-Identifier: Apache-2.0
#include "core/model/overrides.h"

#include <algorithm>
#include <optional>

#include "core/world/values/attachment.h"

namespace ww::model {
namespace {

// root_t_object of what is attached to a frame, if that one or a frame that it rides on is moved: the nearest counts.
std::optional<Pose> carried(const world::World& world, const std::map<FrameId, Pose>& frames,
                            const world::Object& object) {
  for (auto frame = world.frame(world::attachedTo(world, object)); frame; frame = world.frame(frame->parent_frame)) {
    if (const auto moved = frames.find(frame->id); moved != frames.end())
      return moved->second * (world::entityTFrame(world, *frame).inverse() * object.parent_entity_t_this);
  }
  return std::nullopt;
}

// fn(object, root_t_object) for what is attached to frames that are moved; perhaps more than once.
template <typename Fn>
void forEachCarried(const world::World& world, const std::map<FrameId, Pose>& frames, Fn&& fn) {
  for (const auto& [id, root_t_frame] : frames) {
    const world::Frame* frame = world.peek(id);
    if (!frame) continue;
    for (const ObjectId attached : world::attachedBelow(world, *frame))
      if (const auto pose = carried(world, frames, *world.peek(attached))) fn(attached, *pose);
  }
}

}  // namespace

// Asked at each step of a drag, of ten thousand objects as well: vectors, as a node for each costs most of it.
std::vector<ObjectId> Overrides::moved(const world::World& world) const {
  std::vector<ObjectId> out;
  out.reserve(objects.size() + joints.size());
  for (const auto& [id, pose] : objects) out.push_back(id);
  for (const auto& [id, positions] : joints) out.push_back(id);
  forEachCarried(world, frames, [&](ObjectId id, const Pose&) { out.push_back(id); });
  if (out.size() == objects.size()) return out;
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::pair<ObjectId, Pose>> Overrides::floating(const world::World& world) const {
  std::vector<std::pair<ObjectId, Pose>> out;
  out.reserve(objects.size());
  for (const auto& [id, root_t_object] : objects)
    if (id != world::kRootObject && world.peek(id)) out.emplace_back(id, root_t_object);
  const std::size_t own = out.size();
  forEachCarried(world, frames, [&](ObjectId id, const Pose& root_t_object) { out.emplace_back(id, root_t_object); });
  if (out.size() == own) return out;
  // An object's own pose comes before that by a frame.
  constexpr auto kId = &std::pair<ObjectId, Pose>::first;
  std::ranges::stable_sort(out, {}, kId);
  const auto isSame = [](const auto& a, const auto& b) { return a.first == b.first; };
  out.erase(std::unique(out.begin(), out.end(), isSame), out.end());
  return out;
}

std::vector<EntityId> Overrides::movers(const world::World& world) const {
  std::vector<EntityId> out;
  for (const auto& [id, pose] : floating(world)) out.push_back(world.peek(id)->rootEntity());
  for (const auto& [id, positions] : joints) {
    const world::Object* object = world.peek(id);
    if (!object) continue;
    for (const std::size_t i : object->moving_joints) out.push_back(object->entities[i]->id);
    for (const world::Follower& f : object->followers) out.push_back(object->entities[f.entity]->id);
  }
  return out;
}

void Overrides::apply(State& state) const {
  const world::World& world = state.model().world();
  for (const auto& [id, root_t_object] : floating(world)) WW_CHECK(state.setFree(id, root_t_object).ok());
  for (const auto& [id, positions] : joints) {
    const world::Object* object = world.peek(id);
    for (std::size_t i = 0; object && i < object->moving_joints.size(); ++i) {
      if (static_cast<Eigen::Index>(i) >= positions.size()) break;
      // One that is no number leaves the joint where it is.
      static_cast<void>(
          state.set(object->entities[object->moving_joints[i]]->id, positions[static_cast<Eigen::Index>(i)]));
    }
  }
  state.forward();
}

}  // namespace ww::model
