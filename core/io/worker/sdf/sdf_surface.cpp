// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/sdf_surface.h"

#include <initializer_list>
#include <sdf/Collision.hh>
#include <sdf/Element.hh>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/sdf/sdf_parts.h"
#include "core/io/worker/surface.h"

namespace ww::io::worker {
namespace {

// The element at a path of elements that the file has; null where it has not.
sdf::ElementPtr at(sdf::ElementPtr element, std::initializer_list<const char*> path) {
  for (const char* name : path) {
    if (!isSaid(element, name)) return nullptr;
    element = element->GetElement(name);
  }
  return element;
}

void say(const sdf::ElementPtr& parent, std::initializer_list<const char*> names, SurfaceWords& words) {
  for (const char* name : names) {
    const sdf::ElementPtr element = at(parent, {name});
    if (element && element->GetValue()) words.say(name, element->GetValue()->GetAsString());
  }
}

}  // namespace

std::optional<intrinsic_proto::world::PhysicsComponent> sdfSurface(const sdf::Link& link, Reporter& report) {
  std::optional<intrinsic_proto::world::PhysicsComponent> out;
  std::string owner;
  for (std::uint64_t i = 0; i < link.CollisionCount(); ++i) {
    const sdf::Collision& collision = *link.CollisionByIndex(i);
    const sdf::ElementPtr surface = at(collision.Element(), {"surface"});
    if (!surface) continue;
    SurfaceWords words(report, link.Name());
    say(at(surface, {"friction", "ode"}), {"mu", "mu2", "fdir1", "slip1", "slip2"}, words);
    say(at(surface, {"friction", "torsional"}), {"coefficient", "use_patch_radius", "patch_radius", "surface_radius"},
        words);
    say(at(surface, {"contact", "ode"}), {"kp", "kd"}, words);
    auto said = words.surface();
    if (!said) continue;
    if (!out) {
      out = std::move(said);
      owner = collision.Name();
    } else if (said->SerializeAsString() != out->SerializeAsString()) {
      report.note("surface",
                  fail(failures::kSurfacesDiffer, {{"link", arg::Name{cleanUtf8(link.Name(), 200)}},
                                                   {"collision", arg::Name{cleanUtf8(owner, 200)}}}),
                  "link " + link.Name());
      return out;
    }
  }
  return out;
}

}  // namespace ww::io::worker
