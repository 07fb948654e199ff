// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/kinds.h"

#include <algorithm>
#include <cmath>

#include "core/exchange/failures.h"
#include "core/scene/own_data.h"

namespace ww::exchange {
namespace {

constexpr double kApplicationShare = 0.95;  // that imports take of the system's limits

// The links right below a part, a joint's as well as a link's.
std::vector<int> linksBelow(const ObjectParts& object, int part) {
  std::vector<int> out;
  for (const int child : object.at(part).children)
    if (object.at(child).isLink()) out.push_back(child);
  return out;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const ObjectParts& object) : object_(object) {}

  LinkTree run() {
    const auto link =
        std::find_if(object_.parts.begin(), object_.parts.end(), [](const Part& p) { return p.isLink(); });
    tree_.root = static_cast<int>(link - object_.parts.begin());
    tree_.object_t_root = object_.objectT(tree_.root);
    // Parts are in an order with parents first, so that connections are as well.
    for (std::size_t i = 0; i < object_.parts.size(); ++i) {
      const Part& part = object_.parts[i];
      if (part.joint) addJoint(static_cast<int>(i));
      else if (part.isLink()) addBelow(static_cast<int>(i));
    }
    return std::move(tree_);
  }

 private:
  // Of several links on one joint the first is its child, and the others are fixed to that.
  void addJoint(int joint) {
    const std::vector<int> links = linksBelow(object_, joint);
    const JointPart& j = *object_.at(joint).joint;
    for (const int link : links) {
      if (link == links.front()) {
        tree_.connections.push_back({joint, object_.at(joint).parent, link, j.parent_t_inboard,
                                     j.outboard_t_child * object_.at(link).parent_t_this});
      } else {
        fix(links.front(), link, object_.at(links.front()).parent_t_this.inverse() * object_.at(link).parent_t_this);
      }
    }
  }

  // A link on a link, or on the frame that is the root.
  void addBelow(int link) {
    const Part& part = object_.at(link);
    if (link == tree_.root || part.parent < 0 || object_.at(part.parent).joint) return;
    if (object_.at(part.parent).isLink()) fix(part.parent, link, part.parent_t_this);
    else fix(tree_.root, link, tree_.object_t_root.inverse() * object_.objectT(link));
  }

  void fix(int parent, int child, const Pose& parent_t_child) {
    tree_.connections.push_back({-1, parent, child, parent_t_child, Pose::identity()});
  }

  const ObjectParts& object_;
  LinkTree tree_;
};

bool nearly(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

// Whether reading the system's limits gives these of the application again.
bool follows(const scene::Limits& application, const scene::Limits& system) {
  return nearly(application.lower, system.lower) && nearly(application.upper, system.upper) &&
         nearly(application.velocity, kApplicationShare * system.velocity) &&
         nearly(application.acceleration, kApplicationShare * system.acceleration) &&
         nearly(application.jerk, kApplicationShare * system.jerk) && nearly(application.effort, system.effort);
}

std::string named(const ObjectParts& object, const Part& part) { return object.name + ':' + part.name; }

}  // namespace

LinkTree linkTree(const ObjectParts& object) { return TreeBuilder(object).run(); }

void tellJointLosses(const ObjectParts& object, Losses& losses) {
  for (const Part& part : object.parts) {
    if (!part.joint || !part.joint->moves()) continue;
    const JointPart& j = *part.joint;
    if (!j.follow && !nearly(j.position, scene::startPosition(j.system)))
      losses.add(failures::kPositionsLost, named(object, part));
    if (!follows(j.application, j.system)) losses.add(failures::kApplicationLimitsLost, named(object, part));
  }
}

void tellDataLosses(const ObjectParts& object, bool with_user_data, Losses& losses, std::size_t said) {
  const auto& o = *object.object;
  std::size_t own = said;
  for (const char* key : {scene::kFollowersKey, scene::kImportNoteKey, scene::kPartsNoteKey})
    own += o.user_data().contains(key) ? 1 : 0;
  if (o.collision_rules().exclusion_rules_size() > 0 || o.properties().kinematics().named_configurations_size() > 0 ||
      (!with_user_data && o.user_data().size() > own))
    losses.add(failures::kRulesLost, object.name);
}

void tellSurfaceLosses(const SceneParts& scene, Losses& losses) {
  for (const ObjectParts& object : scene.objects) {
    tellDataLosses(object, false, losses);
    for (const Part& part : object.parts) {
      if (part.joint && part.joint->moves()) losses.add(failures::kJointsLost, named(object, part));
      if (part.isSensor()) losses.add(failures::kSensorsLost, named(object, part));
      if (!part.collisions.empty()) losses.add(failures::kCollisionLost, named(object, part));
    }
  }
}

}  // namespace ww::exchange
