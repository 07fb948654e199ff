// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "core/geometry/glb_writer.h"
#include "core/geometry/stl_writer.h"
#include "resources/samples/files/robots.h"
#include "resources/samples/files/writers.h"
#include "resources/samples/palette.h"
#include "resources/samples/sculpt.h"

namespace {

namespace fs = std::filesystem;
using namespace ww;
using namespace ww::samples;

// A bearing block, 80 mm wide.
geometry::Mesh bearing() {
  Sculpture s;
  s.add(roundedBox({0.080, 0.040, 0.012}, 0.002), palette::kGraphite, Pose::translation(0, 0, 0.006));
  s.add(extrude(twoCircles({0, 0.022}, 0.022, {0, 0.045}, 0.020), 0.036, 0.003), palette::kFixture,
        uprightAt({0, 0.018, 0}));
  s.add(roundedCylinder(0.012, 0.050, 0.002), palette::kSteel, along(-Vec3::UnitY(), {0, 0.025, 0.045}));
  return s.finish();
}

// An arm along x, 0.25 m from axis to axis.
geometry::Mesh arm() {
  Sculpture s;
  s.add(extrude(twoCircles({0, 0}, 0.030, {0.25, 0}, 0.024), 0.030, 0.004), palette::kFixture,
        Pose::translation(0, 0, -0.015));
  return s.finish();
}

std::map<std::string, std::string> allFiles() {
  const geometry::Mesh part = bearing();
  const std::string glb = geometry::toGlb(part, {}, geometry::GlbAxes::kYUp), arm_stl = geometry::toStl(arm());
  const files::ObjFiles obj = files::obj(part, "sample.mtl");
  return {
      {"sample_binary.stl", geometry::toStl(part, 1000.0)},
      {"sample_ascii.stl", files::asciiStl(part, "bearing", 1000.0)},
      {"sample.obj", obj.obj},
      {"sample.mtl", obj.mtl},
      {"sample.glb", glb},
      {"sample.gltf", files::embeddedGltf(glb)},
      {"sample.dae", files::collada(part, "bearing")},
      {"sample.ply", files::ply(part)},
      {"sample_arm/urdf/sample_arm.urdf", files::kUrdf},
      {"sample_arm/meshes/arm.stl", arm_stl},
      {"sample_arm/package.xml", "<package format=\"2\"><name>sample_arm</name><version>1.0.0</version></package>\n"},
      {"sample_door/model.sdf", files::kSdf},
      {"sample_door/meshes/arm.stl", arm_stl},
      {"sample_bundle.zip",
       files::zip({{"sample_door/model.sdf", files::kSdf}, {"sample_door/meshes/arm.stl", arm_stl}})},
  };
}

bool writeFile(const fs::path& path, const std::string& content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out << content;
  out.close();
  return !content.empty() && !out.fail();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: ww_make_files OUTDIR\n");
    return 2;
  }
  const fs::path folder = argv[1];
  for (const auto& [name, content] : allFiles()) {
    if (writeFile(folder / name, content)) continue;
    fmt::print(stderr, "error: cannot write {}\n", (folder / name).string());
    return 1;
  }
  if (!files::writeStep((folder / "sample.step").string())) {
    fmt::print(stderr, "error: cannot write {}\n", (folder / "sample.step").string());
    return 1;
  }
  return 0;
}
