// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>

#include "core/world/values/world.h"

namespace worldwright::v1 {
class Edits;
}

namespace ww::session {

// What replays a history entry, put together when somebody asks for it: so a stream of a thousand
// updates costs a thousand pointers, and a world that was replaced by another costs two. A long stream
// and a replaced world are written as the difference of the two worlds. Thread-safe to read; copies
// are pointer copies.
class EntryEdits {
 public:
  EntryEdits() = default;
  // One batch; new ids are counted from first_id.
  EntryEdits(std::shared_ptr<const worldwright::v1::Edits> batch, std::uint64_t first_id);
  // The difference of two worlds.
  static EntryEdits difference(world::WorldPtr before, world::WorldPtr after);

  // These edits and then one more batch; before and after are the worlds around all of them.
  EntryEdits with(std::shared_ptr<const worldwright::v1::Edits> batch, std::uint64_t first_id, world::WorldPtr before,
                  world::WorldPtr after) const;

  // Never null. The first call does the work, which is as large as the edits.
  std::shared_ptr<const worldwright::v1::Edits> get() const;
  // Valid as long as this.
  const worldwright::v1::Edits* operator->() const { return get().get(); }
  const worldwright::v1::Edits& operator*() const { return *get(); }

 private:
  struct Batch;
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace ww::session
