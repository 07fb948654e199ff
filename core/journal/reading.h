// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/journal/files.h"
#include "core/journal/frame.h"

namespace ww::journal {

// All that the files of a journal hold, by sequence numbers. For recovery.cpp.
struct Reading {
  struct Base {
    Head head;
    std::uint64_t sequence = 0, number = 0;
    std::vector<project::PartRow> rows;
    bool in_file = false;     // no rows: the file of the document has that world
    bool is_damaged = false;  // rows are missing, perhaps all, or the head: what is left where no base is whole
  };
  std::optional<Base> base;              // the newest that is whole; before there is one, the link
  std::map<std::uint64_t, Frame> later;  // records behind the base, from all logs
  std::map<std::uint64_t, Frame> all;    // with those before it, where the base is damaged
  std::vector<std::string> packs;        // paths
  // The history that led to the base; null: there is none that is whole.
  std::shared_ptr<const project::HistoryRows> past;
  std::vector<NameRecord> names;  // of states, in the order in which they were given
  std::string picture;            // PNG; empty: there is none that is whole
  std::vector<Status> notes;
  bool newer = false;      // something was written by a newer program
  bool fell_back = false;  // a newer base is damaged
  bool log_gone = false;   // one with later records was there
};
// Fails only when something cannot be read; damage is told in the reading.
Result<Reading> readJournal(project::Vfs& vfs, const std::string& folder);

}  // namespace ww::journal
