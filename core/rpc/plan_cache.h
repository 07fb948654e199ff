// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/message.h>

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/session/session.h"

namespace ww::rpc {

// Answers to requests that were asked of the same state of the same world before. Bounded; the least recently
// used goes first. Thread-safe.
class PlanCache {
 public:
  struct Key {
    std::weak_ptr<session::WorldSession> session;
    std::uint64_t revision = 0;
    std::string request;  // serialised the same way for equal requests, without what is for logs only
  };

  // Into `out`, and what was told beside it into `notes`; false when it is not there.
  bool find(const Key& key, google::protobuf::Message& out, std::vector<std::string>& notes);
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
  static bool same(const Key& a, const Key& b);
  static std::string hashOf(const Key& key);
  void erase(std::list<Entry>::iterator it);

  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_hash_;
  std::size_t bytes_ = 0;
};

}  // namespace ww::rpc
