// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/history/states.h"
#include "core/journal/named.h"

namespace ww::history {

// All states that the world of a session was in, also those of branches that were left: a session itself forgets what
// was undone when something else is done. Watches the session. Thread-safe.
class Tree {
 public:
  explicit Tree(std::shared_ptr<session::WorldSession> session);
  ~Tree();
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  // The history of the world that is put into the session next without one (WorldSession::replace).
  void expect(std::shared_ptr<const Opened> opened);

  // What there is to show; by id.
  struct View {
    std::vector<NodePtr> nodes;
    NodeId current = 0;
    std::vector<NodeId> line;  // from the oldest over the current one to where redoing everything leads
  };
  View view() const;
  // Grows with each change that a file would keep and the session does not know of: names, pictures of them.
  std::uint64_t changes() const;

  // Copies, with `current` as the state of this very world, or of the stream that it was made in; 0: the history does
  // not have it. Without what was made after that revision of the session.
  States statesWith(const world::WorldPtr& world, std::uint64_t until = UINT64_MAX) const;
  // What was made of them meanwhile, so that it need not be made again.
  void learn(const States& states);

  // Makes the worlds that goTo() needs. Not for the Qt thread. NOT_FOUND; DATA_LOSS when one cannot be made.
  Status prepare(NodeId id);
  // Null while it is not made.
  world::WorldPtr worldAt(NodeId id) const;
  // Whether goTo() needs no preparing.
  bool isReady(NodeId id) const;
  // Undoes and redoes until the world is there, on another branch if need be; what can be redone then is what followed
  // there. Fails as prepare() does.
  Status goTo(NodeId id);
  // Puts that state in the place of the world as one edit with that label. Fails as prepare() does.
  Status goBack(NodeId id, const Phrase& label);

  // Names the state; of a name longer than kMostNameBytes what comes first. INVALID_ARGUMENT without a name,
  // ALREADY_EXISTS, NOT_FOUND.
  Status setCheckpoint(NodeId id, const std::string& name);
  void dropCheckpoint(NodeId id);
  // Called with each name that a state gets or loses, by the thread that does it; the change is that of changes().
  using NameTold = std::function<void(const journal::Named&)>;
  void tellNames(NameTold told);
  void setPicture(NodeId id, const std::string& png);

 private:
  void note(const session::Change& change);
  void adopt(const session::Change& change);
  void addState(const session::Change& change);
  bool joins(const State& now, const session::Change& change) const;
  void visit(NodeId id);
  void forgetOldest();
  void rename(NodeId id, const std::string& name, std::unique_lock<std::mutex> lock);
  void change(NodeId id, const std::function<void(Node&)>& how);
  std::vector<NodeId> wayTo(NodeId id) const;

  std::shared_ptr<session::WorldSession> session_;
  mutable std::mutex mutex_;  // guards what follows; not held while the session changes, but by what it tells
  States states_;
  std::shared_ptr<const Opened> expected_;
  NameTold name_told_;
  std::deque<std::pair<std::weak_ptr<const world::World>, NodeId>>
      streamed_;  // states were so, in the middle of a stream
  std::uint64_t visits_ = 0, changes_ = 0;
  std::size_t most_ = 2200;  // states in memory
  session::WorldSession::Subscription watch_;
};

}  // namespace ww::history
