// SPDX-License-Identifier: Apache-2.0
#include "core/journal/tally.h"

#include <algorithm>

namespace ww::journal {

Tally::Tally(const Head& head)
    : about_(head.about),
      hash_(head.hash),
      older_(head.older),
      swallowed_(head.older + head.latest.size()),
      swallowed_to_(head.latest.empty() ? 0 : head.latest.back().sequence),
      latest_(head.latest),
      time_(head.time) {
  for (const UnsavedName& name : head.names) names_[name.hash] = name.change;
}

void Tally::add(Note note) {
  hash_ = note.hash;
  time_ = note.time;
  const bool joins = !latest_.empty() && note.kind == Kind::kEdit && latest_.back().kind == Kind::kEdit &&
                     note.entry != 0 && latest_.back().entry == note.entry;
  if (joins) {
    Note& last = latest_.back();
    last.sequence = note.sequence;
    last.label = std::move(note.label);
    last.time = note.time;
    last.hash = std::move(note.hash);
    return;
  }
  latest_.push_back(std::move(note));
  if (latest_.size() <= kMostNotes) return;
  latest_.erase(latest_.begin());
  ++older_;
}

void Tally::add(const NameRecord& name) { names_[name.hash] = name.change; }

void Tally::saved(About about, std::chrono::system_clock::time_point time, std::uint64_t names) {
  // Programs that do not say which names the file has may have found it again, and saved nothing.
  const bool is_back = about_.is_lost && about.saved_hash == about_.saved_hash && names == kAllNames;
  if (!about.is_lost && !is_back) std::erase_if(names_, [names](const auto& name) { return name.second <= names; });
  if (about.picture.empty()) about.picture = std::move(about_.picture);
  // A window that has recovered it may not know that world.
  if (about.is_lost && about.saved_hash.empty()) about.saved_hash = std::move(about_.saved_hash);
  about_ = std::move(about);
  time_ = std::max(time_, time);
  const auto is_saved = [&](const Note& note) { return note.hash == about_.saved_hash; };
  const auto last = std::find_if(latest_.rbegin(), latest_.rend(), is_saved);
  if (last == latest_.rend() && hash_ != about_.saved_hash) return;
  latest_.erase(latest_.begin(), last == latest_.rend() ? latest_.end() : last.base());
  older_ = 0;
  swallowed_ = static_cast<std::uint64_t>(
      std::ranges::count_if(latest_, [this](const Note& note) { return note.sequence <= swallowed_to_; }));
}

void Tally::forgetEntries() {
  for (Note& note : latest_) note.entry = 0;
}

Head Tally::head() const {
  Head head;
  head.about = about_;
  head.hash = hash_;
  head.time = time_;
  head.older = older_;
  head.latest = latest_;
  for (const auto& [hash, change] : names_) head.names.push_back({hash, change});
  return head;
}

NamesBetween::NamesBetween(const std::vector<NameRecord>& names, std::uint64_t from)
    : next_(std::ranges::find_if(names, [from](const NameRecord& name) { return name.after >= from; })),
      end_(names.end()) {}

void NamesBetween::tellUpTo(std::uint64_t sequence, Tally& tally) {
  for (; next_ != end_ && next_->after < sequence; ++next_) tally.add(*next_);
}

}  // namespace ww::journal
