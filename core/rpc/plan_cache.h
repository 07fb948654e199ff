// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/message.h>

#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/session/session.h"

namespace ww::rpc {

// Answers to requests that were asked of the same world before, when nothing has changed since that they can depend on:
// colours, new frames of the world itself and what objects without joints say of themselves do not matter, and what was
// undone has not happened. Bounded; the least recently used goes first. Thread-safe.
class PlanCache {
 public:
  struct Key {
    std::weak_ptr<session::WorldSession> session;
    world::WorldPtr world;  // its state
    std::string request;    // serialised the same way for equal requests, without what is for logs only
  };

  // Into `out`, and what was told beside it into `notes`; false when it is not there.
  bool find(const Key& key, google::protobuf::Message& out, std::vector<std::string>& notes);
  // The answer to the same request that was used last, in whatever state of the world with the same limits; it may no
  // longer be one.
  bool findOther(const Key& key, google::protobuf::Message& out) const;
  void add(const Key& key, const google::protobuf::Message& answer, std::vector<std::string> notes);
  void clear();
  std::size_t size() const;

 private:
  static constexpr std::size_t kMaxEntries = 128, kMaxBytes = 64u << 20;
  struct Entry {
    Key key;
    std::string answer;
    std::vector<std::string> notes;
    std::size_t bytes() const;
  };
  using Entries = std::list<Entry>;
  static bool holdsFor(const Key& before, const Key& now);
  static std::string hashOf(const Key& key);
  Entries::iterator findEntry(const std::string& hash, const Key& key);
  void erase(Entries::iterator it);

  mutable std::mutex mutex_;
  Entries entries_;                                                  // most recently used first
  std::unordered_multimap<std::string, Entries::iterator> by_hash_;  // of the request; states of the world differ
  std::size_t bytes_ = 0;
};

}  // namespace ww::rpc
