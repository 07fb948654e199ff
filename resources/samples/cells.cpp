// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "resources/samples/cell_builder.h"

namespace ww::samples {
namespace {

using geometry::GeometryStore;
using std::numbers::pi;

// What lies on another thing keeps this distance, so that resting is not touching.
constexpr double kGap = 0.0005;
constexpr double kTableTop = 0.720, kBeltTop = 0.700, kPedestalTop = 0.600;

Pose at(double x, double y, double z, double yaw_deg = 0) {
  return Pose::fromRpy({x, y, z}, 0, 0, yaw_deg * pi / 180.0);
}
// A tool that points down; its y axis, along which fingers open, is turned by yaw.
Pose toolDown(double x, double y, double z, double yaw_deg) {
  return at(x, y, z, yaw_deg) * Pose::rotation(Vec3::UnitY(), pi);
}

// Robot with gripper on its pedestal, without the rest.
CellBuilder robotOnPedestal(GeometryStore& store, std::string_view arm) {
  CellBuilder cell(store);
  cell.add("pedestal", "pedestal", {}).add("robot", arm, at(0, 0, kPedestalTop)).add("gripper", "gripper", {});
  cell.attach("gripper", "robot", "flange");
  cell.exclude("robot:base_link", "pedestal");
  return cell;
}

// The column stands between `home` and `behind_fixture`: turning joint 1 alone brings the forearm, and
// nothing else, against it.
Result<world::World> pickAndPlace(GeometryStore& store) {
  CellBuilder cell = robotOnPedestal(store, "arm6");
  cell.exclude("gripper:base", "robot:link_6");
  cell.configuration("robot", "home", {0, 13.5, 21.5, 0, 55, 0});
  cell.configuration("robot", "behind_fixture", {-58, 33.5, 17.5, 0, 39, 0});
  cell.start("robot", "behind_fixture").frameAt("behind_fixture", "gripper/tool_frame").start("robot", "home");
  const double angle = -32.0 * pi / 180.0, radius = 0.405;
  cell.add("table", "table", at(0.60, -0.14, 0));
  cell.add("fixture", "fixture", at(radius * std::cos(angle), radius * std::sin(angle), kTableTop, -32))
      .exclude("fixture", "table");
  cell.add("conveyor", "conveyor", at(0.25, 0.70, 0));
  cell.add("crate", "crate", at(0.35, 0.70, kBeltTop + kGap));
  cell.add("part_1", "block", at(0.52, 0, kTableTop + kGap));
  cell.add("part_2", "block", at(0.68, 0.06, kTableTop + kGap, 90));
  cell.add("part_3", "shaft", at(0.54, 0.20, kTableTop + kGap));
  cell.add("part_4", "shaft", at(0.66, 0.25, kTableTop + kGap));
  cell.frame("pick", toolDown(0.52, 0, kTableTop + 0.036, 0));
  cell.frame("place", toolDown(0.35, 0.70, kBeltTop + 0.065, 0));
  return cell.finish();
}

Result<world::World> emptyTable(GeometryStore& store) { return CellBuilder(store).add("table", "table", {}).finish(); }

Result<world::World> sevenAxis(GeometryStore& store) {
  CellBuilder cell = robotOnPedestal(store, "arm7");
  cell.exclude("gripper:base", "robot:link_7").start("robot", "home");
  cell.add("table", "table", at(0.62, 0, 0));
  cell.add("part_1", "block", at(0.45, -0.20, kTableTop + kGap))
      .add("part_2", "shaft", at(0.45, 0.20, kTableTop + kGap));
  cell.frame("pick", toolDown(0.45, -0.20, kTableTop + 0.036, 0))
      .frame("place", toolDown(0.55, 0.10, kTableTop + 0.036, 0));
  return cell.finish();
}

// Cartons in layers on two pallets, the robot between them, a conveyor with the next carton.
Result<world::World> palletising(GeometryStore& store) {
  CellBuilder cell = robotOnPedestal(store, "arm6");
  cell.exclude("gripper:base", "robot:link_6").start("robot", "home");
  cell.add("conveyor", "conveyor", at(0.62, 0, 0, 90)).add("carton_next", "carton", at(0.62, 0, kBeltTop + kGap));
  int count = 0;
  for (const double side : {-1.0, 1.0}) {
    cell.add(side < 0 ? "pallet_right" : "pallet_left", "pallet", at(-0.35, side * 0.85, 0));
    const int layers = side < 0 ? 3 : 2;
    for (int i = 0; i < layers * 12; ++i) {
      const int layer = i / 12, row = i % 12 / 4, column = i % 4;
      const Pose pose = at(-0.35 + 0.295 * (column - 1.5) * 1.03, side * 0.85 + 0.245 * (row - 1),
                           0.144 + kGap + layer * (0.18 + kGap));
      cell.add(fmt::format("carton_{}", ++count), "carton", pose);
    }
  }
  cell.frame("pick", toolDown(0.62, 0, kBeltTop + 0.205, 0));
  return cell.finish();
}

// A machine tool with its door open and a part in its vice; raw parts beside the robot, a crate for finished ones.
Result<world::World> machineTending(GeometryStore& store) {
  CellBuilder cell = robotOnPedestal(store, "arm6");
  cell.exclude("gripper:base", "robot:link_6").start("robot", "home");
  constexpr double kVice = 0.740;
  // Its door towards the side that cells are first seen from.
  cell.add("machine", "machine", at(-0.30, 0.58, 0, 90));
  cell.add("part_in_vice", "block", at(0, 0.84, kVice + kGap, 90));
  cell.add("table", "table", at(0.62, -0.14, 0));
  for (int i = 0; i < 6; ++i)
    cell.add(fmt::format("raw_{}", i + 1), "block", at(0.42 + 0.14 * (i % 3), 0.02 - 0.12 * (i / 3), kTableTop + kGap));
  cell.add("crate", "crate", at(0.66, -0.45, kTableTop + kGap)).add("done_1", "block", at(0.62, -0.48, 0.7325 + kGap));
  cell.frame("vice", toolDown(0, 0.84, kVice + 0.038, 90));
  cell.frame("raw", toolDown(0.42, 0.02, kTableTop + 0.036, 0));
  return cell.finish();
}

// The robot goes along a rail between two tables.
Result<world::World> armOnRail(GeometryStore& store) {
  CellBuilder cell(store);
  cell.add("rail", "rail", {}).add("robot", "arm6", at(0, 0, 0.595)).add("gripper", "gripper", {});
  cell.attach("robot", "rail", "mount").attach("gripper", "robot", "flange");
  cell.exclude("robot:base_link", "rail").exclude("gripper:base", "robot:link_6").start("robot", "home");
  cell.start("rail", "right");
  cell.add("table_left", "table", at(0.74, 0.92, 0)).add("table_right", "table", at(0.74, -0.92, 0));
  for (int i = 0; i < 3; ++i) {
    cell.add(fmt::format("part_{}", i + 1), "block", at(0.50, -0.66 - 0.15 * i, kTableTop + kGap));
    cell.add(fmt::format("shaft_{}", i + 1), "shaft", at(0.68, -0.66 - 0.15 * i, kTableTop + kGap));
  }
  cell.add("crate", "crate", at(0.60, 0.80, kTableTop + kGap, 90));
  cell.frame("pick", toolDown(0.50, -0.66, kTableTop + 0.036, 0));
  cell.frame("place", toolDown(0.60, 0.80, kTableTop + 0.065, 0));
  return cell.finish();
}

// Two robots on opposite sides of one table, with parts between them.
Result<world::World> twoArms(GeometryStore& store) {
  CellBuilder cell(store);
  cell.add("table", "table", at(0.66, 0, 0));
  for (const bool left : {true, false}) {
    const std::string side = left ? "_left" : "_right";
    const double x = left ? 0.0 : 1.32, yaw = left ? 0.0 : 180.0;
    cell.add("pedestal" + side, "pedestal", at(x, 0, 0)).add("robot" + side, "arm7", at(x, 0, kPedestalTop, yaw));
    cell.add("gripper" + side, "gripper", {}).attach("gripper" + side, "robot" + side, "flange");
    cell.exclude("robot" + side + ":base_link", "pedestal" + side);
    cell.exclude("gripper" + side + ":base", "robot" + side + ":link_7").start("robot" + side, "home");
  }
  cell.add("part_1", "block", at(0.50, -0.25, kTableTop + kGap))
      .add("part_2", "block", at(0.82, -0.25, kTableTop + kGap));
  cell.add("part_3", "shaft", at(0.50, 0.25, kTableTop + kGap))
      .add("part_4", "shaft", at(0.82, 0.25, kTableTop + kGap));
  cell.frame("pick_left", toolDown(0.50, -0.25, kTableTop + 0.036, 0));
  cell.frame("pick_right", toolDown(0.82, -0.25, kTableTop + 0.036, 180));
  cell.frame("meet", toolDown(0.66, 0, kTableTop + 0.20, 0));
  return cell.finish();
}

struct Row {
  SampleInfo info;
  Result<world::World> (*make)(GeometryStore&);
};

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {{"pick_and_place", "Pick and place", "6-axis robot with gripper, table, conveyor and a fixture in the way"},
       pickAndPlace},
      {{"machine_tending", "Machine tending", "6-axis robot at a machine tool with a door and a vice"}, machineTending},
      {{"arm_on_rail", "Robot on a rail", "6-axis robot on a linear axis between two tables"}, armOnRail},
      {{"two_arms", "Two robots", "Two 7-axis robots at one table"}, twoArms},
      {{"seven_axis", "Seven axes", "7-axis robot with gripper at a table"}, sevenAxis},
      {{"palletising", "Palletising", "6-axis robot between two pallets of cartons"}, palletising},
      {{"empty_table", "Empty table", "A table to start from"}, emptyTable},
  };
  return kRows;
}

}  // namespace

std::vector<SampleInfo> sampleList() {
  std::vector<SampleInfo> out;
  for (const Row& row : rows()) out.push_back(row.info);
  return out;
}

Result<world::World> makeSample(std::string_view name, GeometryStore& store) {
  for (const Row& row : rows()) {
    if (row.info.name == name) return row.make(store);
  }
  return fail(Code::kNotFound, fmt::format("there is no sample '{}'", name))
      .withHint("`worldwright new --list-samples` lists them");
}

}  // namespace ww::samples
