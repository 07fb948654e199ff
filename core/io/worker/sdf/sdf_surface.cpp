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
    if (!element || !isSaid(element, name)) return nullptr;
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

// What Bullet calls friction and springs, and what ODE does: of both the second holds, as in Gazebo.
void sayAll(const sdf::ElementPtr& surface, SurfaceWords& words) {
  const sdf::ElementPtr bullet = at(surface, {"friction", "bullet"});
  if (const sdf::ElementPtr mu = at(bullet, {"friction"}); mu && mu->GetValue())
    words.say("mu", mu->GetValue()->GetAsString());
  if (const sdf::ElementPtr mu2 = at(bullet, {"friction2"}); mu2 && mu2->GetValue())
    words.say("mu2", mu2->GetValue()->GetAsString());
  say(bullet, {"fdir1", "rolling_friction"}, words);
  say(at(surface, {"friction", "ode"}), {"mu", "mu2", "fdir1", "slip1", "slip2"}, words);
  say(at(surface, {"friction", "torsional"}), {"coefficient", "use_patch_radius", "patch_radius", "surface_radius"},
      words);
  say(at(surface, {"contact", "bullet"}), {"kp", "kd", "soft_erp", "soft_cfm"}, words);
  say(at(surface, {"contact", "ode"}), {"kp", "kd", "soft_erp", "soft_cfm", "max_vel", "min_depth"}, words);
  say(at(surface, {"bounce"}), {"restitution_coefficient"}, words);
}

std::string bytesOf(const SaidSurface& said) {
  return said.component ? said.component->SerializeAsString() : std::string();
}

SaidSurface surfaceOf(const sdf::Link& link, Reporter& report) {
  SaidSurface out;
  std::string owner;
  for (std::uint64_t i = 0; i < link.CollisionCount(); ++i) {
    const sdf::Collision& collision = *link.CollisionByIndex(i);
    const sdf::ElementPtr surface = at(collision.Element(), {"surface"});
    if (!surface) continue;
    SurfaceWords words(report, link.Name());
    sayAll(surface, words);
    const SaidSurface said{words.surface(), words.more()};
    if (!said.component && said.more.empty()) continue;
    if (owner.empty()) {
      out = said;
      owner = collision.Name();
    } else if (!(said.more == out.more) || bytesOf(said) != bytesOf(out)) {
      report.note("surface",
                  fail(failures::kSurfacesDiffer, {{"link", arg::Name{cleanUtf8(link.Name(), 200)}},
                                                   {"collision", arg::Name{cleanUtf8(owner, 200)}}}),
                  "link " + link.Name());
      return out;
    }
  }
  return out;
}

}  // namespace

void addSurface(const sdf::Link& link, Reporter& report, LinkPart& part) {
  SaidSurface said = surfaceOf(link, report);
  part.surface = std::move(said.component);
  part.surface_more = said.more;
}

}  // namespace ww::io::worker
