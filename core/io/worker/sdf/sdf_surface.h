// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sdf/Link.hh>

#include "core/io/worker/context.h"
#include "core/io/worker/scene.h"

namespace ww::io::worker {

// What the <surface> elements of a link's collisions say. A link has one surface here: the first counts, and others
// that differ are told. Nothing where none says anything.
void addSurface(const sdf::Link& link, Reporter& report, LinkPart& part);

}  // namespace ww::io::worker
