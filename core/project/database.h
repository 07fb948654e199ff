// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/project/vfs.h"

struct sqlite3;
struct sqlite3_stmt;

namespace ww::project {

class Database;

// A prepared statement. Columns count from 0, parameters from 1. Not thread-safe.
class Statement {
 public:
  Statement(Database& db, sqlite3_stmt* stmt) : db_(&db), stmt_(stmt) {}
  ~Statement();
  Statement(Statement&& o) noexcept : db_(o.db_), stmt_(std::exchange(o.stmt_, nullptr)) {}
  Statement& operator=(Statement&&) = delete;

  // The bytes must stay until the statement has run.
  Statement& bind(int parameter, std::string_view text);
  Statement& bindBlob(int parameter, std::string_view bytes);
  Statement& bind(int parameter, std::int64_t number);

  // True while there is a row. Fails as Database::failure() says.
  Result<bool> step();
  // Runs to the end and makes it ready for the next run. Fails so, too.
  Status run();
  void reset();

  bool isInteger(int column) const;
  bool isText(int column) const;
  bool isBlob(int column) const;
  std::int64_t integer(int column) const;
  std::string_view bytes(int column) const;  // text or blob; until the next step

 private:
  Database* db_;
  sqlite3_stmt* stmt_;
};

// A hardened connection: nothing in the file can run code, reach other files or be mapped.
class Database {
 public:
  enum class Access { kRead, kSalvage, kReadWrite, kCreate };  // kSalvage: reads what there is of a damaged file
  // Fails as failure() says.
  static Result<std::unique_ptr<Database>> open(Vfs& vfs, const std::string& path, Access access);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Fails as failure() says.
  Status exec(const char* sql);
  // Pages that change stay in memory until all are written; what is only read goes through a small cache, which is
  // quicker. Fails as exec() does.
  Status makeRoomToWrite();
  Result<Statement> prepare(const char* sql);
  const std::string& path() const { return path_; }

  // What an error of SQLite means here: DATA_LOSS for a damaged file, UNAVAILABLE when it is locked, else
  // what the Vfs said.
  Status failure(int rc, bool reading = false);
  void forgetErrors();

 private:
  struct Impl;
  Database();
  // Fails as `open` does.
  Status harden(Access access);
  void bearDamage();

  std::unique_ptr<Impl> impl_;
  std::string path_;
};

}  // namespace ww::project
