// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/base/failure.h"
#include "core/io/importer.h"

namespace samples {

// A folder of its own with files that are imported from it.
class ImportHere {
 public:
  static void useOwnWorker() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  std::filesystem::path path(const std::string& name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  void put(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(path(name).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
  }
  ww::Result<ww::io::ImportResult> import(const std::string& name) {
    return ww::io::importFile(path(name), options, store, {}, {});
  }
  ww::Result<ww::io::ImportResult> import(const std::string& name, const std::string& bytes) {
    put(name, bytes);
    return import(name);
  }

  ww::io::ImportOptions options;
  ww::geometry::GeometryStore store;

 private:
  QTemporaryDir folder_;
};

// The code of the failure, or of what it comes from when it says so itself.
inline QString codeOf(const ww::Status& status) {
  if (!status.failure) return QString();
  const ww::Status* at = &status;
  while (!at->failure->causes.empty() && at->failure->causes.front().failure) at = &at->failure->causes.front();
  return QString::fromStdString(std::string(at->failure->row->code));
}

}  // namespace samples
