// SPDX-License-Identifier: Apache-2.0
#include "core/project/database.h"

#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "core/project/failures.h"
#include "core/project/no_world.h"
#include "core/project/sqlite_shim.h"
#include "core/project/waiting.h"

namespace ww::project {
namespace {

struct Limit {
  int id;
  int value;
};
constexpr std::array kLimits = {Limit{SQLITE_LIMIT_LENGTH, 512 << 20},
                                Limit{SQLITE_LIMIT_SQL_LENGTH, 1 << 16},
                                Limit{SQLITE_LIMIT_COLUMN, 32},
                                Limit{SQLITE_LIMIT_EXPR_DEPTH, 32},
                                Limit{SQLITE_LIMIT_COMPOUND_SELECT, 4},
                                Limit{SQLITE_LIMIT_VDBE_OP, 25000},
                                Limit{SQLITE_LIMIT_FUNCTION_ARG, 8},
                                Limit{SQLITE_LIMIT_ATTACHED, 0},
                                Limit{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64},
                                Limit{SQLITE_LIMIT_VARIABLE_NUMBER, 16},
                                Limit{SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                Limit{SQLITE_LIMIT_WORKER_THREADS, 0}};

struct Setting {
  int id;
  int value;
};
constexpr std::array kSettings = {Setting{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                  Setting{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                  Setting{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                  Setting{SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                  Setting{SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                  Setting{SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}};

}  // namespace

struct Database::Impl {
  std::unique_ptr<SqliteShim> shim;
  sqlite3* db = nullptr;
  std::string path;
  std::chrono::steady_clock::time_point busy_since;

  // SQLite's own waiting can neither be told nor be stopped.
  static int onBusy(void* self, int times) {
    constexpr std::chrono::milliseconds kPoll{10};
    auto& impl = *static_cast<Impl*>(self);
    const auto now = std::chrono::steady_clock::now();
    if (times == 0) impl.busy_since = now;
    const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(now - impl.busy_since);
    if (!keepsWaiting(impl.path, waited)) return 0;
    std::this_thread::sleep_for(kPoll);
    return 1;
  }
};

Database::Database() : impl_(std::make_unique<Impl>()) {}
Database::~Database() {
  if (impl_->db) sqlite3_close(impl_->db);
}

Result<std::unique_ptr<Database>> Database::open(Vfs& vfs, const std::string& path, Access access) {
  std::unique_ptr<Database> out(new Database);
  const bool reads = access == Access::kRead || access == Access::kSalvage;
  const Vfs::Mode mode = reads                          ? Vfs::Mode::kRead
                         : access == Access::kReadWrite ? Vfs::Mode::kReadWrite
                                                        : Vfs::Mode::kCreate;
  out->path_ = path;
  out->impl_->path = path;
  out->impl_->shim = std::make_unique<SqliteShim>(vfs, mode);
  if (const int rc = out->impl_->shim->open(path, &out->impl_->db); rc != SQLITE_OK) return out->failure(rc);
  WW_TRY(out->harden(access));
  return out;
}

Status Database::harden(Access access) {
  sqlite3_extended_result_codes(impl_->db, 1);
  sqlite3_busy_handler(impl_->db, &Impl::onBusy, impl_.get());
  for (const Limit& limit : kLimits) sqlite3_limit(impl_->db, limit.id, limit.value);
  for (const Setting& setting : kSettings) sqlite3_db_config(impl_->db, setting.id, setting.value, nullptr);
  if (access == Access::kSalvage) bearDamage();  // before the first statement, which reads the file
  return exec(
      "PRAGMA mmap_size=0; PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY; PRAGMA synchronous=EXTRA;"
      "PRAGMA secure_delete=ON;"
      "PRAGMA cache_size=-1024; PRAGMA query_only=OFF");
}

// SQLite then reads a file that is shorter than it says, and tables beside damaged ones; the file is open for reading
// alone.
void Database::bearDamage() {
  sqlite3_db_config(impl_->db, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
  sqlite3_db_config(impl_->db, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
}

Status Database::makeRoomToWrite() { return exec("PRAGMA cache_size=-65536"); }

Status Database::exec(const char* sql) {
  forgetErrors();
  const int rc = sqlite3_exec(impl_->db, sql, nullptr, nullptr, nullptr);
  return rc == SQLITE_OK ? okStatus() : failure(rc);
}

Result<Statement> Database::prepare(const char* sql) {
  forgetErrors();
  sqlite3_stmt* stmt = nullptr;
  const int rc = sqlite3_prepare_v2(impl_->db, sql, -1, &stmt, nullptr);
  if (rc != SQLITE_OK) return failure(rc);
  return Statement(*this, stmt);
}

void Database::forgetErrors() { impl_->shim->forget(); }

Status Database::failure(int rc, bool reading) {
  // SQLite's own words say nothing to users; they go along as the reason.
  const arg::Words reason{impl_->db ? sqlite3_errmsg(impl_->db) : sqlite3_errstr(rc)};
  const arg::Place file{path_}, folder{folderOf(path_)};
  if (rc == SQLITE_READONLY_ROLLBACK || rc == SQLITE_READONLY_RECOVERY) {
    return fail(failures::kUnfinishedSave,
                {{"file", file}, {"journal", arg::Place{path_ + "-journal"}}, {"folder", folder}});
  }
  const int kind = rc & 0xff;
  if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED) return fail(failures::kInUse, {{"file", file}});
  if (kind == SQLITE_NOMEM) return fail(failures::kNoMemory, {{"file", file}});
  if (!impl_->shim->lastError().ok()) return impl_->shim->lastError();
  // A damaged row claims more than there can be.
  if (kind == SQLITE_FULL || (kind == SQLITE_TOOBIG && !reading))
    return fail(failures::kFileAtItsEnd, {{"file", file}, {"reason", reason}});
  if (kind == SQLITE_READONLY || kind == SQLITE_PERM || kind == SQLITE_AUTH)
    return fail(failures::kReadOnlyFile, {{"file", file}, {"folder", folder}, {"reason", reason}});
  return damagedBy(path_, {fail(failures::kUnreadable)});
}

Statement::~Statement() { sqlite3_finalize(stmt_); }

Statement& Statement::bind(int parameter, std::string_view text) {
  sqlite3_bind_text64(stmt_, parameter, text.data() ? text.data() : "", text.size(), SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}
Statement& Statement::bindBlob(int parameter, std::string_view bytes) {
  sqlite3_bind_blob64(stmt_, parameter, bytes.data() ? bytes.data() : "", bytes.size(), SQLITE_STATIC);
  return *this;
}
Statement& Statement::bind(int parameter, std::int64_t number) {
  sqlite3_bind_int64(stmt_, parameter, number);
  return *this;
}

Result<bool> Statement::step() {
  db_->forgetErrors();
  const int rc = sqlite3_step(stmt_);
  if (rc == SQLITE_ROW) return true;
  if (rc == SQLITE_DONE) return false;
  return db_->failure(rc, sqlite3_stmt_readonly(stmt_) != 0);
}

Status Statement::run() {
  for (;;) {
    WW_ASSIGN(const bool row, step());
    if (!row) break;
  }
  reset();
  return okStatus();
}

void Statement::reset() {
  sqlite3_reset(stmt_);
  sqlite3_clear_bindings(stmt_);
}

bool Statement::isInteger(int column) const { return sqlite3_column_type(stmt_, column) == SQLITE_INTEGER; }
bool Statement::isText(int column) const { return sqlite3_column_type(stmt_, column) == SQLITE_TEXT; }
bool Statement::isBlob(int column) const { return sqlite3_column_type(stmt_, column) == SQLITE_BLOB; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(stmt_, column); }

std::string_view Statement::bytes(int column) const {
  // Text of a database in another encoding is converted.
  const void* data = isText(column) ? static_cast<const void*>(sqlite3_column_text(stmt_, column))
                                    : sqlite3_column_blob(stmt_, column);
  const int size = sqlite3_column_bytes(stmt_, column);
  return data ? std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size)) : std::string_view();
}

}  // namespace ww::project
