// SPDX-License-Identifier: Apache-2.0
#include "core/scene/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/failure.h"
#include "core/scene/names.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {
namespace {

using intrinsic_proto::scene_object::v1::Entity;

std::string contextOf(const Entity& e) {
  const std::string name = shown(e.name());
  switch (e.entity_type_case()) {
    case Entity::kLink: return fmt::format("link '{}'", name);
    case Entity::kJoint: return fmt::format("joint '{}'", name);
    case Entity::kFrame: return fmt::format("frame '{}'", name);
    case Entity::kSensor: return fmt::format("sensor '{}'", name);
    case Entity::ENTITY_TYPE_NOT_SET: break;
  }
  return fmt::format("entity '{}'", name);
}

}  // namespace

void Findings::begin(std::string_view rule) {
  rule_ = rule;
  of_rule_ = 0;
}

void Findings::add(int entity, Status fault) {
  ++report_.count;
  if (++of_rule_ > Report::kMostOfRule) return;
  if (fault.hint.empty()) fault.hint = "give a value that is finite and in metres or radians";
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

void Findings::addIn(int entity, Status fault) { add(entity, std::move(fault).in(contextOf(object_.entity(entity)))); }

}  // namespace ww::scene
