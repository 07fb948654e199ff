// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/phrase.h"
#include "core/base/status.h"
#include "core/project/project.h"
#include "core/project/stored.h"

namespace ww::journal {

// Kinds of frames. A base is kHead, the parts and kEnd, a link the same without parts; the history that led to a base
// is its rows (kPast) and kEnd; a pack is geometry; a picture (PNG) stands alone; a log all others.
enum class Kind : std::uint32_t {
  kHead = 1,
  kPart = 2,
  kEnd = 3,
  kGeometry = 4,
  kPicture = 5,
  kPast = 6,
  kEdit = 16,
  kUndo = 17,
  kRedo = 18,
  kSaved = 19,
  kName = 20  // without a sequence number: nothing depends on it
};

// The document that a journal is of.
struct About {
  std::string path;        // of its file, absolute; empty: never saved
  std::string wish;        // what a file of it may be called, without ending
  std::string saved_hash;  // content hash of what the file has, or the world began as; empty: nothing is saved
  std::string picture;     // PNG of the world; may be empty
  bool is_lost = false;    // the file has that no more: it is gone, damaged, or another world
};

// A change that is kept, without what replays it.
struct Note {
  std::uint64_t sequence = 0;
  Kind kind = Kind::kEdit;
  Phrase label;
  std::string author;  // empty: the user
  std::chrono::system_clock::time_point time{};
  std::uint64_t entry = 0;  // of the history, in the program that wrote it; parts of one stream have the same
  std::string hash;         // content hash of the world after it
};

struct EditRecord {
  Note note;
  std::string edits;  // worldwright.v1.Edits, serialised
};
// All names that were given before.
inline constexpr std::uint64_t kAllNames = ~std::uint64_t{0};
struct SavedRecord {
  About about;
  std::chrono::system_clock::time_point time{};
  std::uint64_t names = kAllNames;  // the file has those up to this NameRecord::change
};

// The name of a state of the history, as it was given or taken away.
struct NameRecord {
  std::uint64_t after = 0;   // the sequence number of the last change before that
  std::string hash;          // content hash of the state
  std::string name;          // empty: it has none any more
  std::uint64_t change = 0;  // the later it was given, the higher; a save that began before that does not have it
  std::string was;           // what it was called before; empty: nothing, or a program of then wrote it
};
// A state whose name is not saved as it is.
struct UnsavedName {
  std::string hash;          // content hash of the state
  std::uint64_t change = 0;  // NameRecord::change
};

// The state that edits start from.
struct Head {
  About about;
  std::string hash;  // content hash of the world
  std::chrono::system_clock::time_point time{};
  std::uint64_t parts = 0;
  std::uint64_t older = 0;   // edits since the last save, from before this base
  std::vector<Note> latest;  // the last of them, at most kMostNotes
  std::vector<UnsavedName> names;
};
inline constexpr std::size_t kMostNotes = 100;

// Payloads of frames.
std::string payloadOf(const EditRecord& record);
std::string payloadOf(const SavedRecord& record);
std::string payloadOf(const NameRecord& record);
std::string payloadOf(const Head& head);
std::string payloadOf(const project::PartRow& row);
std::string payloadOf(const project::HistoryRow& row);
std::string geometryPayload(std::string_view ref, std::string_view bytes);

// Reading believes nothing but the checksum of the frame: DATA_LOSS for what is no such record.
Result<EditRecord> editOf(Kind kind, std::uint64_t sequence, std::string_view payload);
Result<SavedRecord> savedOf(std::string_view payload);
Result<NameRecord> nameOf(std::string_view payload);
Result<Head> headOf(std::string_view payload);
Result<project::PartRow> partOf(std::string_view payload);
Result<project::HistoryRow> pastRowOf(std::string_view payload);
struct GeometryRecord {
  std::string_view ref, bytes;  // of the payload
};
Result<GeometryRecord> geometryOf(std::string_view payload);

}  // namespace ww::journal
