// SPDX-License-Identifier: Apache-2.0
#include "core/collision/rules/rules.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <tuple>

#include "core/base/finding.h"
#include "core/collision/failures.h"
#include "core/model/ahead.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::collision {
namespace {

namespace pb = intrinsic_proto::world;

// The wire's margin is a float; 0.02f shall read 0.02 again.
double toDouble(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  double out = value;
  std::from_chars(text, end.ptr, out);
  return out;
}

Diagnostic finding(const char* code, int rule, const Status& status) {
  Diagnostic d = findingOf(status);
  d.code = code;
  d.path = std::to_string(rule);
  return d;
}

arg::Count numbered(int rule) { return {static_cast<std::uint64_t>(rule)}; }

Diagnostic unknown(int rule, Status why) {
  return finding("unknown-reference", rule, fail(failures::kUnknownInRule, {{"rule", numbered(rule)}}, std::move(why)));
}

}  // namespace

bool RuleSet::Side::has(EntityId e, ObjectId o) const {
  return any || std::ranges::binary_search(objects, o) || std::ranges::binary_search(entities, e);
}

bool RuleSet::Side::hasButNot(EntityId e, ObjectId o, EntityId other, ObjectId other_object) const {
  if (any) return true;
  if (other_object != o && std::ranges::binary_search(objects, o)) return true;
  return other != e && std::ranges::binary_search(entities, e);
}

RuleSet RuleSet::ofWorld(const world::World& world) {
  RuleSet out;
  out.world_ = world;
  model::forEachObjectAhead(world, [&out](const world::Object& object) { out.loadObject(object); });
  static_cast<void>(out.load(world.collisionSettings(), false));
  return out;
}

Result<RuleSet> RuleSet::with(const pb::CollisionSettings& settings) const {
  RuleSet out = *this;
  WW_TRY(out.load(settings, true));
  return out;
}

RuleSet RuleSet::updated(const world::World& after, const world::WorldDiff& diff) const {
  constexpr unsigned kNothing = world::kJointsChanged | world::kColorChanged | world::kLimitsChanged;
  // Settings name objects and entities, by name or id, under their parents.
  constexpr unsigned kNamed = world::kNameChanged | world::kParentChanged | world::kGeometryChanged;
  RuleSet out = *this;
  out.world_ = after;
  bool resolve = diff.collision_settings;
  for (const world::ObjectChange& c : diff.objects) {
    if (!c.after) out.forgetObject(c.before->id);
    const unsigned what = c.before && c.after ? world::whatChanged(*c.before, *c.after) : kNamed;
    resolve = resolve || (what & kNamed);
    if (c.after && (what & ~kNothing)) out.loadObject(*c.after);
  }
  if (resolve) static_cast<void>(out.load(after.collisionSettings(), false));
  else out.findLargestMargin();
  return out;
}

void RuleSet::judgeAnew() {
  static std::atomic<std::uint64_t> last{0};
  version_ = ++last;
}

Status RuleSet::load(const pb::CollisionSettings& settings, bool strict) {
  const auto before = std::tuple(disabled_, has_minimum_, minimum_, std::move(rules_));
  rules_.clear();
  lint_.clear();
  disabled_ = settings.disable_collision_checking();
  has_minimum_ = settings.has_minimum_margin();
  minimum_ = settings.minimum_margin();
  if (!(minimum_ >= 0.0) || !std::isfinite(minimum_)) {
    if (strict) return fail(failures::kBadMinimumMargin, {{"margin", arg::Number{minimum_}}});
    has_minimum_ = false;
    lint_.push_back(finding("bad-minimum-margin", -1, fail(failures::kMinimumMarginLeftOut)));
  }
  for (int i = 0; i < settings.collision_rules_size(); ++i) WW_TRY(loadRule(settings, i, strict));
  findLargestMargin();
  if (before != std::tie(disabled_, has_minimum_, minimum_, rules_)) judgeAnew();
  return okStatus();
}

static Phrase ruleNumber(int index) {
  return phrase(WW_TEXT("Core", "collision rule {index}"), {{"index", arg::Count{static_cast<std::size_t>(index)}}});
}

Status RuleSet::loadRule(const pb::CollisionSettings& settings, int index, bool strict) {
  const auto& message = settings.collision_rules(index);
  WorldRule rule;
  rule.index = index;
  const auto side = [&](const auto& refs, Side& out) -> Status {
    out.any = refs.empty();
    for (const auto& ref : refs) {
      if (ref.has_object()) {
        auto object = world::resolve(world_, ref.object());
        if (object.ok()) out.objects.push_back(*object);
        else if (strict) return within(object.status(), ruleNumber(index));
        else lint_.push_back(unknown(index, object.status()));
        continue;
      }
      auto entities = world::resolve(world_, ref);
      if (entities.ok()) out.entities.insert(out.entities.end(), entities->begin(), entities->end());
      else if (strict) return within(entities.status(), ruleNumber(index));
      else lint_.push_back(unknown(index, entities.status()));
    }
    std::ranges::sort(out.objects);
    std::ranges::sort(out.entities);
    return okStatus();
  };
  WW_TRY(side(message.left(), rule.left));
  WW_TRY(side(message.right(), rule.right));
  const auto& action = message.collision_action();
  rule.excluded = action.is_excluded();
  rule.margin = toDouble(action.margin().hard_margin());
  if (!rule.excluded && (!(rule.margin >= 0.0) || !std::isfinite(rule.margin))) {
    if (strict) return fail(failures::kBadMargin, {{"rule", numbered(index)}, {"margin", arg::Number{rule.margin}}});
    lint_.push_back(finding("bad-margin", index, fail(failures::kMarginLeftOut, {{"rule", numbered(index)}})));
    return okStatus();
  }
  if (action.action_case() == pb::CollisionAction::ACTION_NOT_SET || (action.has_is_excluded() && !rule.excluded)) {
    lint_.push_back(finding("no-action", index, fail(failures::kNoAction, {{"rule", numbered(index)}})));
    return okStatus();
  }
  rules_.push_back(std::move(rule));
  return okStatus();
}

bool RuleSet::matches(const WorldRule& rule, EntityId a, ObjectId oa, EntityId b, ObjectId ob) const {
  if (rule.right.any) return rule.left.hasButNot(a, oa, b, ob) || rule.left.hasButNot(b, ob, a, oa);
  return (rule.left.has(a, oa) && rule.right.has(b, ob)) || (rule.left.has(b, ob) && rule.right.has(a, oa));
}

void RuleSet::findLargestMargin() {
  largest_margin_ = has_minimum_ ? minimum_ : 0.0;
  for (const auto& rule : rules_) largest_margin_ = std::max(largest_margin_, rule.margin);
  object_margins_.forEach(
      [this](std::uint64_t, double margin) { largest_margin_ = std::max(largest_margin_, margin); });
  if (disabled_) largest_margin_ = 0.0;
}

Explanation RuleSet::explain(EntityId a, EntityId b) const {
  Explanation out;
  const auto* owner_a = world_.owner(a);
  const auto* owner_b = world_.owner(b);
  if (!owner_a || !owner_b) return out;
  const auto exclude = [&out](RuleSource source, int won_by = -1) {
    out.excluded = true;
    out.source = source;
    out.won_by = won_by;
  };
  const WorldRule* least = nullptr;
  const WorldRule* exclusion = nullptr;
  for (const auto& rule : rules_) {
    if (!matches(rule, a, owner_a->object, b, owner_b->object)) continue;
    out.matching.push_back(rule.index);
    if (rule.excluded && !exclusion) exclusion = &rule;
    if (!rule.excluded && (!least || rule.margin < least->margin)) least = &rule;
  }
  if (has_minimum_) {
    out.margin_m = minimum_;
    out.source = RuleSource::kMinimumMargin;
  }
  if (least && (!has_minimum_ || least->margin < minimum_)) {
    out.margin_m = least->margin;
    out.source = RuleSource::kWorldMargin;
    out.won_by = least->index;
  }
  bool checked = true;
  if (owner_a->object == owner_b->object) {
    static const ObjectInfo kRigid;
    const auto* info = objects_.find(owner_a->object.value);
    explainWithin(info ? **info : kRigid, a, b, out, checked);
  }
  if (disabled_) exclude(RuleSource::kDisabled);
  else if (out.source == RuleSource::kSameBody) out.excluded = true;
  else if (exclusion) exclude(RuleSource::kWorldExclusion, exclusion->index);
  else if (!checked) out.excluded = true;
  if (out.excluded) out.margin_m = 0.0;
  return out;
}

std::string Explanation::key() const {
  switch (source) {
    case RuleSource::kDefault: return "default";
    case RuleSource::kDisabled: return "disabled";
    case RuleSource::kSameBody: return "same_body";
    case RuleSource::kAdjacent: return "adjacent";
    case RuleSource::kLinkage: return "linkage";
    case RuleSource::kMinimumMargin: return "minimum_margin";
    case RuleSource::kWorldExclusion:
    case RuleSource::kWorldMargin: return std::to_string(won_by);
    case RuleSource::kObjectExclusion: return fmt::format("object_exclusion:{}", won_by);
    case RuleSource::kObjectMargin: return fmt::format("object_margin:{}", won_by);
  }
  return "default";
}

}  // namespace ww::collision
