// SPDX-License-Identifier: Apache-2.0
#include "core/project/sqlite_shim.h"

#include <fmt/format.h>

#include <atomic>
#include <cstring>

#include "core/project/page_use.h"

namespace ww::project {
namespace {

struct OpenFile {
  SqliteShim* shim = nullptr;
  std::unique_ptr<VfsFile> file;
  std::string path;
  int lock_level = SQLITE_LOCK_NONE;
  bool is_main = false;          // the database itself
  bool folder_unsynced = false;  // the name of a new journal must be on disk before the database changes
};

struct Handle {
  sqlite3_file base;
  OpenFile* open;
};

OpenFile& of(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file)->open; }
SqliteShim& of(sqlite3_vfs* vfs) { return *static_cast<SqliteShim*>(vfs->pAppData); }
sqlite3_vfs* systemTable() { return sqlite3_vfs_find(nullptr); }

int xClose(sqlite3_file* file) {
  delete reinterpret_cast<Handle*>(file)->open;
  reinterpret_cast<Handle*>(file)->open = nullptr;
  return SQLITE_OK;
}

int xRead(sqlite3_file* file, void* into, int count, sqlite3_int64 offset) {
  OpenFile& f = of(file);
  const auto wanted = static_cast<std::size_t>(count);
  auto read = f.file->read(static_cast<std::uint64_t>(offset), std::span(static_cast<char*>(into), wanted));
  if (!read.ok()) return f.shim->failed(read.status(), SQLITE_IOERR_READ);
  if (*read == wanted) return SQLITE_OK;
  std::memset(static_cast<char*>(into) + *read, 0, wanted - *read);
  return SQLITE_IOERR_SHORT_READ;
}

// What the rows of before have left between those of now goes to the disk as zero: nothing is read of it, and damage
// there is known then (imprint.h). The first byte of any other page is that of a page's number, which is small.
bool mayBeNode(std::span<const char> page, sqlite3_int64 offset) {
  constexpr sqlite3_int64 kMostBytes = sqlite3_int64{1} << 37;
  return page.size() >= 512 && offset % static_cast<sqlite3_int64>(page.size()) == 0 && offset < kMostBytes;
}

int xWrite(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset) {
  OpenFile& f = of(file);
  std::span bytes(static_cast<const char*>(from), static_cast<std::size_t>(count));
  std::string page;
  if (f.is_main && mayBeNode(bytes, offset)) {
    page.assign(bytes.begin(), bytes.end());
    clearUnused(page, offset == 0);
    bytes = page;
  }
  Status status = f.file->write(static_cast<std::uint64_t>(offset), bytes);
  return status.ok() ? SQLITE_OK : f.shim->failed(std::move(status), SQLITE_IOERR_WRITE);
}

int xTruncate(sqlite3_file* file, sqlite3_int64 size) {
  OpenFile& f = of(file);
  Status status = f.file->truncate(static_cast<std::uint64_t>(size));
  return status.ok() ? SQLITE_OK : f.shim->failed(std::move(status), SQLITE_IOERR_TRUNCATE);
}

int xSync(sqlite3_file* file, int /*flags*/) {
  OpenFile& f = of(file);
  if (Status status = f.file->sync(); !status.ok()) return f.shim->failed(std::move(status), SQLITE_IOERR_FSYNC);
  if (!f.folder_unsynced) return SQLITE_OK;
  if (Status status = f.shim->vfs().syncFolder(folderOf(f.path)); !status.ok()) {
    return f.shim->failed(std::move(status), SQLITE_IOERR_DIR_FSYNC);
  }
  f.folder_unsynced = false;
  return SQLITE_OK;
}

int xFileSize(sqlite3_file* file, sqlite3_int64* size) {
  OpenFile& f = of(file);
  auto bytes = f.file->size();
  if (!bytes.ok()) return f.shim->failed(bytes.status(), SQLITE_IOERR_FSTAT);
  *size = static_cast<sqlite3_int64>(*bytes);
  return SQLITE_OK;
}

int xLock(sqlite3_file* file, int level) {
  OpenFile& f = of(file);
  if (f.lock_level >= level) return SQLITE_OK;
  const bool exclusive = level > SQLITE_LOCK_SHARED;
  if (!exclusive || f.lock_level <= SQLITE_LOCK_SHARED) {
    if (Status status = f.file->lock(exclusive); !status.ok()) {
      // Busy is not a failure: SQLite tries again until its time is up.
      return status.code == Code::kUnavailable ? SQLITE_BUSY : f.shim->failed(std::move(status), SQLITE_IOERR_LOCK);
    }
  }
  f.lock_level = level;
  return SQLITE_OK;
}

int xUnlock(sqlite3_file* file, int level) {
  OpenFile& f = of(file);
  if (f.lock_level <= level) return SQLITE_OK;
  if (level == SQLITE_LOCK_NONE) {
    f.file->unlock();
  } else if (Status status = f.file->lock(false); !status.ok()) {
    return f.shim->failed(std::move(status), SQLITE_IOERR_RDLOCK);
  }
  f.lock_level = level;
  return SQLITE_OK;
}

// Asked under a shared lock, when nobody else can have more.
int xCheckReservedLock(sqlite3_file* file, int* out) {
  *out = of(file).lock_level > SQLITE_LOCK_SHARED ? 1 : 0;
  return SQLITE_OK;
}

int xFileControl(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int xSectorSize(sqlite3_file*) { return 4096; }
int xDeviceCharacteristics(sqlite3_file*) { return 0; }

const sqlite3_io_methods kMethods = {.iVersion = 1,
                                     .xClose = xClose,
                                     .xRead = xRead,
                                     .xWrite = xWrite,
                                     .xTruncate = xTruncate,
                                     .xSync = xSync,
                                     .xFileSize = xFileSize,
                                     .xLock = xLock,
                                     .xUnlock = xUnlock,
                                     .xCheckReservedLock = xCheckReservedLock,
                                     .xFileControl = xFileControl,
                                     .xSectorSize = xSectorSize,
                                     .xDeviceCharacteristics = xDeviceCharacteristics,
                                     .xShmMap = nullptr,
                                     .xShmLock = nullptr,
                                     .xShmBarrier = nullptr,
                                     .xShmUnmap = nullptr,
                                     .xFetch = nullptr,
                                     .xUnfetch = nullptr};

Vfs::Mode modeOf(const SqliteShim& shim, int flags) {
  if (flags & SQLITE_OPEN_MAIN_DB) return shim.mainMode();
  if (flags & SQLITE_OPEN_CREATE) return Vfs::Mode::kCreateOrOpen;
  return flags & SQLITE_OPEN_READWRITE ? Vfs::Mode::kReadWrite : Vfs::Mode::kRead;
}

int xOpen(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  SqliteShim& shim = of(vfs);
  file->pMethods = nullptr;
  constexpr int kKnown = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL;
  if (!name || !(flags & kKnown)) return SQLITE_CANTOPEN;
  auto opened = shim.vfs().open(name, modeOf(shim, flags));
  if (!opened.ok()) return shim.failed(opened.status(), SQLITE_CANTOPEN);
  auto state = std::make_unique<OpenFile>();
  state->shim = &shim;
  state->file = std::move(opened).value();
  state->path = name;
  state->is_main = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  state->folder_unsynced = (flags & SQLITE_OPEN_MAIN_JOURNAL) && (flags & SQLITE_OPEN_CREATE);
  reinterpret_cast<Handle*>(file)->open = state.release();
  file->pMethods = &kMethods;
  if (out_flags) *out_flags = flags;
  return SQLITE_OK;
}

int xDelete(sqlite3_vfs* vfs, const char* name, int sync_folder) {
  SqliteShim& shim = of(vfs);
  if (Status status = shim.vfs().remove(name); !status.ok()) {
    if (status.code == Code::kNotFound) return SQLITE_IOERR_DELETE_NOENT;
    return shim.failed(std::move(status), SQLITE_IOERR_DELETE);
  }
  if (!sync_folder) return SQLITE_OK;
  Status status = shim.vfs().syncFolder(folderOf(name));
  return status.ok() ? SQLITE_OK : shim.failed(std::move(status), SQLITE_IOERR_DIR_FSYNC);
}

int xAccess(sqlite3_vfs* vfs, const char* name, int flags, int* out) {
  SqliteShim& shim = of(vfs);
  *out = 0;
  // There is no write-ahead log in this format; a file of that name is not ours.
  if (flags != SQLITE_ACCESS_EXISTS || std::string_view(name).ends_with("-wal")) return SQLITE_OK;
  auto exists = shim.vfs().exists(name);
  if (!exists.ok()) return shim.failed(exists.status(), SQLITE_IOERR_ACCESS);
  *out = *exists ? 1 : 0;
  return SQLITE_OK;
}

int xFullPathname(sqlite3_vfs*, const char* name, int size, char* out) {
  const std::size_t length = std::strlen(name);
  if (length + 1 > static_cast<std::size_t>(size)) return SQLITE_CANTOPEN;
  std::memcpy(out, name, length + 1);
  return SQLITE_OK;
}

int xRandomness(sqlite3_vfs*, int size, char* out) { return systemTable()->xRandomness(systemTable(), size, out); }
int xSleep(sqlite3_vfs*, int us) { return systemTable()->xSleep(systemTable(), us); }
int xCurrentTime(sqlite3_vfs*, double* out) { return systemTable()->xCurrentTime(systemTable(), out); }
int xGetLastError(sqlite3_vfs*, int, char*) { return 0; }

std::string uniqueName() {
  static std::atomic<std::uint64_t> count{0};
  return fmt::format("worldwright-{}", ++count);
}

}  // namespace

SqliteShim::SqliteShim(Vfs& vfs, Vfs::Mode main_mode) : vfs_(vfs), main_mode_(main_mode), name_(uniqueName()) {
  table_.iVersion = 1;
  table_.szOsFile = sizeof(Handle);
  table_.mxPathname = 4096 + 64;
  table_.zName = name_.c_str();
  table_.pAppData = this;
  table_.xOpen = xOpen;
  table_.xDelete = xDelete;
  table_.xAccess = xAccess;
  table_.xFullPathname = xFullPathname;
  table_.xRandomness = xRandomness;
  table_.xSleep = xSleep;
  table_.xCurrentTime = xCurrentTime;
  table_.xGetLastError = xGetLastError;
}

int SqliteShim::open(const std::string& path, sqlite3** db) {
  const int access = main_mode_ == Vfs::Mode::kRead        ? SQLITE_OPEN_READONLY
                     : main_mode_ == Vfs::Mode::kReadWrite ? SQLITE_OPEN_READWRITE
                                                           : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (const int rc = sqlite3_initialize(); rc != SQLITE_OK) return rc;
  // Known by name only while it opens; the connection keeps the pointer.
  if (const int rc = sqlite3_vfs_register(&table_, 0); rc != SQLITE_OK) return rc;
  const int rc = sqlite3_open_v2(path.c_str(), db, access | SQLITE_OPEN_NOMUTEX, name_.c_str());
  sqlite3_vfs_unregister(&table_);
  return rc;
}

int SqliteShim::failed(Status status, int sqlite_code) {
  const bool full = status.code == Code::kResourceExhausted;
  last_error_ = std::move(status);
  return full && sqlite_code == SQLITE_IOERR_WRITE ? SQLITE_FULL : sqlite_code;
}

}  // namespace ww::project
