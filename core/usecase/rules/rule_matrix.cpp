// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/rule_matrix.h"

#include <algorithm>
#include <map>

#include "core/collision/rules/rule_words.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

using collision::Explanation;
using collision::RuleSource;
using world::World;

CellSign signOf(const Explanation& why) {
  switch (why.source) {
    case RuleSource::kDisabled:
    case RuleSource::kWorldExclusion: return CellSign::kExcluded;
    case RuleSource::kSameBody: return CellSign::kSameBody;
    case RuleSource::kAdjacent:
    case RuleSource::kLinkage: return CellSign::kAdjacent;
    case RuleSource::kObjectExclusion:
    case RuleSource::kObjectMargin: return CellSign::kOwnRule;
    default: return why.margin_m > 0.0 ? CellSign::kMargin : CellSign::kChecked;
  }
}

std::uint64_t sideKey(const RuleMatrix::Row& row) { return row.entity ? row.entity.value : row.object.value; }

std::uint64_t cellKey(const RuleMatrix::Row& a, const RuleMatrix::Row& b) {
  constexpr int kHalf = 32;
  const auto [low, high] = std::minmax({sideKey(a), sideKey(b)});
  return low << kHalf | (high & 0xffffffffU);
}

std::vector<EntityId> bodiesOn(const World& world, const session::RuleSide& side) {
  return side.entity ? collision::bodiesOf(world, side.entity) : collision::bodiesOf(world, side.object);
}

}  // namespace

RuleMatrix::RuleMatrix(World world, collision::RuleSet rules) { update(std::move(world), std::move(rules)); }

void RuleMatrix::update(World world, collision::RuleSet rules) {
  world_ = std::move(world);
  rules_ = std::move(rules);
  cells_.clear();
  bodies_.clear();
  objects_.clear();
  world_.forEachObject([this](const world::Object& object) {
    auto bodies = collision::bodiesOf(world_, object.id);
    if (bodies.empty()) return;
    objects_.push_back(object.id);
    bodies_[object.id] = std::move(bodies);
  });
  std::vector<std::pair<std::string, ObjectId>> named;
  for (const ObjectId id : objects_) named.emplace_back(world_.display(id), id);
  std::ranges::sort(named);
  std::ranges::transform(named, objects_.begin(), [](const auto& one) { return one.second; });
  findDetailed();
  makeRows();
}

void RuleMatrix::findDetailed() {
  detailed_.clear();
  const auto note = [this](const auto& side) {
    for (const auto& ref : side) {
      if (ref.has_object()) continue;
      const auto entities = world::resolve(world_, ref);
      if (entities.ok())
        for (const EntityId entity : *entities) detailed_.insert(world_.owner(entity)->object);
    }
  };
  for (const auto& rule : world_.collisionSettings().collision_rules()) {
    note(rule.left());
    note(rule.right());
  }
}

void RuleMatrix::makeRows() {
  rows_.clear();
  for (const ObjectId id : objects_) {
    const auto& all = bodies(id);
    const bool can_open = all.size() > 1, is_open = can_open && open_.contains(id);
    rows_.push_back({id, {}, static_cast<int>(all.size()), can_open, is_open});
    if (!is_open) continue;
    for (const EntityId entity : all) rows_.push_back({id, entity, 1, false, false});
  }
}

std::string RuleMatrix::name(std::size_t i) const {
  const Row& row = rows_[i];
  return row.entity ? world_.entity(row.entity)->name : world_.display(row.object);
}

void RuleMatrix::setOpen(ObjectId object, bool open) {
  if (open ? !open_.insert(object).second : open_.erase(object) == 0) return;
  makeRows();
}

const Cell& RuleMatrix::cell(std::size_t row, std::size_t column) {
  const auto [at, fresh] = cells_.try_emplace(cellKey(rows_[row], rows_[column]));
  if (fresh) at->second = made(rows_[row], rows_[column]);
  return at->second;
}

const Cell* RuleMatrix::known(std::size_t row, std::size_t column) const {
  const auto at = cells_.find(cellKey(rows_[row], rows_[column]));
  return at == cells_.end() ? nullptr : &at->second;
}

void RuleMatrix::look(Cell& cell, EntityId a, EntityId b) {
  ++looked_at_;
  const Explanation why = rules_.explain(a, b);
  const CellSign sign = signOf(why);
  const bool first = cell.pairs == 0;
  const bool alike = sign == cell.sign && (why.excluded || why.margin_m == cell.least_margin_m);
  const bool first_unchecked = why.excluded && cell.checked == cell.pairs;
  if (first || first_unchecked) {
    cell.a = a;
    cell.b = b;
  }
  if (!why.excluded) {
    const bool first_checked = cell.checked == 0;
    cell.least_margin_m = first_checked ? why.margin_m : std::min(cell.least_margin_m, why.margin_m);
    cell.most_margin_m = std::max(cell.most_margin_m, why.margin_m);
  }
  cell.sign = first || alike ? sign : CellSign::kMixed;
  ++cell.pairs;
  cell.checked += why.excluded ? 0 : 1;
}

Cell RuleMatrix::made(const Row& a, const Row& b) {
  Cell cell;
  if (a.entity && a.entity == b.entity) return cell;
  const std::vector<EntityId> left = a.entity ? std::vector{a.entity} : bodies(a.object);
  const std::vector<EntityId> right = b.entity ? std::vector{b.entity} : bodies(b.object);
  const bool same = a.object == b.object, same_rows = same && a.entity == b.entity;
  const bool alike = !same && !detailed_.contains(a.object) && !detailed_.contains(b.object);
  if (alike) {
    look(cell, left.front(), right.front());
    const std::size_t all = left.size() * right.size();
    cell.checked = cell.checked ? all : 0;
    cell.pairs = all;
  }
  for (std::size_t i = 0; !alike && i < left.size(); ++i)
    for (std::size_t j = same_rows ? i + 1 : 0; j < right.size(); ++j)
      if (left[i] != right[j]) look(cell, left[i], right[j]);
  if (cell.pairs == 0) return cell;
  if (cell.sign == CellSign::kMixed) {
    cell.reason = phrase(WW_TEXT("Core", "{checked} of {pairs} pairs of bodies are checked"),
                         {{"checked", arg::Count{cell.checked}}, {"pairs", arg::Count{cell.pairs}}});
  } else {
    const bool one = cell.pairs == 1;
    const std::string name_a = one ? world_.display(cell.a) : world_.display(a.object);
    const std::string name_b = one ? world_.display(cell.b) : world_.display(b.object);
    cell.reason = collision::ruleSentence(name_a, name_b, rules_.explain(cell.a, cell.b));
  }
  return cell;
}

namespace {

// Of an object: rules of its own that have these pairs checked, or not.
using OwnPaint = std::map<ObjectId, std::vector<session::OwnRuleUpdate>>;

void paintOwn(const World& world, const collision::RuleSet& rules, const Stroke& stroke, OwnPaint& out) {
  for (const EntityId a : bodiesOn(world, stroke.a)) {
    for (const EntityId b : bodiesOn(world, stroke.b)) {
      const ObjectId object = world.owner(a)->object;
      if (a == b || world.owner(b)->object != object) continue;
      const RuleSource source = rules.explain(a, b).source;
      if (source != RuleSource::kAdjacent && source != RuleSource::kLinkage && source != RuleSource::kObjectExclusion)
        continue;
      const session::OwnRule rule{world.entity(a)->name, world.entity(b)->name, false, false, 0.0};
      // Taken out first, so that it is the last that matches.
      out[object].push_back({session::RulePolicy::kRemove, rule});
      out[object].push_back({session::RulePolicy::kAppend, rule});
    }
  }
}

template <typename Fn>
bool anyPair(const World& world, const collision::RuleSet& rules, const Stroke& stroke, Fn&& fn) {
  for (const EntityId a : bodiesOn(world, stroke.a))
    for (const EntityId b : bodiesOn(world, stroke.b))
      if (a != b && fn(rules.explain(a, b))) return true;
  return false;
}

}  // namespace

session::EditsPtr paintCells(const World& world, const collision::RuleSet& rules, std::span<const Stroke> cells,
                             Brush brush, double margin) {
  std::vector<session::EditsPtr> parts;
  session::RuleChanges made;  // together: one by one, each would look through all rules again
  OwnPaint own;
  for (const Stroke& stroke : cells) {
    const auto isByWorld = [](const Explanation& why) { return why.source == RuleSource::kWorldExclusion; };
    const auto hasOther = [margin](const Explanation& why) { return !why.excluded && why.margin_m != margin; };
    const auto isOpen = [](const Explanation& why) { return !why.excluded; };
    if (brush == Brush::kExclude && anyPair(world, rules, stroke, isOpen))
      made.added.push_back({{stroke.a}, {stroke.b}, true, 0.0});
    if (brush == Brush::kMargin && anyPair(world, rules, stroke, hasOther))
      made.added.push_back({{stroke.a}, {stroke.b}, false, margin});
    if (brush != Brush::kCheck) continue;
    if (anyPair(world, rules, stroke, isByWorld)) parts.push_back(session::checkPair(world, stroke.a, stroke.b));
    paintOwn(world, rules, stroke, own);
  }
  if (!made.added.empty()) parts.push_back(session::changeRules(world, made));
  for (const auto& [object, updates] : own) parts.push_back(session::updateOwnRules(object, updates));
  return session::join(parts);
}

}  // namespace ww::usecase
