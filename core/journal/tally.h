// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/journal/record.h"

namespace ww::journal {

// What is not saved of a document: the edits since its last save, the last of them by name, and names of states. A
// stream counts once.
class Tally {
 public:
  Tally() = default;
  // As a base tells it.
  explicit Tally(const Head& head);

  void add(Note note);
  void add(const NameRecord& name);
  // The file has the world of `about.saved_hash`: edits that led to it are no longer counted, later ones are. It has
  // the names up to that NameRecord::change, unless it is lost.
  void saved(About about, std::chrono::system_clock::time_point time, std::uint64_t names = kAllNames);
  // It has turned out that the file has that again.
  void regained() { about_.is_lost = false; }
  void setPicture(std::string png) { about_.picture = std::move(png); }
  // Entries of a program that has ended mean nothing to the next.
  void forgetEntries();

  const About& about() const { return about_; }
  const std::string& hash() const { return hash_; }  // of the world after the last change
  std::uint64_t edits() const { return older_ + latest_.size(); }
  // Those of them that the base has swallowed.
  std::uint64_t swallowed() const { return swallowed_; }
  const std::vector<Note>& latest() const { return latest_; }  // oldest first, at most kMostNotes
  std::chrono::system_clock::time_point time() const { return time_; }
  // So many states got or lost a name.
  std::size_t names() const { return names_.size(); }
  Head head() const;  // but for the number of parts

 private:
  About about_;
  std::string hash_;
  std::uint64_t older_ = 0, swallowed_ = 0, swallowed_to_ = 0;
  std::vector<Note> latest_;
  std::chrono::system_clock::time_point time_{};
  std::map<std::string, std::uint64_t> names_;  // by content hash of the state: NameRecord::change
};

// Names in the order in which they were given, told to a tally between its changes.
class NamesBetween {
 public:
  // Those that were given behind that sequence number; the head of a base has the others.
  NamesBetween(const std::vector<NameRecord>& names, std::uint64_t from);
  // Those that were given before that change.
  void tellUpTo(std::uint64_t sequence, Tally& tally);
  void tellAll(Tally& tally) { tellUpTo(~std::uint64_t{0}, tally); }

 private:
  std::vector<NameRecord>::const_iterator next_, end_;
};

}  // namespace ww::journal
