// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/geometry/store.h"
#include "core/project/project.h"
#include "core/project/stored.h"

namespace ww::project {

enum class Purpose { kRead, kReadNewer /* files of newer major versions, too */, kWrite };

// Opens a world file and begins a transaction, so that all reads see one state. kWrite keeps others out
// until the connection is closed. An unfinished save is undone first. DATA_LOSS when it is not ours,
// FAILED_PRECONDITION when it is of a newer major version.
Result<std::unique_ptr<Database>> openWorldFile(Vfs& vfs, const std::string& path, Purpose purpose);

// Adds what SQLite finds wrong with its pages to `problems`; of one table, or of all.
// Fails only when the file cannot be read.
Status quickCheck(Database& db, const char* sql, std::vector<Status>& problems);

// DATA_LOSS that names the first problems, of which there is at least one.
Status damaged(const std::string& path, const std::vector<Status>& problems);

// Puts the geometry that the parts use into the store; `keep` holds on to it. Damage goes to
// `stored.problems`, the refs of damaged geometry to `lost`. Fails only when
// the file cannot be read.
Status loadGeometry(Database& db, Stored& stored, geometry::GeometryStore& store,
                    std::vector<geometry::GeometryPtr>& keep, std::vector<std::string>& lost, const Progress& progress);

// The world, checked against its invariants and the stored content hash: DATA_LOSS when one of them fails.
Result<world::World> checkedWorld(const Stored& stored, const geometry::GeometryStore& store);

FileInfo infoOf(const Stored& stored);
// Fails as VfsFile::size().
Result<std::uint64_t> sizeOf(Vfs& vfs, const std::string& path);

}  // namespace ww::project
