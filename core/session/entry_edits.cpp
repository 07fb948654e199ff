// SPDX-License-Identifier: Apache-2.0
#include "core/session/entry_edits.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/world/compare/sync_patch.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::session {
namespace {

using worldwright::v1::Edits;

// From here on the difference of the worlds is the shorter record of a stream.
constexpr std::size_t kMostBatches = 64;

}  // namespace

// Batches share those before them, so that adding one copies nothing.
struct EntryEdits::Batch {
  std::shared_ptr<const Edits> edits;
  std::uint64_t first_id = 0;
  std::shared_ptr<const Batch> previous;
};

struct EntryEdits::State {
  std::shared_ptr<const Batch> last;  // null: the difference of the worlds
  std::size_t count = 0;
  world::WorldPtr before, after;
  std::once_flag once;
  std::shared_ptr<const Edits> made;

  std::shared_ptr<const Edits> make() const {
    auto all = std::make_shared<Edits>();
    if (before) {
      all->set_first_id(after->nextId());
      *all->add_edits()->mutable_patch_world() = world::patchBetween(*before, *after);
      return all;
    }
    std::vector<const Batch*> batches;
    for (const Batch* b = last.get(); b; b = b->previous.get()) batches.push_back(b);
    std::reverse(batches.begin(), batches.end());
    if (!batches.empty()) all->set_first_id(batches.front()->first_id);
    for (const Batch* b : batches) {
      for (const auto& edit : b->edits->edits()) *all->add_edits() = edit;
    }
    return all;
  }
};

EntryEdits::EntryEdits(std::shared_ptr<const Edits> batch, std::uint64_t first_id) : state_(std::make_shared<State>()) {
  state_->last = std::make_shared<const Batch>(Batch{std::move(batch), first_id, nullptr});
  state_->count = 1;
}

EntryEdits EntryEdits::difference(world::WorldPtr before, world::WorldPtr after) {
  EntryEdits out;
  out.state_ = std::make_shared<State>();
  out.state_->before = std::move(before);
  out.state_->after = std::move(after);
  return out;
}

EntryEdits EntryEdits::with(std::shared_ptr<const Edits> batch, std::uint64_t first_id, world::WorldPtr before,
                            world::WorldPtr after) const {
  if (!state_ || state_->before || state_->count >= kMostBatches)
    return difference(std::move(before), std::move(after));
  EntryEdits out(std::move(batch), first_id);
  // The chain is never changed, so the two may share it.
  auto last = std::make_shared<Batch>(*out.state_->last);
  last->previous = state_->last;
  out.state_->last = std::move(last);
  out.state_->count = state_->count + 1;
  return out;
}

std::shared_ptr<const Edits> EntryEdits::get() const {
  static const auto kNone = std::make_shared<const Edits>();
  if (!state_) return kNone;
  std::call_once(state_->once, [this] { state_->made = state_->make(); });
  return state_->made;
}

}  // namespace ww::session
