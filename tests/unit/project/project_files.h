// SPDX-License-Identifier: Apache-2.0
// Files as another program sees them, and changes them.
#pragma once
#include <sqlite3.h>

#include <QtTest>
#include <fstream>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/project/row_writer.h"

namespace ww::project {

inline std::string text(const Status& status) { return status.line() + "\n" + status.message; }

#define VERIFY_OK(result)                                          \
  do {                                                             \
    const Status verified_status = (result).status();              \
    QVERIFY2(verified_status.ok(), text(verified_status).c_str()); \
  } while (false)

inline std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// With the plain library, as another program would.
inline void runSql(const std::string& path, const char* sql) {
  sqlite3* db = nullptr;
  QCOMPARE(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  char* error = nullptr;
  sqlite3_exec(db, sql, nullptr, nullptr, &error);
  QVERIFY2(!error, error);
  sqlite3_close(db);
}

inline std::vector<std::string> column(const std::string& path, const char* sql) {
  std::vector<std::string> out;
  sqlite3* db = nullptr;
  sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
  sqlite3_stmt* rows = nullptr;
  sqlite3_prepare_v2(db, sql, -1, &rows, nullptr);
  while (sqlite3_step(rows) == SQLITE_ROW) {
    out.emplace_back(static_cast<const char*>(sqlite3_column_blob(rows, 0)),
                     static_cast<std::size_t>(sqlite3_column_bytes(rows, 0)));
  }
  sqlite3_finalize(rows);
  sqlite3_close(db);
  return out;
}

// Another value of an entry, with all checksums right.
inline void rewriteMeta(const std::string& path, const std::string& key, const std::string& value) {
  auto db = Database::open(systemVfs(), path, Database::Access::kReadWrite);
  QVERIFY(db.ok() && (*db)->exec("BEGIN IMMEDIATE").ok());
  RowWriter writer(**db);
  QVERIFY(writer.putMeta(key, value).ok() && writer.seal().ok() && (*db)->exec("COMMIT").ok());
}

inline const std::string kFirstFormat =
    qEnvironmentVariable("WW_SOURCE_DIR").toStdString() + "/tests/unit/project/data/format_1_0.wright";

}  // namespace ww::project
