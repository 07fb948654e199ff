// SPDX-License-Identifier: Apache-2.0
#include "core/journal/items.h"

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

}  // namespace ww::journal
