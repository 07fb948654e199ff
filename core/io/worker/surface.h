// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/worker/context.h"
#include "core/scene/surface_more.h"
#include "intrinsic/world/proto/physics_component.pb.h"

namespace ww::io::worker {

// What a file says of a surface, piece by piece, as a link has it: friction, torsion, springs of contacts. What is not
// said stays away. A value that no surface has is told and left out.
class SurfaceWords {
 public:
  // `link` has the surface.
  SurfaceWords(Reporter& report, std::string link) : report_(report), link_(std::move(link)) {}

  // `element` as SDF names it: mu, mu2, fdir1, slip1, slip2, kp, kd, coefficient, use_patch_radius, patch_radius,
  // surface_radius, and those of more(). Others say nothing.
  void say(std::string_view element, std::string_view text);
  // Nothing where nothing was said.
  std::optional<intrinsic_proto::world::PhysicsComponent> surface() const;
  const scene::SurfaceMore& more() const { return more_; }

 private:
  std::optional<double> number(std::string_view element, std::string_view text);

  Reporter& report_;
  std::string link_;
  intrinsic_proto::world::PhysicsComponent said_;
  scene::SurfaceMore more_;
  std::optional<double> mu_, mu2_;
  bool any_ = false;
};

// What a file says of a surface.
struct SaidSurface {
  std::optional<intrinsic_proto::world::PhysicsComponent> component;  // friction and springs of contacts alone
  scene::SurfaceMore more;
};

// Of the elements <gazebo reference="LINK"> of a URDF file, by the names of links: mu1, mu2, fdir1, kp, kd, maxVel,
// minDepth.
std::map<std::string, SaidSurface> gazeboSurfaces(std::string_view text, Reporter& report);
// Of the same elements, and of those without a link, whose word is that of the model under no name: selfCollide. Empty
// where the file says nothing of it; the model's is false then, as in Gazebo, once a link has a word.
std::map<std::string, bool> gazeboSelfCollide(std::string_view text);
// Whether one of these reads that element.
bool isGazeboElement(std::string_view element);

}  // namespace ww::io::worker
