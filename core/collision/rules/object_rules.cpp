// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/collision/rules/rules.h"
#include "core/model/layout.h"
#include "worldwright/v1/file.pb.h"

namespace ww::collision {
namespace {

constexpr int kBase = -1;
constexpr int kAboveBase = -2;

bool pairMatches(const std::string& left, const std::string& right, const std::string& a, const std::string& b) {
  const auto is = [](const std::string& pattern, const std::string& name) {
    return pattern.empty() || pattern == name;
  };
  return (is(left, a) && is(right, b)) || (is(left, b) && is(right, a));
}

}  // namespace

RuleSet::Group RuleSet::groupOf(const model::Layout& layout, EntityId entity) {
  const int joint = layout.seat(entity).joint;
  if (joint == kBase) return {joint, kAboveBase, kBase};
  const model::Layout::JointRow& row = layout.joints[static_cast<std::size_t>(joint)];
  return {joint, row.inboard.joint, row.leader < 0 ? joint : row.leader};
}

void RuleSet::loadObject(const world::Object& object) {
  if (object.entities.size() == 1) return forgetObject(object.id);  // its rules are for pairs of its entities
  ObjectInfo info;
  if (object.message && object.message->content().has_collision_rules()) {
    const auto& rules = object.message->content().collision_rules();
    for (const auto& rule : rules.exclusion_rules()) {
      const auto& pair = rule.entity_pair();
      info.exclusions.push_back(
          {pair.left_entity().entity_name(), pair.right_entity().entity_name(), rule.is_excluded(), 0.0});
    }
    for (const auto& rule : rules.margin_rules()) {
      const auto& pair = rule.entity_pair();
      const double margin = std::isfinite(rule.hard_margin()) ? std::max(0.0, rule.hard_margin()) : 0.0;
      info.margins.push_back({pair.left_entity().entity_name(), pair.right_entity().entity_name(), false, margin});
    }
  }
  const bool has_rules = !info.exclusions.empty() || !info.margins.empty();
  if (!has_rules && !object.isKinematic()) return forgetObject(object.id);
  object_margins_.erase(object.id.value);
  if (!info.margins.empty())
    object_margins_.set(object.id.value, std::ranges::max(info.margins, {}, &ObjectRule::margin).margin);
  const auto layout = object.isKinematic() ? model::Layout::of(object) : nullptr;
  for (const auto& entity : object.entities) {
    if (has_rules) info.names[entity->id] = entity->name;
    if (layout) info.groups[entity->id] = groupOf(*layout, entity->id);
  }
  const auto* known = objects_.find(object.id.value);
  if (known && **known == info) return;
  objects_.set(object.id.value, std::make_shared<const ObjectInfo>(std::move(info)));
  judgeAnew();
}

void RuleSet::forgetObject(ObjectId object) {
  if (!objects_.find(object.value)) return;
  judgeAnew();
  objects_.erase(object.value);
  object_margins_.erase(object.value);
}

void RuleSet::explainWithin(const ObjectInfo& info, EntityId a, EntityId b, Explanation& out, bool& checked) const {
  const auto group = [&info](EntityId e) {
    const auto it = info.groups.find(e);
    return it == info.groups.end() ? Group{kBase, kAboveBase} : it->second;
  };
  const Group ga = group(a), gb = group(b);
  if (ga.piece == gb.piece) {
    out.source = RuleSource::kSameBody;
    out.won_by = -1;
    return;
  }
  const auto name = [&info](EntityId e) {
    const auto it = info.names.find(e);
    return it == info.names.end() ? std::string() : it->second;
  };
  const std::string na = name(a), nb = name(b);
  int last = -1;
  for (std::size_t i = 0; i < info.exclusions.size(); ++i) {
    if (pairMatches(info.exclusions[i].left, info.exclusions[i].right, na, nb)) last = static_cast<int>(i);
  }
  const bool adjacent = ga.parent_piece == gb.piece || gb.parent_piece == ga.piece;
  const bool linked = ga.leader == gb.leader && ga.leader != kBase;
  if (last >= 0 ? info.exclusions[static_cast<std::size_t>(last)].excluded : adjacent || linked) {
    checked = false;
    out.source = last >= 0 ? RuleSource::kObjectExclusion : adjacent ? RuleSource::kAdjacent : RuleSource::kLinkage;
    out.won_by = last;
    return;
  }
  for (std::size_t i = 0; i < info.margins.size(); ++i) {
    const auto& rule = info.margins[i];
    if (!pairMatches(rule.left, rule.right, na, nb)) continue;
    if (out.source != RuleSource::kDefault && rule.margin >= out.margin_m) continue;
    out.margin_m = rule.margin;
    out.source = RuleSource::kObjectMargin;
    out.won_by = static_cast<int>(i);
  }
}

}  // namespace ww::collision
