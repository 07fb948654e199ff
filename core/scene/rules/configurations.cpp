// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "core/scene/names.h"
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

constexpr double kSamePosition = 1e-6;  // radians or metres

class Check {
 public:
  using Follows = std::map<std::string, const Follow*>;

  Check(const ObjectIndex& object, const Follows& follows, const so::NamedConfiguration& configuration,
        Findings& findings)
      : object_(object),
        follows_(follows),
        configuration_(configuration),
        name_(shown(configuration.name())),
        findings_(findings) {}

  // One of as many positions as there are at most plus one is missing, so that the search ends early.
  void complete(const std::vector<int>& free) {
    for (const int i : free) {
      const std::string& joint = object_.entity(i).name();
      if (configuration_.joint_positions().contains(joint)) continue;
      add(i, bad(fmt::format("configuration '{}' has no position for joint '{}'", name_, shown(joint)),
                 "give one position for each joint that moves"));
      return;
    }
  }

  void sound() {
    // In the order of names, which the map of the message does not have.
    const std::map<std::string, double> positions(configuration_.joint_positions().begin(),
                                                  configuration_.joint_positions().end());
    for (const auto& [joint, position] : positions) checkOne(joint, position);
  }

 private:
  void add(int joint, Status fault) { findings_.add(joint, std::move(fault).about(name_)); }

  void checkOne(const std::string& joint, double position) {
    const int i = object_.find(joint);
    if (i == ObjectIndex::kNone || !object_.entity(i).has_joint()) {
      add(ObjectIndex::kNone,
          bad(fmt::format("configuration '{}' names the joint '{}', which does not exist", name_, shown(joint)),
              "name joints of the scene object"));
    } else if (!std::isfinite(position)) {
      add(i, bad(fmt::format("configuration '{}' gives joint '{}' a position that is not finite", name_, shown(joint)),
                 "positions are finite, in radians or metres"));
    } else if (position != 0.0 && !moves(object_.entity(i).joint().kinematics_component())) {
      add(i, bad(fmt::format("configuration '{}' moves the joint '{}', which is fixed", name_, shown(joint)),
                 "leave fixed joints out"));
    } else if (const auto f = follows_.find(joint); f != follows_.end()) {
      checkFollower(i, *f->second, position);
    }
  }

  // One that is there for older programs says what follows from the others.
  void checkFollower(int i, const Follow& f, double position) {
    const auto leader = configuration_.joint_positions().find(f.leader);
    if (leader == configuration_.joint_positions().end() || std::abs(f.at(leader->second) - position) <= kSamePosition)
      return;
    add(i, bad(fmt::format("configuration '{}' puts joint '{}' elsewhere than '{}', which it follows", name_,
                           shown(f.joint), shown(f.leader)),
               "leave joints that follow others out"));
  }

  const ObjectIndex& object_;
  const Follows& follows_;
  const so::NamedConfiguration& configuration_;
  const std::string name_;
  Findings& findings_;
};

}  // namespace

void configurations(const ObjectIndex& object, Findings& findings) {
  const auto& configurations = object.object().properties().kinematics().named_configurations();
  if (configurations.empty()) return;
  const std::vector<Follow> follows = soundFollows(object);
  Check::Follows by_joint;
  for (const Follow& f : follows) by_joint.emplace(f.joint, &f);
  std::vector<int> free;
  forEachJoint(object, [&](int i, const KinematicsComponent& k) {
    if (moves(k) && !by_joint.contains(object.entity(i).name())) free.push_back(i);
  });
  for (const so::NamedConfiguration& c : configurations) {
    Check check(object, by_joint, c, findings);
    check.complete(free);
    check.sound();
  }
}

}  // namespace ww::scene::rules
