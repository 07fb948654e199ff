// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "core/io/code_page.h"
#include "core/io/worker/context.h"
#include "core/io/worker/readers.h"

namespace ww::io::worker {
namespace {

struct Row {
  std::string_view format;
  Reader reader;
};

constexpr std::array<Row, 15> kReaders = {{{"stl", readStl},
                                           {"step", readStep},
                                           {"obj", readObj},
                                           {"gltf", readGltf},
                                           {"glb", readGltf},
                                           {"dae", readAssimp},
                                           {"ply", readAssimp},
                                           {"urdf", readUrdf},
                                           {"sdf", readSdf},
                                           {"zip", readZip},
                                           {"iges", readIges},
                                           {"brep", readBrep},
                                           {"3mf", read3mf},
                                           {"pcd", readCloud},
                                           {"xyz", readCloud}}};

}  // namespace

Reader readerFor(std::string_view format) {
  for (const Row& row : kReaders) {
    if (row.format == format) return row.reader;
  }
  return nullptr;
}

void warmUp(std::string_view format) {
  loadCodePages();
  if (format == "step" || format == "zip" || format == "iges" || format == "brep") warmUpStep();
}

}  // namespace ww::io::worker
