// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/any.pb.h>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/geometry/shape.h"
#include "core/scene/loops.h"
#include "core/scene/part_sources.h"
#include "core/scene/surface_more.h"
#include "intrinsic/scene/proto/v1/object_properties.pb.h"
#include "intrinsic/world/proto/physics_component.pb.h"
#include "intrinsic/world/proto/sensor_component.pb.h"

namespace ww::io::worker {

// Metres. What reaches further is refused on the way out: geometry and poses alike.
constexpr double kFarthest = 1e9;

// What every reader gives: models as trees of links, joints, frames and sensors, before scale, rotation and
// names of the options. Metres, radians, z up.
using ShapePtr = std::shared_ptr<const geometry::Shape>;

// How a surface takes light, as the file says it: 0 to 1.
struct Finish {
  float metalness = 0.0f, roughness = 0.6f;
};

struct PlacedShape {
  std::string name;  // for people: "gearbox/cover"
  ShapePtr shape;    // shared by all instances of a part
  Eigen::Affine3d link_t_shape = Eigen::Affine3d::Identity();
  std::optional<geometry::Color> color;
  std::optional<Finish> finish = {};  // counts where there is a colour
  bool color_wins = false;            // over colours that the shape itself has
};

struct Inertial {
  double mass_kg = 0.0;
  Pose link_t_com;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the centre of mass, in its axes
  bool is_mass_alone = false;                         // the file says nothing of the inertia
};

struct LinkPart {
  std::vector<PlacedShape> visuals;
  std::vector<PlacedShape> collisions;
  bool collide_with_visuals = false;  // `collisions` is empty and the visuals serve
  std::optional<Inertial> inertial;
  std::optional<intrinsic_proto::world::PhysicsComponent> surface;  // friction and springs of contacts alone
  scene::SurfaceMore surface_more;
};

// Position = multiplier * the leader's + offset: radians or metres, before the scale of the options.
struct Mimic {
  std::string leader;  // the joint's name in the file
  double multiplier = 1.0, offset = 0.0;
};

struct JointPart {
  using Motion = JointKind;
  static constexpr double kInf = std::numeric_limits<double>::infinity();
  Motion motion = Motion::kFixed;
  Pose parent_t_inboard;
  Pose outboard_t_child;      // the child link stands at the joint's own pose
  Vec3 axis = Vec3::UnitZ();  // unit, in the inboard frame
  double lower = -kInf, upper = kInf;
  double velocity = kInf, acceleration = kInf, jerk = kInf, effort = kInf;
  double damping = 0.0, friction = 0.0;
  std::optional<Mimic> mimic;
  bool is_custom = false;  // fixed here and something else in simulations: to be kept

  double startValue() const;    // 0, or the limit nearest to the middle if 0 lies outside
  Pose parent_t_joint() const;  // at startValue()
};

struct FramePart {
  bool is_attachment = false;
  std::string inertial_unit;  // that stands there, as user data of the object has it; empty: none
};

struct SensorPart {
  intrinsic_proto::world::SensorComponent component;
  std::string fisheye;  // the terms of its lens, as user data of the object has them; empty: no fisheye
};

struct Node {
  std::string name;
  int parent = -1;     // index of an earlier node; -1 for the first, which is a link
  Pose parent_t_this;  // not used for joints
  std::variant<LinkPart, JointPart, FramePart, SensorPart> part;
};

struct Model {
  std::string name;
  std::vector<Node> nodes;
  Pose file_t_model;  // where it stands in the file, by the frame of its root
  Pose root_t_model;  // the frame that the file calls the model's
  bool is_static = false;
  std::vector<std::string> plugins;  // passed on as text
  // By the names of joints: the XML of what is more than a joint of a scene object, for simulations.
  std::map<std::string, std::string> custom_joints;
  std::map<std::string, google::protobuf::Any> user_data;  // that the file has for clients
  std::vector<scene::LoopJoint> loops;                     // links by their names in the file
  // Whether links touch each other in simulations: the model's word under no name, those of links that differ by their
  // names in the file. Empty: the file says nothing of it.
  std::map<std::string, bool> self_collide;
  // Cartesian limits, before the scale of the options, and solvers; links by their names in the file.
  intrinsic_proto::scene_object::v1::Kinematics kinematics;
  // Of parts of an assembly where they came from; `entity` is filled in when names are given, from `source_nodes`, the
  // indices of the nodes.
  scene::PartSources sources;
  std::vector<std::size_t> source_nodes;
};

// Of shapes from CAD what the kernel knows of them: worldwright.v1.ExactShape, serialised.
using ExactShapes = std::map<const geometry::Shape*, std::string>;

struct Scene {
  std::vector<Model> models;
  ExactShapes exact;
  std::uint64_t solids = 0;
  std::string unit = "m";
  std::string encoding;  // that names are read in; empty: all of them are UTF-8
  std::string format;    // id; of an archive that of the first file of it that was read
  Bounds file_bounds;    // of the exact shapes, curves included; empty when the format has only triangles
};

// Without any joint that moves, fixed joints without sensors say nothing: their child links go directly under the
// parent links.
void dropIdleFixedJoints(Model& model);

// A model of one link.
Model singleLink(std::string name, LinkPart link);

}  // namespace ww::io::worker
