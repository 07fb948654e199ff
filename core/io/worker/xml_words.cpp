// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/xml_words.h"

#include <cstdlib>

#include "core/base/failure.h"

namespace ww::io::worker {

const XmlTable& elementsOf(XmlKind kind) {
  static const XmlTable kUrdf = {
      {"robot", {"link", "joint", "material", "transmission", "gazebo", "sensor", "group", "ros2_control"}},
      {"link", {"visual", "collision", "inertial", "sensor", "contact", "self_collision_checking"}},
      {"joint",
       {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"}},
      {"visual", {"origin", "geometry", "material"}},
      {"collision", {"origin", "geometry", "material", "contact_coefficients", "verbose"}},
      {"inertial", {"origin", "mass", "inertia"}},
      {"box", {}},
      {"cylinder", {}},
      {"sphere", {}},
      {"capsule", {}},
      {"mesh", {}}};
  static const XmlWords kAxis = {"xyz", "initial_position", "dynamics", "limit", "mimic", "use_parent_model_frame"};
  static const XmlTable kSdf = {
      {"sdf", {"world", "model", "actor", "light"}},
      {"world",
       {"audio", "wind", "include", "gravity", "magnetic_field", "atmosphere", "gui", "physics", "scene", "light",
        "model", "actor", "plugin", "road", "spherical_coordinates", "state", "population", "frame", "joint"}},
      {"include", {"uri", "pose", "name", "static", "plugin", "placement_frame"}},
      {"model",
       {"link", "joint", "frame", "pose", "include", "static", "self_collide", "allow_auto_disable", "enable_wind",
        "plugin", "gripper", "model"}},
      {"link",
       {"visual", "collision", "inertial", "pose", "sensor", "light", "gravity", "enable_wind", "self_collide",
        "kinematic", "must_be_base_link", "velocity_decay", "projector", "audio_sink", "audio_source", "battery",
        "particle_emitter", "plugin", "frame"}},
      {"joint",
       {"parent", "child", "axis", "axis2", "pose", "physics", "sensor", "screw_thread_pitch", "thread_pitch",
        "gearbox_ratio", "gearbox_reference_body", "frame", "plugin"}},
      {"axis", kAxis},
      {"axis2", kAxis},
      // Of a joint's axis, and of its physics.
      {"limit", {"lower", "upper", "effort", "velocity", "stiffness", "dissipation", "cfm", "erp"}},
      {"dynamics", {"damping", "friction", "spring_reference", "spring_stiffness"}},
      {"visual",
       {"geometry", "material", "pose", "cast_shadows", "laser_retro", "transparency", "visibility_flags", "meta",
        "plugin", "frame", "origin"}},
      {"collision",
       {"geometry", "pose", "surface", "laser_retro", "max_contacts", "density", "auto_inertia_params", "frame",
        "origin"}},
      {"mesh", {"uri", "scale", "submesh", "convex_decomposition"}},
      {"submesh", {"name", "center"}},
      {"box", {"size"}},
      {"sphere", {"radius"}},
      {"cylinder", {"radius", "length"}},
      {"capsule", {"radius", "length"}},
      {"cone", {"radius", "length"}},
      {"ellipsoid", {"radii"}},
      {"polyline", {"point", "height"}},
      {"plane", {"normal", "size"}},
      {"inertial", {"pose", "mass", "inertia", "fluid_added_mass", "density", "auto_inertia_params", "frame"}},
      {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}}};
  return kind == XmlKind::kUrdf ? kUrdf : kSdf;
}

const XmlTable& attributesOf(XmlKind kind) {
  static const XmlTable kUrdf = {{"link", {"name", "type"}},
                                 {"joint", {"name", "type"}},
                                 {"origin", {"xyz", "rpy"}},
                                 {"axis", {"xyz"}},
                                 {"parent", {"link"}},
                                 {"child", {"link"}},
                                 {"limit", {"lower", "upper", "effort", "velocity"}},
                                 {"dynamics", {"damping", "friction"}},
                                 {"mimic", {"joint", "multiplier", "offset"}},
                                 {"mesh", {"filename", "scale"}},
                                 {"box", {"size"}},
                                 {"cylinder", {"radius", "length"}},
                                 {"sphere", {"radius"}},
                                 {"capsule", {"radius", "length"}},
                                 {"mass", {"value"}},
                                 {"inertia", {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}},
                                 {"color", {"rgba"}}};
  static const XmlTable kSdf = {{"model", {"name", "canonical_link", "placement_frame"}},
                                {"link", {"name"}},
                                {"joint", {"name", "type"}},
                                {"frame", {"name", "attached_to"}},
                                {"pose", {"relative_to", "frame", "rotation_format", "degrees"}},
                                {"xyz", {"expressed_in"}},
                                {"include", {"merge"}},
                                {"mimic", {"joint", "axis"}}};
  return kind == XmlKind::kUrdf ? kUrdf : kSdf;
}

const std::vector<ShapeSize>& shapeSizes() {
  static const std::vector<ShapeSize> kSizes = {
      {"box", "size", "1 m x 1 m x 1 m"},
      {"sphere", "radius", "1 m"},
      {"cylinder", "radius", "1 m"},
      {"cylinder", "length", "1 m"},
      {"capsule", "radius", "0.5 m"},
      {"capsule", "length", "1 m"},
      {"ellipsoid", "radii", "1 m x 1 m x 1 m"},
  };
  return kSizes;
}

std::string slipOf(std::string_view word, const XmlWords& known) {
  const std::vector<std::string> near = nearestNames(word, known, 1);
  if (near.empty() || std::abs(static_cast<int>(near.front().size()) - static_cast<int>(word.size())) > 1) return {};
  return near.front();
}

}  // namespace ww::io::worker
