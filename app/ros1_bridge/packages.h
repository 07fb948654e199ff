// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ww::ros1 {

// The files that a model names and this machine has: they go along with it, as the server reads none of its own.
struct ModelFiles {
  std::string xml;                           // file:// made a package of its own
  std::map<std::string, std::string> files;  // "arm/meshes/a.stl": the contents of package://arm/meshes/a.stl
};

// `roots`: where packages are looked for, as in ROS_PACKAGE_PATH: folders with package.xml, a few levels below. Only
// meshes and pictures go along, also those that a mesh names in its package, no path that leads out of one, and at
// most 200 MB. What is not found stays unsaid: the server
// tells what it misses.
ModelFiles filesOf(const std::string& xml, const std::vector<std::filesystem::path>& roots);

// The model with <robotNamespace> in each <plugin> that has none, as Gazebo does it: plugins are not run, but their
// texts are kept and exported. As it was for an empty name.
std::string inNamespace(const std::string& xml, const std::string& robot_namespace);

// Of the environment, and where Debian has the packages of ROS.
std::vector<std::filesystem::path> packageRoots();

}  // namespace ww::ros1
