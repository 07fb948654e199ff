// SPDX-License-Identifier: Apache-2.0
#include "core/scene/findings.h"

#include <algorithm>

#include "core/base/failure.h"
#include "core/scene/names.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {
namespace {

using intrinsic_proto::scene_object::v1::Entity;

Phrase contextOf(const Entity& e) {
  const FailureArg name{"name", arg::Name{shown(e.name())}};
  switch (e.entity_type_case()) {
    case Entity::kLink: return phrase(WW_TEXT("Core", "link {name}"), {name});
    case Entity::kJoint: return phrase(WW_TEXT("Core", "joint {name}"), {name});
    case Entity::kFrame: return phrase(WW_TEXT("Core", "frame {name}"), {name});
    case Entity::kSensor: return phrase(WW_TEXT("Core", "sensor {name}"), {name});
    case Entity::ENTITY_TYPE_NOT_SET: break;
  }
  return phrase(WW_TEXT("Core", "entity {name}"), {name});
}

}  // namespace

void Findings::begin(std::string_view rule) {
  rule_ = rule;
  of_rule_ = 0;
}

void Findings::add(int entity, Status fault) {
  ++report_.count;
  if (++of_rule_ > Report::kMostOfRule) return;
  fault =
      withUsualHint(std::move(fault), phrase(WW_TEXT("Core", "give a value that is finite and in metres or radians")));
  Finding finding{rule_, {}, std::move(fault)};
  if (entity != ObjectIndex::kNone) {
    finding.entity = shown(object_.entity(entity).name());
    if (finding.fault.subject.empty()) finding.fault.subject = finding.entity;
  }
  report_.findings.push_back(std::move(finding));
}

// Only of the first few of a rule: to compare all names with all others would be work without end.
Status Findings::near(Status fault, std::string_view wanted) {
  constexpr std::size_t kMostCompared = 8;
  constexpr int kMostNames = 5000;
  if (of_rule_ >= kMostCompared) return fault;
  if (names_.empty()) {
    for (int i = 0; i < std::min(object_.size(), kMostNames); ++i) names_.push_back(object_.entity(i).name());
  }
  return withNearest(std::move(fault), wanted, names_);
}

void Findings::addIn(int entity, Status fault) {
  add(entity, within(std::move(fault), contextOf(object_.entity(entity))));
}

}  // namespace ww::scene
