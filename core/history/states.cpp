// SPDX-License-Identifier: Apache-2.0
#include "core/history/states.h"

#include <algorithm>
#include <set>

#include "core/history/author.h"
#include "core/history/failures.h"
#include "core/history/step.h"
#include "core/world/compare/sync_parts.h"
#include "core/world/records/hashes.h"
#include "core/world/records/load.h"
#include "core/world/values/diff.h"

namespace ww::history {
namespace {

using Toward = Step::Toward;

// The neighbour from which the steps lead to this state; 0: none.
NodeId comesFrom(const States& states, const State& state) {
  if (state.step && state.step->toward == Toward::kChild) return state.node->parent;
  for (const NodeId id : states.childrenOf(state.node->id)) {
    const State& child = states.all.at(id);
    if (child.step && child.step->toward == Toward::kParent) return id;
  }
  return 0;
}

// One state, whose neighbour's world is known.
Status makeFrom(States& states, NodeId id, NodeId from, geometry::GeometryStore& store) {
  State& state = states.all.at(id);
  const State& neighbour = states.all.at(from);
  const Step& step = state.node->parent == from ? *state.step : *neighbour.step;
  // An out-of-date step of its own would not tell what it has to be.
  const std::string hash = state.step ? state.step->hash : std::string();
  WW_ASSIGN(state.world, walk(step, *neighbour.world, hash, store));
  return okStatus();
}

}  // namespace

const State* States::find(NodeId id) const {
  const auto at = all.find(id);
  return at == all.end() ? nullptr : &at->second;
}

NodeId States::at(const world::World* world) const {
  for (const auto& [id, state] : all)
    if (state.world && state.world.get() == world) return id;
  return 0;
}

std::vector<NodeId> States::lineTo(NodeId id) const {
  std::vector<NodeId> line;
  for (const State* state = find(id); state && line.size() <= all.size(); state = find(state->node->parent))
    line.push_back(state->node->id);
  return line;
}

std::vector<NodeId> States::childrenOf(NodeId id) const {
  std::vector<NodeId> out;
  for (const auto& [child, state] : all)
    if (state.node->parent == id && child != id) out.push_back(child);
  std::sort(out.begin(), out.end(), [this](NodeId a, NodeId b) {
    const State &x = all.at(a), &y = all.at(b);
    return x.visited != y.visited ? x.visited > y.visited : a > b;
  });
  return out;
}

std::vector<NodeId> States::linePast(NodeId id) const {
  std::multimap<NodeId, NodeId> children;
  for (const auto& [child, state] : all) children.emplace(state.node->parent, child);
  std::vector<NodeId> out;
  while (out.size() < all.size()) {
    const auto [from, to] = children.equal_range(id);
    if (from == to) break;
    id = std::max_element(from, to, [this](const auto& a, const auto& b) {
           const State &x = all.at(a.second), &y = all.at(b.second);
           return x.visited != y.visited ? x.visited < y.visited : a.second < b.second;
         })->second;
    out.push_back(id);
  }
  return out;
}

Status makeWorld(States& states, NodeId id, geometry::GeometryStore& store) {
  if (!states.find(id)) return fail(failures::kNoSuchState);
  std::vector<NodeId> way;
  for (NodeId at = id; !states.all.at(at).world;) {
    way.push_back(at);
    at = comesFrom(states, states.all.at(at));
    if (at == 0 || !states.find(at) || way.size() > states.all.size()) return fail(failures::kCannotGoThere);
    if (states.all.at(at).world) way.push_back(at);
  }
  for (std::size_t i = way.size(); i > 1; --i) WW_TRY(makeFrom(states, way[i - 2], way[i - 1], store));
  return okStatus();
}

std::size_t dropOutOfReach(States& states, geometry::GeometryStore& store) {
  std::multimap<NodeId, NodeId> children;
  for (const auto& [id, state] : states.all) children.emplace(state.node->parent, id);
  std::vector<NodeId> reached;
  for (const auto& [id, state] : states.all)
    if (state.world) reached.push_back(id);
  const auto reach = [&](NodeId id, NodeId from, Toward toward) {
    const State& stepped = states.all.at(toward == Toward::kChild ? id : from);
    if (states.all.at(id).world || !stepped.step || stepped.step->toward != toward) return;
    if (makeFrom(states, id, from, store).ok()) reached.push_back(id);
  };
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const NodeId from = reached[i], parent = states.all.at(from).node->parent;
    if (states.find(parent)) reach(parent, from, Toward::kParent);
    for (auto [at, end] = children.equal_range(from); at != end; ++at) reach(at->second, from, Toward::kChild);
  }
  return std::erase_if(states.all, [](const auto& one) { return !one.second.world; });
}

Record toRecord(States& states) {
  Record record;
  record.current = states.current;
  record.next = states.next;
  const auto line_list = states.lineTo(states.current);
  const std::set<NodeId> line(line_list.begin(), line_list.end());
  const auto past = states.linePast(states.current);
  record.tip = past.empty() ? states.current : past.back();
  for (auto& [id, state] : states.all) {
    const State* parent = states.find(state.node->parent);
    const Toward toward = !parent ? Toward::kNothing : line.contains(id) ? Toward::kParent : Toward::kChild;
    if (!state.step || state.step->toward != toward) {
      std::string hash = state.step ? state.step->hash : state.world ? contentHash(*state.world) : std::string();
      const bool known = parent && state.world && parent->world;
      if (!parent) state.step = stepOfOldest(std::move(hash));
      else if (!known) continue;  // cannot be: who went another way has made the worlds on it
      else if (toward == Toward::kParent)
        state.step = stepBetween(*state.world, *parent->world, toward, std::move(hash));
      else state.step = stepBetween(*parent->world, *state.world, toward, std::move(hash));
    }
    if (state.step) record.states.push_back({state.node, state.step});
    if (id == states.current && state.step) record.hash = state.step->hash;
  }
  // Too large a step ends the line: what is behind it is the oldest then.
  const State* current = states.find(states.current);
  if (record.hash.empty() && current && current->world) {
    record.hash = contentHash(*current->world);
    record.states.push_back({current->node, stepOfOldest(record.hash)});
  }
  return record;
}

namespace {

States statesOf(const Record& record, const world::WorldPtr& world, geometry::GeometryStore& store) {
  States states;
  states.current = record.current;
  states.next = record.next;
  for (const Coded& coded : record.states) {
    State state{coded.node, nullptr, coded.step, 0, 0, {}};
    for (const std::string& ref : coded.step->refs)
      if (geometry::GeometryPtr known = store.find(ref)) state.geometry.push_back(std::move(known));
    states.all.emplace(coded.node->id, std::move(state));
  }
  states.all.at(record.current).world = world;
  std::uint64_t visit = 0;
  for (const NodeId id : {record.tip, record.current}) {
    const auto line = states.lineTo(id);
    for (auto at = line.rbegin(); at != line.rend(); ++at) states.all.at(*at).visited = ++visit;
  }
  return states;
}

session::PastEntry entryOf(const State& state, const world::WorldPtr& before) {
  return {state.node->label, authorHere(state.node->author), state.node->time, before, state.world};
}

// The line around the current state, as far as it can be made.
session::Past entriesAround(States& states, geometry::GeometryStore& store, std::size_t most) {
  std::vector<session::PastEntry> back;
  for (NodeId id = states.current;;) {
    const State& state = states.all.at(id);
    const NodeId parent = state.node->parent;
    if (!states.find(parent)) break;
    const bool is_made = states.all.at(parent).world != nullptr;
    if (!is_made && (back.size() >= most || !makeWorld(states, parent, store).ok())) break;
    back.push_back(entryOf(state, states.all.at(parent).world));
    id = parent;
  }
  session::Past past{{back.rbegin(), back.rend()}, back.size()};
  world::WorldPtr before = states.all.at(states.current).world;
  for (const NodeId id : states.linePast(states.current)) {
    if (past.entries.size() >= 2 * most || !makeWorld(states, id, store).ok()) break;
    const State& state = states.all.at(id);
    past.entries.push_back(entryOf(state, before));
    before = state.world;
  }
  return past;
}

}  // namespace

std::shared_ptr<Opened> opened(const project::HistoryRows& rows, const world::World& world,
                               geometry::GeometryStore& store, std::size_t most) {
  auto record = recordOf(rows);
  if (!record || record->hash != contentHash(world)) return nullptr;
  auto out = std::make_shared<Opened>();
  out->world = std::make_shared<const world::World>(world);
  out->states = statesOf(*record, out->world, store);
  out->past = entriesAround(out->states, store, most);
  return out;
}

Phrase labelOfCommand(const std::string& verb) {
  return phrase(WW_TEXT("Core", "Command {verb}"), {{"verb", arg::Words{verb}}});
}

std::vector<std::string> namesLost(const States& states, const project::HistoryRows& rows) {
  std::vector<NodePtr> nodes;
  for (const auto& [id, state] : states.all) nodes.push_back(state.node);
  return namesLost(nodes, rows);
}

void lineUp(Opened& to, geometry::GeometryStore& store, std::size_t most) {
  to.past = entriesAround(to.states, store, most);
}

std::optional<project::HistoryRows> continued(const project::HistoryRows& rows, const world::World& before,
                                              const world::World& after, const Edit& edit, const Bounds& bounds) {
  auto record = recordOf(rows);
  if (!record || record->hash != contentHash(before)) return std::nullopt;
  std::string hash = contentHash(after);
  if (hash == record->hash) return rows;
  // Whoever made it may have allowed more: it does not become smaller by this.
  Bounds allowed{0, std::max(bounds.states, record->states.size())};
  for (const project::HistoryRow& row : rows) allowed.bytes += row.bytes.size();
  allowed.bytes = std::max(allowed.bytes, bounds.bytes);
  auto node = std::make_shared<Node>();
  node->id = record->next++;
  node->parent = record->current;
  node->label = edit.label;
  node->author = edit.author;
  node->time = edit.time;
  StepPtr step = stepBetween(after, before, Toward::kParent, hash);
  if (!step) return std::nullopt;
  record->current = record->tip = node->id;
  record->hash = std::move(hash);
  record->states.push_back({std::move(node), std::move(step)});
  return rowsOf(std::move(*record), allowed);
}

namespace {

// The parts that differ, also of worlds that were read apart and share nothing.
world::Parts partsBetween(const world::World& before, const world::World& after) {
  const world::WorldDiff changes = diff(before, after);
  world::Parts parts;
  for (const world::ObjectChange& change : changes.objects) {
    if (!change.after) parts.removed_objects.push_back(change.before->id);
    else if (!change.before || contentDigest(*change.before) != contentDigest(*change.after))
      parts.objects.push_back(change.after);
  }
  for (const world::FrameChange& change : changes.frames) {
    if (!change.after) parts.removed_frames.push_back(change.before->id);
    else if (!change.before || contentDigest(*change.before) != contentDigest(*change.after))
      parts.frames.push_back(change.after);
  }
  parts.collision_settings = after.data().collision_settings;
  parts.record = after.data().record;
  return parts;
}

// `before` with these parts, when that is of the same content as `after`; else `after` as it is.
world::WorldPtr sharing(const world::World& before, const world::Parts& parts, const world::World& after) {
  auto made = world::withParts(before, parts);
  if (!made.ok() || contentHash(*made) != contentHash(after)) return std::make_shared<const world::World>(after);
  world::WorldData data = made->data();
  data.next_id = std::max(data.next_id, after.nextId());
  return std::make_shared<const world::World>(std::move(data));
}

void addState(Opened& to, const Edit& edit, world::WorldPtr after) {
  const world::WorldPtr before = to.world;
  auto node = std::make_shared<Node>();
  node->id = to.states.next++;
  node->parent = to.states.current;
  node->label = edit.label;
  node->author = edit.author;
  node->time = edit.time;
  to.world = std::move(after);
  std::uint64_t visit = 0;
  for (const auto& [id, state] : to.states.all) visit = std::max(visit, state.visited);
  State state{node, to.world, nullptr, visit + 1, 0, {}};
  to.past.entries.resize(to.past.position);
  to.past.entries.push_back(entryOf(state, before));
  to.past.position = to.past.entries.size();
  to.states.current = node->id;
  to.states.all.emplace(node->id, std::move(state));
}

}  // namespace

std::shared_ptr<Opened> begun(world::WorldPtr world) {
  auto out = std::make_shared<Opened>();
  auto node = std::make_shared<Node>();
  node->id = out->states.current = out->states.next++;
  node->time = std::chrono::system_clock::now();
  out->states.all.emplace(node->id, State{node, world, nullptr, 1, 0, {}});
  out->world = std::move(world);
  return out;
}

bool goBackTo(Opened& to, const std::string& hash) {
  const std::vector<NodeId> line = to.states.lineTo(to.states.current);
  const std::size_t most = std::min(line.size() - 1, to.past.position);
  for (std::size_t back = 1; back <= most; ++back) {
    const world::WorldPtr& before = to.past.entries[to.past.position - back].before;
    if (contentHash(*before) != hash) continue;
    to.world = before;
    to.states.current = line[back];
    to.past.position -= back;
    return true;
  }
  return false;
}

// A step between worlds that share what is the same is as small as what was done.
void add(Opened& to, const Edit& edit, const world::World& after) {
  addState(to, edit, sharing(*to.world, partsBetween(*to.world, after), after));
}

void extend(Opened& to, const Edit& edit, const world::World& before, const world::World& after) {
  addState(to, edit, sharing(*to.world, partsBetween(before, after), after));
}

}  // namespace ww::history
