// SPDX-License-Identifier: Apache-2.0
#include "core/journal/items.h"

#include <algorithm>
#include <utility>

namespace ww::journal {
namespace {

using session::Change;

Kind kindOfChange(Change::Kind kind) {
  if (kind == Change::Kind::kUndo) return Kind::kUndo;
  return kind == Change::Kind::kRedo ? Kind::kRedo : Kind::kEdit;
}

std::string hashOfSaved(const Document& document) { return document.saved ? contentHash(*document.saved) : ""; }

}  // namespace

Item itemOf(const Change& change) {
  return {kindOfChange(change.kind),
          change.edits,
          change.entry_label.empty() ? change.label : change.entry_label,
          change.author,
          change.after.time,
          change.entry,
          change.after.revision,
          change.before.world,
          change.after.world,
          {},
          {}};
}

std::vector<Item> joined(std::deque<Item> items) {
  std::vector<Item> out;
  for (Item& item : items) {
    const bool joins = !out.empty() && item.kind == Kind::kEdit && out.back().kind == Kind::kEdit && item.entry != 0 &&
                       out.back().entry == item.entry && out.back().after == item.before;
    if (!joins) {
      out.push_back(std::move(item));
      continue;
    }
    Item& last = out.back();
    last.edits = session::EntryEdits::difference(last.before, item.after);
    last.after = std::move(item.after);
    last.label = std::move(item.label);
    last.time = item.time;
    last.revision = item.revision;
  }
  return out;
}

About aboutOf(const Document& document) {
  return {document.path, document.wish, hashOfSaved(document), document.picture, document.is_lost};
}

std::uint64_t namesIn(const Document& document, std::uint64_t from) {
  return document.names == 0 || document.names == kAllNames ? document.names : from + document.names;
}

std::uint64_t numbersBehind(const Recovered& recovered) {
  std::uint64_t last = recovered.sequence << 32;
  for (const NameRecord& name : recovered.names) last = std::max(last, name.change);
  for (const UnsavedName& name : recovered.tally.head().names) last = std::max(last, name.change);
  return last;
}

}  // namespace ww::journal
