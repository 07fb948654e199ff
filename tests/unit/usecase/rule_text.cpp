// SPDX-License-Identifier: Apache-2.0
#include "rule_text.h"

#include <fmt/format.h>

#include <sstream>

#include "core/base/check.h"
#include "core/session/rule_builders.h"
#include "core/world/updates/editor.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::test {
namespace {

using Settings = intrinsic_proto::world::CollisionSettings;

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) out.push_back(part);
  return out;
}

struct ShortRule {
  std::string left, right, action;
};

// The action is behind the last colon: entities have one, too.
ShortRule shortRule(const std::string& text) {
  const auto bar = text.find('|'), colon = text.rfind(':');
  WW_CHECK(bar != std::string::npos && colon > bar);
  return {text.substr(0, bar), text.substr(bar + 1, colon - bar - 1), text.substr(colon + 1)};
}

}  // namespace

RuleCell::RuleCell() {
  arm = addArm("arm", 6);
  addBox("table", {1, 1, 0.1}, Pose::translation(0, 0, -1));
  addBox("part", {0.1, 0.1, 0.1}, Pose::translation(0, 0, 1.41));
}

EntityId RuleCell::at(const std::string& name) const {
  const auto colon = name.find(':');
  return colon == std::string::npos ? entity(name, "body") : entity(name.substr(0, colon), name.substr(colon + 1));
}

Settings RuleCell::settings(const std::string& text) const {
  Settings out;
  for (const std::string& part : split(text, ';')) {
    if (part == "off") {
      out.set_disable_collision_checking(true);
      continue;
    }
    if (part.rfind("min:", 0) == 0) {
      out.set_minimum_margin(std::stod(part.substr(4)));
      continue;
    }
    const ShortRule given = shortRule(part);
    auto& rule = *out.add_collision_rules();
    const auto add = [this](const std::string& names, auto* side) {
      for (const std::string& name : split(names, ',')) {
        const char last = name.back();
        auto& ref = *side->Add();
        if (last == '*' || last == '^' || last == '$') {
          auto& filtered = *ref.mutable_object_with_filter();
          filtered.mutable_reference()->mutable_by_name()->set_object_name(name.substr(0, name.size() - 1));
          auto& filter = *filtered.mutable_entity_filter();
          if (last == '*') filter.set_include_all_entities(true);
          else if (last == '^') filter.set_include_base_entity(true);
          else filter.set_include_final_entity(true);
        } else if (name.find(':') != std::string::npos) {
          ref.mutable_entity()->set_id(world::toWire(at(name)));
        } else {
          ref.mutable_object()->mutable_by_name()->set_object_name(name);
        }
      }
    };
    add(given.left, rule.mutable_left());
    add(given.right, rule.mutable_right());
    auto& action = *rule.mutable_collision_action();
    if (given.action == "x") action.set_is_excluded(true);
    else if (given.action != "nothing") action.mutable_margin()->set_hard_margin(std::stof(given.action));
  }
  return out;
}

// As a client sets them where that is possible, else as a file may hold them.
void RuleCell::rules(const std::string& text) {
  worldwright::v1::Edits edits;
  *edits.add_edits()->mutable_world_update()->mutable_update_collision_settings()->mutable_collision_settings() =
      settings(text);
  if (auto changed = world::apply(world, edits, *store); changed.ok()) {
    world = *changed;
    return;
  }
  world::WorldEditor editor(world, *store);
  editor.setCollisionSettings(settings(text));
  world = std::move(editor).finish();
}

void RuleCell::own(const std::string& text) {
  std::vector<session::OwnRuleUpdate> updates{{session::RulePolicy::kClearAll, {}}};
  for (const std::string& part : split(text == "-" ? "" : text, ';')) {
    const ShortRule given = shortRule(part);
    const bool margin = given.action != "x" && given.action != "c";
    updates.push_back({session::RulePolicy::kAppend,
                       {given.left, given.right, margin, given.action == "x", margin ? std::stod(given.action) : 0.0}});
  }
  auto changed = world::apply(world, *session::updateOwnRules(arm, updates), *store);
  WW_CHECK(changed.ok());
  world = *changed;
}

}  // namespace ww::test
