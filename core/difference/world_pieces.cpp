// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>

#include "core/base/failure.h"
#include "core/base/hash.h"
#include "core/difference/pieces.h"
#include "core/difference/references.h"
#include "core/world/records/canonical.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::difference {
namespace {

using Rule = intrinsic_proto::world::CollisionSettings::CollisionRule;

// Rules have no ids: one is the same as long as it is about the same pairs.
std::string ruleKey(const Rule& rule, std::map<std::string, int>& used) {
  constexpr std::size_t kBytes = 4;
  Rule sides = rule;
  sides.clear_collision_action();
  const Sha256 hash = sha256(world::canonicalBytes(sides));
  std::string key = toHex(std::span(hash).first(kBytes));
  if (const int times = ++used[key]; times > 1) key += "-" + std::to_string(times);
  return key;
}

// Those that are switched off stand behind the others, with the places that they go back to.
void takeRules(WorldRecord& rest, Pieces& out) {
  std::map<std::string, int> used;
  for (Rule& rule : *rest.mutable_collision_settings()->mutable_collision_rules()) {
    std::string key = ruleKey(rule, used);
    WorldRecord part;
    part.mutable_collision_settings()->add_collision_rules()->Swap(&rule);
    addPiece(out, std::move(key), std::move(part));
  }
  rest.mutable_collision_settings()->clear_collision_rules();
  for (worldwright::v1::SwitchedOffRule& rule : *rest.mutable_switched_off_rules()) {
    std::string key = ruleKey(rule.rule(), used);
    WorldRecord part;
    part.add_switched_off_rules()->Swap(&rule);
    addPiece(out, std::move(key), std::move(part));
  }
  rest.clear_switched_off_rules();
}

const Rule& ruleIn(const Message* part) {
  const auto* record = static_cast<const WorldRecord*>(part);
  if (!record) return Rule::default_instance();
  return record->switched_off_rules_size() > 0 ? record->switched_off_rules(0).rule()
                                               : record->collision_settings().collision_rules(0);
}
bool isOff(const Message* part) { return part && static_cast<const WorldRecord*>(part)->switched_off_rules_size() > 0; }

template <typename Sides>
std::string sideText(const Sides& side, const Records& records) {
  std::string text;
  for (const auto& one : side) text += (text.empty() ? "" : ", ") + refText(one, records);
  return text;
}

// "between gripper and table"
Phrase pairWords(const Rule& rule, const Records& records) {
  const FailureArg left{"left", arg::Words{sideText(rule.left(), records)}};
  if (rule.right().empty()) return phrase(WW_TEXT("Core", "between {left} and all else"), {left});
  return phrase(WW_TEXT("Core", "between {left} and {right}"),
                {left, {"right", arg::Words{sideText(rule.right(), records)}}});
}

// "margin 2 mm", "no collisions"
Phrase actionWords(const Rule& rule) {
  if (rule.collision_action().is_excluded()) return phrase(WW_TEXT("Core", "not checked"));
  return phrase(WW_TEXT("Core", "margin {margin}"),
                {{"margin", arg::Length{rule.collision_action().margin().hard_margin()}}});
}

void tellRule(const Told& told, std::vector<Phrase>& words) {
  const Rule &a = ruleIn(told.before), &b = ruleIn(told.after);
  const FailureArg pair{"pair", told.after ? pairWords(b, told.after_in) : pairWords(a, told.before_in)};
  const FailureArg was{"old", actionWords(a)}, is{"new", actionWords(b)};
  if (!told.before) {
    words.push_back(phrase(WW_TEXT("Core", "rule {pair} added: {new}"), {pair, is}));
    if (isOff(told.after)) words.push_back(phrase(WW_TEXT("Core", "rule {pair} switched off"), {pair}));
    return;
  }
  if (!told.after) {
    words.push_back(phrase(WW_TEXT("Core", "rule {pair} removed: {old}"), {pair, was}));
    return;
  }
  const bool margins = a.collision_action().has_margin() && b.collision_action().has_margin();
  if (margins && a.collision_action().margin().hard_margin() != b.collision_action().margin().hard_margin()) {
    words.push_back(phrase(WW_TEXT("Core", "margin {pair} {from} to {to}"),
                           {pair,
                            {"from", arg::Length{a.collision_action().margin().hard_margin()}},
                            {"to", arg::Length{b.collision_action().margin().hard_margin()}}}));
  } else if (!sameMessage(a.collision_action(), b.collision_action())) {
    words.push_back(phrase(WW_TEXT("Core", "rule {pair}: {new} instead of {old}"), {pair, is, was}));
  }
  if (isOff(told.before) != isOff(told.after))
    words.push_back(isOff(told.after) ? phrase(WW_TEXT("Core", "rule {pair} switched off"), {pair})
                                      : phrase(WW_TEXT("Core", "rule {pair} switched on"), {pair}));
  if (words.empty()) words.push_back(phrase(WW_TEXT("Core", "rule {pair} changed"), {pair}));
}

void takeChecking(WorldRecord& rest, Pieces& out) {
  WorldRecord part;
  if (rest.collision_settings().disable_collision_checking())
    part.mutable_collision_settings()->set_disable_collision_checking(true);
  rest.mutable_collision_settings()->clear_disable_collision_checking();
  addPiece(out, {}, std::move(part));
}

void tellChecking(const Told& told, std::vector<Phrase>& words) {
  words.push_back(told.after ? phrase(WW_TEXT("Core", "collision checking switched off"))
                             : phrase(WW_TEXT("Core", "collision checking switched on")));
}

void takeMargin(WorldRecord& rest, Pieces& out) {
  if (!rest.collision_settings().has_minimum_margin()) return;
  WorldRecord part;
  part.mutable_collision_settings()->set_minimum_margin(rest.collision_settings().minimum_margin());
  rest.mutable_collision_settings()->clear_minimum_margin();
  addPiece(out, {}, std::move(part));
}

void tellMargin(const Told& told, std::vector<Phrase>& words) {
  const double a = beforeOf<WorldRecord>(told).collision_settings().minimum_margin();
  const double b = afterOf<WorldRecord>(told).collision_settings().minimum_margin();
  words.push_back(phrase(WW_TEXT("Core", "margin between all bodies {from} to {to}"),
                         {{"from", arg::Length{a}}, {"to", arg::Length{b}}}));
}

void takeSpacing(WorldRecord& rest, Pieces& out) {
  if (!rest.collision_settings().has_collision_check_spacing()) return;
  WorldRecord part;
  part.mutable_collision_settings()->set_collision_check_spacing(rest.collision_settings().collision_check_spacing());
  rest.mutable_collision_settings()->clear_collision_check_spacing();
  addPiece(out, {}, std::move(part));
}

void tellSpacing(const Told& told, std::vector<Phrase>& words) {
  const double a = beforeOf<WorldRecord>(told).collision_settings().collision_check_spacing();
  const double b = afterOf<WorldRecord>(told).collision_settings().collision_check_spacing();
  words.push_back(phrase(WW_TEXT("Core", "spacing of collision checks {old} to {new}"),
                         {{"old", arg::Number{a}}, {"new", arg::Number{b}}}));
}

void takeTag(WorldRecord& rest, Pieces& out) {
  if (!rest.has_user_tag()) return;
  WorldRecord part;
  part.set_user_tag(rest.user_tag());
  rest.clear_user_tag();
  addPiece(out, {}, std::move(part));
}

void tellTag(const Told& told, std::vector<Phrase>& words) {
  words.push_back(
      phrase(WW_TEXT("Core", "tag {old} to {new}"), {{"old", arg::Name{beforeOf<WorldRecord>(told).user_tag()}},
                                                     {"new", arg::Name{afterOf<WorldRecord>(told).user_tag()}}}));
}

// No part of what a world is.
void takeRestOfWorld(Message& message, Pieces& out) {
  auto& rest = static_cast<WorldRecord&>(message);
  rest.clear_next_id();
  rest.clear_last_update();
  if (rest.collision_settings().ByteSizeLong() == 0) rest.clear_collision_settings();
  takeAll<WorldRecord>(rest, out);
}

}  // namespace

Aspects worldAspects() {
  static constexpr std::array kTable{
      Aspect{.name = "checking", .take = takeAs<WorldRecord, takeChecking>, .tell = tellChecking},
      Aspect{.name = "margin", .take = takeAs<WorldRecord, takeMargin>, .tell = tellMargin},
      Aspect{.name = "spacing", .take = takeAs<WorldRecord, takeSpacing>, .tell = tellSpacing},
      Aspect{.name = "rule", .is_list = true, .take = takeAs<WorldRecord, takeRules>, .tell = tellRule},
      Aspect{.name = "tag", .take = takeAs<WorldRecord, takeTag>, .tell = tellTag},
      Aspect{.name = "other", .take = takeRestOfWorld, .tell = tellOther}};
  return kTable;
}

}  // namespace ww::difference
