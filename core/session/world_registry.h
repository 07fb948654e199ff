// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace ww::session {

// What a client sees of a world as a whole.
struct WorldMetadata {
  std::string id;
  std::string structure_hash;  // changes with structure, not with state
  std::chrono::system_clock::time_point last_update;
  std::optional<std::string> user_tag;
};

struct CloneRequest {
  std::string from;
  std::string to;  // empty: a new id is made
  bool allow_overwrite = false;
  std::optional<std::string> user_tag;
  std::string author;
};

// The worlds of a process by id; sessions are shared with the editor. Thread-safe. An operation on
// two worlds is atomic; readers of either never wait for it. Unknown ids are NOT_FOUND.
class WorldRegistry {
 public:
  explicit WorldRegistry(std::shared_ptr<geometry::GeometryStore> store, Clock clock = {});
  ~WorldRegistry();

  geometry::GeometryStore& store() const;
  std::shared_ptr<geometry::GeometryStore> sharedStore() const;

  // Takes part in a world that somebody else owns too (the editor). ALREADY_EXISTS, INVALID_ARGUMENT (id).
  Status add(const std::string& id, std::shared_ptr<WorldSession> session, std::optional<std::string> user_tag = {});
  // Takes a world out without a trace in its history; a call that still holds the session ends as it would. NOT_FOUND.
  Status remove(const std::string& id);

  // The session stays usable while it is held, also when its world is deleted meanwhile. NOT_FOUND.
  Result<std::shared_ptr<WorldSession>> find(const std::string& id) const;
  Result<WorldMetadata> metadata(const std::string& id) const;
  std::vector<WorldMetadata> list() const;  // in the order of the ids

  // Pointer copies. Onto an existing world (allow_overwrite; else ALREADY_EXISTS) it is one entry of
  // that world's history, so that it can be undone.
  Result<WorldMetadata> clone(const CloneRequest& request);
  // Exchanges contents and tags; one history entry in each. NOT_FOUND.
  Status swap(const std::string& a, const std::string& b, const std::string& author);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::session
