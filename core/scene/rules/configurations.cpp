// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <set>
#include <string_view>

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
      add(i, of(failures::kConfigurationGap, joint));
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
  void add(int joint, Status fault) { findings_.add(joint, std::move(fault)); }

  Status of(const FailureRow& row, const std::string& joint) const {
    return fail(row, {{"configuration", arg::Name{name_}}, {"joint", shownName(joint)}});
  }

  void checkOne(const std::string& joint, double position) {
    const int i = object_.find(joint);
    if (i == ObjectIndex::kNone || !object_.entity(i).has_joint()) {
      add(ObjectIndex::kNone, findings_.near(of(failures::kConfigurationJoint, joint), joint));
    } else if (!std::isfinite(position)) {
      add(i, of(failures::kConfigurationNotFinite, joint));
    } else if (position != 0.0 && !moves(object_.entity(i).joint().kinematics_component())) {
      add(i, of(failures::kConfigurationFixed, joint));
    } else if (const auto f = follows_.find(joint); f != follows_.end()) {
      checkFollower(i, *f->second, position);
    } else {
      checkWithin(i, joint, position);
    }
  }

  void checkWithin(int i, const std::string& joint, double position) {
    const KinematicsComponent& k = object_.entity(i).joint().kinematics_component();
    if (!moves(k) || !limitFaults(limitsInForce(k)).empty()) return;
    const bool slides = k.motion_type() == KinematicsComponent::MOTION_TYPE_PRISMATIC;
    Status fault = checkPosition(shown(joint), position, limitsOf(limitsInForce(k)), slides);
    if (!fault.ok())
      add(i, fail(failures::kConfigurationBeyond, {{"configuration", arg::Name{name_}}, {"joint", shownName(joint)}},
                  std::move(fault)));
  }

  // One that is there for older programs says what follows from the others.
  void checkFollower(int i, const Follow& f, double position) {
    const auto leader = configuration_.joint_positions().find(f.leader);
    if (leader == configuration_.joint_positions().end() || std::abs(f.at(leader->second) - position) <= kSamePosition)
      return;
    add(i, fail(failures::kConfigurationFollower,
                {{"configuration", arg::Name{name_}}, {"joint", shownName(f.joint)}, {"leader", shownName(f.leader)}}));
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
  std::set<std::string_view> names;
  for (const so::NamedConfiguration& c : configurations) {
    if (!names.insert(c.name()).second)
      findings.add(ObjectIndex::kNone, fail(failures::kConfigurationTwice, {{"configuration", shownName(c.name())}}));
    Check check(object, by_joint, c, findings);
    check.complete(free);
    check.sound();
  }
}

}  // namespace ww::scene::rules
