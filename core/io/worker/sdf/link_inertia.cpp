// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/link_inertia.h"

#include <cmath>
#include <sdf/Element.hh>

#include "core/io/failures.h"
#include "core/io/worker/sdf/sdf_parts.h"

namespace ww::io::worker {

void addInertial(const sdf::Link& link, Reporter& report, LinkPart& part) {
  if (!link.Element() || !link.Element()->HasElement("inertial")) return;
  const ignition::math::Inertiald& in = link.Inertial();
  Inertial out;
  out.mass_kg = in.MassMatrix().Mass();
  const ignition::math::Matrix3d moi = in.MassMatrix().Moi();
  for (unsigned r = 0; r < 3; ++r)
    for (unsigned c = 0; c < 3; ++c) out.inertia(r, c) = moi(r, c);
  if (!std::isfinite(out.mass_kg) || out.mass_kg < 0.0 || !out.inertia.allFinite() || !isSound(in.Pose())) {
    const Status why = out.mass_kg < 0.0 ? fail(failures::kMassBelowZero, {{"mass", arg::Number{out.mass_kg}}})
                                         : fail(failures::kInertiaNumbers);
    report.warn("inertia", fail(failures::kInertiaLeftOut, {{"link", arg::Name{link.Name()}}}, why),
                "link " + link.Name());
    return;
  }
  out.link_t_com = toPose(in.Pose());
  out.is_mass_alone = !isSaid(link.Element()->GetElement("inertial"), "inertia");
  part.inertial = out;
}

}  // namespace ww::io::worker
