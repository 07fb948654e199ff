// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/geometry/store.h"
#include "core/journal/record.h"
#include "core/project/vfs.h"
#include "core/world/values/world.h"

namespace ww::journal {

// The right to one journal, held by the program that writes or recovers it; gone when the program is.
struct Claim {
  std::string id, folder;
  std::unique_ptr<project::VfsFile> lock;
};
// UNAVAILABLE when another program has it, NOT_FOUND when there is no such journal.
Result<Claim> claim(project::Vfs& vfs, const std::string& root, const std::string& id);
// The same, asked for until so long has passed: who only looks has it for a moment, too. UNAVAILABLE, NOT_FOUND.
Result<Claim> claimSoon(project::Vfs& vfs, const std::string& root, const std::string& id,
                        std::chrono::milliseconds patience = std::chrono::seconds(1));
// A new journal below `root`, by a random id. Fails as the Vfs does.
Result<Claim> makeClaim(project::Vfs& vfs, const std::string& root);
// Removes all that belongs to the journal; what another program put into its folder stays. It is marked first, so that
// one whose removal failed half-way is not taken for one that can be recovered.
Status removeJournal(project::Vfs& vfs, const Claim& claim);

struct Resumed;

// Whether a journal with these files was being removed.
bool isDiscarded(const std::vector<std::string>& names);

// What a file of a journal is, from its name: "base-00000012".
enum class FileKind { kBase, kLog, kPack, kLink, kPicture, kMark, kPast, kOther };
struct FileName {
  FileKind kind = FileKind::kOther;
  std::uint64_t number = 0;
};
FileName parsed(const std::string& name);
std::string named(FileKind kind, std::uint64_t number);

// The files of a journal that is being written: a base (the world at a sequence number), logs of the records behind it,
// what led to it, and packs of geometry, each written once; until the first base stands, a link to the file that has
// that world; and a picture. Beside each log a mark says that it was there. A file that failed is not written to again,
// as the system may have dropped what it held: what was in it and is not known to be synced goes to the next one.
// Readers go by sequence numbers, so that a record may stand in two files. Not thread-safe.
class Files {
 public:
  // In a new folder, or one that was recovered: numbers start behind what there is.
  // The claim stays with the caller when it fails.
  // `resumed`: the newest base and the logs behind it go on to count, instead of waiting for a new base.
  static Result<std::unique_ptr<Files>> open(project::Vfs& vfs, Claim&& claim, const Resumed* resumed = nullptr);

  struct Record {
    std::uint64_t sequence = 0;
    std::string frame;
    std::vector<std::string> refs;  // geometry that it names
  };
  // Synced, with their geometry, when this returns ok. When it fails, the same records are to be given again.
  Status append(std::span<const Record> records, const geometry::GeometryStore& store);
  struct Base {
    Head head;
    std::uint64_t sequence = 0;
    const world::World& world;
    const project::HistoryRows* past = nullptr;  // that led to it; null: nobody knows
  };
  // The world at a sequence number; what it makes needless is removed. `between` is called each time some megabytes
  // have been written, and may append; false ends it. When it fails, all is as it was.
  Status writeBase(Base base, const geometry::GeometryStore& store, const std::function<bool()>& between);
  // Until a base stands, the world at that sequence number is what the file at `head.about.path` has: for worlds that
  // take long to write. It costs some hundred bytes. Fails as the Vfs does.
  Status writeLink(const Head& head, std::uint64_t sequence);
  // In the place of the one before; what a person sees of the journal, and nothing depends on it. Fails as the Vfs
  // does.
  Status writePicture(std::string_view png);
  // False when somebody removed the folder, or a file in it that a recovery needs: what is written goes nowhere then.
  bool isThere() const;
  // All of it; fails as the Vfs does.
  Status remove() { return removeJournal(vfs_, claim_); }

  const Claim& claimed() const { return claim_; }
  std::uint64_t logBytes() const { return log_bytes_; }    // since the last base
  std::uint64_t baseBytes() const { return base_bytes_; }  // of the last base, without geometry

 private:
  Files(project::Vfs& vfs, Claim claim) : vfs_(vfs), claim_(std::move(claim)) {}
  struct Open {
    std::uint64_t number = 0, end = 0;
    std::unique_ptr<project::VfsFile> file;
  };
  // Beside it first, so that a name always stands for a whole file. The name is not synced.
  Status writeWhole(FileKind kind, std::uint64_t number, std::string_view frames);
  std::string pathOf(FileKind kind, std::uint64_t number) const;
  void resume(const std::vector<std::string>& names, const Resumed& from);
  // These fail as the Vfs does.
  Result<Open> create(const std::string& path, std::uint64_t number);
  Status writeGeometry(std::span<const std::string> refs, const geometry::GeometryStore& store);
  Status writeLog(std::span<const Record> records);
  void logFailed(std::uint64_t number, bool was_written);
  void dropLog(std::uint64_t number);
  // That the log of this number was there, with records from that sequence number on, behind which state of which
  // document. What fails here is missed by nobody but who loses one of these.
  void markLog(std::uint64_t number, std::uint64_t first);
  // So many frames of a kind, and the end.
  struct Many {
    Kind kind = Kind::kPart;
    std::uint64_t sequence = 0;
    std::size_t count = 0;
    std::function<std::string(std::size_t)> payload;
  };
  // These fail as the Vfs does.
  Status writeMany(Open& out, const Many& frames, const std::function<bool()>& between);
  Status writeParts(std::uint64_t number, const Base& base, const std::vector<project::PartRow>& rows,
                    const std::function<bool()>& between);
  // Before the base, so that none is without it. What fails here costs the history alone.
  void writePast(std::uint64_t number, const Base& base, const std::function<bool()>& between);
  // `refs`: what it needs. Fails as the Vfs does.
  Status writeGeometryOf(const std::vector<std::string>& refs, const geometry::GeometryStore& store,
                         const std::function<bool()>& between);
  void repackIfWasteful(const std::vector<std::string>& used, const geometry::GeometryStore& store);
  void removeNeedless(std::uint64_t base, std::uint64_t sequence);

  project::Vfs& vfs_;
  Claim claim_;
  std::uint64_t next_number_ = 1;
  std::string whole_;  // name of the last base, or of the link until it stands
  std::string past_;   // of the history that led to it; empty: there is none
  Head head_;          // of that
  std::uint64_t head_sequence_ = 0;
  std::uint64_t picture_ = 0;                     // number of the file; 0: there is none
  Open log_, pack_;                               // no file: the next append makes one
  std::map<std::uint64_t, std::uint64_t> logs_;   // by number: the last sequence number
  std::vector<std::string> resumed_;              // logs of another program that the last base does not have
  std::map<std::string, std::uint64_t> written_;  // geometry by ref: its bytes
  std::uint64_t packs_from_ = 0;                  // older ones are needless once a base stands
  std::uint64_t pack_bytes_ = 0, log_bytes_ = 0, base_bytes_ = 0;
  std::uint64_t failed_log_ = 0;  // number of one whose records are not synced yet; 0: there is none
};

}  // namespace ww::journal
