// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/journal/record.h"

namespace ww::journal {

// What is not saved of a document: the edits since its last save, the last of them by name. A stream counts once.
class Tally {
 public:
  Tally() = default;
  // As a base tells it.
  explicit Tally(const Head& head);

  void add(Note note);
  // The file has the world of `about.saved_hash`: edits that led to it are no longer counted, later ones are.
  void saved(About about, std::chrono::system_clock::time_point time);
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
  Head head() const;  // but for the number of parts

 private:
  About about_;
  std::string hash_;
  std::uint64_t older_ = 0, swallowed_ = 0, swallowed_to_ = 0;
  std::vector<Note> latest_;
  std::chrono::system_clock::time_point time_{};
};

}  // namespace ww::journal
