// SPDX-License-Identifier: Apache-2.0
#include "core/history/recovered.h"

#include <algorithm>

#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/history/tree.h"
#include "core/journal/recovery.h"

namespace ww::history {
namespace {

using std::chrono::milliseconds;

std::string hashOfState(const State& state) {
  if (state.step && !state.step->hash.empty()) return state.step->hash;
  return state.world ? contentHash(*state.world) : std::string();
}

// As rows and records have it.
bool isSameTime(std::chrono::system_clock::time_point a, std::chrono::system_clock::time_point b) {
  return std::chrono::floor<milliseconds>(a) == std::chrono::floor<milliseconds>(b);
}

// Up to where the two lines meet, and that one: going there needs their worlds.
std::vector<NodeId> between(const States& states, NodeId from, NodeId to) {
  auto here = states.lineTo(from), there = states.lineTo(to);
  NodeId meeting = 0;
  while (!here.empty() && !there.empty() && here.back() == there.back()) {
    meeting = here.back();
    here.pop_back();
    there.pop_back();
  }
  if (meeting == 0) return {};
  here.push_back(meeting);
  here.insert(here.end(), there.rbegin(), there.rend());
  return here;
}

// Does again what a journal tells, in a history.
class Again {
 public:
  Again(Opened& to, geometry::GeometryStore& store) : to_(to), states_(to.states), store_(store) {
    for (const auto& [id, state] : states_.all) visits_ = std::max(visits_, state.visited);
  }

  // What came before the world that is there now as the first of its steps, and is not known.
  void isGap() { gap_ = states_.current; }

  void take(const journal::Step& step) {
    const std::string hash = contentHash(*step.after);
    const bool is_edit = step.note.kind == journal::Kind::kEdit;
    const NodeId known = is_edit ? sameEdit(step.note, hash) : nearest(step.note.kind, hash);
    if (known != 0 && goTo(known)) return;
    if (step.note.kind == journal::Kind::kUndo && mayComeBefore()) return comeBefore(step);
    extend(to_, {step.note.label, step.note.author, step.note.time}, *step.before, *step.after);
    ++visits_;
  }

  void take(const journal::NameRecord& name) {
    const NodeId id = stateOf(name);
    if (id == 0) return;
    for (auto& [other, state] : states_.all)
      if (other == id || (!name.name.empty() && state.node->checkpoint == name.name))
        rename(state, other == id ? shortened(name.name, kMostNameBytes) : std::string());
  }

  bool goTo(NodeId id) {
    for (const NodeId one : between(states_, states_.current, id))
      if (!makeWorld(states_, one, store_).ok()) return false;
    State& state = states_.all.at(id);
    if (!state.world) return false;
    state.visited = ++visits_;
    states_.current = id;
    to_.world = state.world;
    return true;
  }

  // The nearest before, else the last of all.
  NodeId named(const std::string& hash) const {
    return find(hash, [](const Node&) { return true; });
  }

 private:
  template <typename Fits>
  NodeId find(const std::string& hash, const Fits& fits) const {
    const auto is_it = [&](const State& state) { return hashOfState(state) == hash && fits(*state.node); };
    for (const NodeId id : states_.lineTo(states_.current))
      if (is_it(states_.all.at(id))) return id;
    const auto last =
        std::find_if(states_.all.rbegin(), states_.all.rend(), [&](const auto& one) { return is_it(one.second); });
    return last == states_.all.rend() ? 0 : last->first;
  }
  // States of one content are told apart by what they were called. What the history has done already is not done to
  // another one.
  NodeId stateOf(const journal::NameRecord& name) const {
    const auto called = [&](const std::string& what) {
      return find(name.hash, [&](const Node& node) { return node.checkpoint == what; });
    };
    if (name.name.empty()) return name.was.empty() ? named(name.hash) : called(name.was);
    if (const NodeId id = called(name.name)) return id;
    const NodeId id = called(name.was);
    return id != 0 ? id : named(name.hash);
  }
  static void rename(State& state, std::string name) {
    auto node = std::make_shared<Node>(*state.node);
    node->checkpoint = std::move(name);
    state.node = std::move(node);
  }
  // The history was written later than the state that the journal begins with.
  NodeId sameEdit(const journal::Note& note, const std::string& hash) const {
    for (const NodeId id : states_.childrenOf(states_.current)) {
      const State& state = states_.all.at(id);
      if (isSameTime(state.node->time, note.time) && hashOfState(state) == hash) return id;
    }
    return 0;
  }
  NodeId nearest(journal::Kind kind, const std::string& hash) const {
    const bool is_back = kind == journal::Kind::kUndo;
    std::vector<NodeId> way = is_back ? states_.lineTo(states_.current) : states_.childrenOf(states_.current);
    if (is_back) way.erase(way.begin());
    const auto past = states_.linePast(states_.current);
    way.insert(way.end(), past.begin(), past.end());
    for (const NodeId id : way)
      if (hashOfState(states_.all.at(id)) == hash) return id;
    return named(hash);
  }
  bool mayComeBefore() const {
    const State& now = states_.all.at(states_.current);
    return now.world && (now.node->parent == 0 || states_.current == gap_);
  }
  // Undone beyond what is known: the one before.
  void comeBefore(const journal::Step& step) {
    const NodeId old = states_.current;
    const NodePtr was = states_.all.at(old).node;
    extend(to_, {was->label, was->author, step.note.time}, *step.before, *step.after);
    ++visits_;
    const NodeId id = states_.current;
    auto before = std::make_shared<Node>(*states_.all.at(id).node);
    before->parent = was->parent;
    states_.all.at(id).node = std::move(before);
    auto after = std::make_shared<Node>(*was);
    after->parent = id;
    after->label = step.note.label;
    after->author = step.note.author;
    State& now = states_.all.at(old);
    now.node = std::move(after);
    now.step = nullptr;
    if (gap_ == old) gap_ = id;
  }

  Opened& to_;
  States& states_;
  geometry::GeometryStore& store_;
  std::uint64_t visits_ = 0;
  NodeId gap_ = 0;
};

// The world after so many of the steps.
const world::World& worldAfter(const journal::Recovered& recovered, std::size_t count) {
  const auto& steps = recovered.steps;
  if (count > 0) return *steps[count - 1].after;
  return steps.empty() ? recovered.world : *steps.front().before;
}

// After how many of the steps the world was that of this content hash: where the file got it, else the last of them.
std::optional<std::size_t> stepsTo(const journal::Recovered& recovered, const std::string& hash) {
  const auto is_it = [&](std::size_t count) { return contentHash(worldAfter(recovered, count)) == hash; };
  if (recovered.saved_after && is_it(*recovered.saved_after)) return recovered.saved_after;
  for (std::size_t count = recovered.steps.size() + 1; count > 0; --count)
    if (is_it(count - 1)) return count - 1;
  return std::nullopt;
}

struct Beginning {
  std::shared_ptr<Opened> to;
  std::size_t first = 0;  // of the steps that follow
  bool is_gap = false;
};

// Between what the file has and the base, what only the base has.
void addSwallowed(Opened& to, const journal::Recovered& recovered) {
  const std::uint64_t count = recovered.tally.swallowed();
  const Phrase label =
      count > 0 ? phrase(WW_TEXT("Core", "{count} {count|edit|edits} in one step"), {{"count", arg::Count{count}}})
                : phrase(WW_TEXT("Core", "What was recovered"));
  const auto time = recovered.steps.empty() ? recovered.tally.time() : recovered.steps.front().note.time;
  add(to, {label, {}, time}, worldAfter(recovered, 0));
}

// A save has made some since.
void addPictures(States& to, const States& from) {
  for (auto& [id, state] : to.all) {
    const State* other = state.node->picture.empty() ? from.find(id) : nullptr;
    if (!other || other->node->picture.empty() || !isSameTime(other->node->time, state.node->time) ||
        hashOfState(*other) != hashOfState(state))
      continue;
    auto node = std::make_shared<Node>(*state.node);
    node->picture = other->node->picture;
    state.node = std::move(node);
  }
}

Beginning beginningOf(std::shared_ptr<Opened> file, const journal::Recovered& recovered, geometry::GeometryStore& store,
                      std::size_t most) {
  const world::World& begin = worldAfter(recovered, 0);
  // That of the file may lack what was done and undone between its save and the base.
  if (auto past = recovered.past ? opened(*recovered.past, begin, store, most) : nullptr) {
    if (file) addPictures(past->states, file->states);
    return {std::move(past)};
  }
  const std::string saved = file ? contentHash(*file->world) : std::string();
  if (const auto first = file ? stepsTo(recovered, saved) : std::nullopt) return {std::move(file), *first};
  if (file && saved == recovered.tally.about().saved_hash) {
    // States of the file that were undone before.
    Again again(*file, store);
    const NodeId known = again.named(contentHash(begin));
    const bool is_there = known != 0 && again.goTo(known);
    if (!is_there) addSwallowed(*file, recovered);
    return {std::move(file), 0, !is_there};
  }
  if (recovered.steps.empty()) return {};
  return {begun(std::make_shared<const world::World>(begin))};
}

// No id is given twice, also not one of what was undone.
void countIds(Opened& to, const journal::Recovered& recovered) {
  std::uint64_t next_id = recovered.world.nextId();
  for (const journal::Step& step : recovered.steps) next_id = std::max(next_id, step.after->nextId());
  if (to.world->nextId() >= next_id) return;
  world::WorldData data = to.world->data();
  data.next_id = next_id;
  to.world = std::make_shared<const world::World>(std::move(data));
  to.states.all.at(to.states.current).world = to.world;
}

}  // namespace

std::shared_ptr<Opened> withRecovered(std::shared_ptr<Opened> file, const journal::Recovered& recovered,
                                      geometry::GeometryStore& store, std::size_t most) {
  const Beginning from = beginningOf(std::move(file), recovered, store, most);
  if (!from.to) return nullptr;
  Again again(*from.to, store);
  if (from.is_gap) again.isGap();
  auto name = recovered.names.begin();
  const auto takeNames = [&](std::uint64_t before) {
    for (; name != recovered.names.end() && name->after < before; ++name) again.take(*name);
  };
  for (std::size_t i = from.first; i < recovered.steps.size(); ++i) {
    takeNames(recovered.steps[i].note.sequence);
    again.take(recovered.steps[i]);
  }
  takeNames(recovered.sequence + 1);
  countIds(*from.to, recovered);
  lineUp(*from.to, store, most);
  return from.to;
}

std::shared_ptr<Opened> afterEdit(journal::Recovered& recovered, std::uint64_t number, geometry::GeometryStore& store) {
  auto notes = recovered.tally.latest();
  const auto later = std::ranges::find_if(notes, [&](const journal::Note& note) { return note.sequence > number; });
  if (!recovered.past || !recovered.steps.empty() || later == notes.begin()) return nullptr;
  notes.erase(later, notes.end());
  auto to = opened(*recovered.past, recovered.world, store, 0);
  if (!to) return nullptr;
  Again again(*to, store);
  const NodeId id = again.named(notes.back().hash);
  if (id == 0 || !again.goTo(id)) return nullptr;
  const auto line = to->states.lineTo(id);
  std::erase_if(to->states.all,
                [&](const auto& one) { return one.first > id && std::ranges::find(line, one.first) == line.end(); });
  journal::Head head = recovered.tally.head();
  head.hash = notes.back().hash;
  head.time = notes.back().time;
  recovered.sequence = notes.back().sequence;
  head.latest = std::move(notes);
  recovered.tally = journal::Tally(head);
  recovered.world = *to->world;
  recovered.whole = false;
  recovered.resumed.reset();
  lineUp(*to, store, 0);
  return to;
}

world::WorldPtr worldOf(const journal::Recovered& recovered, const Opened* known, const std::string& hash,
                        geometry::GeometryStore& store) {
  if (hash.empty()) return nullptr;
  if (const auto count = stepsTo(recovered, hash))
    return std::make_shared<const world::World>(worldAfter(recovered, *count));
  if (!known) return nullptr;
  States states = known->states;
  for (const auto& [id, state] : known->states.all)
    if (hashOfState(state) == hash && makeWorld(states, id, store).ok()) return states.all.at(id).world;
  return nullptr;
}

std::function<std::shared_ptr<const project::HistoryRows>(const world::WorldPtr&, std::uint64_t)> pastOf(
    std::shared_ptr<Tree> tree, Bounds bounds) {
  bounds.keep_named = true;
  return [tree = std::move(tree), bounds](const world::WorldPtr& world,
                                          std::uint64_t revision) -> std::shared_ptr<const project::HistoryRows> {
    States states = tree->statesWith(world, revision);
    if (states.current == 0) return nullptr;
    auto rows = std::make_shared<const project::HistoryRows>(rowsOf(toRecord(states), bounds));
    tree->learn(states);
    return rows;
  };
}

}  // namespace ww::history
