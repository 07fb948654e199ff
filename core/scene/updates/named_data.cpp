// SPDX-License-Identifier: Apache-2.0
#include "core/scene/updates/named_data.h"

#include <algorithm>
#include <array>

#include "core/scene/loops.h"
#include "core/scene/own_data.h"
#include "core/scene/self_collide.h"
#include "core/scene/surface_more.h"
#include "core/scene/updates/file_names.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {
namespace {

using intrinsic_proto::scene_object::v1::SceneObject;

// The keys that end in the name of one entity.
std::array<std::string, 4> keysOf(const std::string& name) {
  return {kFisheyeOf + name, kInertialUnitOf + name, surfaceKey(name), selfCollideKey(name)};
}

bool isOf(const LoopJoint& loop, const std::string& name) { return loop.parent == name || loop.child == name; }

}  // namespace

bool namedDataMentions(const SceneObject& object, const std::string& name) {
  const auto& data = object.user_data();
  if (data.empty()) return false;
  return std::ranges::any_of(keysOf(name), [&](const std::string& key) { return data.contains(key); }) ||
         std::ranges::any_of(loopsOf(data), [&](const LoopJoint& loop) { return isOf(loop, name); }) ||
         fileNamesMention(object, name);
}

void renameInNamedData(SceneObject& object, const std::string& from, const std::string& to) {
  auto& data = *object.mutable_user_data();
  const auto old_keys = keysOf(from), new_keys = keysOf(to);
  for (std::size_t i = 0; i < old_keys.size(); ++i) {
    const auto found = data.find(old_keys[i]);
    if (found == data.end()) continue;
    google::protobuf::Any value = found->second;
    data.erase(found);
    data[new_keys[i]] = std::move(value);
  }
  for (LoopJoint& loop : loopsOf(data)) {
    if (!isOf(loop, from)) continue;
    if (loop.parent == from) loop.parent = to;
    if (loop.child == from) loop.child = to;
    keepLoop(loop, object);
  }
  renameInFileNames(object, from, to);
}

void dropFromNamedData(SceneObject& object, const std::set<std::string>& gone) {
  if (object.user_data().empty()) return;
  auto& data = *object.mutable_user_data();
  for (const std::string& name : gone)
    for (const std::string& key : keysOf(name)) data.erase(key);
  for (const LoopJoint& loop : loopsOf(data))
    if (gone.contains(loop.parent) || gone.contains(loop.child)) data.erase(loopKey(loop.name));
}

}  // namespace ww::scene
