// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/actor_names.h"

#include <algorithm>

#include "core/interop/isaac/failures.h"
#include "core/io/text_scan.h"
#include "core/scene/names.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kLongestLike = 200;  // numbers that make it unique have room

bool isThere(const world::World& world, ObjectId id) { return id && id != world::kRootObject && world.peek(id); }

constexpr std::size_t kMostLacking = 10000, kFirstLacking = 20, kMostNameShown = 255;

}  // namespace

std::string nameTold(const ToldNames* told, const world::World& world, ObjectId id) {
  if (told) {
    if (const auto at = told->find(id); at != told->end()) return at->second;
  }
  return world.display({id});
}

std::string nameInWorld(const std::string& asked) {
  if (scene::isName(asked)) return asked;
  const std::string like = scene::likeName(asked, kLongestLike);
  if (scene::isName(like)) return like;
  return like.empty() ? "actor" : "actor_" + like;
}

ObjectId objectLike(const world::World& world, const std::string& name) {
  if (const ObjectId id = world.find(name)) return isThere(world, id) ? id : ObjectId{};
  // What begins with a thing of the world is a part of it, and no name of an actor.
  if (name.empty() || name.find('/') != std::string::npos || scene::isName(name)) return {};
  const ObjectId id = world.find(nameInWorld(name));
  return isThere(world, id) ? id : ObjectId{};
}

std::optional<JointPlace> jointLike(const world::World& world, const std::string& name) {
  const std::size_t slash = name.rfind('/');
  const std::string joint = slash == std::string::npos ? name : name.substr(slash + 1);
  std::vector<JointPlace> found;
  const auto look = [&](const world::Object& object) {
    for (std::size_t i = 0; i < object.moving_joints.size(); ++i)
      if (object.movingJointName(i) == joint) found.push_back({object.id, i});
  };
  if (slash == std::string::npos) world.forEachObject(look);
  else if (const ObjectId id = objectLike(world, name.substr(0, slash))) look(*world.peek(id));
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

double positionOf(const world::World& world, const JointPlace& joint) {
  return world.peek(joint.object)->jointPositions()[static_cast<Eigen::Index>(joint.index)];
}

// Ids grow: the oldest are the smallest.
void ActorNames::forgetGone(const world::World& world, ToldNames& told) {
  if (count_ < next_look_) return;
  std::vector<ObjectId> gone;
  for (const auto& [asked, ids] : asked_)
    std::ranges::copy_if(ids, std::back_inserter(gone), [&](ObjectId id) { return !isThere(world, id); });
  if (gone.size() > kMostGone) {
    const auto kept = gone.end() - static_cast<std::ptrdiff_t>(kMostGone);
    std::ranges::nth_element(gone, kept);
    const ObjectId first_kept = *kept;
    const auto is_over = [&](ObjectId id) { return id < first_kept && !isThere(world, id); };
    for (auto& [asked, ids] : asked_) count_ -= std::erase_if(ids, is_over);
    std::erase_if(asked_, [](const auto& one) { return one.second.empty(); });
    std::erase_if(told, [&](const auto& one) { return is_over(one.first); });
  }
  next_look_ = count_ + kMostGone;
}

void ActorNames::add(const world::World& world, const std::vector<Actor>& actors) {
  ToldNames told = *told_;
  forgetGone(world, told);
  const auto isTaken = [&](const std::string& name) {
    return std::ranges::any_of(told, [&](const auto& one) { return one.second == name && isThere(world, one.first); });
  };
  for (const auto& [id, asked] : actors) {
    std::vector<ObjectId>& same = asked_[asked];
    same.push_back(id);
    ++count_;
    if (scene::isName(asked)) continue;
    std::string name = asked;
    for (std::size_t n = std::max<std::size_t>(2, same.size()); isTaken(name); ++n)
      name = asked + "_" + std::to_string(n);
    told[id] = std::move(name);
  }
  told_ = std::make_shared<const ToldNames>(std::move(told));
}

std::vector<ObjectId> ActorNames::named(const world::World& world, const std::string& name) const {
  std::vector<ObjectId> out;
  if (const auto at = asked_.find(name); at != asked_.end())
    std::ranges::copy_if(at->second, std::back_inserter(out), [&](ObjectId id) { return isThere(world, id); });
  if (!out.empty()) return out;
  for (const auto& [id, told] : *told_)
    if (told == name && isThere(world, id)) return {id};
  if (const ObjectId id = world.find(name); isThere(world, id)) out.push_back(id);
  return out;
}

ObjectId ActorNames::find(const world::World& world, const std::string& name) const {
  const std::vector<ObjectId> all = named(world, name);
  return all.empty() ? ObjectId{} : all.front();
}

void LackingNames::passOver(const world::World& world, const std::string& name) {
  if (name.empty() || name == "world") return;
  ++told_.times;
  if (names_.size() == kMostLacking || !names_.insert(name).second) return;
  ++told_.names;
  if (told_.first.size() == kFirstLacking) return;
  std::vector<std::string> known;
  world.forEachObject([&](const world::Object& object) { known.push_back(world.display({object.id})); });
  told_.first.push_back(
      withNearest(fail(failures::kNotHere, {{"name", arg::Name{io::cleanUtf8(name, kMostNameShown)}}}), name, known));
}

}  // namespace ww::isaac
