// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Link.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/surface.h"

namespace ww::io::worker {

// What the <surface> elements of a link's collisions say. A link has one surface here: the first counts, and others
// that differ are told. Nothing where none says anything.
SaidSurface sdfSurface(const sdf::Link& link, Reporter& report);

}  // namespace ww::io::worker
