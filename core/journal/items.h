// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/journal/journal.h"
#include "core/journal/record.h"
#include "core/session/session.h"

namespace ww::journal {

// What the committing thread leaves behind for that of the journal.
struct Item {
  Kind kind = Kind::kEdit;
  session::EntryEdits edits;
  Phrase label;
  std::string author;
  std::chrono::system_clock::time_point time;
  std::uint64_t entry = 0, revision = 0;
  world::WorldPtr before, after;
  std::optional<Document> saved;   // of Kind::kSaved
  std::optional<NameRecord> name;  // of Kind::kName; without a hash: of the state whose world is `after`
};
Item itemOf(const session::Change& change);

// Parts of a stream that were not written yet become one record.
std::vector<Item> joined(std::deque<Item> items);

About aboutOf(const Document& document);
// Up to which NameRecord::change its file has them; `from`: those of this program follow that number.
std::uint64_t namesIn(const Document& document, std::uint64_t from);
// Entries and names behind this number are none of those that were recovered.
std::uint64_t numbersBehind(const Recovered& recovered);

}  // namespace ww::journal
