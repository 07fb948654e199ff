// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace ww::share_test {

// Writes down every change of a session, to say at the end whether its history has them all.
class Ledger {
 public:
  explicit Ledger(std::shared_ptr<session::WorldSession> session);

  struct Count {
    std::size_t commits = 0;  // of this author
    std::size_t undone = 0;   // that the user has taken back
    std::map<std::string, std::size_t> labels;
  };
  // By author; the user's name is empty.
  std::map<std::string, Count> counts() const;

  // Each commit in effect lies in an entry of the history by its author and under its name, and the
  // entries lie end to end; those that do not were undone. What is wrong; empty when nothing is.
  std::vector<std::string> compareWithHistory() const;
  // The history applied to the world of the start gives the world as it is.
  std::vector<std::string> replay() const;

 private:
  struct Commit {
    world::WorldPtr before, after;
    std::string label, author;
  };
  void note(const session::Change& change);

  std::shared_ptr<session::WorldSession> session_;
  world::WorldPtr start_;
  mutable std::mutex mutex_;
  std::deque<Commit> done_, undone_;  // in effect; taken back, the last one taken back at the end
  std::map<std::string, Count> counts_;
  std::vector<std::string> wrong_;
  session::WorldSession::Subscription subscription_;
};

}  // namespace ww::share_test
