// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>
#include <filesystem>
#include <map>
#include <string>

#include "core/exchange/exporter.h"
#include "core/io/importer.h"

namespace ww::test {

using SceneObject = intrinsic_proto::scene_object::v1::SceneObject;

// What a format keeps of an object.
struct Kept {
  bool frames = true;  // as frames; else as links
  bool rates = true;   // acceleration and jerk
  bool sensors = true;
  std::string world = "world";  // what an entity of this name is called there
};

// What is not the same in an object and the one that came back: entities by name with their kinds and parents, poses
// in the root with all joints at 0 within 1e-9 m and rad, limits, who follows whom, mass and inertia, and how much
// surface there is of each colour. Empty when it is the same. Fixed joints that the format had to make are no
// difference.
QStringList differences(const SceneObject& before, const SceneObject& after, const geometry::GeometryStore& store,
                        const Kept& kept = {});

// Area in m^2 by colour (8 bits each, RRGGBBAA), of all that is seen, or of one link.
std::map<std::uint32_t, double> surfaceByColor(const SceneObject& object, const geometry::GeometryStore& store,
                                               const std::string& link = {});
QStringList colorDifferences(const std::map<std::uint32_t, double>& before,
                             const std::map<std::uint32_t, double>& after);

// Exports to a file of that ending and gives its path.
Result<std::filesystem::path> exported(const exchange::ExportScene& scene, const std::string& format,
                                       const std::filesystem::path& folder, geometry::GeometryStore& store,
                                       Diagnostics* losses = nullptr, bool zip = false);
exchange::ExportScene sceneOf(const SceneObject& object);
Result<io::ImportResult> imported(const std::filesystem::path& file, geometry::GeometryStore& store);

}  // namespace ww::test
