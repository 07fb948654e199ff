// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <stop_token>
#include <string>

#include "core/base/progress.h"
#include "core/geometry/store.h"
#include "core/simulation/wire.h"

namespace ww::usecase {

// The text of an SDF or URDF file.
struct ModelText {
  std::string xml;
  // What it names: the contents of package://arm/meshes/a.stl are those of "arm/meshes/a.stl". Names that lead out of
  // their package are passed over.
  std::map<std::string, std::string> files;
};

// A model from such a text, read by the import worker with the limits of an import; a simulation runs on meanwhile.
// INVALID_ARGUMENT for what is neither, or holds no model or several; else as io::importFile fails.
Result<simulation::SpawnSource> readModel(const ModelText& text, geometry::GeometryStore& store,
                                          const std::stop_token& stop, const Progress& progress = {});
// Of a text that names no files; fails so, too.
inline Result<simulation::SpawnSource> readModel(const std::string& xml, geometry::GeometryStore& store,
                                                 const std::stop_token& stop) {
  return readModel(ModelText{xml, {}}, store, stop);
}

}  // namespace ww::usecase
