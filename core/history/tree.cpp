// SPDX-License-Identifier: Apache-2.0
#include "core/history/tree.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/history/author.h"
#include "core/history/failures.h"
#include "core/world/records/load.h"

namespace ww::history {
namespace {

using session::Change;

constexpr std::size_t kMostInMemory = 2000;
constexpr std::size_t kMostStreamed = 200;

// Where in the session's history the world is this very value; none: it is not there.
std::optional<std::size_t> positionOf(const session::WorldSession::History& history, const world::WorldPtr& world) {
  const auto& all = history.entries;
  for (std::size_t i = all.size(); i > 0; --i)
    if (all[i - 1].after == world) return i;
  if (!all.empty() && all.front().before == world) return 0;
  return std::nullopt;
}

bool redoes(const session::WorldSession::History& history, std::size_t position,
            const std::vector<session::PastEntry>& entries, std::size_t count) {
  if (history.entries.size() < position + count) return false;
  for (std::size_t i = 0; i < count; ++i)
    if (history.entries[position + i].after != entries[i].after) return false;
  return true;
}

}  // namespace

Tree::Tree(std::shared_ptr<session::WorldSession> session) : session_(std::move(session)) {
  watch_ = session_->observe([this](const Change& change) { note(change); });
  const session::Snapshot now = session_->snapshot();
  const std::lock_guard lock(mutex_);
  if (states_.current != 0) return;  // something was done meanwhile
  auto node = std::make_shared<Node>();
  node->id = states_.current = states_.next++;
  node->time = now.time;
  states_.all.emplace(node->id, State{node, now.world, nullptr, ++visits_, 0, {}});
}

Tree::~Tree() { watch_.reset(); }

void Tree::expect(std::shared_ptr<const Opened> opened) {
  const std::lock_guard lock(mutex_);
  expected_ = std::move(opened);
}

// ---- following the session

void Tree::note(const Change& change) {
  const std::lock_guard lock(mutex_);
  if (change.kind == Change::Kind::kReplace || states_.current == 0) return adopt(change);
  if (const NodeId known = states_.at(change.after.world.get())) return visit(known);
  addState(change);
  forgetOldest();
}

// Another world, with what is known of how it came to be.
void Tree::adopt(const Change& change) {
  const auto expected = std::exchange(expected_, nullptr);
  ++changes_;
  streamed_.clear();
  if (expected && expected->world == change.after.world) {
    states_ = expected->states;
    for (const auto& [id, state] : states_.all) visits_ = std::max(visits_, state.visited);
    return;
  }
  states_ = {};
  auto node = std::make_shared<Node>();
  node->id = states_.current = states_.next++;
  node->time = change.after.time;
  states_.all.emplace(node->id, State{node, change.after.world, nullptr, ++visits_, 0, {}});
}

// Parts of one stream, or of one drag, are one state.
bool Tree::joins(const State& now, const Change& change) const {
  return change.kind == Change::Kind::kCommit && change.entry != 0 && now.entry == change.entry &&
         now.world == change.before.world;
}

void Tree::addState(const Change& change) {
  State& now = states_.all.at(states_.current);
  auto node = std::make_shared<Node>(joins(now, change) ? *now.node : Node());
  if (node->id != 0) {
    // A stream may be called otherwise by now.
    const auto tail = session_->historyFrom(change.entry);
    if (!tail.entries.empty()) node->label = tail.entries.back().label;
    node->time = change.after.time;
    node->picture.clear();
    streamed_.emplace_back(now.world, node->id);
    if (streamed_.size() > kMostStreamed) streamed_.pop_front();
    now.node = std::move(node);
    now.world = change.after.world;
    now.revision = change.after.revision;
    now.step = nullptr;
    return;
  }
  node->id = states_.next++;
  node->time = change.after.time;
  // Undone beyond the oldest that is known: the one before it.
  if (change.kind == Change::Kind::kUndo && now.node->parent == 0 && now.world == change.before.world) {
    auto child = std::make_shared<Node>(*now.node);
    child->parent = node->id;
    child->label = change.label;
    child->author = change.author;
    now.node = std::move(child);
    now.step = nullptr;
  } else {
    node->parent = states_.current;
    node->label = change.label;
    node->author = change.author;
  }
  const NodeId id = node->id;
  const bool may_be_joined = change.kind == Change::Kind::kCommit;
  states_.all.emplace(id, State{std::move(node),
                                change.after.world,
                                nullptr,
                                0,
                                may_be_joined ? change.entry : 0,
                                {},
                                change.after.revision});
  visit(id);
}

void Tree::visit(NodeId id) {
  states_.current = id;
  states_.all.at(id).visited = ++visits_;
}

// A tenth at a time. A state whose parent goes is the oldest then. What is behind one with a name stays until it is
// written: steps that were not made cannot be joined.
void Tree::forgetOldest() {
  if (states_.all.size() <= most_) return;
  Record record;
  record.current = record.tip = states_.current;
  for (const auto& [id, state] : states_.all)
    record.states.push_back({state.node, state.step ? state.step : std::make_shared<const Step>()});
  trim(record, {UINT64_MAX, kMostInMemory, true});
  std::map<NodeId, State> kept;
  for (const Coded& coded : record.states) {
    State state = states_.all.at(coded.node->id);
    state.node = coded.node;
    kept.emplace(coded.node->id, std::move(state));
  }
  states_.all = std::move(kept);
  most_ = std::max(kMostInMemory, states_.all.size());
  most_ += most_ / 10;
}

// ---- what there is

Tree::View Tree::view() const {
  const std::lock_guard lock(mutex_);
  View out;
  out.current = states_.current;
  out.nodes.reserve(states_.all.size());
  for (const auto& [id, state] : states_.all) out.nodes.push_back(state.node);
  const auto before = states_.lineTo(states_.current), after = states_.linePast(states_.current);
  out.line.assign(before.rbegin(), before.rend());
  out.line.insert(out.line.end(), after.begin(), after.end());
  return out;
}

std::uint64_t Tree::changes() const {
  const std::lock_guard lock(mutex_);
  return changes_;
}

States Tree::statesWith(const world::WorldPtr& world, std::uint64_t until) const {
  const std::lock_guard lock(mutex_);
  States out = states_;
  out.current = out.at(world.get());
  if (out.current != 0) {
    std::erase_if(out.all, [&](const auto& one) { return one.second.revision > until; });
    if (!out.find(out.current)) out.current = 0;
    return out;
  }
  const auto part = std::ranges::find_if(
      streamed_, [&](const auto& one) { return one.first.lock() == world && out.find(one.second) != nullptr; });
  if (part == streamed_.end()) return out;
  // As it was then: without what came of it.
  State& then = out.all.at(out.current = part->second);
  then.world = world;
  then.step = nullptr;
  const States all = out;
  std::erase_if(out.all, [&](const auto& one) {
    const auto line = all.lineTo(one.first);
    return one.first != part->second && std::ranges::find(line, part->second) != line.end();
  });
  return out;
}

void Tree::learn(const States& states) {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, state] : states.all) {
    const auto own = states_.all.find(id);
    if (own == states_.all.end()) continue;
    const bool same = !own->second.world || own->second.world == state.world;
    if (!same) continue;
    own->second.world = state.world;
    own->second.step = state.step;
  }
}

// ---- going there

// Up to where the two lines meet, and down from there.
std::vector<NodeId> Tree::wayTo(NodeId id) const {
  const auto here = states_.lineTo(states_.current), there = states_.lineTo(id);
  std::size_t shared = 0;
  while (shared < here.size() && shared < there.size() &&
         here[here.size() - 1 - shared] == there[there.size() - 1 - shared])
    ++shared;
  if (shared == 0) return {};
  std::vector<NodeId> way(here.begin(), here.end() - static_cast<std::ptrdiff_t>(shared));
  const auto down = there.rbegin() + static_cast<std::ptrdiff_t>(shared) - 1;
  way.insert(way.end(), down, there.rend());
  return way;
}

bool Tree::isReady(NodeId id) const {
  const std::lock_guard lock(mutex_);
  const auto way = wayTo(id);
  return std::all_of(way.begin(), way.end(), [this](NodeId one) { return states_.all.at(one).world != nullptr; });
}

world::WorldPtr Tree::worldAt(NodeId id) const {
  const std::lock_guard lock(mutex_);
  const State* state = states_.find(id);
  return state ? state->world : nullptr;
}

Status Tree::prepare(NodeId id) {
  States copy;
  std::vector<NodeId> way;
  {
    const std::lock_guard lock(mutex_);
    copy = states_;
    way = wayTo(id);
  }
  if (way.empty()) return fail(failures::kNoSuchState);
  for (const NodeId one : way) WW_TRY(makeWorld(copy, one, session_->store()));
  learn(copy);
  return okStatus();
}

Status Tree::goTo(NodeId id) {
  if (!isReady(id)) WW_TRY(prepare(id));
  std::vector<session::PastEntry> down;
  world::WorldPtr meeting;
  std::size_t steps = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto way = wayTo(id);
    if (way.empty()) return fail(failures::kNoSuchState);
    const auto here = states_.lineTo(states_.current), there = states_.lineTo(id);
    const auto top = std::find_if(
        way.begin(), way.end(), [&](NodeId one) { return std::find(there.begin(), there.end(), one) != there.end(); });
    meeting = states_.all.at(*top).world;
    std::vector<NodeId> ahead(top + 1, way.end());
    steps = ahead.size();
    for (const NodeId later : states_.linePast(id)) ahead.push_back(later);
    world::WorldPtr before = meeting;
    for (const NodeId one : ahead) {
      const State& state = states_.all.at(one);
      if (!state.world) break;
      down.push_back({state.node->label, authorHere(state.node->author), state.node->time, before, state.world});
      before = state.world;
    }
  }
  const auto history = session_->history();
  const auto position = positionOf(history, meeting);
  // The session has forgotten it: as an edit, then.
  const bool is_here = history.entries.empty() && session_->snapshot().world == meeting;
  if (!position && !is_here) return goBack(id, phrase(WW_TEXT("Core", "Back to an earlier state")));
  const std::size_t from = position.value_or(0);
  WW_TRY(session_->goTo(from));
  if (!redoes(history, from, down, steps)) WW_TRY(session_->setRedo(down));
  return session_->goTo(from + steps);
}

Status Tree::goBack(NodeId id, const Phrase& label) {
  WW_TRY(prepare(id));
  world::WorldPtr there;
  {
    const std::lock_guard lock(mutex_);
    const State* state = states_.find(id);
    if (!state || !state->world) return fail(failures::kNoSuchState);
    there = state->world;
  }
  return session_->commitWorld({label, {}, {}}, [&](const world::World&) -> Result<world::World> { return *there; })
      .status();
}

// ---- names and pictures

void Tree::change(NodeId id, const std::function<void(Node&)>& how) {
  const auto at = states_.all.find(id);
  if (at == states_.all.end()) return;
  auto node = std::make_shared<Node>(*at->second.node);
  how(*node);
  at->second.node = std::move(node);
}

void Tree::tellNames(NameTold told) {
  const std::lock_guard lock(mutex_);
  name_told_ = std::move(told);
}

void Tree::rename(NodeId id, const std::string& name, std::unique_lock<std::mutex> lock) {
  const State* state = states_.find(id);
  if (!state || state->node->checkpoint == name) return;
  const journal::Named named{state->world, state->step ? state->step->hash : std::string(), name,
                             state->node->checkpoint, ++changes_};
  change(id, [&](Node& node) { node.checkpoint = name; });
  const NameTold told = name_told_;
  lock.unlock();
  if (told) told(named);
}

Status Tree::setCheckpoint(NodeId id, const std::string& wanted) {
  const std::string name = shortened(wanted, kMostNameBytes);
  std::unique_lock lock(mutex_);
  if (name.empty()) return fail(failures::kUnnamed);
  if (!states_.find(id)) return fail(failures::kNoSuchState);
  for (const auto& [other, state] : states_.all)
    if (other != id && state.node->checkpoint == name) return fail(failures::kNameTaken, {{"name", arg::Name{name}}});
  states_.all.at(id).entry = 0;  // what comes next is another state
  rename(id, name, std::move(lock));
  return okStatus();
}

void Tree::dropCheckpoint(NodeId id) { rename(id, {}, std::unique_lock(mutex_)); }

void Tree::setPicture(NodeId id, const std::string& png) {
  const std::lock_guard lock(mutex_);
  change(id, [&](Node& node) { node.picture = png; });
}

}  // namespace ww::history
