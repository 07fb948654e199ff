// SPDX-License-Identifier: Apache-2.0
#include "core/history/rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/history/author.h"
#include "core/history/step.h"
#include "core/io/failure_wire.h"
#include "core/journal/frame.h"
#include "core/project/format.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::history {
namespace {

using journal::Packer;
using journal::Unpacker;
using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr std::uint64_t kRowVersion = 1;  // a newer one is not read
constexpr std::int64_t kHeadRow = -2, kFirstRow = -16;
constexpr NodeId kMostId = NodeId{1} << 40;
constexpr std::size_t kMostStates = 5000, kMostPieces = 1000, kMostRefs = 100'000, kMostWords = 10'000;
constexpr std::uint64_t kMostMilliseconds = 4'000'000'000'000;  // later times overflow the clock
static_assert(kHeadRow < project::kViewId);

std::uint64_t numberOf(system_clock::time_point time) {
  const auto since = std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count();
  return since < 0 ? 0 : static_cast<std::uint64_t>(since);
}

std::string labelBytes(const Phrase& label) {
  worldwright::v1::WorkerPhrase wire;
  io::toWire(label, wire);
  return wire.SerializeAsString();
}

Phrase labelFrom(std::string_view bytes) {
  worldwright::v1::WorkerPhrase wire;
  if (!wire.ParseFromArray(bytes.data(), static_cast<int>(std::min<std::size_t>(bytes.size(), 1 << 20)))) return {};
  return io::fromWire(wire);
}

std::string bytesOf(const Coded& state) {
  const Node& node = *state.node;
  const Step& step = *state.step;
  Packer out;
  out.number(kRowVersion).number(node.id).number(node.parent).number(numberOf(node.time));
  out.text(authorTold(node.author));
  out.text(labelBytes(node.label)).text(node.checkpoint).text(node.picture).text(step.hash);
  out.number(static_cast<std::uint64_t>(step.toward)).number(step.size).number(step.pieces.size());
  for (const project::Chunk& piece : step.pieces) out.number(static_cast<std::uint64_t>(piece.codec)).text(piece.bytes);
  // As they are, so that a program that only carries these rows keeps the geometry, too.
  out.number(step.refs.size());
  for (const std::string& ref : step.refs) out.text(ref);
  return out.take();
}

std::string words(std::string_view text, std::size_t most) { return std::string(text.substr(0, most)); }

std::optional<Coded> stateIn(std::string_view bytes) {
  Unpacker in(bytes);
  if (in.number() != kRowVersion) return std::nullopt;
  auto node = std::make_shared<Node>();
  auto step = std::make_shared<Step>();
  node->id = in.number();
  node->parent = in.number();
  node->time = system_clock::time_point(milliseconds(std::min(in.number(), kMostMilliseconds)));
  node->author = words(in.text(), kMostWords);
  node->label = labelFrom(in.text());
  node->checkpoint = words(in.text(), kMostNameBytes);
  node->picture = in.text();
  step->hash = in.text();
  const std::uint64_t toward = in.number();
  step->size = in.number();
  const std::uint64_t pieces = in.number();
  if (!in.ok() || toward > 2 || pieces > kMostPieces || node->id == 0 || node->id > kMostId) return std::nullopt;
  step->toward = static_cast<Step::Toward>(toward);
  for (std::uint64_t i = 0; i < pieces && in.ok(); ++i) {
    const auto codec = static_cast<std::int64_t>(in.number());
    step->pieces.push_back({codec, std::string(in.text())});
  }
  const std::uint64_t refs = in.number();
  if (refs > kMostRefs) return std::nullopt;
  for (std::uint64_t i = 0; i < refs && in.ok(); ++i) step->refs.emplace_back(in.text());
  if (!in.ok()) return std::nullopt;
  if (!project::isSmallPng(node->picture)) node->picture.clear();
  return Coded{std::move(node), std::move(step)};
}

std::string headBytes(const Record& record) {
  Packer out;
  out.number(kRowVersion).number(record.current).number(record.tip).number(record.next).text(record.hash);
  return out.take();
}

bool readHead(std::string_view bytes, Record& out) {
  Unpacker in(bytes);
  const bool known = in.number() == kRowVersion;
  out.current = in.number();
  out.tip = in.number();
  out.next = in.number();
  out.hash = in.text();
  return in.ok() && known && out.next <= kMostId;
}

using ById = std::map<NodeId, Coded>;

std::set<NodeId> lineOf(const ById& states, NodeId from) {
  std::set<NodeId> line;
  for (auto at = states.find(from); at != states.end() && line.insert(from).second; at = states.find(from))
    from = at->second.node->parent;
  return line;
}

NodePtr withoutParent(const Node& node) {
  auto out = std::make_shared<Node>(node);
  out->parent = 0;
  return out;
}

// Only what hangs together, with the ways that lead from the current state; the last on its line becomes the oldest.
void keepConnected(Record& record) {
  ById states;
  for (Coded& state : record.states) states.emplace(state.node->id, std::move(state));
  record.states.clear();
  const std::set<NodeId> line = lineOf(states, record.current);
  std::set<NodeId> kept;
  bool broken = false;
  for (NodeId id = record.current; states.contains(id) && !broken && kept.insert(id).second;) {
    Coded& state = states.at(id);
    const NodeId parent = state.node->parent;
    broken = state.step->toward != Step::Toward::kParent || !states.contains(parent) || kept.contains(parent);
    if (broken) state = {withoutParent(*state.node), stepOfOldest(state.step->hash)};
    id = parent;
  }
  // Branches: as often as one more hangs on what is kept; parents mostly come first.
  for (bool more = true; more;) {
    more = false;
    for (const auto& [id, state] : states) {
      if (line.contains(id) || kept.contains(id) || state.step->toward != Step::Toward::kChild ||
          !kept.contains(state.node->parent))
        continue;
      more = kept.insert(id).second;
    }
  }
  for (auto& [id, state] : states)
    if (kept.contains(id)) record.states.push_back(std::move(state));
}

// What may go: a state with nothing behind it, or the oldest when one alone follows it.
class Trimmer {
 public:
  Trimmer(Record& record, const Bounds& bounds) : record_(record), bounds_(bounds) {
    for (const Coded& state : record.states) {
      states_.emplace(state.node->id, state);
      children_[state.node->parent].insert(state.node->id);
      bytes_ += weight(state);
    }
  }

  void run() {
    while (states_.size() > 1 && (bytes_ > bounds_.bytes || states_.size() > bounds_.states)) {
      const NodeId gone = next();
      if (gone == 0) break;
      drop(gone);
    }
    record_.states.clear();
    for (auto& [id, state] : states_) record_.states.push_back(std::move(state));
    if (!states_.contains(record_.tip)) record_.tip = record_.current;
  }

 private:
  static std::uint64_t weight(const Coded& state) {
    constexpr std::uint64_t kRest = 150;
    return state.step->bytes() + state.node->picture.size() + state.node->author.size() + kRest;
  }
  bool mayGo(const Coded& state) const {
    const Node& node = *state.node;
    if (node.id == record_.current) return false;
    const auto below = children_.find(node.id);
    const std::size_t count = below == children_.end() ? 0 : below->second.size();
    return count == 0 || (node.parent == 0 && count == 1);
  }
  // The oldest of them; one with a name only when there is no other, nor one between two states.
  NodeId next() {
    NodeId named = 0;
    for (const auto& [id, state] : states_) {
      if (!mayGo(state)) continue;
      if (state.node->checkpoint.empty()) return id;
      if (named == 0) named = id;
    }
    if (named == 0 || bounds_.keep_named) return 0;
    for (auto at = states_.upper_bound(between_); at != states_.end(); ++at) {
      between_ = at->first;
      if (at->second.node->checkpoint.empty() && join(at->second)) return at->first;
    }
    return named;
  }
  // The one behind this then follows the one before it.
  bool join(const Coded& state) {
    const auto below = children_.find(state.node->id);
    const bool is_between =
        below != children_.end() && below->second.size() == 1 && states_.contains(state.node->parent);
    if (!is_between || state.node->id == record_.current) return false;
    Coded& child = states_.at(*below->second.begin());
    const Step::Toward toward = child.step->toward;
    if (toward == Step::Toward::kNothing || state.step->toward != toward) return false;
    const bool back = toward == Step::Toward::kParent;
    StepPtr step = joined(back ? *child.step : *state.step, back ? *state.step : *child.step, toward, child.step->hash);
    if (!step) return false;
    auto node = std::make_shared<Node>(*child.node);
    node->parent = state.node->parent;
    bytes_ -= weight(child);
    child = {std::move(node), std::move(step)};
    bytes_ += weight(child);
    children_[state.node->parent].insert(child.node->id);
    children_.erase(below);
    return true;
  }
  void drop(NodeId id) {
    const Coded state = states_.at(id);
    bytes_ -= weight(state);
    states_.erase(id);
    children_[state.node->parent].erase(id);
    const auto below = children_.find(id);
    if (below == children_.end() || below->second.empty()) return;
    Coded& child = states_.at(*below->second.begin());
    bytes_ -= weight(child);
    child = {withoutParent(*child.node), stepOfOldest(child.step->hash)};
    bytes_ += weight(child);
    children_[0].insert(child.node->id);
    children_.erase(below);
  }

  Record& record_;
  const Bounds& bounds_;
  ById states_;
  std::map<NodeId, std::set<NodeId>> children_;
  std::uint64_t bytes_ = 0;
  NodeId between_ = 0;  // up to here none is left that can be joined
};

}  // namespace

void trim(Record& record, const Bounds& bounds) { Trimmer(record, bounds).run(); }

project::HistoryRows rowsOf(Record record, const Bounds& bounds) {
  keepConnected(record);
  if (record.states.empty() || bounds.bytes == 0 || bounds.states == 0) return {};
  trim(record, bounds);
  project::HistoryRows rows;
  for (auto state = record.states.rbegin(); state != record.states.rend(); ++state)
    rows.push_back({kFirstRow - static_cast<std::int64_t>(state->node->id), bytesOf(*state)});
  rows.push_back({kHeadRow, headBytes(record)});
  return rows;
}

std::vector<std::string> namesLost(const std::vector<NodePtr>& nodes, const project::HistoryRows& rows) {
  std::set<std::int64_t> there;
  for (const project::HistoryRow& row : rows) there.insert(row.id);
  std::vector<std::string> out;
  for (const NodePtr& node : nodes)
    if (!node->checkpoint.empty() && !there.contains(kFirstRow - static_cast<std::int64_t>(node->id)))
      out.push_back(node->checkpoint);
  return out;
}

std::vector<std::string> namesLost(const Record& record, const project::HistoryRows& rows) {
  std::vector<NodePtr> nodes;
  for (const Coded& state : record.states) nodes.push_back(state.node);
  return namesLost(nodes, rows);
}

namespace {

std::optional<Coded> stateOf(const project::HistoryRow& row) {
  if (row.id > kFirstRow) return std::nullopt;
  auto state = stateIn(row.bytes);
  if (state && kFirstRow - static_cast<std::int64_t>(state->node->id) != row.id) state.reset();
  return state;
}

}  // namespace

std::optional<Record> recordOf(const project::HistoryRows& rows) {
  Record record;
  bool has_head = false;
  for (const project::HistoryRow& row : rows) {
    if (row.id == kHeadRow) has_head = readHead(row.bytes, record);
    if (row.id >= kFirstRow || record.states.size() >= kMostStates) continue;
    if (auto state = stateOf(row)) record.states.push_back(std::move(*state));
  }
  if (!has_head) return std::nullopt;
  keepConnected(record);
  if (record.states.empty()) return std::nullopt;
  record.next = std::max(record.next, record.states.back().node->id + 1);
  const auto has = [&](NodeId id) {
    return std::any_of(record.states.begin(), record.states.end(), [id](const Coded& s) { return s.node->id == id; });
  };
  if (!has(record.tip)) record.tip = record.current;
  return record;
}

SoundRows soundOf(const project::HistoryRows& rows) {
  std::set<NodeId> told;
  for (const project::HistoryRow& row : rows) {
    Record head;
    if (row.id == kHeadRow && readHead(row.bytes, head)) told.insert({head.current, head.tip});
    if (row.id >= kFirstRow) continue;
    told.insert(static_cast<NodeId>(kFirstRow - row.id));
    if (const auto state = stateOf(row)) told.insert(state->node->parent);
  }
  told.erase(0);
  SoundRows out{{}, told.size(), 0};
  const auto record = recordOf(rows);
  out.lost = told.size() - (record ? record->states.size() : 0);
  if (out.lost == 0) out.rows = rows;
  else if (record) out.rows = rowsOf(*record, {.bytes = ~std::uint64_t{0}, .states = kMostStates});
  return out;
}

}  // namespace ww::history
