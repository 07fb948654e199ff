// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace samples {

// Small valid files of each format. Lengths in the unit of the file.
std::string stlText();                                            // a tetrahedron with edges of length 1
std::string stlBinary(const std::string& header = "solid trap");  // two triangles
std::string obj();                                      // a square of two triangles and its material file name
std::string mtl();                                      // red
std::string ply();                                      // a triangle
std::string gltf();                                     // a triangle in the plane of x and y (y up), twice, green
std::string glb();                                      // the same in one file
std::string dae(const std::string& up, double metres);  // a triangle with legs of 1 along x and y
std::string urdf();                                     // two links, a revolute joint, a mesh, shapes
std::string sdf();                                      // a model with joint, frame and camera
// A world of boxes m0, m1, ..., each a metre further along x, a line each from the second on; then `more`.
std::string sdfWorld(int models, const std::string& more = {});
std::string stepAssembly(const std::string& unit);  // "mm" or "in": two instances of one blue box 10 x 20 x 30
std::string zip(const std::vector<std::pair<std::string, std::string>>& entries);

}  // namespace samples
