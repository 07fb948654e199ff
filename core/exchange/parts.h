// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/exchange/export_scene.h"
#include "core/geometry/store.h"
#include "core/scene/followers.h"
#include "core/scene/limits.h"
#include "core/scene/surface_more.h"

// What writers work with: a sound scene with its geometry at hand. For this folder alone.
namespace ww::exchange {

struct Look {
  geometry::Color color;
  double metalness = 0.0, roughness = 0.6;  // 0 to 1
  bool operator==(const Look&) const = default;
};

// A geometry on a link.
struct Piece {
  std::string name;  // for people
  geometry::GeometryPtr geometry;
  Eigen::Affine3d link_t_piece = Eigen::Affine3d::Identity();
  std::optional<Look> look;  // instead of the geometry's own colours
};

enum class Motion { kFixed, kRevolute, kPrismatic };
struct JointPart {
  Motion motion = Motion::kFixed;
  Pose parent_t_inboard, outboard_t_child;
  Vec3 axis = Vec3::UnitZ();  // unit, in the inboard frame
  double position = 0.0;      // radians or metres
  scene::Limits system, application;
  double damping = 0.0, friction = 0.0;  // in N, Nm, m and s
  std::optional<scene::Follow> follow;
  bool moves() const { return motion != Motion::kFixed; }
};

struct Part {
  const intrinsic_proto::scene_object::v1::Entity* entity = nullptr;
  std::string name;
  int parent = -1;            // index of an earlier part; -1: the root
  std::vector<int> children;  // indices
  Pose parent_t_this;         // of joints: at their position
  std::optional<JointPart> joint;
  std::vector<Piece> visuals, collisions;
  scene::SurfaceMore surface;  // of links

  bool isLink() const { return entity->has_link(); }
  bool isFrame() const { return entity->has_frame(); }
  bool isSensor() const { return entity->has_sensor(); }
  // What the wire says of its mass and contacts; null when it says nothing.
  const intrinsic_proto::world::PhysicsComponent* physics() const;
};

struct ObjectParts {
  const intrinsic_proto::scene_object::v1::SceneObject* object = nullptr;
  std::string name;  // unique in the scene
  Pose scene_t_object;
  std::vector<Part> parts;  // parents first

  const Part& at(int part) const { return parts[static_cast<std::size_t>(part)]; }
  Pose objectT(int part) const;  // joints at their positions
  bool hasMovingJoint() const;
};

struct SceneParts {
  std::string name;
  bool is_scene = false;
  std::vector<ObjectParts> objects;
};

// INVALID_ARGUMENT for an object that is not sound, NOT_FOUND for geometry that is not in the store. The scene must
// outlive what is made.
Result<SceneParts> partsOf(const ExportScene& scene, geometry::GeometryStore& store);

// Mass, centre and inertia as simulators take them; none without a mass.
struct Inertia {
  double mass_kg = 0.0;
  Pose link_t_com;
  Eigen::Matrix3d about_com = Eigen::Matrix3d::Zero();
  bool is_sound = false;    // moments are above 0 and keep the triangle inequality
  bool is_changed = false;  // as given they did not: these are the nearest that do
};
std::optional<Inertia> inertiaOf(const Part& link);
// An inertia without a mass, which files have no form for.
bool hasInertiaAlone(const Part& link);
// Anything of friction and contacts.
bool saysSurface(const Part& link);

}  // namespace ww::exchange
