// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/math/pose.h"

namespace ww::exchange {

// Text of USD (.usda): prims with metadata and attributes, indented by four. Names are valid identifiers. For this
// folder alone.
class UsdText {
 public:
  // def TYPE "name" (...) {: `schemas` are those of its applied ones.
  void def(std::string_view type, std::string_view name, const std::vector<std::string_view>& schemas = {},
           std::string_view metadata = {});
  void close();
  // `declared` is type and name: "uniform token physics:axis".
  void set(std::string_view declared, std::string_view value);
  void line(std::string_view text);
  // The operations that place a prim in its parent prim's frame: in full precision; nothing where it stays.
  void place(const Pose& pose, const Vec3& scale = Vec3::Ones());
  // Path of the prim that is open, or of one in it: "/robot/base".
  std::string path(std::string_view child = {}) const;
  // All of it, with the header; `root` is the prim that stands for the file.
  std::string take(std::string_view root);

 private:
  void indent();
  std::string text_;
  std::vector<std::string> open_;
};

std::string usdTuple(const Vec3& v);         // (x, y, z), in its own unit
std::string usdQuaternion(const Quat& q);    // (w, x, y, z)
std::string usdPath(std::string_view path);  // </robot/base>

}  // namespace ww::exchange
