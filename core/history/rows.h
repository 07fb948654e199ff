// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/history/node.h"
#include "core/project/project.h"

namespace ww::history {

// How much of a history a file keeps. The oldest states go first, and states with a name only where there are no
// others.
struct Bounds {
  std::uint64_t bytes = std::uint64_t{8} << 20;
  std::size_t states = 1000;
  bool keep_named = false;  // rather than the bounds
};

// A history as a file has it: a tree of states, one of which is its world.
struct Record {
  NodeId current = 0, tip = 0, next = 1;  // tip: where redoing everything leads
  std::string hash;                       // of the content of the world at `current`
  std::vector<Coded> states;              // by id
};

// Within the bounds, and only what can be reached from the current state. Empty without a state, or where the bounds
// leave no room for any.
project::HistoryRows rowsOf(Record record, const Bounds& bounds);
// The names of states that are not in these rows: the bounds left no room for them, or a step on the way is too large.
std::vector<std::string> namesLost(const std::vector<NodePtr>& nodes, const project::HistoryRows& rows);
std::vector<std::string> namesLost(const Record& record, const project::HistoryRows& rows);
// Believes nothing but the checksums of the rows: what makes no sense is left out. None: there is no history.
std::optional<Record> recordOf(const project::HistoryRows& rows);

// What can be had of rows, and how many states they tell of cannot: rows that say nothing, or that are not there though
// others name them, and what leads over those. All of them where the head is such a one, or missing.
struct SoundRows {
  project::HistoryRows rows;
  std::size_t states = 0, lost = 0;  // lost: of the states
};
SoundRows soundOf(const project::HistoryRows& rows);

// The record without states that the bounds leave no room for; `current` stays.
void trim(Record& record, const Bounds& bounds);

}  // namespace ww::history
