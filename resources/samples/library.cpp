// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "resources/samples/objects.h"
#include "resources/samples/samples.h"

namespace ww::samples {
namespace {

struct LibraryRow {
  SampleInfo info;
  Result<SceneObject> (*make)(geometry::GeometryStore&);
};

const std::vector<LibraryRow>& libraryRows() {
  static const std::vector<LibraryRow> kRows = {
      {{"arm6", "6-axis arm", "Industrial arm with a spherical wrist, 0.9 m reach"}, arm6},
      {{"arm7", "7-axis arm", "Arm with a spare axis, 0.8 m reach"}, arm7},
      {{"gripper", "Parallel gripper", "Two fingers, 84 mm opening"}, gripper},
      {{"pedestal", "Pedestal", "Robot stand, 0.60 m high"}, pedestal},
      {{"table", "Table", "Work table, 0.80 x 1.10 m, 0.72 m high"}, table},
      {{"fixture", "Fixture", "Foot plate with a column, 0.50 m high"}, fixture},
      {{"conveyor", "Conveyor", "Belt conveyor, 1.8 m long, 0.70 m high"}, conveyor},
      {{"machine", "Machine tool", "Housing with a sliding door and a vice, 1.80 m high"}, machine},
      {{"rail", "Rail", "Linear axis for a robot, 2.6 m long, 2 m of travel"}, rail},
      {{"crate", "Crate", "Open plastic crate, 400 x 300 x 120 mm"}, crate},
      {{"pallet", "Pallet", "Wooden pallet, 1200 x 800 x 144 mm"}, pallet},
      {{"carton", "Carton", "Closed carton, 300 x 200 x 180 mm"}, carton},
      {{"block", "Block with bore", "80 x 40 x 40 mm, bore 24 mm"}, block},
      {{"shaft", "Stepped shaft", "40 and 24 mm across, 60 mm high"}, shaft},
  };
  return kRows;
}

}  // namespace

std::vector<SampleInfo> libraryList() {
  std::vector<SampleInfo> out;
  for (const LibraryRow& row : libraryRows()) out.push_back(row.info);
  return out;
}

Result<SceneObject> libraryObject(std::string_view name, geometry::GeometryStore& store) {
  for (const LibraryRow& row : libraryRows()) {
    if (row.info.name == name) return row.make(store);
  }
  return fail(Code::kNotFound, fmt::format("the library has no object '{}'", name));
}

}  // namespace ww::samples
