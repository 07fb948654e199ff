// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "core/session/rule_builders.h"
#include "core/usecase/rules/rule_story.h"

namespace ww::usecase {

// What is done about the pairs of a cell, at a glance.
enum class CellSign {
  kNothing,   // no pairs: an entity with itself, an object that is one body with itself
  kChecked,   // margin 0
  kMargin,    // checked with a margin
  kExcluded,  // by a rule of the world, or the switch for all checking
  kOwnRule,   // by the object's own rule: excluded, or a margin
  kAdjacent,  // the two sides of a joint, or moved by one
  kSameBody,
  kMixed  // its pairs are treated in different ways
};

struct Cell {
  CellSign sign = CellSign::kNothing;
  std::size_t pairs = 0, checked = 0;
  double least_margin_m = 0.0, most_margin_m = 0.0;  // metres, of those that are checked
  // A pair that the sign holds for: of a mixed cell one that is not checked, if any.
  EntityId a, b;
  Phrase reason;  // in words, of that pair; of a mixed cell how many are checked
};

// Objects with collision geometry as rows and columns, each opened to its bodies or folded. Nothing is worked out
// but cells that are asked for, and each once. One thread at a time. Making one costs the objects.
class RuleMatrix {
 public:
  RuleMatrix(world::World world, collision::RuleSet rules);

  struct Row {
    ObjectId object;
    EntityId entity;  // none: the object as a whole
    int bodies = 1;
    bool can_open = false, is_open = false;
  };
  std::size_t size() const { return rows_.size(); }
  const Row& row(std::size_t i) const { return rows_[i]; }
  std::string name(std::size_t i) const;
  // Rows of objects that are open are followed by those of their bodies. Costs the rows.
  void setOpen(ObjectId object, bool open);
  // Another version of the world and its rules; what is open stays so. Cells are forgotten.
  void update(world::World world, collision::RuleSet rules);

  // Symmetric. Costs a look-up of rules where the two objects are named by rules as wholes only; else one for each of
  // their pairs, the first time.
  const Cell& cell(std::size_t row, std::size_t column);
  // Null where nobody has asked for it yet.
  const Cell* known(std::size_t row, std::size_t column) const;
  std::uint64_t pairsLookedAt() const { return looked_at_; }

 private:
  void makeRows();
  void findDetailed();
  Cell made(const Row& a, const Row& b);
  void look(Cell& cell, EntityId a, EntityId b);
  const std::vector<EntityId>& bodies(ObjectId object) const { return bodies_.at(object); }

  world::World world_;
  collision::RuleSet rules_;
  std::vector<ObjectId> objects_;  // with collision geometry, by their full names
  std::unordered_map<ObjectId, std::vector<EntityId>> bodies_;
  std::unordered_set<ObjectId> open_;
  std::unordered_set<ObjectId> detailed_;  // rules name single entities of theirs
  std::vector<Row> rows_;
  std::unordered_map<std::uint64_t, Cell> cells_;  // by the ids of the two sides
  std::uint64_t looked_at_ = 0;
};

// What painting over cells does to them.
enum class Brush { kExclude, kCheck, kMargin };
struct Stroke {
  session::RuleSide a, b;
};
// One step for all of them. Exclusions are rules of the world, and a check ends them as ToggleCollisions does; a pair
// of one object that is not checked by construction, or by the object's own rule, gets a rule of the object that has
// it checked. A margin (metres) is a rule of the world for each pair that has another. What is so already adds nothing.
session::EditsPtr paintCells(const world::World& world, const collision::RuleSet& rules, std::span<const Stroke> cells,
                             Brush brush, double margin = 0.0);

}  // namespace ww::usecase
