// SPDX-License-Identifier: Apache-2.0
#include "app/cli/nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/failures.h"
#include "core/kinematics/joint_tree.h"
#include "core/kinematics/tool.h"

namespace ww::cli {
namespace {

// The robot that both hang on or belong to; none when nothing but the two themselves can be moved.
ObjectId robotOfBoth(const world::World& w, ObjectId a, ObjectId b) {
  ObjectId robot{};
  w.forEachObject([&](const world::Object& o) {
    if (o.isKinematic() && w.isAncestor(o.id, a) && w.isAncestor(o.id, b)) robot = o.id;
  });
  return robot;
}

// On one and the same moving part of the robot.
bool areFixed(const world::World& w, ObjectId robot, const collision::Contact& contact) {
  const auto tree = kinematics::JointTree::make(w, robot);
  if (!tree.ok()) return false;
  const int joint = tree->riding(contact.a).joint;
  return joint >= 0 && joint == tree->riding(contact.b).joint;
}

// Its own object; of what belongs to the root, which is none that could be meant, those that there are.
std::string nameAnObject(const world::World& world, const world::NodeRef& node) {
  const ObjectId object = objectOf(world, node);
  if (object != world::kRootObject) return fmt::format("name its object '{}'", world.display(object));
  arg::Names names;
  world.forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) names.texts.push_back(world.display(o.id));
  });
  if (names.texts.empty()) return "add an object first: there is none but the root";
  return filledIn("name an object: {objects}", std::vector<FailureArg>{{"objects", names}}, plainVoice());
}

}  // namespace

arg::Node nodeArg(const world::World& world, const world::NodeRef& node) {
  return {world.display(node), std::visit([](auto id) { return id.value; }, node)};
}

ObjectId objectOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return *object;
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.frame(*frame)->object;
  return world.owner(std::get<EntityId>(node))->object;
}

Status notAnObject(const world::World& world, const world::NodeRef& node) {
  const char* kind = std::holds_alternative<FrameId>(node) ? "a frame" : "a part of an object";
  return ww::fail(
      failures::kNotAnObject,
      {{"node", nodeArg(world, node)}, {"kind", arg::Words{kind}}, {"remedy", arg::Words{nameAnObject(world, node)}}});
}

Status frameHasNoRules(const world::World& world, const world::NodeRef& node) {
  return ww::fail(failures::kFrameHasNoRules,
                  {{"node", nodeArg(world, node)}, {"remedy", arg::Words{nameAnObject(world, node)}}});
}

Status frameHasNoShape(const world::World& world, const world::NodeRef& node) {
  return ww::fail(failures::kFrameNoShapes,
                  {{"node", nodeArg(world, node)}, {"remedy", arg::Words{nameAnObject(world, node)}}});
}

Status contactProblem(const world::World& world, const collision::Contact& contact) {
  const ObjectId a = objectOf(world, contact.a), b = objectOf(world, contact.b);
  if (const ObjectId robot = robotOfBoth(world, a, b); robot) {
    constexpr double kNothing = 1e-6;  // metres; no margin is below
    const bool near = contact.margin_m > 0.0 && contact.distance_m > kNothing;
    const FailureRow& row = !near && areFixed(world, robot, contact) ? failures::kFixedTogether
                            : near                                   ? failures::kTooNearItself
                                                                     : failures::kTouchesItself;
    return ww::fail(row, {{"distance", arg::Length{std::max(0.0, contact.distance_m)}},
                          {"a", nodeArg(world, contact.a)},
                          {"b", nodeArg(world, contact.b)},
                          {"robot", nodeArg(world, robot)}});
  }
  const double gap = contact.margin_m - contact.distance_m;
  return ww::fail(contact.margin_m > 0.0 ? failures::kTooNear : failures::kTouches,
                  {{"a", nodeArg(world, a)},
                   {"b", nodeArg(world, b)},
                   {"gap", arg::Length{gap}},
                   {"distance", arg::Length{contact.distance_m}},  // in one unit with the sentence before
                   {"margin", arg::Length{contact.margin_m}}});
}

}  // namespace ww::cli
