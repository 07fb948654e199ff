// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/rule_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/model/named.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

using WireRule = intrinsic_proto::world::CollisionSettings::CollisionRule;
using WireSide = google::protobuf::RepeatedPtrField<intrinsic_proto::world::ObjectOrEntityReference>;
using world::World;

// What a reference calls what is not there.
std::string calledIn(const intrinsic_proto::world::ObjectOrEntityReference& ref) {
  const auto object = [](const intrinsic_proto::world::ObjectReference& o) {
    return o.has_by_name() ? o.by_name().object_name() : o.id();
  };
  if (ref.has_object()) return object(ref.object());
  if (ref.has_object_with_filter()) return object(ref.object_with_filter().reference());
  return ref.entity().id();
}

RuleSideRow sideRow(const World& world, const WireSide& side) {
  RuleSideRow out;
  out.any = side.empty();
  const auto add = [&](const world::NodeRef& node, const session::RuleSide& as) {
    out.names.push_back(world.display(node));
    out.nodes.push_back(as);
  };
  for (const auto& ref : side) {
    const auto there = world::resolve(world, ref);
    const auto object = ref.has_object() ? world::resolve(world, ref.object()) : Result<ObjectId>(ObjectId{});
    if (!there.ok() || !object.ok()) {
      ++out.missing;
      out.names.push_back(calledIn(ref));
    } else if (*object) {
      add(*object, {*object, {}});
    } else {
      for (const EntityId entity : *there) add(entity, {world.owner(entity)->object, entity});
    }
  }
  return out;
}

RuleRow rowOfRule(const World& world, const WireRule& rule, const RuleRef& ref, bool enabled) {
  RuleRow row;
  row.rule = ref;
  row.enabled = enabled;
  row.left = sideRow(world, rule.left());
  row.right = sideRow(world, rule.right());
  row.excludes = rule.collision_action().is_excluded();
  // The wire's margin is a float; 0.02f shall read 0.02 again.
  row.margin_m = std::stod(fmt::format("{}", rule.collision_action().margin().hard_margin()));
  return row;
}

RuleSideRow ownSide(const world::Object& object, const World& world, const std::string& name) {
  RuleSideRow out;
  out.any = name.empty();
  if (out.any) return out;
  out.names.push_back(name);
  out.missing = object.entityNamed(name) || world.frameNamed(object.id, name) ? 0 : 1;
  return out;
}

void addOwnRows(const World& world, const world::Object& object, std::vector<RuleRow>& out) {
  int exclusion = -1, margin = -1;
  for (const session::OwnRule& rule : session::ownRules(object)) {
    RuleRow row;
    const RuleHome home = rule.is_margin     ? RuleHome::kObjectMargin
                          : rule.is_excluded ? RuleHome::kObjectExclusion
                                             : RuleHome::kObjectCheck;
    row.rule = {home, rule.is_margin ? ++margin : ++exclusion, object.id};
    row.left = ownSide(object, world, rule.left);
    row.right = ownSide(object, world, rule.right);
    row.excludes = !rule.is_margin && rule.is_excluded;
    row.margin_m = rule.margin;
    out.push_back(std::move(row));
  }
}

bool isOf(const RuleFinding& finding, const RuleRow& row) {
  const auto kind = [](RuleHome home) { return home == RuleHome::kObjectCheck ? RuleHome::kObjectExclusion : home; };
  return kind(finding.rule.home) == kind(row.rule.home) && finding.rule.index == row.rule.index &&
         finding.rule.object == row.rule.object;
}

}  // namespace

RuleList ruleList(const World& world, const RuleTally& tally, std::vector<RuleFinding> findings) {
  const auto& settings = world.collisionSettings();
  RuleList out;
  out.checking = !settings.disable_collision_checking();
  if (settings.has_minimum_margin()) out.minimum_margin = settings.minimum_margin();
  out.counted = tally.counted;
  out.pairs = tally.pairs;
  out.checked = tally.checked;
  out.findings = std::move(findings);
  for (int i = 0; i < settings.collision_rules_size(); ++i) {
    const WireRule& rule = settings.collision_rules(i);
    const bool excludes = rule.collision_action().is_excluded();
    const RuleHome home = excludes ? RuleHome::kWorldExclusion : RuleHome::kWorldMargin;
    out.rows.push_back(rowOfRule(world, rule, {home, i, {}}, true));
  }
  int index = 0;
  for (const auto& off : world.data().record->switched_off_rules())
    out.rows.push_back(rowOfRule(world, off.rule(), {RuleHome::kSwitchedOff, index++, {}}, false));
  world.forEachObject([&](const world::Object& object) { addOwnRows(world, object, out.rows); });
  for (RuleRow& row : out.rows) {
    if (const RuleTally::Use* use = tally.use(row.rule)) {
      row.matches = use->matches;
      row.decides = use->decides;
    }
    for (std::size_t i = 0; i < out.findings.size(); ++i)
      if (isOf(out.findings[i], row)) row.faults.push_back(static_cast<int>(i));
  }
  return out;
}

Phrase sideWords(const RuleSideRow& side) {
  if (side.any) return phrase(WW_TEXT("Core", "anything"));
  return fmt::format("{}", fmt::join(side.names, ", "));
}

Phrase actionWords(const RuleRow& row) {
  if (row.excludes) return phrase(WW_TEXT("Core", "not checked"));
  if (row.rule.home == RuleHome::kObjectCheck) return phrase(WW_TEXT("Core", "checked all the same"));
  return phrase(WW_TEXT("Core", "{margin} apart"), {{"margin", arg::Length{row.margin_m}}});
}

Phrase howRulesDecide() {
  return phrase(
      WW_TEXT("Core",
              "Among the rules of the world an exclusion beats every margin, and of several margins the smallest "
              "holds; their order never counts. Among the exclusion rules of an object the last that matches holds."));
}

}  // namespace ww::usecase
