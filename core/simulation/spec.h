// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/collision/shapes/body_shape.h"
#include "core/geometry/shape.h"
#include "core/scene/components.h"

// What the physics engine is told: rigid pieces, the joints between them, what they are made of. Plain data, SI units.
namespace ww::simulation {

// The surface of a part. Of two parts in contact the smaller friction and the smaller restitution hold, the larger
// rolling and torsional friction, and compliances in series.
struct Material {
  double mu = scene::kAssumedFriction, mu2 = mu;  // ratios: along fdir1, and across it
  Vec3 fdir1 = Vec3::Zero();                      // in the part's frame; zero: friction is the same in all directions
  double slip1 = 0.0, slip2 = 0.0;                // m/s/N; kept, not simulated
  double torsional = 0.0;  // metres: the torque that resists turning about the normal is this times its force
  // A ball that is pressed in by d turns on a patch of radius sqrt(radius * d), and its torsion grows with the depth.
  double torsional_coefficient = 0.0, surface_radius = 0.0;  // a ratio; metres
  double rolling = 0.0;                                      // metres, likewise
  double restitution = 0.0;                                  // 0 to 1
  std::optional<double> kp, kd;                              // N/m and N s/m of each contact point; none: rigid
  std::optional<double> soft_erp;                            // 0 to 1, of an overlap in a step; none: the engine's
  std::optional<double> soft_cfm, max_vel, min_depth;        // 1/(N s/m), m/s, metres; kept, not simulated
  Vec3 surface_velocity = Vec3::Zero();                      // m/s in the part's frame: what a belt carries along
};

// Metres, of a patch of that radius in metres.
double torsionOf(double coefficient, double patch_radius_m);

// About a frame: mass in kg, inertia in kg m^2 about the centre of mass along the axes of the frame.
struct Inertial {
  double mass = 0.0;
  Vec3 com = Vec3::Zero();  // metres
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();

  Inertial placed(const Pose& frame_t_this) const;
  Inertial& operator+=(const Inertial& other);
};

// All below z = 0 of its part; of what stands still only.
struct Ground {};

// A solid in the frame of its part: a primitive, or what the collision checker has for it (a hull, triangles).
using Solid = std::variant<geometry::PlacedPrimitive, collision::Piece, Ground>;

// What an entity of the world adds to a rigid piece.
struct Part {
  EntityId entity;  // none: the floor
  std::string name;
  Pose piece_t_part;
  Inertial inertial;  // about the part's frame
  bool gravity = true;
  Material material;
  std::vector<Solid> solids;
};

// Parts that cannot move against each other.
struct Piece {
  EntityId entity;  // in whose frame it is told
  std::vector<Part> parts;
  Inertial inertial() const;
};

// Carries a piece on another.
struct Axis {
  EntityId entity;  // the joint
  std::string name;
  int parent = 0;  // piece
  bool revolute = true;
  Pose parent_t_piece;                                    // at position 0
  Vec3 axis = Vec3::UnitZ();                              // unit, in the piece's frame
  Vec3 on_axis = Vec3::Zero();                            // a point on it, in the piece's frame
  double position = 0.0, velocity = 0.0;                  // at the start; radians or metres
  double lower, upper;                                    // radians or metres; infinite: none
  double effort_limit, velocity_limit;                    // Nm or N; radians or metres per second
  double damping = 0.0, friction = 0.0;                   // Nm s/rad or N s/m; Nm or N
  double spring_stiffness = 0.0, spring_reference = 0.0;  // Nm/rad or N/m; radians or metres
  int leader = -1;  // the joint that it follows; its position is multiplier * the leader's + offset
  double multiplier = 1.0, offset = 0.0;  // radians or metres
  bool held = false;                      // stays where it is until something drives it

  Axis();
};

// Two points (metres) of pieces of one mechanism that stay together: closes a loop.
struct Tie {
  int piece_a = 0, piece_b = 0;
  Vec3 in_a = Vec3::Zero(), in_b = Vec3::Zero();  // in the pieces' frames
};

enum class AssemblyKind { kStatic, kFree, kMechanism };

// What moves by itself: a body that stands still, one that flies, or pieces on joints. Of a mechanism piece 0 is the
// base, and joint i carries piece i + 1; parents come first.
struct Assembly {
  AssemblyKind kind = AssemblyKind::kStatic;
  ObjectId object;
  bool floating = false;  // of a mechanism: the base flies
  Pose root_t_base;
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();  // at the start, of the centre of mass; m/s, rad/s
  std::vector<Piece> pieces;
  std::vector<Axis> axes;
  std::vector<Tie> ties;
};
using AssemblyPtr = std::shared_ptr<const Assembly>;

// As gazebo_msgs names them, in SI units. What Bullet has no like of is kept (unsupported()).
struct OdeSettings {
  bool auto_disable_bodies = true;
  std::uint32_t sor_pgs_precon_iters = 0;
  std::uint32_t sor_pgs_iters = 50;
  double sor_pgs_w = 1.0;
  double sor_pgs_rms_error_tol = 0.0;
  double contact_surface_layer = 0.0;       // metres
  double contact_max_correcting_vel = 0.0;  // m/s
  double cfm = 0.0, erp = 0.2;
  std::uint32_t max_contacts = 4;
  bool operator==(const OdeSettings&) const = default;
};

struct PhysicsProperties {
  double time_step = 1e-3;          // seconds
  double max_update_rate = 1000.0;  // steps per second of the clock; 0 or less: as many as there can be
  Vec3 gravity = Vec3(0.0, 0.0, -9.81);
  OdeSettings ode;
};

// Names of fields that differ from their defaults and have no effect.
std::vector<std::string> unsupported(const OdeSettings& ode);
std::vector<std::string> unsupported(const Material& material);

}  // namespace ww::simulation
