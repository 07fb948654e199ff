// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/geometry/shape.h"

namespace ww::io::worker {

// An object of a 3MF model somewhere in another, or in the build.
struct Placed3mf {
  std::uint32_t object = 0;
  std::string path;  // of the model in the archive that holds it; empty: the same
  Eigen::Affine3d this_t_object = Eigen::Affine3d::Identity();
};

struct Object3mf {
  std::string name;
  std::vector<Vec3> vertices;  // in the unit of the model
  std::vector<geometry::Triangle> triangles;
  std::vector<geometry::ColorRun> colors;
  std::vector<Placed3mf> components;
  std::size_t unsound = 0;  // triangles without a vertex, or vertices without a place
};

struct Model3mf {
  double metres_per_unit = 1e-3;  // metres in one unit of the model
  std::string unit = "mm";
  std::string unknown_unit;  // what it says in place of one
  int unit_line = 0;
  std::map<std::uint32_t, Object3mf> objects;
  std::vector<Placed3mf> items;  // of the build
};

// The model that the XML of a part of a 3MF archive describes: meshes, components, colours, build.
// INVALID_ARGUMENT (no such XML, a number that is none) with the line.
Result<Model3mf> parse3mf(std::string_view text, const std::string& file);

}  // namespace ww::io::worker
