// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ignition/math/Pose3.hh>
#include <sdf/Element.hh>
#include <sdf/Geometry.hh>
#include <sdf/Material.hh>
#include <sdf/Sensor.hh>

#include "core/base/failure.h"
#include "core/io/worker/mesh_source.h"
#include "core/io/worker/sdf/include_resolver.h"

namespace ww::io::worker {

Pose toPose(const ignition::math::Pose3d& p);
bool isSound(const ignition::math::Pose3d& p);

// Whether the file itself has the element: the library puts in those that it misses.
bool isSaid(const sdf::ElementPtr& parent, const char* element);

// What it holds, with that name or all. Where parameters of an include put one element in twice, the library's own way
// from one to the next never ends.
std::vector<sdf::ElementPtr> childrenOf(const sdf::ElementPtr& parent, const std::string& name = {});

// Shapes of one <geometry>, in its own frame. What cannot be shown gives a warning and nothing.
class SdfShapes {
 public:
  SdfShapes(ReadContext& context, const IncludeResolver& includes)
      : context_(context), includes_(includes), meshes_(context) {}
  // `collides`: it is of a <collision>, where a plane has no end.
  std::vector<PlacedShape> shapes(const sdf::Geometry& geometry, const std::string& link, bool collides);
  // Where an element stands in the files that somebody wrote.
  arg::Place placeOf(const sdf::ElementPtr& element) const;

 private:
  std::vector<PlacedShape> plane(const sdf::Plane& plane, const std::string& link, bool collides);
  std::vector<PlacedShape> mesh(const sdf::Mesh& mesh, const std::string& link);
  std::vector<PlacedShape> single(const geometry::Primitive& primitive, const std::string& link);
  std::vector<PlacedShape> leftOut(const sdf::Geometry& geometry, const std::string& link);

  ReadContext& context_;
  const IncludeResolver& includes_;
  MeshLibrary meshes_;
};

// Of a visual; nothing where it says nothing.
struct SdfLook {
  std::optional<geometry::Color> color;
  std::optional<Finish> finish;
  void putOn(PlacedShape& shape) const;
};
SdfLook sdfLook(const sdf::Material* material, float transparency);

// As the file has it: the library knows a kind that it has not as none.
std::string kindOf(const sdf::Sensor& sensor);
// Camera, depth camera, lidar, force and torque; nothing for other kinds. `sensor_t_wire`: in the sensor's frame of SDF
// that of the wire. Cameras look along x in SDF and along z on the wire, and may have a pose of their own.
std::optional<SensorPart> sdfSensor(const sdf::Sensor& sensor, Pose& sensor_t_wire);
// What the file says of an inertial unit, as text; empty where it is none.
std::string inertialUnit(const sdf::Sensor& sensor);

}  // namespace ww::io::worker
